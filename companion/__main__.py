"""`python -m companion`, and what `vegas-companion` calls."""

import sys

from companion.command import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
