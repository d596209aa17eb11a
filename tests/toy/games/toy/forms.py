"""The forms of Hidden Number."""

from __future__ import annotations

from companion.fields import ActForm, CardForm, Text, Whole


class Bare(ActForm):
    pass


class Named(ActForm):
    seat = Text()
    name = Text()


class Chosen(ActForm):
    SECRET = frozenset({"keep"})
    seat = Text()
    keep = Text()


class Scored(ActForm):
    seat = Text()
    points = Whole()


class Agreed(ActForm):
    record = Text()


FORMS = {"dealt": Bare, "ended": Bare, "named": Named, "chosen": Chosen, "scored": Scored, "agreed": Agreed}


class Box(CardForm):
    def read(self) -> None:
        self.found = {"box": {"colour": self.posted.get("colour") or None}}


CARDS = {"box": Box}
