"""Tables as files: the commands export and import."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion import play
from companion.command import Sorry
from companion.command.folder import stored


def export_table(options: argparse.Namespace) -> int:
    """Print what everybody may read of a table's log, and all of a finished one."""
    code = play.code_of(options.code)
    with stored(options) as store:
        try:
            story = _raw(store, code) if options.raw else play.export(play.open_table(store, code))
        except play.NoTable:
            raise Sorry(f"There is no table {code} in this folder.") from None
        except play.BrokenLog:
            raise Sorry(
                f"The log of table {code} cannot be read to its end. It is kept as it is; --raw prints all of it."
            ) from None
    json.dump(story, sys.stdout, ensure_ascii=False, indent=2)
    print()
    return 0


def _raw(store: play.Store, code: str) -> dict[str, Any]:
    if play.broken(store, code, None) is None:
        raise Sorry(f"Table {code} opens. Leave out --raw: a finished game is exported whole.")
    print("vegas-companion: This holds what was dealt in secret, too.", file=sys.stderr)
    return play.raw(store, code)


def import_table(options: argparse.Namespace) -> int:
    """Take an exported game in, whole or not at all, and print its code here."""
    try:
        exported = json.loads(Path(options.file).read_text(encoding="utf-8"))
    except OSError as error:
        raise Sorry(f"{options.file} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError):
        raise Sorry(f"{options.file} holds no JSON. Take a file that vegas-companion export wrote.") from None
    with stored(options) as store:
        taken = play.bring_in(store, exported)
    if not isinstance(taken, str):
        raise Sorry(play.why_not(exported, taken))
    print(taken)
    return 0
