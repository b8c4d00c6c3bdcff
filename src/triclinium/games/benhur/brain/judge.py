"""The learned judge: a small net says how likely a chariot's seat wins, and a driver that takes what it likes best.

Kernel functions over arrays of weights, which `learning/` makes. The net corrects the estimate of `standing` by what it
sees (`senses`). The driver asks the judge about each answer worth a thought, with the outcomes of dice weighed by their
odds; the book of prospects says which placements those are.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, NamedTuple

from triclinium.core.decision import CHANCE
from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.games.benhur.brain.driver import card_to_play
from triclinium.games.benhur.brain.outlook import expected_shoes, note_draws, odds_at
from triclinium.games.benhur.brain.prospects import count_of_hand, sort_of, weight_of
from triclinium.games.benhur.brain.racer import race_on, worth_of_drive, worth_of_placement
from triclinium.games.benhur.brain.senses import NOT_WAITING, ROW, sense
from triclinium.games.benhur.rules.cards import ANGLE_MOST, DECKS, KINDS, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import (
    HOLD,
    LOSE_TURN,
    OPTIONS_MOST,
    REFILL_FROM,
    WHIP_AT,
    accident_code,
    angle_a_of,
    angle_b_of,
    card_of,
    drive_code,
    is_drive,
)
from triclinium.games.benhur.rules.engine import apply
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.hands import deck_left, has_horseshoe, holds_speed, horseshoes
from triclinium.games.benhur.rules.state import (
    DRIVE,
    LOSS,
    OVER,
    REFILL,
    THROW_ACCIDENT,
    THROW_ATTACKER,
    WHIP,
    State,
)
from triclinium.games.benhur.rules.verdicts import duty_of, fits_duty, judge, listed_step, may_collide, rival_in

TRIED = 12
"""How many placements the judge is asked about: those that the book of prospects likes best."""
BEHIND_MOST = 6000
"""A placement this much worse than the best, by the book, is not worth a thought."""
RAM_LEEWAY = 2500
"""A collision may be this much better than the book says: it throws the rival back."""
OUR, TRIAL = 0, 1
"""The rows of states: the question, and the answer being tried."""
WORST, BEST = 1, 6
"""Throws of a die."""
FINE = 1 << 24


class Net(NamedTuple):
    """The weights of the judge, a row for each input."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


class Room(NamedTuple):
    """Arrays to think in."""

    row: Any
    one: Any
    two: Any
    codes: Any
    worths: Any
    chances: Any
    notes: Any


class Weights(NamedTuple):
    net: Net
    record: dict[str, Any]


def room(net: Net) -> Room:
    import numpy

    return Room(
        numpy.zeros(ROW, numpy.float32),
        numpy.zeros(len(net.first_bias), numpy.float32),
        numpy.zeros(len(net.second_bias), numpy.float32),
        numpy.zeros(OPTIONS_MOST, numpy.int64),
        numpy.zeros(OPTIONS_MOST, numpy.int64),
        numpy.zeros(OPTIONS_MOST, numpy.float64),
        numpy.zeros(OPTIONS_MOST, numpy.int64),
    )


@cache
def weights() -> Weights:
    """The weights that come with the game."""
    with files(__package__).joinpath("benhur.npz").open("rb") as file:
        return read_weights(file)


def read_weights(file: Any) -> Weights:
    import numpy

    with numpy.load(file) as kept:
        net = Net(*(kept[name].astype(numpy.float32) for name in Net._fields))
        return Weights(net, json.loads(kept["record"].tobytes()))


# --- The judge ------------------------------------------------------------------------------------


@kernel
def correction(net: Any, row: Any, one: Any, two: Any) -> float:
    """What the net adds to the logit of the first estimate."""
    nought = net.first[0, 0] - net.first[0, 0]  # a zero of their own precision, so that nothing widens
    for unit in range(len(one)):
        one[unit] = net.first_bias[unit]
    for unit in range(len(two)):
        two[unit] = net.second_bias[unit]
    for place in range(len(row)):
        value = row[place]
        if value != 0:
            weight = net.first[place]
            for unit in range(len(one)):
                one[unit] += value * weight[unit]
    for place in range(len(one)):
        value = max(one[place], nought)
        if value != 0:
            weight = net.second[place]
            for unit in range(len(two)):
                two[unit] += value * weight[unit]
    told = float(net.last_bias[0])
    for place in range(len(two)):
        told += max(two[place], nought) * net.last[place, 0]
    return told


@kernel
def judged(s: State, chariot: int, waiting: int, chart: Any, book: Any, net: Any, r: Any) -> float:
    """How likely the seat of a chariot wins, by the judge; after the game, its share of the win."""
    if s.phase == OVER:
        seat = chariot % s.seats
        return 1.0 / bits(s.winners) if (s.winners >> seat) & 1 else 0.0
    sense(s, chariot, waiting, chart, book, r.notes, r.row)
    logit = r.row[0] + correction(net, r.row, r.one, r.two)
    return 1.0 / (1.0 + exp(-logit))


@kernel
def judged_after(s: State, me: int, chart: Any, book: Any, net: Any, r: Any) -> float:
    """The chance of a state in which the chariot may have to choose a deck; then of the better one."""
    if s.phase != REFILL or s.chariot != me:
        return judged(s, me, NOT_WAITING, chart, book, net, r)
    best = 0.0
    for deck in range(DECKS):
        if deck_left(s, deck):
            best = max(best, judged(s, me, deck, chart, book, net, r))
    return best


# --- One answer -----------------------------------------------------------------------------------


@kernel
def throw(s: State, attacker: int, defender: int) -> None:
    """Settle a fight by two throws of which the higher wins whatever the horseshoes."""
    apply(s, CHANCE, attacker)
    apply(s, CHANCE, defender)


@kernel
def chance_after(states: Any, me: int, code: int, chart: Any, book: Any, net: Any, r: Any) -> float:
    """How likely the seat wins after an answer, over the throws that it brings."""
    states[TRIAL] = states[OUR]
    s = states[TRIAL]
    odds = 0.0
    if is_drive(code):
        hits = judge(s, me, sort_of(card_of(code)), angle_a_of(code), angle_b_of(code))
        if may_collide(s, me, hits):
            shoe = 100 if has_horseshoe(card_of(code)) else 0
            odds = odds_at(shoe - expected_shoes(s, rival_in(hits), r.notes)) / 1000
    elif WHIP_AT <= code < HOLD:
        odds = odds_at(100 * horseshoes(s, me) - expected_shoes(s, code - WHIP_AT, r.notes)) / 1000
    apply(s, me % s.seats, code)
    if s.phase == THROW_ATTACKER:
        throw(s, WORST, BEST)
        lost = judged_after(s, me, chart, book, net, r)
        states[TRIAL] = states[OUR]
        s = states[TRIAL]
        apply(s, me % s.seats, code)
        throw(s, BEST, WORST)
        return odds * judged_after(s, me, chart, book, net, r) + (1 - odds) * lost
    if s.phase == THROW_ACCIDENT:
        bad = (card_of(code) % KINDS - SPEED_KINDS + 1) / 6
        apply(s, CHANCE, WORST)
        worse = judged_after(s, me, chart, book, net, r)
        states[TRIAL] = states[OUR]
        s = states[TRIAL]
        apply(s, me % s.seats, code)
        apply(s, CHANCE, BEST)
        return bad * worse + (1 - bad) * judged_after(s, me, chart, book, net, r)
    return judged_after(s, me, chart, book, net, r)


# --- Answers worth a thought ----------------------------------------------------------------------


@kernel
def note_answer(r: Any, count: int, most: int, code: int, worth: int) -> int:
    """Insert an answer among the best so many, best first; return how many there are."""
    at = count
    while at > 0 and r.worths[at - 1] < worth:
        at -= 1
    if at == most:
        return count
    last = min(count, most - 1)
    for place in range(last, at, -1):
        r.codes[place] = r.codes[place - 1]
        r.worths[place] = r.worths[place - 1]
    r.codes[at] = code
    r.worths[at] = worth
    return last + 1


@kernel
def note_placements(s: State, me: int, most: int, chart: Any, book: Any, r: Any) -> int:
    """Note the best placements by the book of prospects; return how many."""
    count = 0
    counted = count_of_hand(s, me)
    side = duty_of(s, me)
    step = listed_step(s)
    for speed in range(SPEEDS):
        if not holds_speed(s, me, speed):
            continue
        rest = counted - weight_of(speed)
        for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
            for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                if not fits_duty(side, a, b):
                    continue
                hoped = worth_of_placement(s, me, speed, a, b, rest, chart, book) + RAM_LEEWAY
                if count == most and hoped <= r.worths[most - 1]:
                    continue  # laying the ruler costs far more time than a look in the book
                hits = judge(s, me, speed, a, b)
                if hits == 0 or may_collide(s, me, hits):
                    card = card_to_play(s, me, speed, hits != 0)
                    worth = worth_of_drive(s, me, card, a, b, hits, chart, book, r.notes)
                    if hits != 0:
                        worth += RAM_LEEWAY
                    count = note_answer(r, count, most, drive_code(s, card, a, b), worth)
    kept = 0
    while kept < count and r.worths[kept] > r.worths[0] - BEHIND_MOST:
        kept += 1
    return kept


@kernel
def note_answers(s: State, me: int, most: int, chart: Any, book: Any, r: Any) -> int:
    """Note every answer worth a thought, the racer's own first; return how many. Whips are weighed apart."""
    note_draws(s, me % s.seats, r.notes)
    count = 0
    if s.phase == REFILL:
        for deck in range(DECKS):
            if deck_left(s, deck):
                r.codes[count] = REFILL_FROM + deck
                count += 1
    elif s.phase == DRIVE or s.phase == LOSS:
        if s.phase == LOSS:
            r.codes[0] = LOSE_TURN
            count = 1
        else:
            count = note_placements(s, me, most, chart, book, r)
        for kind in range(SPEED_KINDS, KINDS):
            for deck in range(DECKS):
                if s.hand[me][deck * KINDS + kind] > 0:
                    r.codes[count] = accident_code(deck * KINDS + kind)
                    count += 1
    return count


@kernel
def note_chances(states: Any, me: int, count: int, chart: Any, book: Any, net: Any, r: Any) -> int:
    """Ask the judge about the noted answers; return the place of the best."""
    best = 0
    for place in range(count):
        code = r.codes[place]
        if REFILL_FROM <= code < WHIP_AT:
            r.chances[place] = judged(states[OUR], me, code - REFILL_FROM, chart, book, net, r)
        else:
            r.chances[place] = chance_after(states, me, code, chart, book, net, r)
        if r.chances[place] > r.chances[best]:
            best = place
    return best


@kernel
def best_whip(states: Any, me: int, chart: Any, book: Any, net: Any, r: Any) -> int:
    """The whip that the judge likes better than holding it, or HOLD."""
    s = states[OUR]
    targets = whip_targets(s, me)
    if targets == 0:
        return HOLD
    note_draws(s, me % s.seats, r.notes)
    chosen = HOLD
    best = judged(s, me, NOT_WAITING, chart, book, net, r)
    for rival in range(s.chariots):
        if (targets >> rival) & 1:
            chance = chance_after(states, me, WHIP_AT + rival, chart, book, net, r)
            if chance > best:
                best = chance
                chosen = WHIP_AT + rival
    return chosen


@kernel
def judge_on(states: Any, chart: Any, book: Any, net: Any, r: Any, warmth: float, dice: Any) -> int:
    """The answer that the judge likes best; with warmth, drawn among those that it likes about as well.

    `states` holds the question at OUR, and room to try answers.
    """
    s = states[OUR]
    me = s.chariot
    if s.phase == WHIP:
        return best_whip(states, me, chart, book, net, r)
    if s.phase == DRIVE and s.cards_played == 0 and s.contact[me]:
        code = best_whip(states, me, chart, book, net, r)
        if code != HOLD:
            return code
    count = note_answers(s, me, TRIED, chart, book, r)
    if count == 0:
        return race_on(s, chart, book, r.notes)  # the exchange, playing on, or the way out of need
    if count == 1:
        return int(r.codes[0])
    best = note_chances(states, me, count, chart, book, net, r)
    if warmth <= 0:
        return int(r.codes[best])
    return drawn(count, best, warmth, r, dice)


@kernel
def drawn(count: int, best: int, warmth: float, r: Any, dice: Any) -> int:
    """One of the noted answers, the likelier the nearer its chance is to the best."""
    most = r.chances[best]
    total = 0.0
    for place in range(count):
        r.chances[place] = exp((r.chances[place] - most) / warmth)
        total += r.chances[place]
    left = total * below(dice, FINE) / FINE
    place = 0
    while place < count - 1 and left >= r.chances[place]:
        left -= r.chances[place]
        place += 1
    return int(r.codes[place])
