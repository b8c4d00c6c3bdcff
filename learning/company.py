"""Banquets of all kinds of players: what a seat saw, what it would think by rule of thumb, and what it did not know.

The belief learns from these looks (`belief`). Tables are of one kind of player or of mixed company, so that the
belief also learns to tell whom it sits with.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from triclinium.bots.ladder import player
from triclinium.bots.search import SearchPlayer, warm_up
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.fairness import SeededLuck
from triclinium.core.manifest import Level
from triclinium.core.play import Play
from triclinium.core.player import Look, Player
from triclinium.games.banquet.brain.belief import believe
from triclinium.games.banquet.brain.features import FEATURES, REMEMBERED, features
from triclinium.games.banquet.brain.reading import OTHERS, layings_hidden, possible_guests
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import CALIGULA, GUESTS
from triclinium.games.banquet.rules.codes import ASSIGNMENTS
from triclinium.games.banquet.rules.state import State
from triclinium.games.banquet.views.history import read_history
from triclinium.games.banquet.views.worlds import state_of


class Kind(NamedTuple):
    """Players who play alike."""

    name: str
    share: float  # how often they are seated
    bots: tuple[str, ...]


COMPANY = (
    Kind("thumb", 0.22, ("thumb",)),
    Kind("keen", 0.18, ("strong", "strong", "mind")),
    Kind("loose", 0.15, ("fair", "fair", "easy")),
    Kind("search", 0.45, ("search:100", "search:150", "search:200", "search:300", "search:400")),
)
"""Everybody who may sit at a table. Searchers are the hardest to read, so there are more of them."""
PURE = 0.5
"""The share of tables at which all are the same bot."""
MIND = Level(0.0, 0, learned=True, warmth=0.7)
"""The mind without its slips."""
OTHER_OPTIONS: tuple[dict[str, Any], ...] = (
    {"edition": "nl"},
    {"privileges": "open"},
    {"privileges": "none"},
    {"different_dishes": True},
)
USUAL = 0.8
"""The share of tables without any of them."""
BLOCK = 12
"""Games in one file."""
EVERY = 2
"""One question in so many is looked at."""


class Looks(NamedTuple):
    """What was seen, a row for each look."""

    rows: Any  # what the mind's net reads
    ruled: Any  # by place and guest: the weight by rule of thumb, 0 where it is impossible
    guests: Any  # by place: who sits there, or -1 where there is nothing to guess
    kinds: Any  # by place: which kind of player (`COMPANY`), or -1
    active: Any  # the place of the seat that laid the three cards
    lying: Any  # the three cards that lie, or -1 where there is nothing to guess
    laid: Any  # where they lie in truth
    ruled_layings: Any  # by guest of the active seat and way to lay them: shares in thousandths, or 0
    games: Any  # the number of the game


def seated(rng: random.Random, seats: int) -> list[tuple[int, Player]]:
    """Who sits at a table: the number of each player's kind, and the player."""
    shares = [kind.share for kind in COMPANY]
    kinds = rng.choices(range(len(COMPANY)), shares, k=1 if rng.random() < PURE else seats)
    bots = [(kind, rng.choice(COMPANY[kind].bots)) for kind in kinds]
    return [(kind, bot_called(name)) for kind, name in (bots * seats)[:seats]]


def bot_called(name: str) -> Player:
    return SearchPlayer("banquet", MIND) if name == "mind" else player("banquet", name, True)


class Watcher:
    """Writes down what a seat saw."""

    def __init__(self) -> None:
        self._features = compile_kernels((features,))[features]
        self._records = numpy.zeros(1, dtype_of(State))
        self.seen: list[Looks] = []

    def look(self, look: Look, truth: State, kinds: list[int], game: int) -> None:
        seat = look.seat
        shown = state_of(look.view, seat)
        read_history(shown, look.view)
        write_record(self._records[0], shown)
        row = numpy.zeros(FEATURES, numpy.int8)
        counts = numpy.array([one[:REMEMBERED] for one in shown.history_counts], numpy.int16)
        self._features(self._records[0], seat, counts, numpy.array(shown.dealt_when, numpy.int16), row)
        by_rule = believe(shown, seat)
        ruled = numpy.zeros((OTHERS, GUESTS), numpy.int16)
        guests, sit = numpy.full((2, OTHERS), -1, numpy.int8)
        for place in range(1, shown.seats):
            other = (seat + place) % shown.seats
            sit[place - 1] = kinds[other]
            if shown.guest[other] > CALIGULA:
                ruled[place - 1] = numpy.where(possible_guests(shown, seat, other), by_rule.guests[other], 0)
                guests[place - 1] = truth.guest[other]
        lying, laid = numpy.full((2, 3), -1, numpy.int8)
        layings = numpy.zeros((GUESTS, len(ASSIGNMENTS)), numpy.int16)
        if layings_hidden(shown, seat):
            lying[:], laid[:] = shown.place, truth.place
            layings[:] = numpy.diff(by_rule.layings, prepend=0)
        active = numpy.int8((shown.active - seat) % shown.seats)
        self.seen.append(Looks(row, ruled, guests, sit, active, lying, laid, layings, numpy.int32(game)))

    def all(self) -> Looks:
        return Looks(*(numpy.array(column) for column in zip(*self.seen, strict=True)))


def watch(seed: int, games: range) -> Looks:
    """Play games by their numbers, and look."""
    watcher = Watcher()
    for number in games:
        rng = random.Random(f"{seed}/{number}")
        seats = GAME.info.seats[number % len(GAME.info.seats)]
        options = {} if rng.random() < USUAL else rng.choice(OTHER_OPTIONS)
        company = seated(rng, seats)
        play, luck = Play.begin(GAME, seats, options), SeededLuck(rng.getrandbits(63))
        while True:
            play.draw(luck)
            if not (pending := play.pending()):
                break
            look = Look(GAME, play.state, pending[0], rng)
            if rng.randrange(EVERY) == 0:
                watcher.look(look, play.state, [kind for kind, _ in company], number)
            play.answer(look.seat, company[look.seat][1].choose(look))
    return watcher.all()


# --- Files of games -------------------------------------------------------------------------------


def key_of(path: Path) -> str:
    """Games belong to one mind, which plays in them, and to one deck."""
    with numpy.load(path) as kept:
        arrays = b"".join(kept[name].tobytes() for name in sorted(kept.files) if name.startswith("mind_"))
    return hashlib.sha256(arrays + json.dumps(GAME.complete({}), sort_keys=True).encode()).hexdigest()[:12]


def play_block(path: Path, seed: int, first: int) -> Path:
    """Play the games of one file, unless it is there."""
    if not path.exists():
        looks = watch(seed, range(first, first + BLOCK))
        new = path.with_suffix(".new.npz")
        numpy.savez_compressed(new, **looks._asdict())
        new.rename(path)
    return path


def blocks(folder: Path, seed: int, games: int, processes: int) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    firsts = range(0, games, BLOCK)
    todo = [(folder / f"{seed}-{first}.npz", seed, first) for first in firsts]
    if processes == 1:
        yield from (play_block(*one) for one in todo)
        return
    warm_up("banquet")  # compile once here; the processes load it from the cache
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from (future.result() for future in as_completed([pool.submit(play_block, *one) for one in todo]))


def gather(paths: Sequence[Path]) -> Looks:
    parts = []
    for path in sorted(paths):
        with numpy.load(path) as kept:
            parts.append([kept[name] for name in Looks._fields])
    return Looks(*map(numpy.concatenate, zip(*parts, strict=True)))
