"""Players that are programs: they look through their seat's own door and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from triclinium.core.decision import Answer, Decision, Seat
from triclinium.core.game import AnyGame, View
from triclinium.core.play import Chooser, Play


class Look:
    """All a bot gets: the question put to its seat, and the view of that seat, made when it is first asked for."""

    def __init__(self, game: AnyGame, state: Any, decision: Decision, rng: random.Random) -> None:
        self._make_view: Callable[[], View] = lambda: game.view(state, decision.seat)
        self.decision = decision
        self.rng = rng

    @classmethod
    def through(cls, view: View, decision: Decision, rng: random.Random) -> Look:
        """A look that holds a view and no state: what can be handed to another process."""
        look = cls.__new__(cls)
        look._make_view = lambda: view
        look.decision = decision
        look.rng = rng
        return look

    @property
    def seat(self) -> Seat:
        return self.decision.seat

    @cached_property
    def view(self) -> View:
        return self._make_view()


class Player(Protocol):
    """Somebody who answers."""

    def choose(self, look: Look) -> Answer:
        """One of the answers the decision allows."""


@runtime_checkable
class Speaks(Protocol):
    """A player that tells in a language."""

    def speaking(self, language: str) -> Player:
        """The same player, telling in another language."""


MODEL_KEY = "TRICLINIUM_NARRATOR_KEY"
"""The environment variable from which the key of a model is read."""


class BadAddress(Exception):
    """An address that no model can be asked at; the message says what would do."""


@runtime_checkable
class AsksModel(Protocol):
    """A player that can let a model at an address find its words. Without an address nothing is ever sent."""

    def asking(self, language: str, url: str | None, model: str, report: Callable[[str], None]) -> Player:
        """The same player with a model, whose faults are told to `report`; raises `BadAddress`."""

    @property
    def asked_at(self) -> str | None:
        """Where what is told is sent."""


class RandomPlayer:
    """Takes any of the listed answers, all equally likely."""

    def choose(self, look: Look) -> Answer:
        return look.rng.choice(look.decision.options)


def chooser(player: Player, rng: random.Random) -> Chooser:
    """Let a player answer in the game loop."""

    def choose(play: Play[Any], decision: Decision) -> Answer:
        return player.choose(Look(play.game, play.state, decision, rng))

    return choose
