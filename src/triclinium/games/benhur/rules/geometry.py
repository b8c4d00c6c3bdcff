"""The sand, the chariots and the rulers in whole numbers. Every verdict is exact.

A chariot is 1024 long. Headings are whole degrees, counter-clockwise from the direction of the near straight. The
middle wall is a capsule round the axis from (-half_axis, 0) to (half_axis, 0); the outer wall is parallel to it.
Chariots and rulers are symmetric about their centres, which keeps the tests short.
"""

from __future__ import annotations

import math

from triclinium.core.kernel import kernel

LENGTH = 1024
TIP = 512
SHOULDER = 394
HALF_BREADTH = 205
RULERS = (512, 1024, 1536, 2048, 2560)
RULER_HALF_BREADTH = 123
CONTACT_GAP = 128

QUARTER = tuple(round(16384 * math.sin(math.radians(degrees))) for degrees in range(91))
"""Sines from 0 to 90 degrees; the rest of the circle follows."""

# The largest distance of a corner from the centre of a chariot, rounding included.
REACH = TIP + 1

# The six corners, counter-clockwise from the front tip: distance along the heading, and to its left.
CORNERS = 6
CORNER_ALONG = (TIP, SHOULDER, -SHOULDER, -TIP, -SHOULDER, SHOULDER)
CORNER_LEFT = (0, HALF_BREADTH, HALF_BREADTH, 0, -HALF_BREADTH, -HALF_BREADTH)

# The sectors of a lap (BH-13).
BEYOND_LINE = 0
FIRST_BEND = 1
FAR_STRAIGHT = 2
SECOND_BEND = 3
BEFORE_LINE = 4


# --- Poses --------------------------------------------------------------------------------------


@kernel
def rounded(value: int) -> int:
    """A product with the sine table as a whole number. Rounding is odd, so opposite corners stay opposite."""
    if value < 0:
        return -((8192 - value) >> 14)
    return (value + 8192) >> 14


@kernel
def sine(degrees: int) -> int:
    """The sine of 0 to 449 degrees, times 16384."""
    if degrees >= 360:
        degrees -= 360
    sign = 1
    if degrees >= 180:
        degrees -= 180
        sign = -1
    if degrees > 90:
        degrees = 180 - degrees
    return sign * QUARTER[degrees]


@kernel
def along_x(length: int, heading: int) -> int:
    """The x part of a length along a heading."""
    return rounded(length * sine(heading + 90))


@kernel
def along_y(length: int, heading: int) -> int:
    """The y part of a length along a heading."""
    return rounded(length * sine(heading))


@kernel
def turned(heading: int, angle: int) -> int:
    """A heading after a turn, from 0 to 359."""
    return (heading + angle) % 360


@kernel
def placed(x: int, y: int, heading: int, ruler: int, a: int, b: int) -> tuple[int, int, int, int, int, int, int]:
    """A move: the tip, the end of the ruler, the new centre and the new heading, each rounded in turn."""
    tip_x = x + along_x(TIP, heading)
    tip_y = y + along_y(TIP, heading)
    middle = turned(heading, a)
    end_x = tip_x + along_x(ruler, middle)
    end_y = tip_y + along_y(ruler, middle)
    last = turned(middle, b)
    return tip_x, tip_y, end_x, end_y, end_x + along_x(TIP, last), end_y + along_y(TIP, last), last


@kernel
def corner_x(heading: int, corner: int) -> int:
    """The x distance of a corner from the centre."""
    return rounded(CORNER_ALONG[corner] * sine(heading + 90) - CORNER_LEFT[corner] * sine(heading))


@kernel
def corner_y(heading: int, corner: int) -> int:
    """The y distance of a corner from the centre."""
    return rounded(CORNER_ALONG[corner] * sine(heading) + CORNER_LEFT[corner] * sine(heading + 90))


# --- Walls (BH-1): touching is a crash ------------------------------------------------------------


@kernel
def axis_distance2(x: int, y: int, half_axis: int) -> int:
    """The squared distance of a point from the axis of the track."""
    over = abs(x) - half_axis
    if over <= 0:
        return y * y
    return over * over + y * y


@kernel
def segment_clear(ax: int, ay: int, bx: int, by: int, half_axis: int, inner: int) -> bool:
    """Whether the segment from a to b stays farther than `inner` from the axis. b belongs to the next segment."""
    if (ay > inner and by > inner) or (ay < -inner and by < -inner):
        return True
    if abs(ax) > half_axis + inner and abs(bx) > half_axis + inner and (ax > 0) == (bx > 0):
        return True
    if axis_distance2(ax, ay, half_axis) <= inner * inner:
        return False
    ex = bx - ax
    ey = by - ay
    length2 = ex * ex + ey * ey
    for side in range(-1, 2, 2):  # the two ends of the axis against the segment
        px = side * half_axis - ax
        dot = px * ex - ay * ey
        if 0 < dot < length2:
            cross = ex * ay + ey * px
            if cross * cross <= inner * inner * length2:
                return False
    if (ay > 0) == (by > 0):
        return True
    # The segment crosses the line of the axis at x = crossing / rise.
    rise = ay - by
    crossing = ax * rise + ex * ay
    if rise < 0:
        rise = -rise
        crossing = -crossing
    return crossing < -half_axis * rise or crossing > half_axis * rise


@kernel
def chariot_inside(x: int, y: int, heading: int, half_axis: int, outer: int) -> bool:
    """Whether a chariot is entirely inside the outer wall. The wall is convex, so the corners decide."""
    near = outer - REACH
    if near > 0 and axis_distance2(x, y, half_axis) < near * near:
        return True
    limit = outer * outer
    for corner in range(3):  # a corner and its opposite
        dx = corner_x(heading, corner)
        dy = corner_y(heading, corner)
        if axis_distance2(x + dx, y + dy, half_axis) >= limit or axis_distance2(x - dx, y - dy, half_axis) >= limit:
            return False
    return True


@kernel
def chariot_off_middle(x: int, y: int, heading: int, half_axis: int, inner: int) -> bool:
    """Whether a chariot is clear of the middle wall: three edges and their opposites."""
    far = inner + REACH
    if axis_distance2(x, y, half_axis) > far * far:
        return True
    ax = corner_x(heading, 0)
    ay = corner_y(heading, 0)
    for corner in range(1, 4):
        bx = corner_x(heading, corner)
        by = corner_y(heading, corner)
        if not segment_clear(x + ax, y + ay, x + bx, y + by, half_axis, inner):
            return False
        if not segment_clear(x - ax, y - ay, x - bx, y - by, half_axis, inner):
            return False
        ax = bx
        ay = by
    return True


@kernel
def chariot_clear(x: int, y: int, heading: int, half_axis: int, inner: int, outer: int) -> bool:
    return chariot_inside(x, y, heading, half_axis, outer) and chariot_off_middle(x, y, heading, half_axis, inner)


@kernel
def ruler_clear(
    tip_x: int, tip_y: int, end_x: int, end_y: int, heading: int, half_axis: int, inner: int, outer: int
) -> bool:
    """Whether a ruler, laid from the tip of a chariot, touches neither wall."""
    nx = -along_y(RULER_HALF_BREADTH, heading)
    ny = along_x(RULER_HALF_BREADTH, heading)
    limit = outer * outer
    if axis_distance2(end_x + nx, end_y + ny, half_axis) >= limit:
        return False
    if axis_distance2(end_x - nx, end_y - ny, half_axis) >= limit:
        return False
    if axis_distance2(tip_x + nx, tip_y + ny, half_axis) >= limit:
        return False
    if axis_distance2(tip_x - nx, tip_y - ny, half_axis) >= limit:
        return False
    return (
        segment_clear(tip_x + nx, tip_y + ny, end_x + nx, end_y + ny, half_axis, inner)
        and segment_clear(end_x + nx, end_y + ny, end_x - nx, end_y - ny, half_axis, inner)
        and segment_clear(end_x - nx, end_y - ny, tip_x - nx, tip_y - ny, half_axis, inner)
        and segment_clear(tip_x - nx, tip_y - ny, tip_x + nx, tip_y + ny, half_axis, inner)
    )


# --- Chariots among themselves: only overlapping interiors block (BH-1) ---------------------------


@kernel
def shadow(ex: int, ey: int, heading: int) -> int:
    """Half the width of a chariot seen along a direction, times the length of the direction."""
    widest = 0
    for corner in range(3):
        reach = abs(ex * corner_y(heading, corner) - ey * corner_x(heading, corner))
        widest = max(widest, reach)
    return widest


@kernel
def parted_by_edges(dx: int, dy: int, heading: int, other: int) -> bool:
    """Whether an edge of the first chariot separates it from the second, which is dx and dy away."""
    ax = corner_x(heading, 0)
    ay = corner_y(heading, 0)
    for corner in range(1, 4):
        bx = corner_x(heading, corner)
        by = corner_y(heading, corner)
        ex = bx - ax
        ey = by - ay
        if abs(ex * dy - ey * dx) >= abs(ex * ay - ey * ax) + shadow(ex, ey, other):
            return True
        ax = bx
        ay = by
    return False


@kernel
def chariots_overlap(x: int, y: int, heading: int, other_x: int, other_y: int, other: int) -> bool:
    """Whether two chariots overlap. Mere contact is no overlap."""
    dx = other_x - x
    dy = other_y - y
    if dx * dx + dy * dy >= 4 * REACH * REACH:
        return False
    return not (parted_by_edges(dx, dy, heading, other) or parted_by_edges(dx, dy, other, heading))


@kernel
def ruler_overlaps(tip_x: int, tip_y: int, end_x: int, end_y: int, heading: int, x: int, y: int, other: int) -> bool:
    """Whether a ruler and a chariot overlap. All lengths are doubled, so that the ruler's centre is whole."""
    rx = end_x - tip_x
    ry = end_y - tip_y
    dx = 2 * x - tip_x - end_x
    dy = 2 * y - tip_y - end_y
    far = abs(rx) + abs(ry) + 2 * (RULER_HALF_BREADTH + REACH + 2)
    if abs(dx) >= far or abs(dy) >= far:
        return False
    nx = -2 * along_y(RULER_HALF_BREADTH, heading)
    ny = 2 * along_x(RULER_HALF_BREADTH, heading)
    own = abs(rx * ny - ry * nx)
    if abs(rx * dy - ry * dx) >= own + 2 * shadow(rx, ry, other):
        return False
    if abs(nx * dy - ny * dx) >= own + 2 * shadow(nx, ny, other):
        return False
    ax = corner_x(other, 0)
    ay = corner_y(other, 0)
    for corner in range(1, 4):
        bx = corner_x(other, corner)
        by = corner_y(other, corner)
        ex = bx - ax
        ey = by - ay
        breadth = abs(ex * ry - ey * rx) + abs(ex * ny - ey * nx)
        if abs(ex * dy - ey * dx) >= 2 * abs(ex * ay - ey * ax) + breadth:
            return False
        ax = bx
        ay = by
    return True


@kernel
def near_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int, gap: int) -> bool:
    """Whether a point is at most `gap` away from the segment from a to b."""
    ex = bx - ax
    ey = by - ay
    dot = (px - ax) * ex + (py - ay) * ey
    if dot <= 0:
        return (px - ax) * (px - ax) + (py - ay) * (py - ay) <= gap * gap
    length2 = ex * ex + ey * ey
    if dot >= length2:
        return (px - bx) * (px - bx) + (py - by) * (py - by) <= gap * gap
    cross = ex * (py - ay) - ey * (px - ax)
    return cross * cross <= gap * gap * length2


@kernel
def corner_near(dx: int, dy: int, heading: int, other: int, gap: int) -> bool:
    """Whether a corner of the second chariot, dx and dy away, is at most `gap` from an edge of the first."""
    for far_corner in range(CORNERS):
        px = dx + corner_x(other, far_corner)
        py = dy + corner_y(other, far_corner)
        ax = corner_x(heading, CORNERS - 1)
        ay = corner_y(heading, CORNERS - 1)
        for corner in range(CORNERS):
            bx = corner_x(heading, corner)
            by = corner_y(heading, corner)
            if near_segment(px, py, ax, ay, bx, by, gap):
                return True
            ax = bx
            ay = by
    return False


@kernel
def in_contact(x: int, y: int, heading: int, other_x: int, other_y: int, other: int) -> bool:
    """Whether two chariots are in contact: at most an eighth of a length apart (BH-5)."""
    dx = other_x - x
    dy = other_y - y
    far = 2 * REACH + CONTACT_GAP
    if dx * dx + dy * dy > far * far:
        return False
    if corner_near(dx, dy, heading, other, CONTACT_GAP) or corner_near(-dx, -dy, other, heading, CONTACT_GAP):
        return True
    return chariots_overlap(x, y, heading, other_x, other_y, other)


# --- Progress (BH-13) and the line (BH-14) --------------------------------------------------------


@kernel
def sector_of(x: int, y: int, half_axis: int, line: int) -> int:
    """The sector of the lap that a centre is in."""
    if x > half_axis:
        return FIRST_BEND
    if x < -half_axis:
        return SECOND_BEND
    if y > 0:
        return FAR_STRAIGHT
    return BEYOND_LINE if x > line else BEFORE_LINE


@kernel
def wraps_between(before: int, after: int) -> int:
    """How the wraps change between two sectors."""
    if before >= SECOND_BEND and after <= FIRST_BEND:
        return 1
    if before <= FIRST_BEND and after >= SECOND_BEND:
        return -1
    return 0


@kernel
def farther(sector: int, x: int, y: int, other_x: int, other_y: int, half_axis: int) -> int:
    """Compare two centres in one sector: positive if the first is ahead, negative if the second. Level, the inner
    one.
    """
    if sector == FAR_STRAIGHT:
        lead = other_x - x
    elif sector == FIRST_BEND:
        lead = (other_x - half_axis) * y - other_y * (x - half_axis)
    elif sector == SECOND_BEND:
        lead = (other_x + half_axis) * y - other_y * (x + half_axis)
    else:
        lead = x - other_x
    if lead == 0:
        lead = axis_distance2(other_x, other_y, half_axis) - axis_distance2(x, y, half_axis)
    return lead


@kernel
def wholly_beyond(x: int, heading: int, line: int) -> bool:
    """Whether all six corners are strictly past the line, for a chariot on the near straight (BH-14)."""
    return x - max(abs(corner_x(heading, 0)), abs(corner_x(heading, 1)), abs(corner_x(heading, 2))) > line
