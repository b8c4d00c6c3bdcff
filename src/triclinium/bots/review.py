"""After a game: what the strongest player would have done in a seat's place, knowing only what that seat knew."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from triclinium.bots.search import thinker_of
from triclinium.core.decision import Answer, Decision, Seat
from triclinium.core.exact import same
from triclinium.core.game import View
from triclinium.core.play import Play, replay
from triclinium.core.player import Look
from triclinium.core.record import Record
from triclinium.games import game_named

TRIALS = 2_000


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision with a choice as its seat saw it, and what was answered. It can be sent to another process."""

    entry: int
    """The number of the answer in the record, from 1."""
    view: View
    decision: Decision
    chosen: Answer


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision with a choice: what was answered and what was best, each with its chance to win."""

    entry: int
    view: View
    chosen: Answer
    chance: float
    best: Answer
    best_chance: float

    @property
    def cost(self) -> float:
        """The chance to win that was given away."""
        return max(0.0, self.best_chance - self.chance)


def moments(record: Record, seat: Seat) -> Iterator[Moment]:
    """Every choice of a seat in a record, in order. Raises `BadRecord`."""
    game = game_named(record.game)
    options = replay(game, record).record.options
    stage = Play(game, Record(record.game, record.rules_version, record.seats, options))
    for number, entry in enumerate(record.entries, start=1):
        decision = stage.decision(seat) if entry.seat == seat else None
        if decision is not None and len(decision.options) > 1:
            yield Moment(number, game.view(stage.state, seat), decision, entry.answer)
        stage.answer(entry.seat, entry.answer)


def judge(moment: Moment, trials: int = TRIALS) -> Verdict | None:
    """Judge a choice by what its seat knew. Raises `NoSearch` if nobody can.

    None for a choice that the judge would not even try: it cannot say what it cost.
    """
    look = Look.through(moment.view, moment.decision, random.Random(moment.entry))
    estimates = thinker_of(str(moment.view["game"])).evaluate(look, None, trials)
    best = estimates[0]
    for estimate in estimates:
        if estimate.visits and same(estimate.answer, moment.chosen):
            return Verdict(moment.entry, moment.view, moment.chosen, estimate.chance, best.answer, best.chance)
    return None


def review(record: Record, seat: Seat, trials: int = TRIALS) -> Iterator[Verdict]:
    """Judge every choice of a seat in a record, in order. Raises `BadRecord`, or `NoSearch` if nobody can judge."""
    thinker_of(record.game)  # raises NoSearch before the record is read
    for moment in moments(record, seat):
        if (verdict := judge(moment, trials)) is not None:
            yield verdict


def costliest(verdicts: Iterable[Verdict], most: int = 3) -> list[Verdict]:
    """The moves that cost most, the worst first; none that cost nothing."""
    ranked = sorted(verdicts, key=lambda verdict: verdict.cost, reverse=True)
    return [verdict for verdict in ranked[:most] if verdict.cost > 0]
