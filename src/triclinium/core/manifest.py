"""A game's manifest: where its rules, bots, studies, boards and words are. Shared code names no game.

A game is a package in `triclinium.games` with a module `manifest`, or any installed package named in the entry points
`triclinium.games`. Parts are written `module:name`, relative to that package. They are imported on first use, so that
listing the games is cheap.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from triclinium.core.decision import Json

PACKAGE = "triclinium.games"


class NoPart(Exception):
    """The game lacks the part asked for. The message says which game and which part."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a bot plays: how long it may think, or how freely it answers at once by what it has learned."""

    seconds: float
    """At a table."""
    trials: int
    """Where time must not matter; 0 if it does not look ahead."""
    learned: bool = False
    """Whether it uses the learned player (`Manifest.learned`) instead of the search by rule of thumb."""
    warmth: float = 0.0
    """Without looking ahead: 0 takes the answer it likes best; the warmer, the more often another one."""
    slips: float = 0.0
    """How often it overlooks everything and answers at random."""


@dataclass(frozen=True, slots=True)
class Research:
    """How a game appears to learning programs: its names there, and the default set-up."""

    gymnasium: str
    openspiel: str
    long_name: str
    usual_seats: int
    parameters: Mapping[str, Json]
    """The options that OpenSpiel can set, with their defaults."""
    answers_most: int
    """An upper bound for the number of answers in a game."""
    shares_wins: bool = False
    """Whether seats that win together divide the reward: where nobody does better than the others, nobody gains."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """One game. Only `game` is required; without another part, the feature is missing for this game."""

    id: str
    package: str
    order: int = 100
    """Its position in lists."""
    game: str = "game:GAME"
    bots: str = "brain.bots:BOTS"
    usual_bot: str = "random"
    """The default bot: one that answers at once."""
    search: str | None = None
    """Makes the searcher for the bots that look ahead."""
    learned: str | None = None
    """Makes the learned player."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """The bots that search or have learned, weakest first."""
    reasons: str | None = None
    """Explains a hint."""
    gpu: str | None = None
    """The module that runs searches on a graphics card."""
    ledger: str | None = "study.ledger:LEDGER"
    board: str | None = "boards.terminal:board"
    vocabulary: str = "words.vocabulary"
    numbered: tuple[str, ...] = ()
    """What its words count besides seats: such an argument is a number, and whoever tells it knows the names."""
    shapes: str | None = None
    """The module that states the shapes of views, questions and answers (`core.shapes`)."""
    paragraphs: str | None = "words.paragraphs"
    answers: str | None = None
    """The module that turns answers into numbers and back, for programs."""
    happenings: str | None = None
    """The module that reads events off a kernel's tape."""
    picture: str | None = None
    """Draws a step of a record as SVG."""
    box: str | None = None
    """Makes everything that is printed of the game (`core.box`)."""
    research: Research | None = None
    small: str | None = None
    """The module of a form of the game that exact solvers can take: seats, options, and which answers differ."""
    lesson_luck: tuple[int, ...] = ()
    """Numbers of lucks (`fairness.lesson_luck`) by which a first game shows much of what there is."""

    def part(self, name: str) -> Any:
        """A part by the name of its field: a module or an object in one. Raises `NoPart`."""
        place: str | None = getattr(self, name)
        if place is None:
            raise NoPart(f"{self.id} has no {name}")
        module, _, inside = place.partition(":")
        found = import_module(f"{self.package}.{module}")
        return getattr(found, inside) if inside else found

    def folder(self, name: str) -> Traversable:
        """A folder of the game: words, data, records (only the sources have records)."""
        return files(self.package).joinpath(name)


@cache
def manifests() -> Mapping[str, Manifest]:
    """All installed games by name, in the order of lists."""
    house = import_module(PACKAGE)
    packages = [f"{PACKAGE}.{module.name}" for module in pkgutil.iter_modules(house.__path__) if module.ispkg]
    packages += [entry.value for entry in entry_points(group=PACKAGE)]
    found: list[Manifest] = [import_module(f"{package}.manifest").MANIFEST for package in packages]
    return {manifest.id: manifest for manifest in sorted(found, key=lambda manifest: (manifest.order, manifest.id))}


def manifest_of(game: str) -> Manifest:
    """Raises `KeyError` with the known names."""
    try:
        return manifests()[game]
    except KeyError:
        raise KeyError(f"no game {game!r}; there are {', '.join(manifests())}") from None
