"""A simple player: shuns the pursuers, keeps what serves it, takes what the story offers, and tells nothing.

Nobody wins this game, so it does not hunt for the happy end: among the endings its cards allow it takes any.
"""

from __future__ import annotations

import random
from typing import Any

from triclinium.core.decision import Answer, Decision
from triclinium.core.play import Play
from triclinium.games.bacchanalia import state as phases
from triclinium.games.bacchanalia.cards import CARD_NAMES
from triclinium.games.bacchanalia.state import State
from triclinium.games.bacchanalia.texts import ALOUD

WANTED = ("amans", "venus", "minerva", "satyrus", "bacchus", "pluto", "accusator", "miles")
"""Deus cards, the dearest first."""
DANGEROUS = ("miles", "accusator", "pluto")
LOCK_SHARE = 0.6
EYE_SHARE = 0.15
ASK_SHARE = 0.7


class Simple:
    """Chooses for one seat or for all; its luck is its own."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng

    def __call__(self, play: Play[Any], decision: Decision) -> Answer:
        return self.choose(play.state, decision.seat, list(decision.options))

    def choose(self, s: State, seat: int, options: list[Answer]) -> Answer:
        """One of the options offered."""
        rng = self._random
        if s.phase == phases.SCENE:
            return rng.choice([option for option in options if option["words"] == {"form": ALOUD}])
        if s.phase == phases.LOCK:
            return self._lock(s, seat, options)
        if s.phase == phases.PAY_TIE:
            return self._least_dear(options[:-1])
        if s.phase == phases.TAKE:
            harmless = [option for option in options[:-1] if option["card"] not in DANGEROUS]
            return rng.choice(harmless or options[:-1])
        if s.phase == phases.CHOOSE_ENDING:
            outcome = rng.choice(sorted({str(option["outcome"]) for option in options[:-1]}))
            return rng.choice([option for option in options[:-1] if option["outcome"] == outcome])
        if s.phase == phases.REACT:
            eye = {"kind": "eye"} in options and rng.random() < EYE_SHARE
            return {"kind": "eye"} if eye else options[0]
        if s.phase == phases.ASK:
            return options[1] if rng.random() < ASK_SHARE else options[0]
        if s.phase in (phases.INTRODUCTION, phases.ARRIVAL, phases.REPLY):
            return options[1]
        if s.phase in (phases.HAND_OUT, phases.PASS_BACCHUS, phases.LEAVE_BACCHUS, phases.SACRIFICE_WINE):
            return rng.choice(options[:-1])
        return options[0]

    def _least_dear(self, options: list[Answer]) -> Answer:
        """The card to give up for a tie."""
        return max(options, key=lambda option: (WANTED.index(str(option["card"])), self._random.random()))

    def _lock(self, s: State, seat: int, options: list[Answer]) -> Answer:
        """Keep a card that honours a Deus of one's own and brings no pursuers."""
        if self._random.random() >= LOCK_SHARE:
            return options[0]
        own = {CARD_NAMES[deus] for deus, count in enumerate(s.held[seat]) if count} - {*DANGEROUS, "vinum"}
        fitting = [option for option in options[1:] if option["card"] in own]
        return self._random.choice(fitting) if fitting else options[0]
