"""What a seat believes about the other guests and the face-down cards, given its view.

Two things hint at a hidden guest: the cards before its seat, and the three cards it has just picked. A belief is a
weight for every guest at every seat, computed once for a question. `imagine` then samples worlds with these weights.
"""

from __future__ import annotations

from itertools import combinations
from math import exp
from typing import NamedTuple

from triclinium.core.decision import Seat
from triclinium.core.dice import below
from triclinium.core.kernel import copy_of, kernel
from triclinium.games.banquet.brain.rule_of_thumb import ROOM, best_laying, laying, note_cards
from triclinium.games.banquet.rules.cards import (
    ALL_GUESTS,
    CALIGULA,
    DAGGER,
    DISCARD,
    FEATHER,
    FIRST_PRESENT,
    FIRST_WINE,
    FOOD_TASTER,
    GIFT,
    GUESTS,
    KEEP,
    KINDS,
    POISON,
    RING,
)
from triclinium.games.banquet.rules.codes import ASSIGNMENTS
from triclinium.games.banquet.rules.state import NOBODY, NOTHING, OVER, State
from triclinium.games.banquet.views.worlds import may_be, redeal_places, redeal_privileges, returns_fit

SORT_OF = (0, 0, 0, 0, 1, 2, 3, 4, 4)
"""Guests of one sort have the same goal: conspirators, Claudius, Vespasian, Messalina, Caesonia and Agrippina."""
SORTS = 5
SHOWS_SORT = (1, 4, 5, 6, 7)
"""One guest of each sort."""

DISHES_SEEN = 0
WINE_SEEN = 1
PRESENTS_SEEN = 2
DAGGERS_SEEN = 3
MINUS_SEEN = 4
SPECIALS_SEEN = 5
BIAS = 6
CLASSES = 7

ODDS = (
    (0, 0, 0, 0, 0, 0, 0),
    (91, 95, -82, -130, -52, -75, -3),
    (111, -7, -67, -152, -45, -55, 3),
    (111, 35, -79, -144, -48, -75, -1),
    (-9, -6, 63, -154, -28, -45, 14),
)
"""How much each card of a class before a seat adds to the log-odds of each sort of guest, in hundredths.

Learned from games between rule-of-thumb bots: `python -m bench.belief`.
"""

WARMTH = 120.0
"""Temperature: a pick or laying that is worse by this many hundredths is made about a third as often."""
DOUBT = 0.1
"""Weight that is left for guests and layings without any evidence."""
FULL = 1000
"""The weight of a seat's likeliest guest, and the sum over all layings."""
TRIES_MOST = 20000


class Belief(NamedTuple):
    """Weights of guests by seat, and for each guest of the active seat the likelihood of each laying.

    `layings` are cumulative sums up to FULL, in the order of ASSIGNMENTS, for the cards as they lie in the state. A row
    of zeros means that nothing is known.
    """

    guests: list[list[int]]
    layings: list[list[int]]


@kernel
def look_at(s: State, seat: int, seen: list[int]) -> None:
    """Count the cards before a seat by class."""
    for place in range(CLASSES):
        seen[place] = 0
    for card in range(KINDS):
        count = s.accepted[seat][card]
        if count:
            if card < FIRST_WINE:
                seen[DISHES_SEEN] += count
            elif card < POISON:
                seen[WINE_SEEN] += count
            elif FIRST_PRESENT <= card < DAGGER:
                seen[PRESENTS_SEEN] += count
            elif card == DAGGER:
                seen[DAGGERS_SEEN] += count
            elif FEATHER <= card < FOOD_TASTER:
                seen[MINUS_SEEN] += count
            elif card >= FOOD_TASTER:
                seen[SPECIALS_SEEN] += count
    seen[BIAS] = 1


def believe(s: State, me: Seat) -> Belief:
    """What a seat believes, from the state that its view describes."""
    guests = []
    seen = [0] * CLASSES
    for seat in range(s.seats):
        look_at(s, seat, seen)
        logs = [sum(n * odds for n, odds in zip(seen, ODDS[sort], strict=True)) / 100 for sort in range(SORTS)]
        guests.append([exp(logs[SORT_OF[guest]] - max(logs)) for guest in range(GUESTS)])
    layings = [[0] * len(ASSIGNMENTS) for _ in range(GUESTS)]
    if me != s.active and NOTHING not in s.place and not s.privilege_played:
        picker = s.active
        for guest in range(GUESTS):
            if guest == CALIGULA if picker == s.caligula else guest in SHOWS_SORT:
                speaks, layings[guest] = _picked(s, picker, guest)
                guests[picker][guest] *= speaks
        for guest in range(CALIGULA + 1, GUESTS):
            if picker != s.caligula and guest != (shown := SHOWS_SORT[SORT_OF[guest]]):
                guests[picker][guest] = guests[picker][shown]
                layings[guest] = layings[shown]
    return Belief([_weights(s, me, seat, guests[seat]) for seat in range(s.seats)], layings)


def _weights(s: State, me: Seat, seat: Seat, likely: list[float]) -> list[int]:
    """Weights up to FULL for the guests that can sit there."""
    possible = [guest != CALIGULA and guest != s.guest[me] and may_be(s, seat, guest) for guest in range(GUESTS)]
    most = max((one for one, may in zip(likely, possible, strict=True) if may), default=1.0)
    return [round(FULL * (DOUBT + (1 - DOUBT) * min(1.0, one / most))) for one in likely]


def _picked(s: State, picker: Seat, guest: int) -> tuple[float, list[int]]:
    """The likelihood that this guest picks these three of the seven cards, and of each way to lay them."""
    before = copy_of(s)
    cards = list(s.place)
    left = [card for card in s.ring if card != NOTHING]
    before.ring[:] = [*cards, *left, *[NOTHING] * (RING - 3 - len(left))]
    out = [0] * ROOM
    note_cards(before, picker, guest, before.ring, RING, out)
    open_then = [slot for slot in range(RING) if before.ring[slot] != NOTHING]
    worths = {three: best_laying(out, *three) for three in combinations(open_then, 3)}
    most = max(worths.values())
    likely = {three: exp((worth - most) / WARMTH) for three, worth in worths.items()}
    ways = [laying(out, way[DISCARD], way[KEEP], way[GIFT]) for way in ASSIGNMENTS]
    return likely[0, 1, 2] / sum(likely.values()), _running(ways)


def _running(ways: list[int]) -> list[int]:
    """Cumulative sums of the likelihood of each laying, up to FULL."""
    likely = [exp((way - max(ways)) / WARMTH) for way in ways]
    shares = [DOUBT / len(ways) + (1 - DOUBT) * one / sum(likely) for one in likely]
    return [round(FULL * sum(shares[: number + 1])) for number in range(len(ways))]


# --- Sampled worlds -----------------------------------------------------------------------------


@kernel
def imagine(s: State, seat: int, guests: list[list[int]], layings: list[list[int]], dice: list[int]) -> int:
    """Deal everything that a seat does not know, by its belief; returns 1 if a possible world was found."""
    if s.phase == OVER:
        return 1
    redeal_privileges(s, seat, dice)
    found = imagine_guests(s, seat, guests, dice)
    guest = s.guest[s.active]
    if seat != s.active and guest != NOBODY and layings[guest][0] > 0:
        imagine_laying(s, layings[guest], dice)
    else:
        redeal_places(s, seat, dice)
    return found


@kernel
def imagine_laying(s: State, running: list[int], dice: list[int]) -> None:
    """Lay the three cards as the active seat's guest is believed to have done."""
    drawn = below(dice, running[5])
    way = 0
    while running[way] <= drawn:
        way += 1
    one = s.place[0]
    two = s.place[1]
    three = s.place[2]
    for place in range(3):
        card = ASSIGNMENTS[way][place]
        s.place[place] = one if card == 0 else two if card == 1 else three


@kernel
def imagine_guests(s: State, seat: int, guests: list[list[int]], dice: list[int]) -> int:
    """Draw the other guests by belief until they fit what everybody knows."""
    for _ in range(TRIES_MOST):
        used = 1 << CALIGULA
        if s.guest[seat] != NOBODY:
            used |= 1 << s.guest[seat]
        fits = 1
        for other in range(s.seats):
            if fits and other != seat and s.guest[other] > CALIGULA:
                guest = below(dice, GUESTS)
                while (used >> guest) & 1:
                    guest = below(dice, GUESTS)
                fits = may_be(s, other, guest) and below(dice, FULL) < guests[other][guest]
                used |= 1 << guest
                s.guest[other] = guest
        if fits:
            s.box = ALL_GUESTS & ~used & ~s.out
            if returns_fit(s):
                return 1
    return 0
