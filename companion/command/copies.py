"""Copies of all tables: the commands backup and restore."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion import play
from companion.command import Sorry
from companion.command.folder import about_folder, stored
from companion.engine import Refused
from companion.web.instance import instance_folder


def backup(options: argparse.Namespace) -> int:
    """Copy all tables into one new file and print its path; the people at the tables go on playing."""
    with stored(options) as store:
        target = Path(options.file or store.path.with_name(f"{store.path.stem}-backup-{play.stamp()}.db"))
        if not store.codes():
            raise Sorry(f"There are no tables in {store.path.parent} yet, so there is nothing to copy.")
        try:
            store.copy_to(target)
        except FileExistsError:
            raise Sorry(f"{target} is there already and is not written over. Choose another name.") from None
        except (OSError, play.Unwritable) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Sorry(f"{target} cannot be written ({why}). Choose another file.") from error
    print(target)
    return 0


def restore(options: argparse.Namespace) -> int:
    """Put a copy in the place of all tables, and print where the former ones are kept."""
    try:
        path = instance_folder(options.instance) / play.FILE_NAME
        there = path.exists()
        kept = play.restore(path, Path(options.file), options.anyway)
    except (OSError, play.Unwritable) as error:
        raise Sorry(about_folder(options.instance, error)) from error
    if isinstance(kept, Refused):
        raise Sorry(" ".join(play.say(None, reason) for reason in kept.reasons))
    print(f"The tables in {path.parent} are those of {options.file} now.")
    if there:
        print(f"What was there before is kept in {kept}")
    return 0
