"""Processes that play races of Ben Hur and keep what was decided, for `learning.benhur`."""

from __future__ import annotations

from collections.abc import Sequence
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy

from learning.races import DECISIONS_MOST, DRIVER, LEARNER, PAST, RACER, play_lesson
from triclinium.bots.net import Layers
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.games.benhur.brain.marks import MARKS
from triclinium.games.benhur.brain.moves import CHOICES_MOST
from triclinium.games.benhur.brain.race_book import book_for
from triclinium.games.benhur.brain.senses import ROW
from triclinium.games.benhur.brain.weights import Wishes, room
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules.cards import SEATS_MOST
from triclinium.games.benhur.rules.state import State

TABLES: tuple[tuple[int, int, dict[str, Any]], ...] = (
    (14, 4, {}),
    (4, 6, {}),
    (4, 3, {}),
    (3, 5, {}),
    (2, 2, {}),
    (2, 4, {"length": 1}),
    (1, 3, {"chariots": 2}),
    (1, 4, {"format": "long", "length": 2}),
    (1, 4, {"club": True}),
    (1, 4, {"format": "races", "length": 2}),
)
"""How often each kind of table is played: a share, the seats, the options."""
COMPANY = ((30, "of_itself", LEARNER), (20, "of_past", PAST), (20, "of_racers", RACER), (30, "of_drivers", DRIVER))
"""How often the others at a table are learners, one of their past selves, racers or drivers."""
Decks = Sequence[Any]
"""Decks to race with, as the option of a game."""


def company_names() -> list[str]:
    return [name for _, name, _ in COMPANY]


class Nets(NamedTuple):
    wishes: Wishes
    judge: Layers
    past: Wishes
    """A past self of the driver."""


class Decisions(NamedTuple):
    """Of each decision: what was seen, the marks of its answers and what the racer likes about them, how many there
    were, which one was taken and by what chance (its logarithm), what it gained, and what the seat won in the end.
    """

    rows: Any
    marks: Any
    base: Any
    counts: Any
    taken: Any
    chances: Any
    gains: Any
    won: Any


class Kept(NamedTuple):
    """Room for decisions, as the compiled lesson writes them."""

    seen: Decisions
    who: Any
    """Of all decisions of a race, kept or not: whose it was, ..."""
    values: Any
    """... what the judge said then, ..."""
    at: Any
    """... and where it is kept."""


def room_for(decisions: int) -> Kept:
    def numbers(*shape: int) -> Any:
        return numpy.zeros(shape, numpy.float32)

    def whole(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    seen = Decisions(
        rows=numbers(decisions, ROW),
        marks=numbers(decisions, CHOICES_MOST, MARKS),
        base=numbers(decisions, CHOICES_MOST),
        counts=whole(decisions),
        taken=whole(decisions),
        chances=numbers(decisions),
        gains=numbers(decisions),
        won=numbers(decisions),
    )
    return Kept(seen, whole(DECISIONS_MOST), numbers(DECISIONS_MOST), whole(DECISIONS_MOST))


class Lesson(NamedTuple):
    """What one process saw: decisions, with all their answers in one row, and by company how often learners won and
    others did.
    """

    seen: Decisions
    races: int
    decided: int
    won_by: Any


def table_of(seats: int, options: dict[str, Any]) -> tuple[Any, Any]:
    """A race before its start, and the book for it."""
    state = GAME.start(options, seats)
    start = numpy.zeros(1, dtype_of(State))
    write_record(start[0], state)
    return start, book_for(state)


class Player:
    """Plays lessons in a process, on all of these decks or on that of the game."""

    def __init__(self, decisions: int, share: int, fading: float, decks: Decks = ()) -> None:
        self.share, self.fading = share, fading
        self.lesson = compile_kernels((play_lesson,))[play_lesson]
        self.tables = [
            [table_of(seats, {**options, **deck}) for _, seats, options in TABLES]
            for deck in ([{"deck": deck} for deck in decks] or [{}])
        ]
        self.states, self.dice = numpy.zeros(1, dtype_of(State)), numpy.zeros(1, numpy.int64)
        self.kept = room_for(decisions)

    def play(self, nets: Nets, seed: tuple[int, ...]) -> Lesson:
        rng, kept, seen = numpy.random.default_rng(seed), self.kept, self.kept.seen
        thinking = room(nets.judge, nets.wishes)
        shares = numpy.array([share for share, _, _ in TABLES], float)
        others = numpy.array([share for share, _, _ in COMPANY], float)
        used, races, won_by = 0, 0, numpy.zeros((len(COMPANY), 2))
        while used < len(seen.counts):
            table = int(rng.choice(len(TABLES), p=shares / shares.sum()))
            company = int(rng.choice(len(COMPANY), p=others / others.sum()))
            seats = TABLES[table][1]
            kinds = numpy.zeros(SEATS_MOST, numpy.int64)
            learners = rng.permutation(seats)[: seats // 2 + int(rng.integers(1 + seats % 2))]
            kinds[:] = COMPANY[company][2]
            kinds[learners] = LEARNER
            start, book = self.tables[int(rng.integers(len(self.tables)))][table]
            nets_and_room = nets.wishes, nets.past, nets.judge, thinking, self.dice
            seeded = self.states, start, int(rng.integers(1 << 60)), kinds, *book
            used = int(self.lesson(*seeded, *nets_and_room, self.share, self.fading, kept, used))
            races += 1
            winners = int(self.states[0]["winners"])
            if winners and table == 0:
                mine = any((winners >> int(seat)) & 1 for seat in learners)
                theirs = any((winners >> seat) & 1 for seat in range(seats) if seat not in learners)
                won_by[company] += (mine and not theirs, theirs and not mine)
        listed = numpy.arange(CHOICES_MOST) < seen.counts[:, None]
        copied = Decisions(
            rows=seen.rows.astype(numpy.float16),
            marks=seen.marks[listed].astype(numpy.float16),
            base=seen.base[listed],
            counts=seen.counts.astype(numpy.int8),
            taken=seen.taken.astype(numpy.int8),
            chances=seen.chances.copy(),
            gains=seen.gains.copy(),
            won=seen.won.copy(),
        )
        return Lesson(copied, races, used * 100 // self.share, won_by)


def play_for(line: Any, decisions: int, share: int, fading: float, decks: Decks) -> None:
    """Play lessons whenever asked."""
    player = Player(decisions, share, fading, decks)
    while (asked := line.recv()) is not None:
        line.send(player.play(*asked))


class Crew:
    def __init__(self, processes: int, decisions: int, share: int, fading: float, decks: Decks = ()) -> None:
        context = get_context("spawn")
        Player(1, share, fading, decks[:1])  # chart the tables and compile once here; the processes load it
        self.lines, self.processes = [], []
        for _ in range(processes):
            mine, theirs = context.Pipe()
            process = context.Process(target=play_for, args=(theirs, decisions, share, fading, decks), daemon=True)
            process.start()
            self.lines.append(mine)
            self.processes.append(process)

    def ask(self, nets: Nets, seed: tuple[int, ...]) -> None:
        for number, line in enumerate(self.lines):
            line.send((nets, (*seed, number)))

    def lessons(self, nets: Nets, seed: tuple[int, ...]) -> list[Lesson]:
        """What everybody has seen. Each goes on at once, with these nets."""
        lessons = []
        for number, line in enumerate(self.lines):
            lessons.append(line.recv())
            line.send((nets, (*seed, number)))
        return lessons

    def close(self) -> None:
        for line, process in zip(self.lines, self.processes, strict=True):
            line.send(None)
            process.terminate()
