"""Vegas Strip: two to six people, three rounds, a rigged and a secure casino for every team."""

from __future__ import annotations

from companion.games.strip.game import VegasStrip

GAME = VegasStrip()
