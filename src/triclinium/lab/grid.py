"""The grid of a study: seat counts, variants of the options and bots, and the games each cell is given."""

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
from triclinium.lab.bulk import Block, Table, play_block, worth_compiling

BLOCK = 5000
"""Most games of a block."""
BLOCKS_LEAST = 16
"""A cell of many games has at least so many blocks, so that all cores have something to do."""
SLOW_BLOCK = 50
"""Games of a block of bots that look through their view: they are slow, and little shall be lost at a stop."""
SEEDS_APART = 7919
"""How far the seeds of two cells lie apart."""
STANDARD = "standard"


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to set the options, and what it is called."""

    name: str
    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Cell:
    """One table of the grid."""

    seats: int
    bots: tuple[str, ...]
    variant: str

    @property
    def name(self) -> str:
        return f"{self.seats} seats, {'+'.join(self.bots)}, {self.variant}"


@dataclass(frozen=True, slots=True)
class Task:
    """A block of games of one cell: what a process, here or on another machine, is asked to play."""

    cell: int
    table: Table
    seed: int
    first: int
    games: int
    compiled: bool

    def play(self) -> Block:
        """Play them."""
        return play_block(self.table, self.seed, self.first, self.games, self.compiled)


@dataclass(frozen=True, slots=True)
class Grid:
    """A study: every number of seats with every bots and every variant; all variants are held to the first."""

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
        """All blocks, a few of every cell at a time. Cells share no seeds, so that their games are independent."""
        options = {variant.name: variant.options for variant in self.variants}
        blocks: list[list[Task]] = []
        for number, cell in enumerate(self.cells):
            table = Table(self.game, cell.seats, cell.bots, options[cell.variant])
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
        """What makes this study this study: results of another grid or other rules do not mix with it."""
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
    """Refuse what no table can be laid for before a game is played."""
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
    """Every combination of the values asked for, each told by what it sets; `standard` where nothing is."""
    found = []
    for values in product(*choices.values()):
        named = dict(zip(choices, values, strict=True))
        name = " ".join(f"{option}={text}" for option, (text, _) in named.items()) or STANDARD
        found.append(Variant(name, game.complete({**fixed, **{option: value for option, (_, value) in named.items()}})))
    return tuple(found)
