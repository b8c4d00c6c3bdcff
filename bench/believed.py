"""How well bots guess the others' guests and layings: `python -m bench.believed --table docs/ladder.md`.

Bots play banquets at tables of 3, 4 and 5. At one question in four, three beliefs of the asked seat are compared with
the truth: none (everything that the rules allow is equally likely), the one by rule of thumb, and the learned one. The
log-loss is minus the natural logarithm of the chance given to the truth, in the mean; lower is better. The calibration
says how often it was true if the learned belief gave so much to a guest or to a laying.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from math import exp, log
from pathlib import Path
from typing import Any

from triclinium.bots.ladder import player, write_section
from triclinium.bots.search import mind_of
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games.banquet.brain.belief import believe
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import CALIGULA, GUESTS
from triclinium.games.banquet.rules.codes import ASSIGNMENTS
from triclinium.games.banquet.rules.state import ASSIGN, NOTHING, PICK, State
from triclinium.games.banquet.views.worlds import may_be, state_of

BELIEFS = ("none", "rule of thumb", "learned")
GUESSED = {"guest": "it sat there", "laying": "they lay so"}
EVERY = 4
SECTION = "what banqueters believe"


class Guesses:
    """Log-losses by belief, and the calibration of the learned one."""

    def __init__(self) -> None:
        self.guests: dict[str, list[float]] = {name: [] for name in BELIEFS}
        self.layings: dict[str, list[float]] = {name: [] for name in BELIEFS}
        self.given: dict[str, dict[int, list[bool]]] = {name: defaultdict(list) for name in GUESSED}

    def look(self, look: Look, truth: State) -> None:
        """Compare what a seat believes with a state that only we see."""
        seat = look.seat
        shown = state_of(look.view, seat)
        mind: Any = mind_of("banquet")
        mind.believe(mind.read(look), seat)
        ruled = believe(shown, seat)
        weights = dict(zip(BELIEFS, ([[1] * GUESTS] * shown.seats, ruled.guests, mind.guests.tolist()), strict=True))
        for other in range(shown.seats):
            if other in (seat, shown.caligula):
                continue
            possible = [may_be(shown, other, one) and one not in (CALIGULA, shown.guest[seat]) for one in range(GUESTS)]
            for name, rows in weights.items():
                shares = _shares([row * bool(may) for row, may in zip(rows[other], possible, strict=True)])
                self.guests[name].append(-log(max(1e-6, shares[truth.guest[other]])))
                if name == BELIEFS[-1]:
                    for guest, share in enumerate(shares):
                        if possible[guest]:
                            self.given["guest"][min(9, int(10 * share))].append(truth.guest[other] == guest)
        if seat != shown.active and NOTHING not in shown.place and shown.phase not in (PICK, ASSIGN):
            by_rule = _over_guests(shown, seat, ruled.guests, ruled.layings)
            self._layings(shown, truth, by_rule, _over_guests(shown, seat, mind.guests.tolist(), mind.layings.tolist()))

    def _layings(self, shown: State, truth: State, by_rule: list[float], learned: list[float]) -> None:
        laid = [[shown.place[at] for at in way] for way in ASSIGNMENTS]
        for name, weights in zip(BELIEFS, ([1.0] * len(laid), by_rule, learned), strict=True):
            chances: dict[tuple[int, ...], float] = defaultdict(float)  # alike cards make alike ways
            for way, share in zip(laid, _shares(weights), strict=True):
                chances[tuple(way)] += share
            self.layings[name].append(-log(max(1e-6, chances[tuple(truth.place)])))
            if name == BELIEFS[-1]:
                for cards, share in chances.items():
                    self.given["laying"][min(9, int(10 * share))].append(list(cards) == truth.place)


def _over_guests(shown: State, seat: int, guests: Any, layings: Any) -> list[float]:
    """The chance of each way to lay the cards, over all guests who may have done it."""
    if shown.active == shown.caligula:
        return _steps(layings[CALIGULA])
    ways = [0.0] * len(ASSIGNMENTS)
    for guest, weight in enumerate(guests[shown.active]):
        if guest not in (CALIGULA, shown.guest[seat]) and may_be(shown, shown.active, guest):
            for way, share in enumerate(_shares(_steps(layings[guest]))):
                ways[way] += weight * share
    return ways


def _steps(running: list[int]) -> list[float]:
    """From cumulative sums to shares; even ones if nothing is known."""
    if not running[-1]:
        return [1.0] * len(running)
    return [float(after - before) for before, after in zip([0, *running], running, strict=False)]


def _shares(weights: list[Any]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


def watch(bot: str, games: int) -> Guesses:
    """Let bots of one kind play, and ask what each seat believes."""
    seen = Guesses()
    for number in range(games):
        rng = random.Random(f"{bot}/{number}")
        play = Play.begin(GAME, GAME.info.seats[number % len(GAME.info.seats)])
        luck, own = SeededLuck(rng.getrandbits(63)), player("banquet", bot, True)
        while True:
            play.draw(luck)
            if not (pending := play.pending()):
                break
            look = Look(GAME, play.state, pending[0], rng)
            if rng.randrange(EVERY) == 0:
                seen.look(look, play.state)
            play.answer(look.seat, own.choose(Look(GAME, play.state, pending[0], rng)))
    return seen


def as_markdown(seen: dict[str, tuple[int, Guesses]]) -> str:
    lines = [f"## {SECTION}", ""]
    lines += ["| players | games | of | looks | " + " | ".join(BELIEFS) + " |", "| --- | ---: | --- |" + " ---: |" * 4]
    for bot, (games, guesses) in seen.items():
        for name, losses in (("guests", guesses.guests), ("layings", guesses.layings)):
            means = [sum(row) / max(1, len(row)) for row in losses.values()]
            looks = len(losses[BELIEFS[0]])
            told = " | ".join(f"{mean:.3f} ({exp(-mean):.0%})" for mean in means)
            lines.append(f"| {bot} | {games} | {name} | {looks:,} | {told} |")
    for guessed, came in GUESSED.items():
        lines += ["", f"| learned belief gave a {guessed} | " + " | ".join(f"{bot}: {came}" for bot in seen) + " |"]
        lines += ["| --- |" + " ---: |" * len(seen)]
        for bucket in range(10):
            rows = [guesses.given[guessed][bucket] for _, guesses in seen.values()]
            cells = [f"{sum(row) / len(row):.1%} of {len(row):,}" if row else "–" for row in rows]
            lines.append(f"| {bucket * 10} to {bucket * 10 + 10} % | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.believed", description=__doc__)
    parser.add_argument("--bots", default="thumb=300,strong=300,search:200=30", help="who plays, and how many games")
    parser.add_argument("--table", type=Path, help="the page whose section is written; otherwise it is printed")
    asked = parser.parse_args()
    seen = {}
    for part in asked.bots.split(","):
        bot, _, games = part.partition("=")
        seen[bot] = int(games), watch(bot, int(games))
    section = as_markdown(seen)
    if asked.table is None:
        print(section)
    else:
        write_section(asked.table, SECTION, section)


if __name__ == "__main__":
    main()
