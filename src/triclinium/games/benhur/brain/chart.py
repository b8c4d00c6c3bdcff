"""The chart of a track: small cells of sand, and where each ruler leads from each cell.

The track is symmetric, so only the half with y <= 0 is charted. `prospects` uses the chart to work out how far a
chariot gets with the cards it holds.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.outlook import clear_of_walls, course_at, distance, wraps_after
from triclinium.games.benhur.rules.cards import ANGLE_MOST, FREE, NOTCH, SPEEDS
from triclinium.games.benhur.rules.geometry import RULERS, chariot_clear, placed
from triclinium.games.benhur.rules.state import State

HALF_NOTCH = NOTCH // 2
CELL = 96
"""The side of a cell: a little less than a tenth of a chariot."""
MOVES = 9 * SPEEDS
"""Each speed has nine placements with notched steering."""
ASTRAY = 90
"""Headings further off course than this are not charted."""


# --- Cells ----------------------------------------------------------------------------------------


@kernel
def heading_step(s: State) -> int:
    """The step between charted headings: a notch, or half of one with free steering."""
    return HALF_NOTCH if s.steering == FREE else NOTCH


@kernel
def cell_columns(s: State) -> int:
    """The length of the track in cells."""
    return 2 * (s.half_axis + s.outer) // CELL + 1


@kernel
def cell_rows(s: State) -> int:
    """The width of half the track in cells."""
    return s.outer // CELL + 1


@kernel
def cell_count(s: State) -> int:
    """The number of cells, counting every heading."""
    return cell_columns(s) * cell_rows(s) * (360 // HALF_NOTCH if s.steering == FREE else 360 // NOTCH)


@kernel
def cell_of(s: State, x: int, y: int, heading: int) -> int:
    """The cell of a pose. The far half of the track is mapped to the near one."""
    if y > 0:
        x = -x
        y = -y
        heading += 180
    spot = (x + s.half_axis + s.outer) // CELL * cell_rows(s) + (y + s.outer) // CELL
    if s.steering == FREE:  # two divisions by constants take less time than one by a step
        return spot * (360 // HALF_NOTCH) + (heading + HALF_NOTCH // 2) % 360 // HALF_NOTCH
    return spot * (360 // NOTCH) + (heading + NOTCH // 2) % 360 // NOTCH


@kernel
def cell_x(s: State, cell: int) -> int:
    return cell // (360 // heading_step(s)) // cell_rows(s) * CELL + CELL // 2 - s.half_axis - s.outer


@kernel
def cell_y(s: State, cell: int) -> int:
    """The middle of a cell in y. The last row reaches over the axis, where no chariot stands."""
    return cell // (360 // heading_step(s)) % cell_rows(s) * CELL + CELL // 2 - s.outer


@kernel
def cell_heading(s: State, cell: int) -> int:
    step = heading_step(s)
    return cell % (360 // step) * step


# --- Making a chart -------------------------------------------------------------------------------


@kernel
def charted(s: State, cell: int) -> bool:
    """Whether a chariot may stand in the middle of a cell, roughly on course."""
    x = cell_x(s, cell)
    y = cell_y(s, cell)
    heading = cell_heading(s, cell)
    off = (heading - course_at(s, x, y) + 180) % 360 - 180
    return abs(off) <= ASTRAY and y < 0 and chariot_clear(x, y, heading, s.half_axis, s.middle, s.outer)


@kernel
def number_cells(s: State, chart: list[int], places: list[int]) -> int:
    """Number the charted cells and return how many. A cell beside a wall shares the number of a neighbour."""
    count = 0
    for cell in range(cell_count(s)):
        chart[cell] = 0
        if charted(s, cell):
            places[count] = cell
            count += 1
            chart[cell] = count
    turns = 360 // heading_step(s)
    for cell in range(cell_count(s)):
        if chart[cell] == 0:
            chart[cell] = -neighbour(s, chart, cell, turns)
    for cell in range(cell_count(s)):
        chart[cell] = abs(chart[cell])
    return count


@kernel
def neighbour(s: State, chart: list[int], cell: int, turns: int) -> int:
    """The number of a charted neighbour of a cell with the same heading, or 0."""
    for across in range(-1, 2):
        for along in range(-1, 2):
            beside = cell + (along * cell_rows(s) + across) * turns
            if 0 <= beside < cell_count(s) and chart[beside] > 0:
                return chart[beside]
    return 0


@kernel
def lay_rulers(s: State, chart: list[int], places: list[int], count: int, ends: list[int], gains: list[int]) -> None:
    """Lay every ruler from every charted cell: note the cell it leads to (0 for a wall) and the distance gained."""
    for number in range(count):
        x = cell_x(s, places[number])
        y = cell_y(s, places[number])
        heading = cell_heading(s, places[number])
        here = distance(s, x, y, 0)
        at = number * MOVES
        for speed in range(SPEEDS):
            for a in range(-ANGLE_MOST, ANGLE_MOST + 1, NOTCH):
                for b in range(-ANGLE_MOST, ANGLE_MOST + 1, NOTCH):
                    _, _, _, _, new_x, new_y, last = placed(x, y, heading, RULERS[speed], a, b)
                    ends[at] = 0
                    gains[at] = distance(s, new_x, new_y, wraps_after(s, x, y, 0, new_x, new_y)) - here
                    if gains[at] > 0 and clear_of_walls(s, x, y, heading, speed, a, b):
                        ends[at] = chart[cell_of(s, new_x, new_y, last)]
                    at += 1
