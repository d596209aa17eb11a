"""The data folder of a command, and what is said where it cannot be used."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from companion import play
from companion.command import Sorry
from companion.web.instance import database, instance_folder


@contextmanager
def stored(options: argparse.Namespace) -> Iterator[play.Store]:
    """Open the database of the folder that was asked for, or say why not."""
    try:
        with play.Store(database(instance_folder(options.instance))) as store:
            yield store
    except (OSError, play.Unwritable) as error:
        raise Sorry(about_folder(options.instance, error)) from error
    except play.NewerDatabase as error:
        raise Sorry(str(error)) from error
    except play.Damaged as error:
        raise Sorry(about_damage(options.instance, error)) from error


def about_folder(chosen: str | None, error: Exception) -> str:
    """Say that a folder cannot be used, why, and what to do."""
    what = getattr(error, "strerror", None) or str(error)
    where = getattr(error, "filename", None) or chosen or "the data folder"
    return f"Nothing can be kept in {where} ({what}). Choose a folder that you may write with --instance."


def about_damage(chosen: str | None, error: Exception) -> str:
    """Say that the file of the tables is damaged, and what to do."""
    where = instance_folder(chosen) / play.FILE_NAME
    return f"{where} is damaged ({error}). Restore the latest copy in {play.SNAPSHOTS}/."
