"""Verdicts on placements, and the order of the race. Rules, lists and previews all use these functions."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import ANGLE_MOST, CHARIOTS_MOST, FREE, KINDS, NOTCH, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import LATTICE_STEP
from triclinium.games.benhur.rules.geometry import (
    BEYOND_LINE,
    RULERS,
    TIP,
    along_x,
    along_y,
    chariot_clear,
    chariots_overlap,
    farther,
    placed,
    ruler_clear,
    ruler_overlaps,
    sector_of,
    turned,
    wholly_beyond,
)
from triclinium.games.benhur.rules.hands import accidents_held, holds_speed
from triclinium.games.benhur.rules.state import NOBODY, NOTHING, RACING, State

WALL = 1 << CHARIOTS_MOST
"""A placement hits a set of chariots; the wall is the member after the last chariot."""


# --- What a placement hits (BH-1) ------------------------------------------------------------------


@kernel
def pose_hits(s: State, chariot: int, x: int, y: int, heading: int) -> int:
    """What a chariot would hit if it stood there."""
    if not chariot_clear(x, y, heading, s.half_axis, s.middle, s.outer):
        return WALL
    hits = 0
    for other in range(s.chariots):
        if (
            other != chariot
            and s.status[other] == RACING
            and chariots_overlap(x, y, heading, s.x[other], s.y[other], s.heading[other])
        ):
            hits |= 1 << other
    return hits


@kernel
def ruler_hits(s: State, chariot: int, tip_x: int, tip_y: int, end_x: int, end_y: int, heading: int) -> int:
    """What a ruler would hit. It is not tested against its own chariot."""
    if not ruler_clear(tip_x, tip_y, end_x, end_y, heading, s.half_axis, s.middle, s.outer):
        return WALL
    hits = 0
    for other in range(s.chariots):
        if (
            other != chariot
            and s.status[other] == RACING
            and ruler_overlaps(tip_x, tip_y, end_x, end_y, heading, s.x[other], s.y[other], s.heading[other])
        ):
            hits |= 1 << other
    return hits


@kernel
def judge(s: State, chariot: int, speed: int, a: int, b: int) -> int:
    """What a placement hits, ruler and end pose together: 0 if it is safe, WALL alone if it is a crash."""
    tip_x, tip_y, end_x, end_y, x, y, heading = placed(
        s.x[chariot], s.y[chariot], s.heading[chariot], RULERS[speed], a, b
    )
    hits = pose_hits(s, chariot, x, y, heading)
    if hits == WALL:
        return WALL
    on_ruler = ruler_hits(s, chariot, tip_x, tip_y, end_x, end_y, turned(s.heading[chariot], a))
    if on_ruler == WALL:
        return WALL
    return hits | on_ruler


@kernel
def may_collide(s: State, chariot: int, hits: int) -> bool:
    """Whether a placement that hits these may be declared a collision (BH-6, BH-7).

    Exactly one rival, no wall, no own chariot, and neither has fought this turn. The place that the attacker leaves is
    always free for the rival: no placement ends where it overlaps its own start.
    """
    if hits == 0 or hits & WALL or hits & (hits - 1) or duty_of(s, chariot) != 0:
        return False
    if s.fought & (hits | 1 << chariot):
        return False
    return rival_in(hits) % s.seats != chariot % s.seats


@kernel
def rival_in(hits: int) -> int:
    rival = 0
    while not (hits >> rival) & 1:
        rival += 1
    return rival


# --- Duty (BH-5) and ways out (BH-2) ---------------------------------------------------------------


@kernel
def duty_of(s: State, chariot: int) -> int:
    """The side a chariot must turn to: 1 left, -1 right, 0 for no duty."""
    if s.duty_to[chariot] == NOBODY or (s.lapsed >> chariot) & 1:
        return 0
    return s.duty_side[chariot]


@kernel
def fits_duty(side: int, a: int, b: int) -> bool:
    """Whether two angles together turn to the side of a duty."""
    return side == 0 or (a + b) * side > 0


@kernel
def listed_step(s: State) -> int:
    """The step between listed angles."""
    return LATTICE_STEP if s.steering == FREE else NOTCH


@kernel
def find_second_angle(s: State, chariot: int, speed: int, a: int, side: int, step: int) -> bool:
    """With the ruler at an angle, find a safe second angle. If the ruler hits a wall, there is none."""
    tip_x, tip_y, end_x, end_y, _x, _y, middle = placed(
        s.x[chariot], s.y[chariot], s.heading[chariot], RULERS[speed], a, 0
    )
    on_ruler = ruler_hits(s, chariot, tip_x, tip_y, end_x, end_y, middle)
    if on_ruler == WALL:
        return False
    for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
        if fits_duty(side, a, b):
            last = turned(middle, b)
            hits = pose_hits(s, chariot, end_x + along_x(TIP, last), end_y + along_y(TIP, last), last)
            if hits == 0 and on_ruler == 0:
                s.way_speed = speed
                s.way_a = a
                s.way_b = b
                return True
            if hits != WALL:
                s.walls_leave_room = 1
    return False


@kernel
def find_way(s: State, chariot: int, side: int, step: int) -> bool:
    """Find a safe placement that turns to a side. Note it, and whether any placement is clear of the walls."""
    for speed in range(SPEEDS):
        if holds_speed(s, chariot, speed):
            for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                if find_second_angle(s, chariot, speed, a, side, step):
                    return True
    return False


@kernel
def look(s: State, chariot: int) -> None:
    """Find what a chariot can do before its driver is asked. A duty without a fitting card lapses for good (BH-5).

    Searches the listed angles first. Free steering searches all others only if these hold nothing.
    """
    s.way_speed = NOTHING
    s.way_a = 0
    s.way_b = 0
    s.walls_leave_room = 0
    side = duty_of(s, chariot)
    step = listed_step(s)
    while not find_way(s, chariot, side, step):
        if s.steering == FREE and step != 1:
            step = 1
        elif side != 0:
            s.lapsed |= 1 << chariot
            side = 0
            step = listed_step(s)
        else:
            return


@kernel
def hard_pressed(s: State, chariot: int) -> bool:
    """Neither a safe placement nor an accident card: collide, rein in or crash (BH-2)."""
    return s.way_speed == NOTHING and accidents_held(s, chariot) == 0


@kernel
def may_drive(s: State, chariot: int, card: int, a: int, b: int, pressed: bool) -> bool:
    """Whether any speed card with any two angles is legal."""
    if card % KINDS >= SPEED_KINDS or s.hand[chariot][card] == 0:
        return False
    return may_place(s, chariot, judge(s, chariot, card % KINDS % SPEEDS, a, b), a, b, pressed)


@kernel
def may_place(s: State, chariot: int, hits: int, a: int, b: int, pressed: bool) -> bool:
    """Whether a placement that hits these is legal now."""
    if hits == 0:
        return fits_duty(duty_of(s, chariot), a, b)
    if hits & WALL:
        return pressed and not s.walls_leave_room
    return may_collide(s, chariot, hits)


# --- The order of the race (BH-3, BH-13, BH-14) ----------------------------------------------------


@kernel
def ahead(s: State, one: int, other: int) -> bool:
    """Whether one chariot is ahead of another (BH-13)."""
    if s.wraps[one] != s.wraps[other]:
        return s.wraps[one] > s.wraps[other]
    sector = sector_of(s.x[one], s.y[one], s.half_axis, s.line)
    sector_of_other = sector_of(s.x[other], s.y[other], s.half_axis, s.line)
    if sector != sector_of_other:
        return sector > sector_of_other
    return farther(sector, s.x[one], s.y[one], s.x[other], s.y[other], s.half_axis) > 0


@kernel
def foremost(s: State, among: int) -> int:
    """The foremost chariot of a set, or NOBODY."""
    first = NOBODY
    for chariot in range(s.chariots):
        if (among >> chariot) & 1 and (first == NOBODY or ahead(s, chariot, first)):
            first = chariot
    return first


@kernel
def first_by_place(s: State, among: int) -> int:
    """The chariot of a set with the lowest start place, or NOBODY."""
    first = NOBODY
    for chariot in range(s.chariots):
        if (among >> chariot) & 1 and (first == NOBODY or s.place[chariot] < s.place[first]):
            first = chariot
    return first


@kernel
def laps_of(s: State, chariot: int) -> int:
    """Laps driven: the wraps, minus one while the chariot is not entirely past the line (BH-14)."""
    beyond = wholly_beyond(s.x[chariot], s.heading[chariot], s.line)
    if not beyond and sector_of(s.x[chariot], s.y[chariot], s.half_axis, s.line) == BEYOND_LINE:
        return s.wraps[chariot] - 1
    return s.wraps[chariot]
