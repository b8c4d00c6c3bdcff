"""Players that are programs. They see what their seat sees and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol, runtime_checkable

from triclinium.core.decision import Answer, Decision, Json, Seat
from triclinium.core.game import AnyGame, View
from triclinium.core.play import Chooser, Play


class Look:
    """All that a bot is given: the question to its seat, and the seat's view, built on first use."""

    def __init__(self, game: AnyGame, state: Any, decision: Decision, rng: random.Random) -> None:
        self._make_view: Callable[[], View] = lambda: game.view(state, decision.seat)
        self.decision = decision
        self.rng = rng

    @classmethod
    def through(cls, view: View, decision: Decision, rng: random.Random) -> Look:
        """A look with a view and no state, to send to another process."""
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
    def choose(self, look: Look) -> Answer:
        """One of the answers that the decision allows."""


@runtime_checkable
class Speaks(Protocol):
    """A player that tells stories in a language."""

    def speaking(self, language: str) -> Player:
        """The same player in another language."""


MODEL_KEY = "TRICLINIUM_NARRATOR_KEY"
"""The environment variable with the key of a narrator's model."""


class BadAddress(Exception):
    """An address at which no model can be asked. The message says what would work."""


@runtime_checkable
class AsksModel(Protocol):
    """A player that can ask a language model for its words. Without an address it sends nothing."""

    def asking(self, language: str, url: str | None, model: str, report: Callable[[str], None]) -> Player:
        """The same player with a model. `report` is told its faults. Raises `BadAddress`."""

    @property
    def asked_at(self) -> str | None:
        """The address that the story is sent to."""


@dataclass(frozen=True, slots=True)
class ModelAt:
    """A language model at an OpenAI-compatible address. The key is a secret: it is kept in memory while it is used."""

    url: str
    name: str = ""
    key: str = field(default="", repr=False)
    reach: Literal["public", "home"] = "public"
    """Whether it may be in a home network; a stranger may name only public addresses."""


@dataclass(frozen=True, slots=True)
class Written:
    """A passage for a person: a model's text, or our own with the fault that the model's had."""

    text: str
    fault: str | None
    facts: dict[str, Json]
    """The facts that it tells of, as an answer has them."""


@runtime_checkable
class WritesByModel(Protocol):
    """A player that can let a model write a passage for the person whose seat it is."""

    def speaking(self, language: str) -> WritesByModel:
        """The same player in another language."""

    def brief(self, look: Look, chosen: Mapping[str, Json], lines: bool) -> Sequence[Mapping[str, str]] | None:
        """The exact prompt, built from facts that the person has chosen; None if there is nothing to write.

        With `lines`, it contains what the table agreed to leave out.
        """

    def written(self, look: Look, chosen: Mapping[str, Json], lines: bool, model: ModelAt) -> Written:
        """Ask the model, check its text, and fall back to our own. Raises `BadAddress`."""


class RandomPlayer:
    """Chooses among the listed answers, all equally likely."""

    def choose(self, look: Look) -> Answer:
        return look.rng.choice(look.decision.options)


def chooser(player: Player, rng: random.Random) -> Chooser:
    """Use a player in the game loop."""

    def choose(play: Play[Any], decision: Decision) -> Answer:
        return player.choose(Look(play.game, play.state, decision, rng))

    return choose
