"""The grid of a study: numbers of seats, variants of the options, bots, and the games in each cell."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Any

from triclinium.core.decision import Json
from triclinium.core.game import AnyGame, BadOptions, check_seats
from triclinium.core.ledger import ledger_of
from triclinium.games import game_named
from triclinium.lab.bulk import Block, Lineup, play_block, worth_compiling

BLOCK = 5000
"""The most games in a block."""
BLOCKS_LEAST = 16
"""A cell with many games has at least this many blocks, so that all cores are busy."""
SLOW_BLOCK = 50
"""Games in a block of slow bots (those that see their view), so that little is lost when a study is stopped."""
SEEDS_APART = 7919
"""The distance between the seeds of two cells."""
STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class Variant:
    """One setting of the options, and its name."""

    name: str
    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Cell:
    seats: int
    bots: tuple[str, ...]
    variant: str

    @property
    def name(self) -> str:
        return f"{self.seats} seats, {'+'.join(self.bots)}, {self.variant}"


@dataclass(frozen=True, slots=True)
class Task:
    """A block of games of one cell, for a process here or elsewhere."""

    cell: int
    table: Lineup
    seed: int
    first: int
    games: int
    compiled: bool

    def play(self) -> Block:
        return play_block(self.table, self.seed, self.first, self.games, self.compiled)


@dataclass(frozen=True, slots=True)
class Grid:
    """A study: all numbers of seats, bots and variants. Each variant is compared with the first."""

    game: str
    seats: tuple[int, ...]
    bots: tuple[tuple[str, ...], ...]
    variants: tuple[Variant, ...]
    games: int
    seed: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(
            Cell(seats, bots, variant.name) for seats, bots, variant in product(self.seats, self.bots, self.variants)
        )

    def tasks(self) -> Iterator[Task]:
        """All blocks, a few from every cell at a time. Cells share no seeds, so their games are independent."""
        options = {variant.name: variant.options for variant in self.variants}
        blocks: list[list[Task]] = []
        for number, cell in enumerate(self.cells):
            table = Lineup(self.game, cell.seats, cell.bots, options[cell.variant])
            kernels = set(cell.bots) <= set(ledger_of(self.game).bots)
            compiled = worth_compiling(table, self.games)
            size = min(BLOCK, max(SLOW_BLOCK, ceil(self.games / BLOCKS_LEAST))) if kernels else SLOW_BLOCK
            seed = self.seed + number * SEEDS_APART
            blocks.append(
                [
                    Task(number, table, seed, first, min(size, self.games - first), compiled)
                    for first in range(0, self.games, size)
                ]
            )
        for turn in range(max(len(tasks) for tasks in blocks)):
            for tasks in blocks:
                if turn < len(tasks):
                    yield tasks[turn]

    def as_json(self) -> dict[str, Any]:
        """The identity of a study: results of another grid or other rules must not mix with it."""
        return {
            "game": self.game,
            "rules_version": game_named(self.game).info.rules_version,
            "seats": list(self.seats),
            "bots": ["+".join(bots) for bots in self.bots],
            "variants": [{"name": each.name, "options": _digest(each.options)} for each in self.variants],
            "games": self.games,
            "seed": self.seed,
        }


def _digest(options: Mapping[str, Json]) -> str:
    return hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:16]


def check_grid(grid: Grid) -> None:
    """Raise `BadOptions` for impossible tables before any game is played."""
    game = game_named(grid.game)
    for seats in grid.seats:
        check_seats(game.info, seats)
        for variant in grid.variants:
            game.start(variant.options, seats)
    names = [variant.name for variant in grid.variants]
    if len(set(names)) < len(names):
        raise BadOptions("two variants of the grid have the same name; name every value once")


def variants_of(
    game: AnyGame, fixed: Mapping[str, Json], choices: Mapping[str, Sequence[tuple[str, Json]]]
) -> tuple[Variant, ...]:
    """Every combination of the requested values, named by what it sets; `standard` if nothing is."""
    found = []
    for values in product(*choices.values()):
        named = dict(zip(choices, values, strict=True))
        name = " ".join(f"{option}={text}" for option, (text, _) in named.items()) or STANDARD
        found.append(Variant(name, game.complete({**fixed, **{option: value for option, (_, value) in named.items()}})))
    return tuple(found)
