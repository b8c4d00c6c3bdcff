"""Players that are programs: they look through their seat's own door and nowhere else."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any, Protocol

from triclinium.core.decision import Answer, Decision, Seat
from triclinium.core.game import AnyGame, View
from triclinium.core.play import Chooser, Play


class Look:
    """All a bot gets: the question put to its seat, and the view of that seat, made when it is first asked for."""

    def __init__(self, game: AnyGame, state: Any, decision: Decision, rng: random.Random) -> None:
        self._game = game
        self._state = state
        self.decision = decision
        self.rng = rng

    @property
    def seat(self) -> Seat:
        return self.decision.seat

    @cached_property
    def view(self) -> View:
        return self._game.view(self._state, self.seat)


class Player(Protocol):
    """Somebody who answers."""

    def choose(self, look: Look) -> Answer:
        """One of the answers the decision allows."""


class RandomPlayer:
    """Takes any of the listed answers, all equally likely."""

    def choose(self, look: Look) -> Answer:
        return look.rng.choice(look.decision.options)


def chooser(player: Player, rng: random.Random) -> Chooser:
    """Let a player answer in the game loop."""

    def choose(play: Play[Any], decision: Decision) -> Answer:
        return player.choose(Look(play.game, play.state, decision, rng))

    return choose
