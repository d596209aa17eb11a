"""Rules questions without a table."""

from __future__ import annotations

import argparse
import sys

from companion.command import Sorry
from companion.judge import judge


def judge_lines(options: argparse.Namespace) -> int:
    """Answer rules questions; status 2 where a line could not be read."""
    if options.file is None:
        return judge(sys.stdin.buffer, sys.stdout.buffer)
    try:
        with open(options.file, "rb") as lines:
            return judge(lines, sys.stdout.buffer)
    except OSError as error:
        raise Sorry(f"{options.file} cannot be read: {error.strerror}.") from error
