"""Bulk play: blocks of games between named bots, each game stored as a row of numbers.

If every bot at the table is a kernel function, the whole game is one too. It is compiled if Numba is installed and the
block is large; the games are the same either way. Other bots play through their seat's view.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from triclinium.bots import bot_named
from triclinium.bots.search import SearchPlayer, level_names, level_of, warm_up
from triclinium.core.asking import answered
from triclinium.core.compiled import compile_kernels, dtype_of, numba_is_here, write_record
from triclinium.core.decision import CHANCE, Answer, Json
from triclinium.core.fairness import SeededLuck
from triclinium.core.game import AnyGame, Kernel, check_seats
from triclinium.core.kernel import copy_into
from triclinium.core.ledger import CARDS, DECISIONS, GAME_COLUMNS, UNKNOWN, Ledger, ledger_of
from triclinium.core.manifest import Level
from triclinium.core.play import Play
from triclinium.core.player import Look, Player
from triclinium.core.playout import watched_of
from triclinium.games import game_named

SEEDS_APART = 1_000_003
"""Game n of seed s has the seed s * SEEDS_APART + n."""


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays what. The named bots take the seats in turn and move on by one seat with each game."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, Json] = field(default_factory=dict)
    rotating: bool = True

    def bot_at(self, seat: int, number: int) -> str:
        """The bot at a seat in a game."""
        return self.bots[(seat + (number if self.rotating else 0)) % len(self.bots)]


@dataclass(slots=True)
class Block:
    """The rows of some games and of their seats, as `core.ledger` defines them."""

    table: Lineup
    first: int
    games: list[list[int]]
    seats: list[list[list[int]]]


Progress = Callable[[int], None]
Rows: TypeAlias = tuple[list[int], list[list[int]]]
"""The row of a game and those of its seats."""
Course: TypeAlias = Generator[tuple[str, Look], Answer, Rows]
"""A game in progress: it yields the name of a bot to ask."""


def worth_compiling(table: Lineup, games: int) -> bool:
    """Whether this many games are faster with compiled rules and bots."""
    ledger = ledger_of(table.game)
    return set(table.bots) <= set(ledger.bots) and games >= ledger.worth_compiling and numba_is_here()


def warm(table: Lineup, games: int) -> bool:
    """Compile here what so many games need, for processes started later; return whether they use it."""
    compiled = worth_compiling(table, games)
    if compiled:
        play_block(table, 0, 0, 1, True)
    if any(games_ahead(table.game, name) is not None for name in table.bots):
        warm_up(table.game)
    return compiled


def play_block(
    table: Lineup, seed: int, first: int, games: int, compiled: bool, progress: Progress = lambda done: None
) -> Block:
    """Play games from number `first` on. The same seed and number always give the same game, compiled or not."""
    game = game_named(table.game)
    check_seats(game.info, table.seats)
    ledger = ledger_of(table.game)
    block = Block(table, first, [], [])
    if compiled:
        _play_compiled(game, ledger, block, seed, games, progress)
    elif set(table.bots) <= set(ledger.bots):
        _play_kernels(game, ledger, block, seed, games, progress)
    else:
        _play_bots(block, seed, games, progress)
    return block


def _blank(ledger: Ledger, seats: int) -> list[list[int]]:
    """The rows of the seats before a game."""
    rows = [[UNKNOWN] * ledger.columns for _ in range(seats)]
    for row in rows:
        row[CARDS] = 0
    return rows


def seated_bot(game: str, name: str) -> Player:
    """A bot for bulk play. A searching bot simulates a fixed number of games, however long that takes.

    `search:N` simulates N games before each answer; the levels use the number from their ladder.
    """
    if name in level_names(game):
        return SearchPlayer(game, level_of(game, name), by_trials=True)
    if (games := games_ahead(game, name)) is not None:
        return SearchPlayer(game, Level(0.0, games), by_trials=True)
    return bot_named(game, name)


def games_ahead(game: str, name: str) -> int | None:
    """How many games a bot of this name simulates by rule of thumb, if it searches so."""
    if name in level_names(game):
        return None if level_of(game, name).learned else level_of(game, name).trials
    prefix, _, games = name.partition(":")
    return int(games) if prefix == "search" and games.isdecimal() and int(games) > 0 else None


# --- Bots that see their seat's view -----------------------------------------------------------------------


def course(table: Lineup, seed: int, number: int) -> Course:
    """A game that asks for its bots' answers and returns its rows."""
    ledger = ledger_of(table.game)
    name = f"{seed}/{number}"
    lucks = [random.Random(f"{name}/{seat}") for seat in range(table.seats)]
    luck = SeededLuck(random.Random(name).getrandbits(63))
    play = Play.begin(game_named(table.game), table.seats, table.options)
    row, seats = [0] * GAME_COLUMNS, _blank(ledger, table.seats)
    while True:
        play.draw(luck)
        ledger.watch(play.state, seats)
        if not (pending := play.pending()):
            break
        seat = pending[0].seat
        answer = yield table.bot_at(seat, number), Look(play.game, play.state, pending[0], lucks[seat])
        play.answer(seat, answer)
    ledger.close(play.state, row, seats)
    row[DECISIONS] = sum(entry.seat != CHANCE for entry in play.record.entries)
    return row, seats


def _play_bots(block: Block, seed: int, games: int, progress: Progress) -> None:
    table = block.table
    players = {name: seated_bot(table.game, name) for name in set(table.bots)}
    for number in range(block.first, block.first + games):
        row, seats = answered(course(table, seed, number), lambda asked: players[asked[0]].choose(asked[1]))
        block.games.append(row)
        block.seats.append(seats)
        progress(number - block.first + 1)


# --- Bots that are kernel functions ----------------------------------------------------------------------


def _watched(game: str) -> Callable[..., None]:
    """The loop of a game with its ledger."""
    kernel = game_named(game).kernel
    assert kernel is not None, "kernel bots play games that have a kernel"
    return watched_of(kernel.rules, ledger_of(game))


@cache
def _compiled(game: str) -> Callable[..., None]:
    function = _watched(game)
    compiled: Callable[..., None] = compile_kernels([function])[function]
    return compiled


def _start(game: AnyGame, table: Lineup) -> tuple[Kernel, Any]:
    """The kernel of a game, and a fresh state with taping off."""
    assert game.kernel is not None, "kernel bots play games that have a kernel"
    start = game.start(table.options, table.seats)
    start.taping = 0
    return game.kernel, start


def _play_kernels(game: AnyGame, ledger: Ledger, block: Block, seed: int, games: int, progress: Progress) -> None:
    kernel, start = _start(game, block.table)
    play = _watched(block.table.game)
    s, notes, dice = kernel.state(), [0] * ledger.notes, [0]
    for number in range(block.first, block.first + games):
        copy_into(s, start)
        row, seats = [0] * GAME_COLUMNS, _blank(ledger, block.table.seats)
        play(s, seed * SEEDS_APART + number, _numbers(ledger, block.table, number), row, seats, notes, dice)
        block.games.append(row)
        block.seats.append(seats)
        progress(number - block.first + 1)


def _numbers(ledger: Ledger, table: Lineup, number: int) -> Sequence[int]:
    """The numbers of the kernel bots at the seats in a game."""
    return [ledger.bots.index(table.bot_at(seat, number)) for seat in range(table.seats)]


def _play_compiled(game: AnyGame, ledger: Ledger, block: Block, seed: int, games: int, progress: Progress) -> None:
    import numpy

    table = block.table
    kernel, start = _start(game, table)
    play = _compiled(table.game)
    records = numpy.zeros(2, dtype_of(kernel.state))
    write_record(records[1], start)
    record = records[0]
    rows = numpy.zeros((games, GAME_COLUMNS), numpy.int64)
    seats = numpy.full((games, table.seats, ledger.columns), UNKNOWN, numpy.int64)
    seats[:, :, CARDS] = 0
    notes, dice = numpy.zeros(ledger.notes, numpy.int64), numpy.zeros(1, numpy.int64)
    bots = [numpy.array(_numbers(ledger, table, turn), numpy.int64) for turn in range(len(table.bots))]
    for index in range(games):
        number = block.first + index
        records[0] = records[1]
        seated = bots[number % len(bots) if table.rotating else 0]
        play(record, seed * SEEDS_APART + number, seated, rows[index], seats[index], notes, dice)
        progress(index + 1)
    block.games = rows.tolist()
    block.seats = seats.tolist()
