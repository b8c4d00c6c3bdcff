"""How far the levels of Bacchus' Banquet are apart, in compiled games: `python -m bench.feasts strong,fair=4000 ...`

Those who answer at once do so as at a table (`bots/search.py`); master, who searches, plays on the ladder. A level can
also be told by its slips and its warmth, as `0.2:1.0`, to try others than those of the game. With `--out` every game is
a line like those of `triclinium.bots.ladder`, which rates them. Each deal is played in every seating before the next.
`--deck FILE` plays with another deck.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy

from triclinium.bots.ladder import Outcome, seatings
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.decision import Json
from triclinium.core.dice import below, sow
from triclinium.core.intervals import Share
from triclinium.core.kernel import kernel
from triclinium.core.manifest import Level, manifest_of
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.features import REMEMBERED
from triclinium.games.banquet.brain.memory import DEALT, NOTES, count_round, forget, remember
from triclinium.games.banquet.brain.mind import learned_answer, room, weights
from triclinium.games.banquet.brain.rule_of_thumb import ROOM, choose
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.cards import SEATS_MOST
from triclinium.games.banquet.rules.deck import parse_deck
from triclinium.games.banquet.rules.engine import apply, legal
from triclinium.games.banquet.rules.state import ENDING_NAMES, PICK, State

THUMB = "thumb"
BY_THUMB = -1.0
"""Instead of a warmth: this seat answers by rule of thumb."""
THOUSAND = 1000
settle_luck = playout_of(rules).settle_luck


@kernel
def dine(
    states: Any, slips: Any, warmths: Any, counts: Any, notes: Any, mind: Any, r: Any, out: Any, dice: Any
) -> None:
    """Play to the end, every seat as its level does."""
    s = states[0]
    forget(counts, notes)
    seat = settle_luck(s, dice)
    while seat != OVER_NOW:
        count = legal(s, seat, out)
        code = out[0]
        if count > 1:
            if slips[seat] and below(dice, THOUSAND) < slips[seat]:
                code = out[below(dice, count)]
            elif warmths[seat] == BY_THUMB:
                code = choose(s, seat, out, dice)
            else:
                if s.phase == PICK:
                    count_round(s, counts, notes)
                dealt = notes[DEALT : DEALT + SEATS_MOST]
                code = learned_answer(s, seat, counts, dealt, mind, r, warmths[seat], dice)
        remember(s, seat, code, counts, notes)
        apply(s, seat, code)
        seat = settle_luck(s, dice)


def level(name: str) -> tuple[float, float]:
    """The slips and the warmth of a bot."""
    if name == THUMB:
        return 0.0, BY_THUMB
    if ":" in name:
        slips, _, warmth = name.partition(":")
        return float(slips), float(warmth)
    found: Level = manifest_of("banquet").levels[name]
    if found.trials:
        raise SystemExit(f"{name} searches: python -m triclinium.bots.ladder banquet --bots {name},... --by-trials")
    return found.slips, found.warmth


def options_of(deck: Path | None) -> dict[str, Json]:
    """The options of a game with the deck of a file, or with the usual one."""
    return {} if deck is None else {"deck": parse_deck(deck.read_text(encoding="utf-8"))}


class Feasts:
    def __init__(self, seats: int, options: Mapping[str, Json] | None = None) -> None:
        self.seats = seats
        self.start = numpy.zeros(1, dtype_of(State))
        write_record(self.start[0], GAME.start(GAME.complete(options or {}), seats))
        self.start["taping"] = 0
        fast = compile_kernels((dine, sow))
        self.dine, self.sow = fast[dine], fast[sow]
        self.mind = weights().mind
        self.room = room(len(self.mind.first_bias))
        self.counts = numpy.zeros((SEATS_MOST, REMEMBERED), numpy.int16)
        self.notes = numpy.zeros(NOTES, numpy.int16)
        self.out, self.dice = numpy.zeros(ROOM, numpy.int64), numpy.zeros(1, numpy.int64)

    def feast(self, bots: tuple[str, ...], seed: int) -> Any:
        """One game; returns the last state."""
        levels = [level(name) for name in bots]
        slips = numpy.array([round(THOUSAND * slips) for slips, _ in levels])
        warmths = numpy.array([warmth for _, warmth in levels])
        states = self.start.copy()
        self.sow(self.dice, seed)
        self.dine(states, slips, warmths, self.counts, self.notes, self.mind, self.room, self.out, self.dice)
        return states[0]

    def meet(self, pair: tuple[str, str], games: range) -> Iterator[Outcome]:
        """Games by their numbers: all seatings of a deal, then those of the next."""
        ways = seatings(pair, self.seats)
        for number in games:
            began = perf_counter()
            deal, way = divmod(number, len(ways))
            end = self.feast(ways[way], deal)
            winners = tuple(seat for seat in range(self.seats) if (int(end["winners"]) >> seat) & 1)
            ending, spent = ENDING_NAMES[int(end["ending"])], round(perf_counter() - began, 4)
            yield Outcome("banquet", pair, self.seats, number, True, ways[way], winners, ending, spent)


def main() -> None:
    """Play the meetings asked for, and print who won how often."""
    parser = argparse.ArgumentParser(prog="python -m bench.feasts", description=__doc__)
    parser.add_argument("meetings", nargs="+", help="two bots and how many games, as strong,fair=4000")
    parser.add_argument("--seats", default="3,4,5", help="how many sit at the table; several numbers by commas")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--deck", type=Path, help="a deck file; without it the deck of the product")
    parser.add_argument("--out", type=Path, help="a line for each game")
    asked = parser.parse_args()
    for seats in map(int, asked.seats.split(",")):
        feasts = Feasts(seats, options_of(asked.deck))
        for meeting in asked.meetings:
            pair, _, games = meeting.partition("=")
            one, other = pair.split(",")
            played = list(feasts.meet((one, other), range(asked.first, asked.first + int(games or 1000))))
            if asked.out is not None:
                with asked.out.open("a", encoding="utf-8") as lines:
                    lines.writelines(json.dumps(asdict(outcome)) + "\n" for outcome in played)
            first = sum(outcome.won(one) and not outcome.won(other) for outcome in played)
            second = sum(outcome.won(other) and not outcome.won(one) for outcome in played)
            share = Share(first, first + second)
            told = f"{share.share:.1%} ({share.low:.1%} to {share.high:.1%})"
            print(seats, one, other, len(played), first, second, told, flush=True)


if __name__ == "__main__":
    main()
