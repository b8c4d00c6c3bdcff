"""No U-turn in the bends either: the search at load covers straights, this one the sand round an end of the wall.

A chariot that has driven along the lap for some moves must not come to drive back along it for good.
"""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy as np

from sizes import many
from triclinium.core.compiled import compile_kernels
from triclinium.games.benhur.rules import geometry
from triclinium.games.benhur.rules.track import STANDARD_TRACK, track_of

STRIDE = many(64, 8)
MOVES = 4
RULERS = np.array(geometry.RULERS)
jit: Any = numba.njit
TWINS = compile_kernels([geometry.placed, geometry.chariot_clear, geometry.ruler_clear, geometry.turned])
placed, chariot_clear, ruler_clear, turned = (
    TWINS[function] for function in (geometry.placed, geometry.chariot_clear, geometry.ruler_clear, geometry.turned)
)


@jit
def astray(x: int, y: int, heading: int, half: int) -> float:
    """By how many degrees a chariot is turned away from the direction of the lap."""
    lane = 180.0 if y > 0 else 0.0
    if x > half:
        lane = math.degrees(math.atan2(y, x - half)) + 90
    turn = (heading - lane) % 360.0
    return 360.0 - turn if turn > 180 else turn


@jit
def drives_back(x: int, y: int, heading: int, moves: int, walls: Any) -> bool:
    """Whether a chariot can go on driving back for so many moves."""
    if moves == 0:
        return True
    for ruler in RULERS[:2]:
        for a in range(-30, 31, 30):
            for b in range(-30, 31, 30):
                tx, ty, ex, ey, nx, ny, last = placed(x, y, heading, ruler, a, b)
                if (
                    astray(nx, ny, last, walls[0]) >= 90
                    and chariot_clear(nx, ny, last, *walls)
                    and ruler_clear(tx, ty, ex, ey, turned(heading, a), *walls)
                    and drives_back(nx, ny, last, moves - 1, walls)
                ):
                    return True
    return False


@jit
def turns_back(x: int, y: int, heading: int, moves: int, walls: Any) -> bool:
    """Whether a chariot can turn round within so many moves, for good."""
    if astray(x, y, heading, walls[0]) >= 135:
        return drives_back(x, y, heading, MOVES, walls)
    if moves == 0:
        return False
    for ruler in RULERS[:2]:
        for a in range(-30, 31, 30):
            for b in range(-30, 31, 30):
                tx, ty, ex, ey, nx, ny, last = placed(x, y, heading, ruler, a, b)
                if (
                    astray(nx, ny, last, walls[0]) > 30
                    and chariot_clear(nx, ny, last, *walls)
                    and ruler_clear(tx, ty, ex, ey, turned(heading, a), *walls)
                    and turns_back(nx, ny, last, moves - 1, walls)
                ):
                    return True
    return False


@jit
def came_driving(x: int, y: int, heading: int, moves: int, walls: Any) -> bool:
    """Whether so many moves along the lap can lead to a pose; one that nobody can come to does not count."""
    if moves == 0:
        return True
    for ruler in RULERS:
        for a in range(-30, 31, 30):
            for b in range(-30, 31, 30):
                before = turned(heading, -a - b)
                tx, ty, ex, ey, nx, ny, _ = placed(0, 0, before, ruler, a, b)
                px, py = x - nx, y - ny
                if (
                    astray(px, py, before, walls[0]) <= 75
                    and chariot_clear(px, py, before, *walls)
                    and ruler_clear(tx + px, ty + py, ex + px, ey + py, turned(before, a), *walls)
                    and came_driving(px, py, before, moves - 1, walls)
                ):
                    return True
    return False


@jit
def u_turns(stride: int, walls: Any) -> Any:
    """How many poses round the end of the wall were tried, and how many lead to a U-turn."""
    tried, found = 0, 0
    half, outer = walls[0], walls[2]
    for x in range(half - 2500, half + outer, stride):
        for y in range(1 - outer, outer, stride):
            for heading in range(0, 360, 30):
                if astray(x, y, heading, half) <= 45 and chariot_clear(x, y, heading, *walls):
                    tried += 1
                    if turns_back(x, y, heading, MOVES, walls) and came_driving(x, y, heading, MOVES, walls):
                        found += 1
    return tried, found


def test_no_u_turn_round_the_end_of_the_middle_wall() -> None:
    track = track_of(STANDARD_TRACK)
    tried, found = u_turns(STRIDE, (track.half_axis, track.middle, track.outer))
    assert tried > 10_000 and found == 0


def test_the_search_finds_u_turns_on_wide_sand() -> None:
    track = track_of(STANDARD_TRACK)
    _, found = u_turns(64, (track.half_axis, track.middle, track.middle + 3260))
    assert found > 0
