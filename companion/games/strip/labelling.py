"""Which character lies below each casino: by a label, or shuffled (VS-R05)."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Event, Reason, Refused, refuse
from companion.games.strip.characters import LETTERS, Slot, called
from companion.games.strip.checks import unknown_casino
from companion.games.strip.state import State, told
from companion.names import cleaned


def labelled(state: State, event: Event) -> State | Refused:
    """Label the character card below a casino with its name and side (VS-R05)."""
    name = event.data.get("casino")
    reasons = unknown_casino(state, name)
    if reasons:
        return Refused(reasons)
    text = str(event.data.get("character", ""))
    character = cleaned(text) if text.strip() else ""
    if isinstance(character, Reason):
        return Refused((character,))
    side = event.data.get("side") or LETTERS[0]
    if side not in LETTERS:
        return refuse("unknown-side", side=str(side))
    casinos = tuple(replace(c, character=called(character), side=side) if c.name == name else c for c in state.casinos)
    code = "labelled" if character else "label-gone"
    return told(replace(state, casinos=casinos), event, code, casino=str(name), character=character, side=side)


def doubles(state: State) -> tuple[Reason, ...]:
    """Warn of each character that is written below more than one casino: the box holds it once (VS-R01)."""
    at: dict[int, list[str]] = {}
    names: dict[int, str] = {}
    for casino in state.casino_names:
        slot = state.character_at(casino)
        if slot is not None:
            at.setdefault(slot.number, []).append(casino)
            names[slot.number] = slot.character
    many = [(names[number], tuple(casinos)) for number, casinos in at.items() if len(casinos) > 1]
    return tuple(Reason("character-twice", {"character": name, "casinos": casinos}) for name, casinos in many)


def shuffled(state: State, event: Event) -> State | Refused:
    """Put a character below each casino by chance, either side up; in a first game all sides are A (VS-R05).

    `order` is a shuffled list of all 20 sides: of a character the side that comes first lies up.
    """
    known = {slot.name: slot for slot in state.sides}
    order = [str(name) for name in event.data.get("order", ())]
    if sorted(order) != sorted(known):
        return refuse("shuffle-broken")
    drawn: dict[int, Slot] = {}
    for name in order:
        drawn.setdefault(known[name].number, known[name])
    first_game = bool(event.data.get("first_game"))
    casinos = tuple(
        replace(casino, character=slot.character, side=LETTERS[0] if first_game else slot.letter)
        for casino, slot in zip(state.casinos, drawn.values(), strict=False)
    )
    lying = [{"casino": c.name, "character": c.character, "side": c.side} for c in casinos]
    lines = tuple(Reason("character-lies", values) for values in lying)
    return told(replace(state, casinos=casinos), event, "shuffled", characters=lines)
