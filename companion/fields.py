"""The form fields that both games share: what a thumb types becomes a value, or a reason with what was typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import Field, Form
from wtforms.form import BaseForm
from wtforms.validators import ValidationError

from companion.engine import Reason

#: the most digits that a number at a table may have; what a game allows is narrower
MOST_DIGITS = 6


class Mistake(ValidationError):
    """What was typed into one field cannot be read."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


def whole_number(text: str) -> int | None:
    """Read a whole number as people type it, "- 5" and the typographic minus included; None where it is none (E-80)."""
    plain, digits = _digits(text)
    if not digits or len(digits) > MOST_DIGITS:
        return None
    return -int(digits) if plain.startswith("-") else int(digits)


def unread_number(field: str, typed: str) -> Reason:
    """Say why what was typed into a field is no number that can be taken: missing, too large, or no number at all."""
    if not typed.strip():
        return Reason("field-empty", {"field": field[:40]})
    values = {"field": field[:40], "typed": typed.strip()[:40]}
    if _digits(typed)[1]:
        return Reason("field-large", {**values, "most": 10**MOST_DIGITS - 1})
    return Reason("field-number", values)


def _digits(text: str) -> tuple[str, str]:
    """Give a number as typed without blanks, and its digits alone: no digits where it is no whole number."""
    plain = "".join(text.split()).replace("\u2212", "-").replace("\u2013", "-")
    digits = plain[1:] if plain.startswith(("-", "+")) else plain
    return plain, digits if digits.isascii() and digits.isdigit() else ""


class Text(Field):
    """A text, kept as typed up to a length; missing is an empty text."""

    LONGEST = 300

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the first value."""
        self.data = valuelist[0] if valuelist else ""

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse a text that no field at a table needs."""
        if len(self.data or "") > self.LONGEST:
            raise Mistake(Reason("field-long", {"field": self.short_name, "most": self.LONGEST}))


class Whole(Field):
    """A whole number; an empty field is empty, not 0 (E-84)."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the first value as a number, None where it is none."""
        self.typed = valuelist[0] if valuelist else ""
        self.data = whole_number(self.typed)

    def pre_validate(self, form: BaseForm) -> None:
        """Refuse what is no whole number."""
        if self.data is None:
            raise Mistake(unread_number(self.short_name, getattr(self, "typed", "")))


class Flag(Field):
    """A yes or no: 1 is yes, anything else is no."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the last value, so that a hidden 0 can stand before a box."""
        self.data = bool(valuelist) and valuelist[-1] == "1"


class ActForm(Form):
    """The fields of one kind of act, read from a posted form."""

    #: the fields whose values go into the secret part of the event
    SECRET: frozenset[str] = frozenset()
    mistakes: list[Reason]

    def validate(self, extra_validators: Any = None) -> bool:
        """Check every field and keep each mistake as a reason."""
        self.mistakes = []
        for field in self:
            try:
                field.pre_validate(self)
            except Mistake as mistake:
                self.mistakes.append(mistake.reason)
        return not self.mistakes

    def reasons(self) -> tuple[Reason, ...]:
        """List what cannot be read in this form, once `validate` has found it wanting."""
        return tuple(self.mistakes)

    def event_data(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Give the open and the secret part of the event that this form asks for."""
        data = {field.short_name: field.data for field in self}
        secret = {name: data.pop(name) for name in self.SECRET}
        return data, secret


class PostedForm(ActForm):
    """A form that reads what was posted by itself, because its fields depend on the table."""

    found: Mapping[str, Any]

    def process(self, formdata: Any = None, *args: Any, **kwargs: Any) -> None:
        """Read what was posted."""
        super().process(formdata, *args, **kwargs)
        self.posted = formdata
        self.mistakes = []
        self.read()

    def read(self) -> None:
        """Read the posted fields into `self.found`, and what is wrong with them into `self.mistakes`."""
        raise NotImplementedError

    def validate(self, extra_validators: Any = None) -> bool:
        """Tell whether everything could be read."""
        return not self.mistakes

    def number(self, name: str, label: str = "") -> int | None:
        """Read one number; an empty field is none at all. A mistake names the field by its label, where it has one."""
        typed = self.posted.get(name, "")
        found = whole_number(typed)
        if found is None and typed.strip():
            self.mistakes.append(unread_number(label or name, typed))
        return found

    def needed(self, name: str) -> int | None:
        """Read a number that must be there."""
        if not self.posted.get(name, "").strip():
            self.mistakes.append(Reason("field-empty", {"field": name}))
        return self.number(name)

    def event_data(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Give what was found."""
        return self.found, {}


class CardForm(PostedForm):
    """The fields of one printed card, whose name is `card`; `kept` is what is kept of all cards.

    `found` maps the names under which something is to be kept to its values, or to None where nothing is any more.
    """

    found: dict[str, Any]

    def process(self, formdata: Any = None, *args: Any, **kwargs: Any) -> None:
        """Read what was posted for a card, which comes as `kept` and `card`."""
        self.kept: Mapping[str, Any] = kwargs.pop("kept", {})
        self.card = str(kwargs.pop("card", ""))
        super().process(formdata, *args, **kwargs)
