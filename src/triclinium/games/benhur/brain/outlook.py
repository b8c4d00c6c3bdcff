"""What lies ahead of a chariot: its distance along the lap, what its cards reach, what a draw may bring.

The look-ahead driver weighs placements with these functions. They read only what the asked seat may know. Worths are
distances along the lap in the unit of the track; odds are in thousandths. `notes` is scratch space as long as a list of
answers.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import ANGLE_MOST, DECKS, HAND, KINDS, NOTCH, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.geometry import (
    BEFORE_LINE,
    BEYOND_LINE,
    FAR_STRAIGHT,
    FIRST_BEND,
    RULERS,
    chariot_clear,
    placed,
    ruler_clear,
    sector_of,
    turned,
    wholly_beyond,
    wraps_between,
)
from triclinium.games.benhur.rules.hands import accidents_held, has_horseshoe
from triclinium.games.benhur.rules.setup import laps_to_drive
from triclinium.games.benhur.rules.state import State

# Places in the notes: the best placements and their worths, what each speed reaches, what each deck may bring.
CANDIDATES = 8
WORTHS = CANDIDATES
REACH_OF = 2 * CANDIDATES
DRAWS = REACH_OF + SPEEDS
DRAW_ACCIDENT = SPEEDS
DRAW_TOTAL = SPEEDS + 1
DRAW_SHOES = SPEEDS + 2
DRAW_UNSEEN = SPEEDS + 3
DRAW_PLACES = SPEEDS + 4

NO_WAY = -(1 << 40)
"""The worth of a speed that the walls block."""
FINISHED = 4000
"""The worth of crossing the finish line, beyond the distance."""
STUCK = 3000
"""The cost of holding no card that fits, with an accident to play instead."""
LOST = 30000
"""The cost of leaving the race."""
EXIT_COSTS = (9000, 3300, 900, 200, 0)
"""The cost of ending where only so many of the four shorter rulers fit."""
CLOG_COSTS = (0, 700, 1800, 3600, 8000)
"""The cost of so many dead places in a hand (accidents or lost cards) over a long way."""
BRAKE_COSTS = (3900, 1600, 500, 0, 0)
"""The cost of holding only so many cards of the two slowest speeds, which every bend needs."""
BRAKES = 2
LONG_WAY = 16384
HALF_TURN = 2048
"""Half a turn round a bend, as `bend_part` counts it."""

WIN_ODDS = (0, 0, 29, 91, 188, 323, 500, 677, 812, 909, 971, 1000, 1000)
"""The odds of a throw, with ties thrown again, by the lead in horseshoes from -6 to 6."""


# --- Where a chariot is ---------------------------------------------------------------------------


@kernel
def bend_part(over: int, y: int) -> int:
    """How far round the end of the axis a centre is, from 0 at y < 0 to HALF_TURN. `over` is its distance beyond the
    end.
    """
    return HALF_TURN // 2 + HALF_TURN // 2 * y // (over + abs(y) + 1)


@kernel
def lap_length(s: State) -> int:
    """The length of a lap along the middle of the sand."""
    return 4 * s.half_axis + (s.middle + s.outer) * 355 // 113


@kernel
def distance(s: State, x: int, y: int, wraps: int) -> int:
    """The distance driven in the race, along the middle of the sand."""
    return distance_in(s, sector_of(x, y, s.half_axis, s.line), x, y, wraps)


@kernel
def distance_in(s: State, sector: int, x: int, y: int, wraps: int) -> int:
    """The same for a centre whose sector is known."""
    half = s.half_axis
    bend = (s.middle + s.outer) * 355 // 226
    along = wraps * lap_length(s) - s.line
    if sector == BEYOND_LINE:
        return along + x
    if sector == FIRST_BEND:
        return along + half + bend * bend_part(x - half, y) // HALF_TURN
    if sector == FAR_STRAIGHT:
        return along + half + bend + half - x
    if sector == BEFORE_LINE:
        return along + lap_length(s) + x
    return along + 3 * half + bend + bend * bend_part(-half - x, -y) // HALF_TURN


@kernel
def way_to_go(s: State, chariot: int) -> int:
    """The distance to the end of the race."""
    done = distance(s, s.x[chariot], s.y[chariot], s.wraps[chariot])
    return laps_to_drive(s) * lap_length(s) - done


@kernel
def course_at(s: State, x: int, y: int) -> int:
    """The direction of the lap at a point, in degrees."""
    sector = sector_of(x, y, s.half_axis, s.line)
    if sector == FIRST_BEND:
        return 180 * bend_part(x - s.half_axis, y) // HALF_TURN
    if sector == FAR_STRAIGHT:
        return 180
    if sector == BEYOND_LINE or sector == BEFORE_LINE:
        return 0
    return 180 + 180 * bend_part(-s.half_axis - x, -y) // HALF_TURN


@kernel
def wraps_after(s: State, x: int, y: int, wraps: int, new_x: int, new_y: int) -> int:
    """The wraps after a move from one centre to another (BH-13)."""
    before = sector_of(x, y, s.half_axis, s.line)
    return wraps + wraps_between(before, sector_of(new_x, new_y, s.half_axis, s.line))


@kernel
def finishing(s: State, x: int, y: int, heading: int, wraps: int) -> bool:
    """Whether a chariot that ends there has finished its last lap (BH-10, BH-14)."""
    laps = laps_to_drive(s)
    if wraps < laps:
        return False
    return wraps > laps or sector_of(x, y, s.half_axis, s.line) != BEYOND_LINE or wholly_beyond(x, heading, s.line)


# --- What a speed reaches -------------------------------------------------------------------------


@kernel
def clear_of_walls(s: State, x: int, y: int, heading: int, speed: int, a: int, b: int) -> bool:
    """Whether a placement is clear of both walls. Other chariots will have moved by then."""
    tip_x, tip_y, end_x, end_y, new_x, new_y, last = placed(x, y, heading, RULERS[speed], a, b)
    return chariot_clear(new_x, new_y, last, s.half_axis, s.middle, s.outer) and ruler_clear(
        tip_x, tip_y, end_x, end_y, turned(heading, a), s.half_axis, s.middle, s.outer
    )


@kernel
def has_exit(s: State, x: int, y: int, heading: int, speed: int, side: int) -> bool:
    """Whether a speed can be played from a pose at all. Turns to one side are tried first."""
    for one in range(-1, 2):
        for other in range(-1, 2):
            if clear_of_walls(s, x, y, heading, speed, -one * side * NOTCH, -other * side * NOTCH):
                return True
    return False


@kernel
def cost_of_pose(s: State, x: int, y: int, heading: int) -> int:
    """The cost of a pose: higher the fewer of the shorter rulers fit."""
    off = (heading - course_at(s, x, y) + 180) % 360 - 180
    side = -1 if off > 0 else 1
    exits = 0
    for speed in range(SPEEDS - 1):
        if has_exit(s, x, y, heading, speed, side):
            exits += 1
    return EXIT_COSTS[exits]


@kernel
def reach(s: State, x: int, y: int, heading: int, wraps: int, speed: int) -> int:
    """The worth of the best placement of a speed from a pose, considering only walls."""
    best = NO_WAY
    for a in range(-ANGLE_MOST, ANGLE_MOST + 1, NOTCH):
        for b in range(-ANGLE_MOST, ANGLE_MOST + 1, NOTCH):
            _, _, _, _, new_x, new_y, last = placed(x, y, heading, RULERS[speed], a, b)
            new_wraps = wraps_after(s, x, y, wraps, new_x, new_y)
            worth = distance(s, new_x, new_y, new_wraps)
            if worth <= best or not clear_of_walls(s, x, y, heading, speed, a, b):
                continue
            if finishing(s, new_x, new_y, last, new_wraps):
                worth += FINISHED
            else:
                worth -= cost_of_pose(s, new_x, new_y, last)
            best = max(best, worth)
    return best


@kernel
def note_reach(s: State, x: int, y: int, heading: int, wraps: int, notes: list[int]) -> None:
    """Note what every speed reaches from a pose."""
    for speed in range(SPEEDS):
        notes[REACH_OF + speed] = reach(s, x, y, heading, wraps, speed)


# --- What a draw may bring ------------------------------------------------------------------------


@kernel
def unseen(s: State, seat: int, card: int) -> int:
    """How many cards of a kind the seat has not seen: in the pile or in other hands."""
    deck = card // KINDS
    kind = card % KINDS
    n = s.deck[deck][kind] - s.removed[deck][kind] - s.discards[deck][kind] - s.aside[deck][kind]
    for chariot in range(s.chariots):
        n -= s.hand[chariot][card] if chariot % s.seats == seat else s.known[chariot][card]
    return n


@kernel
def note_draws(s: State, seat: int, notes: list[int]) -> None:
    """Note what each deck may bring: cards of each speed, accidents, all; and the unseen horseshoes."""
    for deck in range(DECKS):
        at = DRAWS + deck * DRAW_PLACES
        for place in range(DRAW_PLACES):
            notes[at + place] = 0
        for kind in range(KINDS):
            hidden = unseen(s, seat, deck * KINDS + kind)
            notes[at + DRAW_UNSEEN] += hidden
            if has_horseshoe(kind):
                notes[at + DRAW_SHOES] += hidden
            if s.pile_size[deck] == 0:  # the discards will form a new deck (BH-4)
                hidden = s.discards[deck][kind]
            notes[at + DRAW_TOTAL] += hidden
            if kind < SPEED_KINDS:
                notes[at + kind % SPEEDS] += hidden
            else:
                notes[at + DRAW_ACCIDENT] += hidden


@kernel
def cost_of_hand(s: State, chariot: int, usable: int, brakes: int) -> int:
    """The cost of holding few speed cards and few slow ones; lower the shorter the way left."""
    cost = CLOG_COSTS[HAND - min(usable, HAND)] + BRAKE_COSTS[min(brakes, HAND)]
    return cost * min(way_to_go(s, chariot), LONG_WAY) // LONG_WAY


@kernel
def held_without(s: State, chariot: int, speed: int, without: int) -> int:
    """How many cards of a speed a hand holds, leaving out one card."""
    held = s.hand[chariot]
    n = held[speed] + held[speed + SPEEDS] + held[speed + KINDS] + held[speed + SPEEDS + KINDS]
    if without >= 0 and without % KINDS < SPEED_KINDS and without % KINDS % SPEEDS == speed:
        n -= 1
    return n


@kernel
def accident_left(s: State, chariot: int, without: int) -> bool:
    """Whether a hand, leaving out one card, holds an accident to play when no speed card fits."""
    played = 1 if without >= 0 and without % KINDS >= SPEED_KINDS else 0
    return accidents_held(s, chariot) > played


@kernel
def slow_cards(s: State, chariot: int, without: int) -> int:
    """How many cards of the two slowest speeds a hand holds, leaving out one card."""
    return held_without(s, chariot, 0, without) + held_without(s, chariot, 1, without)


@kernel
def speed_cards(s: State, chariot: int, without: int) -> int:
    """How many speed cards a hand holds, leaving out one card."""
    n = 0
    for speed in range(SPEEDS):
        n += held_without(s, chariot, speed, without)
    return n


@kernel
def best_in_hand(s: State, chariot: int, without: int, notes: list[int]) -> int:
    """The best that the noted reach and a hand, leaving out one card, give."""
    best = NO_WAY
    for speed in range(SPEEDS):
        if held_without(s, chariot, speed, without) > 0:
            best = max(best, notes[REACH_OF + speed])
    return best


@kernel
def worth_of_draw(s: State, chariot: int, without: int, deck: int, here: int, notes: list[int]) -> int:
    """The mean worth of a hand, leaving out one card, after a draw from a deck at a place whose reach is noted."""
    best = best_in_hand(s, chariot, without, notes)
    if accident_left(s, chariot, without):
        best = max(best, here - STUCK)
    usable = speed_cards(s, chariot, without)
    brakes = slow_cards(s, chariot, without)
    at = DRAWS + deck * DRAW_PLACES
    total = notes[at + DRAW_TOTAL]
    clogged = cost_of_hand(s, chariot, usable, brakes)
    if total <= 0:
        return max(best, here - LOST) - clogged
    slow = cost_of_hand(s, chariot, usable + 1, brakes + 1)
    fast = cost_of_hand(s, chariot, usable + 1, brakes)
    worth = notes[at + DRAW_ACCIDENT] * (max(best, here - STUCK) - clogged)
    for speed in range(SPEEDS):
        reached = max(best, notes[REACH_OF + speed], here - LOST)
        worth += notes[at + speed] * (reached - (slow if speed < BRAKES else fast))
    return worth // total


@kernel
def worth_of_hand(s: State, chariot: int, without: int, here: int, notes: list[int]) -> int:
    """The mean worth of a hand, leaving out one card, refilled from the better deck."""
    worth = worth_of_draw(s, chariot, without, 0, here, notes)
    return max(worth, worth_of_draw(s, chariot, without, 1, here, notes))


@kernel
def worth_unfilled(s: State, chariot: int, without: int, here: int, notes: list[int]) -> int:
    """The worth of a hand, leaving out one card, without a refill."""
    best = best_in_hand(s, chariot, without, notes)
    best = max(best, here - STUCK if accident_left(s, chariot, without) else here - LOST)
    return best - cost_of_hand(s, chariot, speed_cards(s, chariot, without), slow_cards(s, chariot, without))


# --- Fights ---------------------------------------------------------------------------------------


@kernel
def expected_shoes(s: State, rival: int, notes: list[int]) -> int:
    """The expected horseshoes of a rival in hundredths: those shown, plus a share of the hidden ones."""
    hundredths = 0
    for deck in range(DECKS):
        at = DRAWS + deck * DRAW_PLACES
        hidden = s.hand_size[rival][deck] - s.bare[rival][deck]
        for kind in range(KINDS):
            shown = s.known[rival][deck * KINDS + kind]
            hidden -= shown
            if has_horseshoe(kind):
                hundredths += 100 * shown
        if notes[at + DRAW_UNSEEN] > 0:
            hundredths += 100 * hidden * notes[at + DRAW_SHOES] // notes[at + DRAW_UNSEEN]
    return hundredths


@kernel
def odds_at(lead: int) -> int:
    """The odds to win a throw, in thousandths, for a lead in hundredths of a horseshoe."""
    whole = lead // 100
    part = lead % 100
    return (WIN_ODDS[whole + 6] * (100 - part) + WIN_ODDS[whole + 7] * part) // 100
