"""Ben Hur with six chariots: placement checks, and random safe driving with all verdicts.

A placement check judges one pose against both walls and five chariots. Shapely judges the same poses in the same rounds
in its fastest way: many at once, against prepared shapes, with the walls as polygons of many corners.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from bench.rounds import Case, Games, Wanted, for_seconds
from bench.ways import compiled_loop, plain
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.kernel import copy_of, kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.driver import choose_safe
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import NOTCH
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.engine import apply, legal
from triclinium.games.benhur.rules.geometry import CORNER_ALONG, CORNER_LEFT
from triclinium.games.benhur.rules.state import RACING, State
from triclinium.games.benhur.rules.verdicts import WALL, pose_hits

NAME = "benhur"
SEATS = 6
PLAIN = "Ben Hur, safe driving, plain Python"
LOOP = "Ben Hur, safe driving, compiled loop"
CHECKS_PLAIN = "Ben Hur, placement checks, plain Python"
CHECKS_COMPILED = "Ben Hur, placement checks, compiled"
CHECKS_SHAPELY = "Ben Hur, placement checks, by shapely"

WANTED = (
    Wanted(CHECKS_COMPILED, least=5_000_000),
    Wanted(CHECKS_COMPILED, ahead_of=CHECKS_SHAPELY),
    Wanted(LOOP, least=100_000),
)

POSES = 4096
REACH = 2500
WALL_CORNERS = 64
MOVER = 0
settle_luck = playout_of(rules).settle_luck


@kernel
def drive_safely(s: State, dice: list[int], out: list[int]) -> int:
    """A game in which every chariot takes any safe placement; return the number of decisions."""
    decisions = 0
    seat = settle_luck(s, dice)
    while seat != OVER_NOW:
        apply(s, seat, choose_safe(s, out, legal(s, seat, out), dice))
        decisions += 1
        seat = settle_luck(s, dice)
    return decisions


@kernel
def drive_many(states: Any, dice: list[int], out: list[int], first: int, count: int) -> int:
    """Games in the first record of the row, each from a copy of the second; return the number of decisions."""
    decisions = 0
    for seed in range(first, first + count):
        states[0] = states[1]
        sow(dice, seed)
        decisions += drive_safely(states[0], dice, out)
    return decisions


@kernel
def count_clear(states: Any, poses: list[list[int]]) -> int:
    """Check poses of a chariot against both walls and the five others; return how many hit nothing."""
    s = states[0]
    clear = 0
    for pose in poses:
        if pose_hits(s, MOVER, pose[0], pose[1], pose[2]) == 0:
            clear += 1
    return clear


def start() -> State:
    """A new game with taping off."""
    state = GAME.start({}, SEATS)
    state.taping = 0
    return state


def scene() -> tuple[State, list[list[int]]]:
    """Six chariots at the start, and poses of one of them among the others, clear of the walls.

    This is the hard case: no wall ends a check early, and one pose in three overlaps a chariot. Poses anywhere on the
    sand are checked about three times as fast.
    """
    luck = Random(0)
    s = start()
    for chariot in range(s.chariots):
        s.x[chariot], s.y[chariot], s.status[chariot] = s.place_x[chariot], s.place_y[chariot], RACING
    poses: list[list[int]] = []
    while len(poses) < POSES:
        x = s.place_x[MOVER] + luck.randrange(-REACH, REACH)
        pose = [x, luck.randrange(-s.outer, -s.middle), luck.randrange(-3, 4) * NOTCH % 360]
        if pose_hits(s, MOVER, *pose) != WALL:
            poses.append(pose)
    return s, poses


def checks_plain() -> Games:
    """The rules as plain Python."""
    s, poses = scene()
    return by_poses(lambda: count_clear([s], poses))


def checks_compiled() -> Games:
    """The same functions, compiled."""
    import numpy

    s, poses = scene()
    states = numpy.zeros(1, dtype_of(State))
    write_record(states[0], s)
    rows = numpy.array(poses, numpy.int64)
    fast = compile_kernels([count_clear])[count_clear]
    return by_poses(lambda: fast(states, rows))


def checks_shapely() -> Games:
    """All poses at once: polygons from their corners, then three prepared tests."""
    import numpy
    import shapely

    s, poses = scene()
    rows = numpy.array(poses, numpy.float64)
    corners = numpy.array([CORNER_ALONG, CORNER_LEFT], numpy.float64).T
    axis = shapely.LineString([(-s.half_axis, 0), (s.half_axis, 0)])
    outer, middle = (axis.buffer(wall, quad_segs=WALL_CORNERS) for wall in (s.outer, s.middle))

    def chariots(rows: Any) -> Any:
        sines, cosines = numpy.sin(numpy.radians(rows[:, 2])), numpy.cos(numpy.radians(rows[:, 2]))
        x = rows[:, :1] + numpy.outer(cosines, corners[:, 0]) - numpy.outer(sines, corners[:, 1])
        y = rows[:, 1:2] + numpy.outer(sines, corners[:, 0]) + numpy.outer(cosines, corners[:, 1])
        return shapely.polygons(numpy.stack([x, y], axis=-1))

    standing = [c for c in range(s.chariots) if c != MOVER]
    others = chariots(numpy.array([[s.x[c], s.y[c], s.heading[c]] for c in standing], numpy.float64))
    shapely.prepare([outer, middle, *others])

    def count() -> int:
        polygons = chariots(rows)
        clear = shapely.contains_properly(outer, polygons)
        for other in (middle, *others):
            clear &= ~shapely.intersects(other, polygons)
        return int(clear.sum())

    return by_poses(count)


def by_poses(count: Callable[[], int]) -> Games:
    """Each game is one pass over all poses, each of which counts as a decision. The passes must agree."""
    expected = count()

    def games(first: int, passes: int) -> int:
        for _ in range(passes):
            assert count() == expected
        return passes * POSES

    return games


def ways() -> tuple[Games, Games]:
    """Safe driving, plain and compiled."""
    import numpy

    states = numpy.zeros(2, dtype_of(State))
    write_record(states[1], start())
    dice = numpy.zeros(1, numpy.int64)
    out = numpy.zeros(OPTIONS_MOST, numpy.int64)
    fast = compile_kernels([drive_many])[drive_many]
    return plain(drive_safely, copy_of(start()), OPTIONS_MOST), compiled_loop(fast, states, dice, out)


def cases() -> list[Case]:
    by_python, in_a_loop = ways()
    return [
        Case(PLAIN, for_seconds(by_python)),
        Case(LOOP, for_seconds(in_a_loop, at_once=20)),
        Case(CHECKS_PLAIN, for_seconds(checks_plain())),
        Case(CHECKS_COMPILED, for_seconds(checks_compiled(), at_once=20)),
        Case(CHECKS_SHAPELY, for_seconds(checks_shapely())),
    ]
