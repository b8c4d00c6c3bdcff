"""The speed of search: simulated games from the opening, beside OpenSpiel's, in one run: `python -m bench.search`.

A simulated game begins with a world sampled from what the first seat sees, and goes to its very end. It counts whether
all seats play by rule of thumb, as our bots do, or at random, as OpenSpiel's search does. Seconds are processor time:
everything here runs in one thread, and other work on the machine should not count.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.rounds import WARM_UP_SECONDS, Case, Counts, Figure, in_rounds, on_one_core
from bench.speed import RESULTS, cpu_name, package_versions
from triclinium.core.compiled import compile_kernels
from triclinium.core.fairness import SeededLuck
from triclinium.core.kernel import kernel
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.core.playout import playout_of
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.lookahead import ROOT, WORK, WORLD
from triclinium.games.banquet.brain.search import BanquetSearcher, Question, Trying
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.engine import apply

SEATS = 4
BY_HABIT = "Banquet, by rule of thumb"
AT_RANDOM = "Banquet, at random"
HEARTS = "OpenSpiel C++ ISMCTS, hearts"
WANTED = 50_000
AT_ONCE = 700
DEALS = 8

play_out = playout_of(rules).play_out


@kernel
def try_at_random(
    states: Any,
    seat: int,
    answers: list[int],
    count: int,
    worlds: int,
    guests: list[list[int]],
    layings: list[list[int]],
    dice: list[int],
    out: list[int],
    won: list[int],
) -> None:
    """Like `lookahead.try_answers`, but every seat plays at random."""
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        for number in range(count):
            states[WORK] = states[WORLD]
            s = states[WORK]
            apply(s, seat, answers[number])
            play_out(s, dice, out)
            won[number] += (s.winners >> seat) & 1


class Ahead(BanquetSearcher):
    """Our search without early stopping: a number of simulated games from the opening."""

    def __init__(self, tried: Callable[..., Any] | None = None) -> None:
        super().__init__()
        if tried is not None:
            self._try = compile_kernels((tried,))[tried]

    def play(self, deal: int, games: int) -> int:
        """Simulate games from the first question of a deal; returns how many."""
        play = Play.begin(GAME, SEATS)
        play.draw(SeededLuck(deal))
        (decision,) = play.pending()
        look = Look(GAME, play.state, decision, random.Random(deal))
        self._lay_out(Question(look))
        count = len(decision.options)
        worlds = games // count
        self._play(look.seat, Trying(list(range(count)), worlds))
        return worlds * count


def for_seconds(play: Callable[[int, int], int]) -> Callable[[float], Counts]:
    """Simulate deal after deal until the time is over. Games stand for decisions, which nobody counts."""

    def run(seconds: float) -> Counts:
        games = deal = 0
        began = process_time()
        while True:
            games += play(deal % DEALS, AT_ONCE)
            deal += 1
            spent = process_time() - began
            if spent >= seconds:
                return Counts(games, games, spent)

    return run


def hearts() -> Callable[[int, int], int]:
    """OpenSpiel's search on the first question after the deal, one random game for each simulation."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("hearts")
    luck = random.Random(3)
    dealt = []
    for _ in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node() or len(state.legal_actions()) == 1:
            state.apply_action(luck.choice(state.legal_actions()))
        dealt.append(state)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT

    def play(deal: int, games: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, deal)
        pyspiel.ISMCTSBot(deal, evaluator, 5.0, games, -1, most_visited, False, False).step(dealt[deal])
        return games

    return play


def measure(seconds: float, rounds: int) -> list[Figure]:
    """All cases in the same rounds, on one core; the peer is left out if it is not installed."""
    cases = [
        Case(BY_HABIT, for_seconds(Ahead().play)),
        Case(AT_RANDOM, for_seconds(Ahead(try_at_random).play)),
    ]
    with suppress(ImportError):
        cases.append(Case(HEARTS, for_seconds(hearts())))
    with on_one_core():
        for case in cases:
            case.run(WARM_UP_SECONDS)
        return in_rounds(cases, seconds, rounds)


def as_json(figures: list[Figure], seconds: float) -> dict[str, Any]:
    """The figures for programs: no machine names, no paths."""
    return {
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "packages": package_versions(),
        "seconds_of_the_processor": seconds,
        "games_ahead_per_second": {
            figure.name: {
                "median": round(figure.games_per_second),
                "spread": round(figure.spread, 3),
                "rounds": [round(rate) for rate in figure.rates],
            }
            for figure in figures
        },
        "wanted": dict.fromkeys((BY_HABIT, AT_RANDOM), f"at least {WANTED:,}"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.search", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each case plays in a round")
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder the figures are written to")
    arguments = parser.parse_args()
    figures = measure(arguments.seconds, arguments.rounds)
    table = Table("from the opening, one core", "games ahead/s", "spread", title="Search")
    for figure in figures:
        table.add_row(figure.name, f"{figure.games_per_second:,.0f}", f"{figure.spread:.0%}")
    console = Console()
    console.print(table)
    if all(figure.name != HEARTS for figure in figures):
        console.print(f"{HEARTS} did not run: OpenSpiel is not installed.", style="yellow")
    arguments.results.mkdir(parents=True, exist_ok=True)
    text = json.dumps(as_json(figures, arguments.seconds), indent=2) + "\n"
    (arguments.results / "search-speed.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
