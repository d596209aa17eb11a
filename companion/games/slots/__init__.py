"""Vegas Slot Machine 1973: one to eight people, a grid of cards, three in a row is a prize."""

from __future__ import annotations

from companion.games.slots.game import SlotMachine

GAME = SlotMachine()
