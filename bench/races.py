"""How strong the drivers of Ben Hur are, in compiled races: `python -m bench.races --out FILE driver,strong=1000 ...`

The levels answer as at a table (`bots/search.py`): master is asked about the state as its seat sees it, the others'
hands put back into the decks. Every race is a line like those of `triclinium.bots.ladder`, which rates them. Each deal
is played in every seating before the next.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy

from triclinium.bots.ladder import Outcome, read_outcomes, seatings
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.manifest import Level, manifest_of
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import LOOK_AHEAD, choose
from triclinium.games.benhur.brain.learned import LearnedDriver
from triclinium.games.benhur.brain.race_book import book_for
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.search import ROOT
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import CARDS, KINDS
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.engine import apply, legal
from triclinium.games.benhur.rules.state import ENDING_NAMES, State

DRIVER, RACER, SEARCHER = range(3)
THOUSAND = 1000
settle_luck = playout_of(rules).settle_luck


@kernel
def race_until_asked(s: State, whose: Any, slips: Any, chart: Any, book: Any, notes: Any, dice: Any) -> int:
    """Drive until a seat that searches has a choice, which is returned, or the race is over."""
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        count = legal(s, asked, notes)
        code = notes[0]
        if count > 1:
            if whose[asked] == SEARCHER:
                return asked
            if slips[asked] and below(dice, THOUSAND) < slips[asked]:
                code = notes[below(dice, count)]
            elif whose[asked] == DRIVER:
                code = choose(s, LOOK_AHEAD, notes, dice)
            else:
                code = race_on(s, chart, book, notes)
        apply(s, asked, code)
        asked = settle_luck(s, dice)
    return asked


@kernel
def hide(s: State, seat: int) -> None:
    """Put the cards that a seat does not know back into the piles, as in the state that its view describes."""
    for chariot in range(s.chariots):
        if chariot % s.seats != seat:
            for card in range(CARDS):
                s.pile[card // KINDS][card % KINDS] += s.hand[chariot][card] - s.known[chariot][card]
                s.hand[chariot][card] = s.known[chariot][card]


@cache
def level(name: str) -> tuple[int, Level]:
    """How a bot drives. `racer` is no bot of the table, but whom the search lets drive on; `master:N` has N trials."""
    if name in ("driver", "racer"):
        return (DRIVER if name == "driver" else RACER), Level(0.0, 0)
    prefix, _, trials = name.partition(":")
    found = manifest_of("benhur").levels[prefix]
    if trials:
        found = Level(found.seconds, int(trials), learned=True)
    return (SEARCHER if found.trials else RACER), found


class Races:
    def __init__(self, seats: int, options: dict[str, Any] | None = None) -> None:
        state = GAME.start(options or {}, seats)
        self.start = numpy.zeros(1, dtype_of(State))
        write_record(self.start[0], state)
        self.seats = seats
        self.driver = LearnedDriver()
        self.driver.book = book_for(state)
        fast = compile_kernels((race_until_asked, hide, apply, legal, sow))
        self.until_asked, self.hide, self.apply, self.legal, self.sow = (
            fast[one] for one in (race_until_asked, hide, apply, legal, sow)
        )
        self.states = numpy.zeros(1, dtype_of(State))
        self.notes, self.dice = numpy.zeros(OPTIONS_MOST, numpy.int64), numpy.zeros(1, numpy.int64)

    def race(self, bots: tuple[str, ...], seed: int) -> Any:
        """One race; returns the last state."""
        whose = numpy.array([level(name)[0] for name in bots])
        slips = numpy.array([round(THOUSAND * level(name)[1].slips) for name in bots])
        self.states[0] = self.start[0]
        s = self.states[0]
        self.sow(self.dice, seed)
        while True:
            seat = int(self.until_asked(s, whose, slips, *self.driver.book, self.notes, self.dice))
            if seat == OVER_NOW:
                return s
            trials = level(bots[seat])[1].trials
            self.apply(s, seat, self._search(s, seat, trials))

    def _search(self, s: Any, seat: int, trials: int) -> int:
        """What a searching seat answers by what it sees."""
        driver = self.driver
        listed = self.notes[: int(self.legal(s, seat, self.notes))].tolist()
        driver.states[ROOT] = s
        self.hide(driver.states[ROOT], seat)
        driver.chariot, driver.seat = int(s["chariot"]), seat
        driver.seed = int(self.dice[0]) & ((1 << 60) - 1)
        return driver.search(listed, None, trials, False)[0][0].code


def measure(races: Races, pair: tuple[str, str], games: int, out: Path) -> None:
    """Race so many times, all seatings of a deal in turn, and write a line for each race that is not there yet."""
    known = {outcome.number for outcome in read_outcomes(out) if (outcome.pair, outcome.seats) == (pair, races.seats)}
    ways = seatings(pair, races.seats)
    with out.open("a", encoding="utf-8") as lines:
        for number in range(games):
            if number in known:
                continue
            began = perf_counter()
            deal, way = divmod(number, len(ways))
            end = races.race(ways[way], deal)
            winners = tuple(seat for seat in range(races.seats) if (int(end["winners"]) >> seat) & 1)
            ending, spent = ENDING_NAMES[int(end["ending"])], round(perf_counter() - began, 3)
            told = Outcome("benhur", pair, races.seats, number, True, ways[way], winners, ending, spent)
            lines.write(json.dumps(asdict(told)) + "\n")
            lines.flush()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.races", description=__doc__)
    parser.add_argument("meetings", nargs="+", help="two bots and how many races, as strong,fair=1000")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    races = Races(asked.seats)
    for meeting in asked.meetings:
        pair, _, games = meeting.partition("=")
        one, other = pair.split(",")
        measure(races, (one, other), int(games or 100), asked.out)
        played = [o for o in read_outcomes(asked.out) if o.pair == (one, other) and o.seats == asked.seats]
        first = sum(o.won(one) and not o.won(other) for o in played)
        second = sum(o.won(other) and not o.won(one) for o in played)
        print(one, other, asked.seats, len(played), first, second, f"{first / max(1, first + second):.1%}", flush=True)


if __name__ == "__main__":
    main()
