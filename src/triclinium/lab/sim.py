"""Simulation: so many games by bots, and who won them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from triclinium.bots import bot_named
from triclinium.core.compiled import compile_kernels, dtype_of, numba_is_here, read_record, write_record
from triclinium.core.decision import CHANCE, Json
from triclinium.core.dice import sow
from triclinium.core.fairness import SeededLuck
from triclinium.core.game import AnyGame, Kernel, Result, check_seats
from triclinium.core.intervals import Share
from triclinium.core.kernel import copy_into
from triclinium.core.play import Play, run
from triclinium.core.player import chooser
from triclinium.core.playout import playout_of

WORTH_COMPILING = 100_000
"""From so many random games on, compiling the rules pays."""
Progress = Callable[[int], None]


@dataclass(slots=True)
class Report:
    """What came of the games."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, Json]
    seed: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)
    wins_by_seat: Counter[int] = field(default_factory=Counter)
    roles: dict[str, Counter[str]] = field(default_factory=dict)
    wins_by_role: dict[str, Counter[str]] = field(default_factory=dict)
    wins_by_bot: Counter[str] = field(default_factory=Counter)
    seats_by_bot: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result, decisions: int) -> None:
        self.games += 1
        self.decisions += decisions
        self.endings[result.ending] += 1
        for seat in range(self.seats):
            won = seat in result.winners
            self.wins_by_seat[seat] += won
            self.seats_by_bot[self.bots[seat]] += 1
            self.wins_by_bot[self.bots[seat]] += won
            for name, values in result.details.items():
                if isinstance(values, list) and all(isinstance(value, str) for value in values):
                    role = str(values[seat])
                    self.roles.setdefault(name, Counter())[role] += 1
                    self.wins_by_role.setdefault(name, Counter())[role] += won

    def shares(self) -> dict[str, dict[str, Share]]:
        """Win shares by seat, by bot and by every role the game tells of."""
        tables = {
            "seat": {str(seat): Share(self.wins_by_seat[seat], self.games) for seat in range(self.seats)},
            "bot": {bot: Share(self.wins_by_bot[bot], self.seats_by_bot[bot]) for bot in sorted(set(self.bots))},
        }
        for name, counts in self.roles.items():
            tables[name] = {role: Share(self.wins_by_role[name][role], counts[role]) for role in sorted(counts)}
        return tables

    def as_json(self) -> dict[str, Any]:
        rate = self.decisions / self.seconds if self.seconds else 0.0
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(rate),
            "mean_decisions": round(self.decisions / max(1, self.games), 2),
            "endings": {ending: Share(count, self.games).as_json() for ending, count in self.endings.most_common()},
            **{
                f"by_{name}": {key: share.as_json() for key, share in table.items()}
                for name, table in self.shares().items()
            },
        }


def simulate(
    game: AnyGame,
    seats: int,
    games: int,
    seed: int,
    bots: Sequence[str] = ("random",),
    options: Mapping[str, Json] | None = None,
    progress: Progress = lambda done: None,
) -> Report:
    """Play games by bots; the bots named fill the seats in turn. The same seed gives the same games."""
    check_seats(game.info, seats)
    complete = game.complete(options or {})
    seated = tuple(bots[seat % len(bots)] for seat in range(seats))
    report = Report(game.info.id, seats, seated, {k: v for k, v in complete.items() if k != "deck"}, seed)
    if set(seated) == {"random"} and game.kernel is not None:
        _play_kernels(game, game.kernel, complete, report, games, progress)
    else:
        _play_bots(game, complete, report, games, progress)
    return report


def _play_bots(game: AnyGame, options: Mapping[str, Json], report: Report, games: int, progress: Progress) -> None:
    began = time.perf_counter()
    for number in range(games):
        seed = f"{report.seed}/{number}"
        choosers = [
            chooser(bot_named(report.game, name), random.Random(f"{seed}/{seat}"))
            for seat, name in enumerate(report.bots)
        ]
        play = Play.begin(game, report.seats, options)
        result = run(play, choosers, SeededLuck(random.Random(seed).getrandbits(63)))
        report.add(result, sum(entry.seat != CHANCE for entry in play.record.entries))
        progress(number + 1)
    report.seconds = time.perf_counter() - began


def _play_kernels(
    game: AnyGame, kernel: Kernel, options: Mapping[str, Json], report: Report, games: int, progress: Progress
) -> None:
    """Random games straight from the rules, compiled when there are many."""
    start = game.start(options, report.seats)
    start.taping = 0
    state = kernel.state()
    play_out = _player(kernel, start, state, games)
    began = time.perf_counter()
    for number in range(games):
        decisions = play_out(report.seed * 1_000_003 + number)
        result = game.result(state)
        assert result is not None, "a playout ends"
        report.add(result, decisions)
        progress(number + 1)
    report.seconds = time.perf_counter() - began


def _player(kernel: Kernel, start: Any, state: Any, games: int) -> Callable[[int], int]:
    """A function that plays one seeded game and leaves its end in `state`."""
    playout = playout_of(kernel.rules)
    dice, out = [0], [0] * kernel.options_most

    def plain(seed: int) -> int:
        copy_into(state, start)
        sow(dice, seed)
        return playout.play_out(state, dice, out)

    if games < WORTH_COMPILING or not numba_is_here():
        return plain

    import numpy

    play_out = compile_kernels(playout.functions)[playout.play_out]
    records = numpy.zeros(2, dtype_of(kernel.state))
    write_record(records[1], start)
    fast_dice, fast_out = numpy.zeros(1, numpy.int64), numpy.zeros(kernel.options_most, numpy.int64)

    def compiled(seed: int) -> int:
        records[0] = records[1]
        sow(dice, seed)
        fast_dice[0] = dice[0]
        decisions = int(play_out(records[0], fast_dice, fast_out))
        read_record(records[0], state)
        return decisions

    return compiled
