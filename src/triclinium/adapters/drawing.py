"""Draw a table for people who watch a learner: as text, as pixels, on the screen."""

from __future__ import annotations

import io
from typing import Any

import numpy
from numpy.typing import NDArray
from rich.console import Console

from triclinium.adapters.episode import Episode
from triclinium.adapters.setup import agents_of
from triclinium.core.decision import Seat
from triclinium.terminal.board import board_named
from triclinium.words import Words

RENDER_MODES = ("human", "ansi", "rgb_array")
COLUMNS = 104
ROWS = 44
"""The height of every image. A table that needs more lines is drawn smaller."""
SIGN_WIDTH, SIGN_HEIGHT, SIGN_SIZE = 8, 16, 13
"""The size of a character cell in pixels, and its font size."""
FIRST_BRAILLE, LAST_BRAILLE = "\u2800", "\u28ff"
BRAILLE_PLACES = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""The column and row of each Braille dot, in the order of the bits."""


def text_of(episode: Episode, seat: Seat | None, language: str = "en") -> str:
    """The table as a seat, or a spectator, sees it: the terminal board without colours."""
    table = episode.table
    words = Words(language, table.game.info.id)
    names = agents_of(table)
    paper = io.StringIO()
    console = Console(file=paper, width=COLUMNS, color_system=None, force_jupyter=False)
    console.print(board_named(table.game.info.id, words, names).draw(table.game.view(episode.state, seat)))
    return paper.getvalue()


def pixels_of(episode: Episode, seat: Seat | None, language: str = "en") -> NDArray[numpy.uint8]:
    """The same drawing as an image array of always the same size: rows, columns, RGB."""
    from matplotlib.font_manager import findfont
    from PIL import Image, ImageDraw, ImageFont

    lines = text_of(episode, seat, language).splitlines()
    size = COLUMNS * SIGN_WIDTH, ROWS * SIGN_HEIGHT
    image = Image.new("RGB", (size[0], max(ROWS, len(lines)) * SIGN_HEIGHT), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(findfont("DejaVu Sans Mono"), SIGN_SIZE)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            x, y = column * SIGN_WIDTH, row * SIGN_HEIGHT
            if FIRST_BRAILLE <= sign <= LAST_BRAILLE:  # the font has no Braille
                pen.point([(x + dx, y + dy) for dx, dy in braille_dots(sign)], fill="black")
            elif sign != " ":
                pen.text((x, y), sign, fill="black", font=font)
    return numpy.asarray(image if image.size == size else image.resize(size), numpy.uint8)


def braille_dots(sign: str) -> list[tuple[int, int]]:
    """The positions of a Braille character's dots in its cell."""
    dots = ord(sign) - ord(FIRST_BRAILLE)
    return [
        (dx * SIGN_WIDTH // 2 + 2, dy * SIGN_HEIGHT // 4 + 2)
        for dot, (dx, dy) in enumerate(BRAILLE_PLACES)
        if (dots >> dot) & 1
    ]


def draw(episode: Episode, seat: Seat | None, mode: str | None) -> Any:
    """A drawing in the given render mode; None without a mode."""
    if mode == "ansi":
        return text_of(episode, seat)
    if mode == "rgb_array":
        return pixels_of(episode, seat)
    if mode == "human":
        print(text_of(episode, seat))
    return None
