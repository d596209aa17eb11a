"""The instance folder: where tables are kept, whoever installed the program and however often."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

import platformdirs

from companion.play import FILE_NAME

PACKAGE = Path(__file__).resolve().parent.parent
VARIABLE = "COMPANION_INSTANCE"
KEY_FILE = "secret.key"
KEY_LENGTH = 64
#: seconds to wait for another process that has begun to write the key
KEY_PATIENCE = 5.0


def instance_folder(chosen: Path | str | None = None) -> Path:
    """Find the folder and make it if it is missing (E-126).

    It is the one chosen, else the one that COMPANION_INSTANCE names, else `instance` of a checkout, else the user's
    own data folder: never inside an environment that may be rebuilt. Raises OSError where it cannot be made.
    """
    folder = Path(chosen or os.environ.get(VARIABLE) or _usual()).expanduser().absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _usual() -> Path:
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "instance"
    return platformdirs.user_data_path("vegas-companion", appauthor=False)


def database(folder: Path) -> Path:
    """Name the file of the tables, made for its owner alone if it is missing: it holds every secret.

    SQLite gives its journals the same rights. Raises OSError where the file cannot be made.
    """
    path = folder / FILE_NAME
    path.touch(0o600)
    return path


def secret_key(folder: Path) -> str:
    """Read the key that signs sessions and forms; whichever process comes first makes it, once (E-47).

    Raises OSError where the folder cannot be written, ValueError where the file holds no key.
    """
    path = folder / KEY_FILE
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _written(path)
    made = secrets.token_hex(KEY_LENGTH // 2)
    try:
        with os.fdopen(file, "w") as key:
            key.write(made)
    except OSError:
        # Half a key would stand in the way of the next start, when there is room again.
        path.unlink()
        raise
    return made


def _written(path: Path) -> str:
    until = time.monotonic() + KEY_PATIENCE
    while len(key := path.read_text()) < KEY_LENGTH:
        if time.monotonic() > until:
            raise ValueError(f"{path} holds no key. Delete it and start again: open pages then have to be reloaded.")
        time.sleep(0.01)
    return key
