"""PINs: on a phone that is handed round, a card may ask for one before its cover opens."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from companion.engine import Reason, Who
from companion.play.tables import Viewer, open_table
from companion.store import Store

SHORTEST, LONGEST = 4, 8


def set_pin(store: Store, code: str, viewer: Viewer, seat: str, typed: str) -> Reason | None:
    """Give a seat's card a PIN, or none where nothing was typed, or say why not.

    It goes when the seat changes hands.
    """
    with store.writing():
        if open_table(store, code).holders.get(seat) != viewer.device or viewer.device is None:
            return Reason("only-own", {"seat": Who(seat)})
        pin = typed.strip()
        if pin and not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
            return Reason("pin-shape", {"least": SHORTEST, "most": LONGEST})
        store.keep_pin(code, seat, _sealed(pin, secrets.token_hex(16)) if pin else None)
        return None


def has_pin(store: Store, code: str, seat: str) -> bool:
    """Tell whether a seat's card asks for a PIN."""
    return store.pin(code, seat) is not None


def fits(store: Store, code: str, seat: str, typed: str) -> bool:
    """Tell whether this is the PIN of a seat."""
    kept = store.pin(code, seat) or ""
    return hmac.compare_digest(kept, _sealed(typed.strip(), kept.partition("$")[0]))


def _sealed(pin: str, salt: str) -> str:
    """Hash a PIN slowly: it is short, and a copy of the file must not give it away at a glance."""
    return f"{salt}${hashlib.scrypt(pin.encode(), salt=salt.encode(), n=2**14, r=8, p=1).hex()}"
