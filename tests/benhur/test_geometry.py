"""Every verdict of the geometry against shapely, and both backends against each other.

Shapely works in floating point: where its distance lies within BAND of the limit it cannot decide, and the case
is counted as a tie instead of a disagreement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely

from sizes import many
from triclinium.core.compiled import compile_kernels
from triclinium.core.kernel import kernels_of
from triclinium.games.benhur.rules import geometry
from triclinium.games.benhur.rules.geometry import (
    CONTACT_GAP,
    CORNER_ALONG,
    CORNER_LEFT,
    RULER_HALF_BREADTH,
    RULERS,
)
from triclinium.games.benhur.rules.geometry import (
    sine as table_sine,
)

CASES = many(50_000, 1_000_000)
CHUNK = 50_000
BAND = 1e-6
HALF_AXIS, INNER, OUTER, LINE = 6144, 512, 3656, -1024
AXIS = shapely.LineString([(-HALF_AXIS, 0), (HALF_AXIS, 0)])

sine = np.array([table_sine(degrees) for degrees in range(450)], dtype=np.int64)
along = np.array(CORNER_ALONG, dtype=np.int64)
left = np.array(CORNER_LEFT, dtype=np.int64)


def rounded(value: Any) -> Any:
    return np.sign(value) * ((np.abs(value) + 8192) >> 14)


def hexagons(pose: Any) -> Any:
    """Corners of many chariots, worked out apart from the rules."""
    x, y, h = (pose[:, i, None] for i in range(3))
    cos, sin = sine[h + 90], sine[h]
    return np.stack([x + rounded(along * cos - left * sin), y + rounded(along * sin + left * cos)], -1)


def rulers(line: Any, heading: Any) -> Any:
    """Corners of many rulers, laid from tip to end."""
    n = np.stack([-rounded(RULER_HALF_BREADTH * sine[heading]), rounded(RULER_HALF_BREADTH * sine[heading + 90])], -1)
    tip, end = line[:, :2], line[:, 2:4]
    return np.stack([tip + n, end + n, end - n, tip - n], 1)


def random_poses(rng: Any, count: int) -> Any:
    x = rng.integers(-HALF_AXIS - OUTER - 300, HALF_AXIS + OUTER + 300, count)
    y = rng.integers(-OUTER - 300, OUTER + 300, count)
    return np.stack([x, y, rng.integers(0, 360, count)], -1)


def edge_poses(rng: Any, count: int) -> Any:
    """Poses near one of the walls, where the verdicts are close."""
    pose = random_poses(rng, count)
    angle = rng.uniform(0, 2 * np.pi, count)
    radius = np.where(
        rng.random(count) < 0.5, INNER + rng.uniform(150, 560, count), OUTER - rng.uniform(150, 560, count)
    )
    centre = np.where(np.cos(angle) > 0, HALF_AXIS, -HALF_AXIS)
    on_straight = rng.random(count) < 0.5
    pose[:, 0] = np.where(on_straight, rng.integers(-HALF_AXIS, HALF_AXIS, count), centre + radius * np.cos(angle))
    pose[:, 1] = np.where(on_straight, np.sign(np.sin(angle)) * radius, radius * np.sin(angle))
    return pose


def neighbours(rng: Any, pose: Any) -> Any:
    other = pose.copy()
    other[:, :2] += rng.integers(-1250, 1250, (len(pose), 2))
    other[:, 2] = np.where(rng.random(len(pose)) < 0.3, pose[:, 2], rng.integers(0, 360, len(pose)))
    return other


def moves(rng: Any, pose: Any) -> Any:
    """A ruler and two angles for each pose: tip, end, new centre, new heading, heading of the ruler."""
    count = len(pose)
    ruler = np.array(RULERS)[rng.integers(0, 5, count)]
    a, b = rng.integers(-30, 31, (2, count))
    h, middle = pose[:, 2], (pose[:, 2] + a) % 360
    last = (middle + b) % 360
    tip = pose[:, :2] + np.stack([rounded(512 * sine[h + 90]), rounded(512 * sine[h])], -1)
    end = tip + np.stack([rounded(ruler * sine[middle + 90]), rounded(ruler * sine[middle])], -1)
    new = end + np.stack([rounded(512 * sine[last + 90]), rounded(512 * sine[last])], -1)
    return np.column_stack([tip, end, new, last, middle]), np.column_stack([ruler, a, b])


@pytest.fixture(scope="module")
def fast() -> dict[Callable[..., Any], Any]:
    return compile_kernels(kernels_of(geometry.__name__))


def verdicts(fast: dict[Any, Any], function: Any, columns: Any) -> Any:
    """One verdict for each row by the compiled twin."""
    twin = fast[function]
    return np.array([twin(*row) for row in columns.tolist()])


def agree(mine: Any, margin: Any) -> int:
    """Our verdicts against the sign of shapely's margin; returns the number of ties."""
    tie = np.abs(margin) < BAND
    wrong = (mine != (margin > 0)) & ~tie
    assert not wrong.any(), f"{wrong.sum()} verdicts differ, first at {np.flatnonzero(wrong)[0]}"
    return int(tie.sum())


def distance_to_axis(shapes: Any) -> Any:
    return shapely.distance(shapes, AXIS)


def farthest_corner(corners: Any) -> Any:
    """How far the farthest corner is from the axis; the outer wall is convex."""
    points = shapely.points(corners.reshape(-1, 2).astype(float))
    return distance_to_axis(points).reshape(corners.shape[:2]).max(1)


def walls(columns: Any) -> Any:
    tail = np.array([[HALF_AXIS, INNER, OUTER]]).repeat(len(columns), 0)
    return np.column_stack([columns, tail])


def chunks(seed: int) -> Any:
    for number in range(CASES // CHUNK):
        rng = np.random.default_rng((seed, number))
        yield rng, (edge_poses if number % 2 else random_poses)(rng, CHUNK)


def test_walls_and_chariots_agree_with_shapely(fast: Any) -> None:
    ties = 0
    for _, pose in chunks(1):
        corners = hexagons(pose)
        shapes = shapely.polygons(corners.astype(float))
        margin = np.minimum(distance_to_axis(shapes) - INNER, OUTER - farthest_corner(corners))
        ties += agree(verdicts(fast, geometry.chariot_clear, walls(pose)), margin)
    print(f"chariot and walls: {CASES} cases, {ties} ties")


def test_walls_and_rulers_agree_with_shapely(fast: Any) -> None:
    ties = 0
    for rng, pose in chunks(2):
        move, _ = moves(rng, pose)
        corners = rulers(move, move[:, 7])
        shapes = shapely.polygons(corners.astype(float))
        margin = np.minimum(distance_to_axis(shapes) - INNER, OUTER - farthest_corner(corners))
        ties += agree(verdicts(fast, geometry.ruler_clear, walls(np.column_stack([move[:, :4], move[:, 7]]))), margin)
    print(f"ruler and walls: {CASES} cases, {ties} ties")


def test_overlap_and_contact_agree_with_shapely(fast: Any) -> None:
    ties = 0
    for rng, pose in chunks(3):
        other = neighbours(rng, pose)
        mine, theirs = (shapely.polygons(hexagons(p).astype(float)) for p in (pose, other))
        pairs = np.column_stack([pose, other])
        gap = shapely.distance(mine, theirs)
        common = shapely.area(shapely.intersection(mine, theirs))
        overlapping = verdicts(fast, geometry.chariots_overlap, pairs)
        touching = (gap < BAND) & (common < 1e-3)
        assert not ((overlapping != (common > 0)) & ~touching).any()
        ties += int(touching.sum())
        ties += agree(verdicts(fast, geometry.in_contact, pairs), CONTACT_GAP - gap)
    print(f"overlap and contact: {CASES} cases, {ties} ties")


def test_rulers_and_chariots_agree_with_shapely(fast: Any) -> None:
    ties = 0
    for rng, pose in chunks(4):
        move, _ = moves(rng, pose)
        other = neighbours(rng, np.column_stack([(move[:, :2] + move[:, 2:4]) // 2, pose[:, 2]]))
        ruler = shapely.polygons(rulers(move, move[:, 7]).astype(float))
        theirs = shapely.polygons(hexagons(other).astype(float))
        common = shapely.area(shapely.intersection(ruler, theirs))
        mine = verdicts(fast, geometry.ruler_overlaps, np.column_stack([move[:, :4], move[:, 7], other]))
        touching = (shapely.distance(ruler, theirs) < BAND) & (common < 1e-3)
        assert not ((mine != (common > 0)) & ~touching).any()
        ties += int(touching.sum())
    print(f"ruler and chariot: {CASES} cases, {ties} ties")


def test_moves_are_rounded_in_turn(fast: Any) -> None:
    rng = np.random.default_rng(5)
    pose = random_poses(rng, 20_000)
    move, card = moves(rng, pose)
    for row, expected in zip(np.column_stack([pose, card]).tolist(), move.tolist(), strict=True):
        assert list(geometry.placed(*row)) == expected[:7]
        assert fast[geometry.placed](*row) == geometry.placed(*row)


def test_straight_ahead_is_ruler_and_one_length() -> None:
    for ruler in RULERS:
        assert geometry.placed(0, 0, 0, ruler, 0, 0)[4] == ruler + 1024


def test_ties_at_the_walls_are_crashes() -> None:
    """BH-1: a chariot whose side lies exactly on a wall touches it; one unit away it does not."""
    assert not geometry.chariot_clear(0, INNER + 205, 0, HALF_AXIS, INNER, OUTER)
    assert geometry.chariot_clear(0, INNER + 206, 0, HALF_AXIS, INNER, OUTER)
    assert not geometry.chariot_clear(0, OUTER - 205, 0, HALF_AXIS, INNER, OUTER)
    assert geometry.chariot_clear(0, OUTER - 206, 0, HALF_AXIS, INNER, OUTER)
    assert not geometry.chariot_clear(HALF_AXIS + INNER + 205, 0, 90, HALF_AXIS, INNER, OUTER)
    assert geometry.chariot_clear(HALF_AXIS + INNER + 206, 0, 90, HALF_AXIS, INNER, OUTER)


def test_bare_touch_is_contact_not_overlap() -> None:
    """BH-1 and BH-5: side by side with no gap, and with the widest gap that is still contact."""
    assert not geometry.chariots_overlap(0, 0, 0, 0, 410, 0)
    assert geometry.chariots_overlap(0, 0, 0, 0, 409, 0)
    assert geometry.in_contact(0, 0, 0, 0, 410 + 128, 0)
    assert not geometry.in_contact(0, 0, 0, 0, 410 + 129, 0)


def test_contact_is_euclidean_tip_to_tip() -> None:
    """BH-5: separating axes would accept a gap of 0.144 lengths between tips."""
    assert geometry.in_contact(0, 0, 0, 1024 + 128, 0, 0)
    assert not geometry.in_contact(0, 0, 0, 1024 + 129, 0, 0)


def test_long_ruler_does_not_jump_the_middle_wall() -> None:
    """All four corners of this ruler are clear of the middle wall, and it lies across it."""
    assert not geometry.ruler_clear(0, -1280, 0, 1280, 90, HALF_AXIS, INNER, OUTER)
    assert not geometry.ruler_clear(HALF_AXIS, -1280, HALF_AXIS + 300, 1280, 83, HALF_AXIS, INNER, OUTER)


def test_both_backends_give_the_same_verdicts(fast: Any) -> None:
    rng = np.random.default_rng(6)
    for _ in range(many(2, 20)):
        pose = edge_poses(rng, 2_000)
        other = neighbours(rng, pose)
        move, _ = moves(rng, pose)
        ruler = np.column_stack([move[:, :4], move[:, 7]])
        pairs = np.column_stack([pose, other])
        sectors = np.column_stack([pose[:, :2], np.full((len(pose), 2), (HALF_AXIS, LINE))])
        for function, columns in (
            (geometry.chariot_clear, walls(pose)),
            (geometry.ruler_clear, walls(ruler)),
            (geometry.chariots_overlap, pairs),
            (geometry.in_contact, pairs),
            (geometry.ruler_overlaps, np.column_stack([ruler, neighbours(rng, pose)])),
            (geometry.sector_of, sectors),
            (geometry.wholly_beyond, np.column_stack([pose[:, [0, 2]], np.full(len(pose), LINE)])),
        ):
            plain = [function(*row) for row in columns.tolist()]
            assert plain == verdicts(fast, function, columns).tolist(), function.__name__


def test_small_numbers_of_a_record_do_not_overflow(fast: Any) -> None:
    """State fields are 16 bits wide; products of them must not be."""
    row = [np.int16(n) for n in (9700, 1200, 77, 9300, 300, 80)]
    assert fast[geometry.in_contact](*row) == geometry.in_contact(9700, 1200, 77, 9300, 300, 80)
    for x in (-9800, 9800):
        walled = (x, 1500, 200, HALF_AXIS, INNER, OUTER)
        assert fast[geometry.chariot_clear](*map(np.int16, walled)) == geometry.chariot_clear(*walled)


def test_progress_grows_along_a_lap() -> None:
    """BH-13: sectors follow each other, and within each the one farther on leads."""
    before = None
    path = [(x, -2000) for x in range(LINE + 1, HALF_AXIS + 1, 97)]
    bend = np.radians(np.arange(-89, 90, 3))
    path += [(int(HALF_AXIS + 2000 * np.cos(t)) + 1, int(2000 * np.sin(t))) for t in bend]
    path += [(x, 2000) for x in range(HALF_AXIS, -HALF_AXIS - 1, -97)]
    path += [(int(-HALF_AXIS - 2000 * np.cos(t)) - 1, int(-2000 * np.sin(t))) for t in bend]
    path += [(x, -2000) for x in range(-HALF_AXIS, LINE + 1, 97)]
    for x, y in path:
        sector = geometry.sector_of(x, y, HALF_AXIS, LINE)
        if before is not None:
            old, old_x, old_y = before
            assert sector >= old
            if sector == old:
                assert geometry.farther(sector, x, y, old_x, old_y, HALF_AXIS) > 0
                assert geometry.farther(sector, old_x, old_y, x, y, HALF_AXIS) < 0
        before = (sector, x, y)


def test_level_chariots_are_ranked_from_the_inside() -> None:
    """BH-13: level, the smaller squared distance to the axis leads."""
    assert geometry.farther(geometry.BEYOND_LINE, 100, -900, 100, -1500, HALF_AXIS) > 0
    assert geometry.farther(geometry.FIRST_BEND, HALF_AXIS + 900, 0, HALF_AXIS + 1500, 0, HALF_AXIS) > 0


def test_wraps_change_by_the_line_only() -> None:
    assert [geometry.wraps_between(b, a) for b, a in ((4, 0), (3, 1), (3, 0), (0, 4), (1, 3), (4, 3), (1, 2))] == [
        1,
        1,
        1,
        -1,
        -1,
        0,
        0,
    ]


def test_beyond_the_line_means_all_six_corners() -> None:
    """BH-14: strictly past it."""
    assert not geometry.wholly_beyond(LINE + 512, 0, LINE)
    assert geometry.wholly_beyond(LINE + 513, 0, LINE)
    assert not geometry.wholly_beyond(LINE + 205, 90, LINE)
    assert geometry.wholly_beyond(LINE + 206, 90, LINE)
