"""The one use case, and the web's only door: open a table, see it as one viewer may, and act at it."""

from __future__ import annotations

from companion.engine import BrokenLog
from companion.play.acts import (
    Answer,
    Done,
    NotYours,
    Posted,
    Stale,
    act,
    again,
    look,
    new_table,
    redoable,
    try_out,
    undoable,
)
from companion.play.amending import Outlook, amend, entries, mended_event, mended_lines, outlook
from companion.play.amending import denied as amending_denied
from companion.play.calls import call
from companion.play.copies import SNAPSHOTS, closed_tables, restore
from companion.play.files import bring_in, export, raw, why_not
from companion.play.mending import Broken, broken, mend
from companion.play.pins import fits, has_pin, set_pin
from companion.play.seats import (
    Ledger,
    claim,
    ledger,
    make_seat_code,
    release,
    seat_of_code,
    spend_seat_code,
    why_not_yours,
)
from companion.play.sentences import rule_of, say
from companion.play.sight import Running, Seen, line_now, overtaken, public_mark, see, tables_of, unopened
from companion.play.tables import CODE_LENGTH, NoTable, Person, Table, Viewer, code_of, hashed, new_key, open_table
from companion.play.vouching import HOST, Asked, answer, hand_over, heard, plead
from companion.store import FILE_NAME, Damaged, NewerDatabase, Store, Unwritable, stamp

__all__ = [
    "CODE_LENGTH",
    "FILE_NAME",
    "HOST",
    "SNAPSHOTS",
    "Answer",
    "Asked",
    "Broken",
    "BrokenLog",
    "Damaged",
    "Done",
    "Ledger",
    "NewerDatabase",
    "NoTable",
    "NotYours",
    "Outlook",
    "Person",
    "Posted",
    "Running",
    "Seen",
    "Stale",
    "Store",
    "Table",
    "Unwritable",
    "Viewer",
    "act",
    "again",
    "amend",
    "amending_denied",
    "answer",
    "bring_in",
    "broken",
    "call",
    "claim",
    "closed_tables",
    "code_of",
    "entries",
    "export",
    "fits",
    "hand_over",
    "has_pin",
    "hashed",
    "heard",
    "ledger",
    "line_now",
    "look",
    "make_seat_code",
    "mend",
    "mended_event",
    "mended_lines",
    "new_key",
    "new_table",
    "open_table",
    "outlook",
    "overtaken",
    "plead",
    "public_mark",
    "raw",
    "redoable",
    "release",
    "restore",
    "rule_of",
    "say",
    "seat_of_code",
    "see",
    "set_pin",
    "spend_seat_code",
    "stamp",
    "tables_of",
    "try_out",
    "undoable",
    "unopened",
    "why_not",
    "why_not_yours",
]
