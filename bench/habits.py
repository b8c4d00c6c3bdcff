"""What start places, decks and fights are worth among racers of Ben Hur: `python -m bench.habits --races 4000`.

Racers drive against each other in compiled races; then half of the seats, in turn, have one habit: always one deck,
never a whip, or never a fight. A share is what such a seat wins of an even share; a shared win is divided. `--deck` and
`--track` try other files than the game's own.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import card_to_play
from triclinium.games.benhur.brain.outlook import NO_WAY, distance, lap_length
from triclinium.games.benhur.brain.prospects import count_of_hand, sort_of, weight_of
from triclinium.games.benhur.brain.race_book import book_for
from triclinium.games.benhur.brain.racer import race_on, worth_of_landing
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST, DECKS
from triclinium.games.benhur.rules.codes import (
    HOLD,
    OPTIONS_MOST,
    REFILL_FROM,
    WHIP_AT,
    angle_a_of,
    angle_b_of,
    card_of,
    is_drive,
)
from triclinium.games.benhur.rules.deck import parse_deck
from triclinium.games.benhur.rules.engine import apply, legal
from triclinium.games.benhur.rules.geometry import RULERS, placed, sector_of
from triclinium.games.benhur.rules.setup import laps_to_drive
from triclinium.games.benhur.rules.state import DRIVE, NOBODY, REFILL, WHIP, State
from triclinium.games.benhur.rules.track import parse_track
from triclinium.games.benhur.rules.verdicts import judge

HABITS = ("none", "always the normal deck", "always the risky deck", "never a whip", "never a whip or a collision")
NORMAL_ONLY, RISKY_ONLY, NO_WHIP, NO_FIGHT = 1, 2, 3, 4
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (6, {}),
    (6, {"length": 1}),
    (6, {"format": "long", "length": 2}),
    (4, {}),
)
SEEDS_APART = 1_000_003
RISKY, LEADER = 1, DECKS
"""Places in what is counted: the cards drawn from each deck, and who led at half the race."""
settle_luck = playout_of(rules).settle_luck


class Found(NamedTuple):
    by_place: list[float]
    by_habit: dict[int, float]
    risky: float
    """The share of cards drawn from the risky deck."""
    leader: float
    """How often the chariot that was first at half the race won."""


@kernel
def without_whip(s: State, chart: Any, book: Any, notes: Any) -> int:
    """What the racer plays where it may not whip."""
    if s.phase == WHIP:
        return HOLD
    contact = s.contact[s.chariot]
    s.contact[s.chariot] = 0
    code = race_on(s, chart, book, notes)
    s.contact[s.chariot] = contact
    return code


@kernel
def hits(s: State, code: int) -> int:
    return judge(s, s.chariot, sort_of(card_of(code)), angle_a_of(code), angle_b_of(code))


@kernel
def worth_of_safe(s: State, code: int, chart: Any, book: Any) -> int:
    """What the racer finds a safe placement worth. Among cards that drive alike, only the one to play is worth any."""
    me = s.chariot
    card = card_of(code)
    if card != card_to_play(s, me, sort_of(card), False):
        return NO_WAY
    ruler = RULERS[sort_of(card)]
    _, _, _, _, x, y, heading = placed(s.x[me], s.y[me], s.heading[me], ruler, angle_a_of(code), angle_b_of(code))
    rest = count_of_hand(s, me) - weight_of(sort_of(card))
    before = sector_of(s.x[me], s.y[me], s.half_axis, s.line)
    return worth_of_landing(s, before, s.wraps[me], x, y, heading, rest, chart, book)


@kernel
def without_fight(s: State, chart: Any, book: Any, notes: Any, codes: Any) -> int:
    """The same where it may not collide either: the best safe placement, or whatever else is not a fight."""
    code = without_whip(s, chart, book, notes)
    if s.phase != DRIVE or not is_drive(code) or hits(s, code) == 0:
        return code
    best = NO_WAY
    other = code
    for number in range(legal(s, s.chariot % s.seats, codes)):
        found = codes[number]
        if is_drive(found):
            worth = worth_of_safe(s, found, chart, book) if hits(s, found) == 0 else NO_WAY
            if worth > best:
                best = worth
                other = found
        elif (found < WHIP_AT or found >= HOLD) and other == code:
            other = found
    return other


@kernel
def foremost_at_half(s: State) -> int:
    """The chariot that has just driven half the race, or NOBODY."""
    half = laps_to_drive(s) * lap_length(s) // 2
    for chariot in range(s.chariots):
        if distance(s, s.x[chariot], s.y[chariot], s.wraps[chariot]) >= half:
            return chariot
    return NOBODY


@kernel
def race(s: State, seed: int, habits: Any, chart: Any, book: Any, rows: Any, dice: Any, counted: Any) -> None:
    sow(dice, seed)
    counted[LEADER] = NOBODY
    asked = settle_luck(s, dice)
    while asked != OVER_NOW:
        if habits[asked] == NO_FIGHT:
            code = without_fight(s, chart, book, rows[0], rows[1])
        elif habits[asked] == NO_WHIP:
            code = without_whip(s, chart, book, rows[0])
        else:
            code = race_on(s, chart, book, rows[0])
        if s.phase == REFILL:
            if habits[asked] == NORMAL_ONLY or habits[asked] == RISKY_ONLY:
                code = REFILL_FROM + habits[asked] - NORMAL_ONLY
            counted[code - REFILL_FROM] += 1
        apply(s, asked, code)
        asked = settle_luck(s, dice)
        if counted[LEADER] == NOBODY:
            counted[LEADER] = foremost_at_half(s)


def study(seats: int, options: dict[str, Any], races: int, habits: list[int], seed: int = 0) -> Found:
    """Race so many times; the habits move on by a seat each time. Another seed means other races."""
    state = GAME.start(options, seats)
    start, states = numpy.zeros(1, dtype_of(State)), numpy.zeros(1, dtype_of(State))
    write_record(start[0], state)
    book, drive = book_for(state), compile_kernels((race,))[race]
    rows, dice = numpy.zeros((2, OPTIONS_MOST), numpy.int64), numpy.zeros(1, numpy.int64)
    counted = numpy.zeros(DECKS + 1, numpy.int64)
    places, place_wins = numpy.zeros(CHARIOTS_MOST), numpy.zeros(CHARIOTS_MOST)
    seated, won = numpy.zeros(len(HABITS)), numpy.zeros(len(HABITS))
    led = 0.0
    for number in range(races):
        states[0] = start[0]
        own = numpy.array([habits[(seat + number) % len(habits)] for seat in range(seats)])
        drive(states[0], seed * SEEDS_APART + number, own, *book, rows, dice, counted)
        winners = int(states[0]["winners"])
        for seat in range(seats):
            share = ((winners >> seat) & 1) / max(1, winners.bit_count())
            place = int(states[0]["place"][seat]) - 1
            places[place] += 1
            place_wins[place] += share
            seated[own[seat]] += 1
            won[own[seat]] += share
            led += share * (seat == counted[LEADER])
    by_habit = {habit: float(won[habit] / seated[habit] * seats) for habit in set(habits)}
    risky = float(counted[RISKY] / counted[:DECKS].sum())
    return Found((place_wins / places.clip(1)).tolist(), by_habit, risky, led / races)


def leader_by_luck(chariots: int, courses: int, races: int = 200_000) -> float:
    """How often the first at half a race would win if luck alone drove: both halves alike, and nothing lasts but the
    distance. With two courses each half ends at a line with laurels; the last one breaks ties.
    """
    luck = numpy.random.default_rng(1).normal(size=(2, races, chariots)).cumsum(axis=0)
    ranks = (-luck).argsort(axis=2).argsort(axis=2)
    sums = ranks[1] if courses == 1 else ranks[0] + ranks[1] * (1 + 1 / chariots**2)
    return float((sums.argmin(axis=1) == ranks[0].argmin(axis=1)).mean())


def take_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", type=Path)
    parser.add_argument("--track", type=Path)


def data_of(asked: Any) -> dict[str, Any]:
    """The options for files that were asked for."""
    data: dict[str, Any] = {}
    if asked.deck:
        data["deck"] = parse_deck(asked.deck.read_text(encoding="utf-8"))
    if asked.track:
        data["track"] = parse_track(asked.track.read_text(encoding="utf-8"))
    return data


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.habits", description=__doc__)
    parser.add_argument("--races", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=0)
    take_files(parser)
    parser.add_argument("--places", action="store_true", help="only the default game with six chariots, without habits")
    parser.add_argument("--luck", action="store_true", help="only what the leader would win if luck alone drove")
    asked = parser.parse_args()
    if asked.luck:
        for chariots in (6, 4):
            print(chariots, *(f"{courses}: {leader_by_luck(chariots, courses):.1%}" for courses in (1, 2)))
        return
    data = data_of(asked)
    for seats, options in TABLES[:1] if asked.places else TABLES:
        found = study(seats, data | options, asked.races, [0], asked.seed)
        shares = " ".join(f"{share:.3f}" for share in found.by_place)
        print(seats, options, shares, f"risky {found.risky:.1%} leader {found.leader:.1%}", flush=True)
    for habit in range(1, 1 if asked.places else len(HABITS)):
        told = [study(seats, data, asked.races, [0, habit], asked.seed).by_habit[habit] for seats in (4, 6)]
        print(HABITS[habit], " ".join(f"{share:.2f}" for share in told), flush=True)


if __name__ == "__main__":
    main()
