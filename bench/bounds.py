"""How far master of the Banquet can be exploited, and how much luck leaves even to one who sees through the cards.

    python -m bench.bounds exploiter,master=300 --weights FILE --out FILE
    python -m bench.bounds seer,thumb=400 guests,thumb=400 --out FILE

`exploiter` answers at once, by the weights of a mind that has learned against ours (`learning/README.md`). `seer` is
master without honesty: it knows the others' guests and where the three cards lie; `guests` knows only the guests. What
they win from the rule of thumb shows how much is left to know. All search by trials, as on the ladder.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from triclinium.bots.ladder import Meeting, Outcome, met, player, read_outcomes
from triclinium.bots.search import level_of, warm_up
from triclinium.core.decision import Answer, Decision
from triclinium.core.intervals import Share
from triclinium.core.play import Chooser, Play
from triclinium.core.player import Look, chooser
from triclinium.games.banquet.brain.belief import FULL
from triclinium.games.banquet.brain.learned import Learned
from triclinium.games.banquet.brain.mind import read_weights
from triclinium.games.banquet.brain.reading import layings_hidden
from triclinium.games.banquet.rules.codes import ASSIGNMENTS
from triclinium.games.banquet.rules.state import State

SEERS = ("seer", "guests")


class Seer(Learned):
    """Master's search in worlds that are true where it sees."""

    def __init__(self, *, sees_layings: bool) -> None:
        super().__init__()
        self.sees_layings = sees_layings
        self.truth: State

    def believe(self, state: State, seat: int) -> None:
        super().believe(state, seat)
        for other in range(state.seats):
            if other != seat:
                self.guests[other] = 0
                self.guests[other, self.truth.guest[other]] = FULL
        if self.sees_layings and layings_hidden(state, seat):
            ways = [[state.place[card] for card in way] for way in ASSIGNMENTS]
            lies = ways.index(list(self.truth.place))
            # Sums of chances, of which the first tells that there are any.
            self.layings[:] = [FULL if way >= lies else 0 for way in range(len(ways))]
            self.layings[:, 0] = max(1, self.layings[0, 0])


@cache
def seer_of(name: str) -> Seer:
    return Seer(sees_layings=name == SEERS[0])


def seeing(name: str, rng: random.Random) -> Chooser:
    seer, trials = seer_of(name), level_of("banquet", "master").trials

    def choose(play: Play[Any], decision: Decision) -> Answer:
        seer.truth = play.state
        return seer.decide(Look(play.game, play.state, decision, rng), None, trials)

    return choose


class Exploiter:
    def __init__(self, weights: Path) -> None:
        with weights.open("rb") as file:
            self.mind = Learned(read_weights(file))

    def choose(self, look: Look) -> Answer:
        return self.mind.answer(look, 0.0)


@cache
def exploiter_of(weights: Path) -> Exploiter:
    return Exploiter(weights)


def meet(meeting: Meeting, weights: Path | None) -> Outcome:
    def seated(name: str, rng: random.Random) -> Chooser:
        if name in SEERS:
            return seeing(name, rng)
        if name == "exploiter":
            assert weights is not None, "an exploiter plays by its weights: --weights FILE"
            return chooser(exploiter_of(weights), rng)
        return chooser(player(meeting.game, name, meeting.by_trials), rng)

    return met(meeting, seated)


def outcomes(todo: list[Meeting], weights: Path | None, processes: int) -> Iterator[Outcome]:
    warm_up("banquet")  # compile once here; the processes load it from the cache
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from (one.result() for one in as_completed([pool.submit(meet, meeting, weights) for meeting in todo]))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.bounds", description=__doc__)
    parser.add_argument("meetings", nargs="+", help="two players and how many games, as seer,thumb=400")
    parser.add_argument("--weights", type=Path, help="of the exploiter")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="a line for each game")
    asked = parser.parse_args()
    for meeting in asked.meetings:
        pair, _, games = meeting.partition("=")
        one, other = pair.split(",")
        wanted = [Meeting("banquet", (one, other), asked.seats, number, True) for number in range(int(games))]
        played = {outcome.key: outcome for outcome in read_outcomes(asked.out)}
        with asked.out.open("a", encoding="utf-8") as lines:
            for outcome in outcomes(
                [todo for todo in wanted if todo.key not in played], asked.weights, asked.processes
            ):
                played[outcome.key] = outcome
                lines.write(json.dumps(asdict(outcome)) + "\n")
                lines.flush()
        ours = [played[todo.key] for todo in wanted]
        first = sum(outcome.won(one) and not outcome.won(other) for outcome in ours)
        second = sum(outcome.won(other) and not outcome.won(one) for outcome in ours)
        share = Share(first, first + second)
        print(f"{one} {other} {first} {second} {share.share:.1%} ({share.low:.1%} to {share.high:.1%})", flush=True)


if __name__ == "__main__":
    main()
