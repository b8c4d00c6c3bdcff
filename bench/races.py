"""How strong the drivers of Ben Hur are, in compiled races: `python -m bench.races --out FILE driver,strong=1000 ...`

The levels answer as at a table (`bots/search.py`): master is asked about the state as its seat sees it, the others'
hands put back into the decks. `mind` is the learned driver without a search. `seer` is no honest driver: a racer who
sees the next card of either deck, and how his fights will end; what he wins shows how much is luck. Every race is a
line like those of `triclinium.bots.ladder`, which rates them. Each deal is played in every seating before the next.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy

from bench.habits import LEADER, data_of, foremost_at_half, take_files, without_fight, without_whip
from triclinium.bots.ladder import Outcome, read_outcomes, seatings
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import below, sow
from triclinium.core.kernel import kernel
from triclinium.core.manifest import Level, manifest_of
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import LOOK_AHEAD, choose
from triclinium.games.benhur.brain.learned import LearnedDriver
from triclinium.games.benhur.brain.mind import drive_by_mind
from triclinium.games.benhur.brain.outlook import NO_WAY
from triclinium.games.benhur.brain.prospects import count_of_hand, page_of, prospect
from triclinium.games.benhur.brain.race_book import book_for
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.search import ROUNDS_AHEAD
from triclinium.games.benhur.brain.trials import ROOT
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import CARDS, DECKS, KINDS
from triclinium.games.benhur.rules.codes import OPTIONS_MOST, REFILL_FROM, WHIP_AT, is_drive
from triclinium.games.benhur.rules.engine import apply, legal
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.hands import deck_left
from triclinium.games.benhur.rules.state import DRIVE, ENDING_NAMES, LOSS, NOBODY, REFILL, WHIP, State

DRIVER, RACER, SEARCHER, SEER, MIND = range(5)
OTHERS = {"driver": DRIVER, "racer": RACER, "seer": SEER, "mind": MIND}
THOUSAND = 1000
settle_luck = playout_of(rules).settle_luck


@kernel
def foresee(states: Any, seat: int, code: int, dice: Any) -> None:
    """Give an answer in a second world that has the luck of the first."""
    states[1] = states[0]
    luck = dice[0]
    apply(states[1], seat, code)
    settle_luck(states[1], dice)
    dice[0] = luck


@kernel
def seen_ahead(states: Any, seat: int, chart: Any, book: Any, rows: Any, dice: Any) -> int:
    """What a racer does who sees the next card of either deck, and how his fights will end."""
    s = states[0]
    me = s.chariot
    code = race_on(s, chart, book, rows[0])
    if s.phase == REFILL:
        best = NO_WAY
        page = page_of(s, chart, s.x[me], s.y[me], s.heading[me])
        for deck in range(DECKS):
            if deck_left(s, deck):
                foresee(states, seat, REFILL_FROM + deck, dice)
                worth = prospect(s, chart, book, page, count_of_hand(states[1], me))
                if worth > best:
                    best = worth
                    code = REFILL_FROM + deck
        return code
    if (s.phase == WHIP or s.phase == DRIVE) and s.contact[me]:
        code = without_whip(s, chart, book, rows[0])
        for rival in range(s.chariots):
            if (whip_targets(s, me) >> rival) & 1:
                foresee(states, seat, WHIP_AT + rival, dice)
                after = states[1]
                if (after.owes >> rival) & 1 or (after.phase == LOSS and after.chariot == rival):
                    return WHIP_AT + rival
    if s.phase == DRIVE and is_drive(code):
        foresee(states, seat, code, dice)
        if states[1].x[me] == s.x[me] and states[1].y[me] == s.y[me]:
            return without_fight(s, chart, book, rows[0], rows[1])
    return code


@kernel
def race_until_asked(
    states: Any, whose: Any, slips: Any, chart: Any, book: Any, wishes: Any, r: Any, rows: Any, dice: Any, counted: Any
) -> int:
    """Drive until a seat that searches has a choice, which is returned, or the race is over. Counts the cards drawn
    from each deck, and notes who is first at half the race.
    """
    s = states[0]
    notes = rows[0]
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
            elif whose[asked] == SEER:
                code = seen_ahead(states, asked, chart, book, rows, dice)
            elif whose[asked] == MIND:
                code = drive_by_mind(s, chart, book, wishes, r)
            else:
                code = race_on(s, chart, book, notes)
        if s.phase == REFILL:
            counted[code - REFILL_FROM] += 1
        apply(s, asked, code)
        asked = settle_luck(s, dice)
        if counted[LEADER] == NOBODY:
            counted[LEADER] = foremost_at_half(s)
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
    """How a bot drives. `racer` is no bot of the table, but whom the search lets drive on; `master:N` has N trials,
    `master:N:R` of R rounds each, and without any it is the learned driver.
    """
    if name in OTHERS:
        return OTHERS[name], Level(0.0, 0)
    prefix, *tried = name.split(":")
    found = manifest_of("benhur").levels[prefix]
    if tried:
        found = Level(found.seconds, int(tried[0]), learned=True)
    return (SEARCHER if tried or found.trials else RACER), found


class Races:
    def __init__(self, seats: int, options: dict[str, Any] | None = None) -> None:
        state = GAME.start(options or {}, seats)
        self.start = numpy.zeros(1, dtype_of(State))
        write_record(self.start[0], state)
        self.seats = seats
        self.driver = LearnedDriver()
        self.driver.book = book_for(state)
        self.learned = self.driver.weights.wishes, self.driver.room
        functions = (race_until_asked, hide, apply, sow)
        fast = compile_kernels(functions)
        self.until_asked, self.hide, self.apply, self.sow = (fast[one] for one in functions)
        self.states = numpy.zeros(2, dtype_of(State))
        self.rows, self.dice = numpy.zeros((2, OPTIONS_MOST), numpy.int64), numpy.zeros(1, numpy.int64)
        self.counted = numpy.zeros(LEADER + 1, numpy.int64)
        self.notes = self.rows[0]

    def race(self, bots: tuple[str, ...], seed: int, watch: Callable[[Any, int], None] | None = None) -> Any:
        """One race; returns the last state. `watch` sees every answer that was searched for, before it is given."""
        whose = numpy.array([level(name)[0] for name in bots])
        slips = numpy.array([round(THOUSAND * level(name)[1].slips) for name in bots])
        self.states[0] = self.start[0]
        s = self.states[0]
        self.sow(self.dice, seed)
        self.counted[:] = 0
        self.counted[LEADER] = NOBODY
        thinking = *self.driver.book, *self.learned, self.rows, self.dice, self.counted
        while True:
            seat = int(self.until_asked(self.states, whose, slips, *thinking))
            if seat == OVER_NOW:
                return s
            tried = bots[seat].split(":")
            self.driver.rounds = int(tried[2]) if len(tried) > 2 else ROUNDS_AHEAD
            code = self._search(s, seat, level(bots[seat])[1].trials)
            if watch is not None:
                watch(s, code)
            self.apply(s, seat, code)

    def _search(self, s: Any, seat: int, trials: int) -> int:
        """What a searching seat answers by what it sees."""
        driver = self.driver
        driver.states[ROOT] = s
        self.hide(driver.states[ROOT], seat)
        driver.chariot = int(s["chariot"])
        driver.seed = int(self.dice[0]) & ((1 << 60) - 1)
        return driver.search(None, trials)[0].code if trials else driver.favourite()


class Table(NamedTuple):
    """What every process needs to know of a table."""

    seats: int
    deck: Path | None
    track: Path | None
    rules: str = "{}"
    """Other options of the game, as JSON."""


@cache
def races_at(table: Table) -> Races:
    return Races(table.seats, data_of(table) | json.loads(table.rules))


def meet(table: Table, pair: tuple[str, str], number: int) -> Outcome:
    """One race. All seatings of a deal come in turn."""
    races, began = races_at(table), process_time()
    ways = seatings(pair, table.seats)
    deal, way = divmod(number, len(ways))
    end = races.race(ways[way], deal)
    winners = tuple(seat for seat in range(table.seats) if (int(end["winners"]) >> seat) & 1)
    ending, spent = ENDING_NAMES[int(end["ending"])], round(process_time() - began, 3)
    return Outcome("benhur", pair, table.seats, number, True, ways[way], winners, ending, spent)


def measure(table: Table, pair: tuple[str, str], games: int, out: Path, processes: int = 1) -> None:
    """Race so many times, and write a line for each race that is not there yet."""
    known = {outcome.number for outcome in read_outcomes(out) if (outcome.pair, outcome.seats) == (pair, table.seats)}
    todo = [number for number in range(games) if number not in known]
    with out.open("a", encoding="utf-8") as lines:
        for told in outcomes(table, pair, todo, processes):
            lines.write(json.dumps(asdict(told)) + "\n")
            lines.flush()


def outcomes(table: Table, pair: tuple[str, str], todo: list[int], processes: int) -> Iterator[Outcome]:
    if processes == 1:
        yield from (meet(table, pair, number) for number in todo)
        return
    races_at(table).race((pair * table.seats)[: table.seats], 0)  # compile once here; the processes load it
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for future in as_completed([pool.submit(meet, table, pair, number) for number in todo]):
            yield future.result()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.races", description=__doc__)
    parser.add_argument("meetings", nargs="+", help="two bots and how many races, as strong,fair=1000")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument(
        "--rules", default="{}", help='other options of the game, as {"club": true}; with a file of its own'
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=1)
    take_files(parser)
    asked = parser.parse_args()
    table = Table(asked.seats, asked.deck, asked.track, asked.rules)
    for meeting in asked.meetings:
        pair, _, games = meeting.partition("=")
        one, other = pair.split(",")
        measure(table, (one, other), int(games or 100), asked.out, asked.processes)
        played = [o for o in read_outcomes(asked.out) if o.pair == (one, other) and o.seats == asked.seats]
        first = sum(o.won(one) and not o.won(other) for o in played)
        second = sum(o.won(other) and not o.won(one) for o in played)
        print(one, other, asked.seats, len(played), first, second, f"{first / max(1, first + second):.1%}", flush=True)


if __name__ == "__main__":
    main()
