"""After a game: what the strongest player would have done in a seat's place, knowing only what that seat knew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from triclinium.bots.search import thinker_of
from triclinium.core.decision import Answer, Seat
from triclinium.core.exact import same
from triclinium.core.game import View
from triclinium.core.play import Play, replay
from triclinium.core.player import Look
from triclinium.core.record import Record
from triclinium.games import game_named

TRIALS = 2_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision with a choice: what was answered and what was best, each with its chance to win."""

    entry: int
    """The number of the answer in the record, from 1."""
    view: View
    chosen: Answer
    chance: float
    best: Answer
    best_chance: float

    @property
    def cost(self) -> float:
        """The chance to win that was given away."""
        return max(0.0, self.best_chance - self.chance)


def review(record: Record, seat: Seat, trials: int = TRIALS) -> Iterator[Verdict]:
    """Judge every choice of a seat in a record, in order. Raises `BadRecord`, or `NoSearch` if nobody can judge.

    A choice that the judge would not even try is left out: it cannot say what it cost.
    """
    game, thinker = game_named(record.game), thinker_of(record.game)
    options = replay(game, record).record.options
    stage = Play(game, Record(record.game, record.rules_version, record.seats, options))
    for number, entry in enumerate(record.entries, start=1):
        decision = stage.decision(seat) if entry.seat == seat else None
        if decision is not None and len(decision.options) > 1:
            look = Look(game, stage.state, decision, random.Random(number))
            view = look.view
            estimates = thinker.evaluate(look, None, trials)
            best = estimates[0]
            for estimate in estimates:
                if estimate.visits and same(estimate.answer, entry.answer):
                    yield Verdict(number, view, entry.answer, estimate.chance, best.answer, best.chance)
        stage.answer(entry.seat, entry.answer)


def costliest(verdicts: Iterator[Verdict], most: int = 3) -> list[Verdict]:
    """The moves that cost most, the worst first; none that cost nothing."""
    ranked = sorted(verdicts, key=lambda verdict: verdict.cost, reverse=True)
    return [verdict for verdict in ranked[:most] if verdict.cost > 0]
