"""The track as data: read from a file like `track.toml`, checked, and stored in the options of a game."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from triclinium.core.datafile import read_toml
from triclinium.core.decision import Json
from triclinium.core.game import BadOptions
from triclinium.games.benhur.manifest import MANIFEST
from triclinium.games.benhur.rules import geometry as shape
from triclinium.games.benhur.rules.cards import ANGLE_MOST, CHARIOTS_MOST, NOTCH, PLACE_NAMES

FIELDS = {"name", "axis", "middle", "outer", "line", "places"}
NAME_LONGEST = 60
AXIS_LEAST = 6 * shape.LENGTH
"""A shorter straight could be crossed in one move or collision, and a lap miscounted."""
AXIS_MOST = 14 * shape.LENGTH
MIDDLE_LEAST = 128
WIDTH_LEAST = CHARIOTS_MOST * 2 * shape.HALF_BREADTH + (CHARIOTS_MOST - 1) * (shape.CONTACT_GAP + 1) + 2
"""Six chariots abreast, none in contact and none at a wall."""
LANE_OUTER_MOST = 3665
"""In a bend as wide as 3.58 lengths, the longest ruler at full turn would drive in circles for ever."""
LINE_MARGIN = shape.LENGTH
SEARCH_STEP = 10
"""The search for a U-turn tries every tenth degree. A test tries every degree on the standard track."""
EXPANSIONS_MOST = 4000
TRACKS_KEPT = 256
"""How many checked tracks to remember, so that new ones cannot fill the memory."""


@dataclass(frozen=True, slots=True)
class Track:
    """The measures of a track, as the rules use them."""

    name: str
    axis: int
    middle: int
    outer: int
    line: int
    places: tuple[tuple[int, int], ...]

    @property
    def half_axis(self) -> int:
        return self.axis // 2

    def clear(self, x: int, y: int, heading: int) -> bool:
        return shape.chariot_clear(x, y, heading, self.half_axis, self.middle, self.outer)

    def arc(self, x: int, y: int) -> float:
        """How far along a lap a centre is, measured along the axis and round its ends. For display and search only."""
        half, middle_lane = self.half_axis, (self.middle + self.outer) / 2
        bend = math.pi * middle_lane
        sector = shape.sector_of(x, y, half, self.line)
        if sector == shape.FIRST_BEND:
            return half - self.line + middle_lane * (math.atan2(y, x - half) + math.pi / 2)
        if sector == shape.FAR_STRAIGHT:
            return half - self.line + bend + half - x
        if sector == shape.SECOND_BEND:
            return 3 * half - self.line + bend + middle_lane * (math.atan2(-y, -half - x) + math.pi / 2)
        return x - self.line + (0 if sector == shape.BEYOND_LINE else self.lap())

    def lap(self) -> float:
        """The length of a lap along the middle of the sand."""
        return 4 * self.half_axis + math.pi * (self.middle + self.outer)


def parse_track(text: str) -> Json:
    """Read a track from a file's text. Raises `BadOptions`."""
    data = read_toml(text, "track")
    check_track(data)
    return data


def track_of(track: Any) -> Track:
    """A checked track as the rules use it."""
    places = tuple((int(x), int(y)) for x, y in track["places"])
    return Track(track["name"], track["axis"], track["middle"], track["outer"], track["line"], places)


def check_track(track: Json) -> None:
    """Raise `BadOptions` for a track that cannot be raced on."""
    _check_form(track)
    _check_measures(track_of(track))


def _check_form(track: Json) -> None:
    if not isinstance(track, dict) or set(track) != FIELDS:
        raise BadOptions(f"a track has exactly {', '.join(sorted(FIELDS))}")
    if not isinstance(track["name"], str) or len(track["name"]) > NAME_LONGEST:
        raise BadOptions(f"the name of a track is a text of at most {NAME_LONGEST} letters")
    for measure in ("axis", "middle", "outer", "line"):
        if type(track[measure]) is not int:
            raise BadOptions(f"the track's {measure} must be a whole number; a chariot is {shape.LENGTH} long")
    places = track["places"]
    if not isinstance(places, list) or len(places) != CHARIOTS_MOST:
        raise BadOptions(f"a track has {CHARIOTS_MOST} start places, each [x, y]")
    for place in places:
        if not (isinstance(place, list) and len(place) == 2 and all(type(number) is int for number in place)):
            raise BadOptions("a start place is two whole numbers: [x, y]")


@lru_cache(TRACKS_KEPT)
def _check_measures(track: Track) -> None:
    """Check the measures one by one, then search for ways to drive. The result is cached."""
    if track.axis % 2 or not AXIS_LEAST <= track.axis <= AXIS_MOST:
        raise BadOptions(f"an axis of {track.axis} is impossible; it is even and from {AXIS_LEAST} to {AXIS_MOST}")
    if track.middle < MIDDLE_LEAST:
        raise BadOptions(f"a middle wall of radius {track.middle} is too thin; {MIDDLE_LEAST} is the least")
    if track.outer <= track.middle:
        raise BadOptions(f"the outer wall ({track.outer}) crosses the middle wall ({track.middle})")
    width = track.outer - track.middle
    if width < WIDTH_LEAST:
        raise BadOptions(f"the sand is too narrow ({width}): six chariots abreast need {WIDTH_LEAST} to be apart")
    if track.outer > LANE_OUTER_MOST:
        raise BadOptions(
            f"the outer wall ({track.outer}) leaves a lane that +III+ alone drives round; "
            f"it may be {LANE_OUTER_MOST} from the axis at most"
        )
    if abs(track.line) > track.half_axis - LINE_MARGIN:
        raise BadOptions(f"the line (x = {track.line}) is less than {LINE_MARGIN} from a bend")
    _check_places(track)
    if turning_back(width, SEARCH_STEP):
        raise BadOptions(f"sand as wide as {width} lets a chariot turn round and drive back; make it narrower")
    if not way_round(track):
        raise BadOptions("no way round was found: a chariot that starts at place I cannot finish a lap")


def _check_places(track: Track) -> None:
    for name, (x, y) in zip(PLACE_NAMES, track.places, strict=True):
        if not track.clear(x, y, 0):
            raise BadOptions(f"start place {name} ({x}, {y}) touches a wall")
        if y > 0 or x > track.half_axis or not shape.wholly_beyond(x, 0, track.line):
            raise BadOptions(f"start place {name} ({x}, {y}) is not wholly beyond the line on the near straight")
    for (name, one), (after, two) in combinations(zip(PLACE_NAMES, track.places, strict=True), 2):
        if one[1] <= two[1]:
            raise BadOptions(f"start place {name} must be farther inside than place {after}")
        if shape.in_contact(*one, 0, *two, 0):
            raise BadOptions(f"start places {name} and {after} are in contact")
    for name, (x, y) in zip(PLACE_NAMES, track.places, strict=True):
        tip_x, tip_y, end_x, end_y, new_x, new_y, _ = shape.placed(x, y, 0, shape.RULERS[0], 0, 0)
        in_the_way = any(
            shape.chariots_overlap(new_x, new_y, 0, *other, 0)
            or shape.ruler_overlaps(tip_x, tip_y, end_x, end_y, 0, *other, 0)
            for other in track.places
            if other != (x, y)
        )
        if in_the_way or not track.clear(new_x, new_y, 0):
            raise BadOptions(f"there is no room to start from place {name}: its shortest move is not free")


# --- Searches -----------------------------------------------------------------------------------


@cache
def turning_back(width: int, step: int) -> bool:
    """Whether a chariot on a straight of this width can make a U-turn.

    On a straight only the distance from the wall and the heading matter. All distances reachable with one heading form
    one bit mask, and a placement shifts the whole mask at once. A bend is no wider.
    """
    headings = range(0, 360, step)
    standing = {heading: _standing(width, heading) for heading in headings}
    reached = dict.fromkeys(headings, 0)
    reached[0] = standing[0]
    waiting = {0}
    placements: dict[int, list[tuple[int, int, int]]] = {}
    while waiting and not reached[180]:
        heading = waiting.pop()
        if heading not in placements:
            placements[heading] = _placements(width, heading, step)
        for mask, shift, last in placements[heading]:
            here = reached[heading] & mask
            there = (here << shift if shift >= 0 else here >> -shift) & standing[last]
            if there & ~reached[last]:
                reached[last] |= there
                waiting.add(last)
    return reached[180] != 0


def _between(least: int, most: int) -> int:
    """The mask of all distances from least to most."""
    return (1 << most + 1) - (1 << least) if 0 <= least <= most else 0


def _standing(width: int, heading: int) -> int:
    """The distances from the right-hand wall at which a chariot touches no wall."""
    reach = max(abs(shape.corner_y(heading, corner)) for corner in range(3))
    return _between(reach + 1, width - reach - 1)


def _placements(width: int, heading: int, step: int) -> list[tuple[int, int, int]]:
    """Every placement from a heading: the distances it is clear from, how it shifts them, the new heading."""
    found = []
    angles = range(-ANGLE_MOST, ANGLE_MOST + 1, step)
    for ruler in shape.RULERS:
        for a in angles:
            _, tip, _, end, _, _, middle = shape.placed(0, 0, heading, ruler, a, 0)
            side = abs(shape.along_x(shape.RULER_HALF_BREADTH, middle))
            clear = _between(max(0, 1 + side - min(tip, end)), width - 1 - side - max(tip, end))
            for b in angles:
                placed = shape.placed(0, 0, heading, ruler, a, b)
                found.append((clear, placed[5], placed[6]))
    return found


def way_round(track: Track) -> bool:
    """Whether a lone chariot from place I can drive a lap with short rulers. Tries the farthest pose first."""
    x, y = track.places[0]
    start = (x, y, 0)
    waiting = [(-track.arc(x, y), start, 0)]
    seen = {start}
    for _ in range(EXPANSIONS_MOST):
        if not waiting:
            return False
        _, (x, y, heading), wraps = heapq.heappop(waiting)
        if wraps > 0 and shape.wholly_beyond(x, heading, track.line):
            return True
        for after in _safe_moves(track, x, y, heading):
            if after not in seen:
                seen.add(after)
                before = shape.sector_of(x, y, track.half_axis, track.line)
                sector = shape.sector_of(after[0], after[1], track.half_axis, track.line)
                laps = wraps + shape.wraps_between(before, sector)
                heapq.heappush(waiting, (-track.arc(after[0], after[1]) - laps * track.lap(), after, laps))
    return False


def _safe_moves(track: Track, x: int, y: int, heading: int) -> list[tuple[int, int, int]]:
    found = []
    for ruler in shape.RULERS[:2]:
        for a in (-NOTCH, 0, NOTCH):
            for b in (-NOTCH, 0, NOTCH):
                tip_x, tip_y, end_x, end_y, *after = shape.placed(x, y, heading, ruler, a, b)
                middle = shape.turned(heading, a)
                walls = (track.half_axis, track.middle, track.outer)
                if track.clear(*after) and shape.ruler_clear(tip_x, tip_y, end_x, end_y, middle, *walls):
                    found.append((after[0], after[1], after[2]))
    return found


STANDARD_TRACK: Json = read_toml(MANIFEST.folder("data").joinpath("track.toml").read_text(encoding="utf-8"), "track")
