"""A race drawn as SVG. It draws the same shapes that the rules judge.

The input is a view and the ruler of the last move, in the whole numbers of the rules. The y axis is flipped, because in
SVG it points down. No meaning depends on colour alone: every chariot shows its driver's letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from triclinium.core.game import View
from triclinium.games.benhur.rules.geometry import (
    CORNERS,
    RULER_HALF_BREADTH,
    RULERS,
    along_x,
    along_y,
    corner_x,
    corner_y,
    placed,
    turned,
)

MARGIN = 700
WALL = 260
LETTERS = {
    "ben_hur": "B",
    "messala": "M",
    "cleanthes": "A",
    "byzantium": "Z",
    "corinth": "K",
    "sidon": "S",
}
"""Ben Hur, Messala, the Athenian, Byzantium, Corinth (Korinthos), Sidon."""
COLOURS = {
    "ben_hur": "#f4f1e8",
    "messala": "#8c1c13",
    "cleanthes": "#1f5673",
    "byzantium": "#c8961e",
    "corinth": "#3f6b35",
    "sidon": "#5b2a6e",
}
INK = {"ben_hur": "#2a1f14", "byzantium": "#2a1f14"}
NUMERALS = ("I", "II", "III", "IV", "V", "VI")


@dataclass(frozen=True, slots=True)
class Move:
    """The last speed card: where the chariot stood, and where ruler and chariot were laid."""

    x: int
    y: int
    heading: int
    speed: int
    a: int
    b: int


def circus_svg(view: View, last: Move | None = None, title: str = "Ben Hur") -> str:
    """The circus seen from above."""
    seen: Any = view
    track = seen["table"]["track"]
    half, outer = track["axis"] // 2, track["outer"]
    wide, high = half + outer + WALL + MARGIN, outer + WALL + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-wide} {-high} {2 * wide} {2 * high}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect x="{-wide}" y="{-high}" width="{2 * wide}" height="{2 * high}" fill="#2b2118"/>',
        *_sand(track),
    ]
    if last is not None:
        parts += _ruler(last)
    parts += [_chariot(chariot) for chariot in seen["chariots"] if chariot["status"] == "racing"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def track_svg(track: Any) -> str:
    """The track alone, up to the outside of its wall."""
    half, outer = track["axis"] // 2, track["outer"]
    wide, high = half + outer + WALL, outer + WALL
    box = f'viewBox="{-wide} {-high} {2 * wide} {2 * high}" width="{2 * wide}" height="{2 * high}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>', *_sand(track), "</svg>"]
    return "\n".join(parts) + "\n"


def _sand(track: Any) -> list[str]:
    half, outer = track["axis"] // 2, track["outer"]
    return [
        _capsule(half, outer + WALL, "#a0522d", "#6b3418"),
        _capsule(half, outer, "#e6cf9d", "#6b3418"),
        *_ranking_lines(half, track["middle"], outer),
        _capsule(half, track["middle"], "#cfc6b8", "#7d7466"),
        *_spina(half),
        *_line_and_places(track),
    ]


def _capsule(half: int, radius: int, fill: str, stroke: str) -> str:
    """The wall at a distance from the axis."""
    path = (
        f"M {-half} {-radius} L {half} {-radius} A {radius} {radius} 0 0 1 {half} {radius} "
        f"L {-half} {radius} A {radius} {radius} 0 0 1 {-half} {-radius} Z"
    )
    return f'<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="40"/>'


def _ranking_lines(half: int, middle: int, outer: int) -> list[str]:
    """Fine lines across the sand: parallel on the straights, fanned in the bends."""
    style = 'stroke="#c4a871" stroke-width="14"'
    lines = []
    for x in range(-half, half + 1, 1024):
        for side in (-1, 1):
            lines.append(f'<line x1="{x}" y1="{side * middle}" x2="{x}" y2="{side * outer}" {style}/>')
    for degrees in range(-75, 90, 15):
        for side, turn in ((1, 0), (-1, 180)):
            heading = (degrees + turn) % 360
            near = (side * half + along_x(middle, heading), -along_y(middle, heading))
            far = (side * half + along_x(outer, heading), -along_y(outer, heading))
            lines.append(f'<line x1="{near[0]}" y1="{near[1]}" x2="{far[0]}" y2="{far[1]}" {style}/>')
    return lines


def _spina(half: int) -> list[str]:
    """Decoration of the middle wall: turning posts and an obelisk."""
    posts = [
        f'<circle cx="{side * half}" cy="0" r="190" fill="#8f8576" stroke="#5f574a" stroke-width="24"/>'
        for side in (-1, 1)
    ]
    return [
        *posts,
        f'<rect x="{-half + 600}" y="-120" width="{2 * half - 1200}" height="240" rx="60" fill="#b9ae9d"/>',
        '<path d="M -160 0 L 0 -90 L 160 0 L 0 90 Z" fill="#7d7466"/>',
    ]


def _line_and_places(track: Any) -> list[str]:
    x = track["line"]
    parts = [
        f'<line x1="{x}" y1="{track["middle"]}" x2="{x}" y2="{track["outer"]}" stroke="#fffaf0" stroke-width="70"/>',
        f'<line x1="{x}" y1="{track["middle"]}" x2="{x}" y2="{track["outer"]}" stroke="#8c1c13" stroke-width="24"/>',
    ]
    for numeral, (place_x, place_y) in zip(NUMERALS, track["places"], strict=True):
        parts.append(
            f'<polygon points="{_hexagon(place_x, place_y, 0)}" fill="none" stroke="#b08d57" stroke-width="18"/>'
        )
        parts.append(_text(place_x, place_y, numeral, "#9a7a48", 230))
    return parts


def _hexagon(x: int, y: int, heading: int) -> str:
    """The six corners of a chariot, as the rules place them."""
    corners = [(x + corner_x(heading, n), -(y + corner_y(heading, n))) for n in range(CORNERS)]
    return " ".join(f"{px},{py}" for px, py in corners)


def _text(x: int, y: int, text: str, colour: str, size: int) -> str:
    return (
        f'<text x="{x}" y="{-y}" fill="{colour}" font-size="{size}" font-family="serif" font-weight="bold" '
        f'text-anchor="middle" dominant-baseline="central">{escape(text)}</text>'
    )


def _chariot(chariot: Any) -> str:
    """A chariot with its driver's letter, and a yoke to mark the front."""
    driver = chariot["driver"] or "ben_hur"
    x, y, heading = chariot["x"], chariot["y"], chariot["heading"]
    tip = (x + along_x(512, heading), -(y + along_y(512, heading)))
    left = (x + along_x(330, turned(heading, 22)), -(y + along_y(330, turned(heading, 22))))
    right = (x + along_x(330, turned(heading, -22)), -(y + along_y(330, turned(heading, -22))))
    ink = INK.get(driver, "#f4f1e8")
    corners = _hexagon(x, y, heading)
    yoke = f"M {left[0]} {left[1]} L {tip[0]} {tip[1]} L {right[0]} {right[1]}"
    parts = [
        f'<g class="chariot" data-driver="{driver}">',
        f'<polygon points="{corners}" fill="{COLOURS[driver]}" stroke="#2a1f14" stroke-width="30"/>',
        f'<path d="{yoke}" fill="none" stroke="{ink}" stroke-width="36"/>',
        _text(x - along_x(60, heading), y - along_y(60, heading), LETTERS[driver], ink, 300),
        "</g>",
    ]
    return "\n".join(parts)


def _ruler(move: Move) -> list[str]:
    """The ruler of the last move, and the place that the chariot left."""
    tip_x, tip_y, end_x, end_y, *_ = placed(move.x, move.y, move.heading, RULERS[move.speed], move.a, move.b)
    heading = turned(move.heading, move.a)
    nx, ny = -along_y(RULER_HALF_BREADTH, heading), along_x(RULER_HALF_BREADTH, heading)
    corners = [
        (tip_x + nx, tip_y + ny),
        (end_x + nx, end_y + ny),
        (end_x - nx, end_y - ny),
        (tip_x - nx, tip_y - ny),
    ]
    points = " ".join(f"{x},{-y}" for x, y in corners)
    left = _hexagon(move.x, move.y, move.heading)
    return [
        f'<polygon points="{left}" fill="none" stroke="#2a1f14" stroke-width="24" stroke-dasharray="70 50"/>',
        (
            f'<polygon class="ruler" points="{points}" fill="#d9a441" fill-opacity="0.85" stroke="#6b3418" '
            'stroke-width="24"/>'
        ),
    ]
