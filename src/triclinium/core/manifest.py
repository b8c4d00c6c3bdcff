"""What a game says of itself: where its rules, bots, studies, boards and words are. Shared code names no game.

A game is a package in `triclinium.games` with a module `manifest`; a game of somebody else's is any package that
names its own in the entry points `triclinium.games`. Places are written `module:name`, below that package, and loaded
when they are asked for, so that a list of games costs nothing.
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
    """A game does without what was asked for; the message says which and what."""


@dataclass(frozen=True, slots=True)
class Level:
    """How long a bot may think at most: seconds at a table, or so many trials where time must not count."""

    seconds: float
    trials: int


@dataclass(frozen=True, slots=True)
class Research:
    """A game at the doors for learners: its names there, and what it is played with when nobody says otherwise."""

    gymnasium: str
    openspiel: str
    long_name: str
    usual_seats: int
    parameters: Mapping[str, Json]
    """The options that OpenSpiel can set, with their usual values."""
    answers_most: int
    """More answers than any game has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """One game. Every place but `game` may be missing: then the house does without."""

    id: str
    package: str
    order: int = 100
    """Where it stands in lists."""
    game: str = "game:GAME"
    bots: str = "brain.bots:BOTS"
    usual_bot: str = "random"
    """Who sits down when nobody says otherwise: a bot that answers at once."""
    search: str | None = None
    """Makes the searcher of the bots that look ahead."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    """The bots that search, the weakest first."""
    reasons: str | None = None
    """Says why a hint is given."""
    gpu: str | None = None
    """The module that plays games ahead on a graphics card."""
    ledger: str | None = "study.ledger:LEDGER"
    board: str | None = "boards.terminal:board"
    vocabulary: str = "words.vocabulary"
    numbered: tuple[str, ...] = ()
    """What its words count besides seats: such an argument is a number, and whoever tells it knows the names."""
    shapes: str | None = "views.shapes"
    """The module that states the shapes of views, questions and answers (`core.shapes`)."""
    paragraphs: str | None = "words.paragraphs"
    answers: str | None = None
    """The module that turns answers into numbers and back, for those who play by numbers."""
    happenings: str | None = None
    """The module that reads events off the tape of a kernel."""
    picture: str | None = None
    """Draws a step of a record as SVG."""
    research: Research | None = None

    def part(self, name: str) -> Any:
        """A part of the game by its field's name: a module, or what stands in one; raises `NoPart`."""
        place: str | None = getattr(self, name)
        if place is None:
            raise NoPart(f"{self.id} has no {name}")
        module, _, inside = place.partition(":")
        found = import_module(f"{self.package}.{module}")
        return getattr(found, inside) if inside else found

    def folder(self, name: str) -> Traversable:
        """A folder of the game: words, data, records (these stand in the sources only)."""
        return files(self.package).joinpath(name)


@cache
def manifests() -> Mapping[str, Manifest]:
    """Every game that is installed, by its name, in the order of lists."""
    house = import_module(PACKAGE)
    packages = [f"{PACKAGE}.{module.name}" for module in pkgutil.iter_modules(house.__path__) if module.ispkg]
    packages += [entry.value for entry in entry_points(group=PACKAGE)]
    found: list[Manifest] = [import_module(f"{package}.manifest").MANIFEST for package in packages]
    return {manifest.id: manifest for manifest in sorted(found, key=lambda manifest: (manifest.order, manifest.id))}


def manifest_of(game: str) -> Manifest:
    """The manifest of a game; raises `KeyError` with the names there are."""
    try:
        return manifests()[game]
    except KeyError:
        raise KeyError(f"no game {game!r}; there are {', '.join(manifests())}") from None
