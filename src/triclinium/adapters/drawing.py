"""Drawings of a table for those who watch a learner: as text, as pixels, on the screen."""

from __future__ import annotations

import io
from typing import Any

import numpy
from numpy.typing import NDArray
from rich.console import Console

from triclinium.adapters.sitting import Sitting, agents_of
from triclinium.core.decision import Seat
from triclinium.terminal.board import board_named
from triclinium.words import Words

RENDER_MODES = ("human", "ansi", "rgb_array")
COLUMNS = 104
POINTS = 9


def text_of(sitting: Sitting, seat: Seat | None, language: str = "en") -> str:
    """The table as a seat, or a spectator, sees it: the board of the terminal without colours."""
    table = sitting.table
    words = Words(language, table.game.info.id)
    names = agents_of(table)
    paper = io.StringIO()
    console = Console(file=paper, width=COLUMNS, color_system=None)
    console.print(board_named(table.game.info.id, words, names).draw(table.game.view(sitting.state, seat)))
    return paper.getvalue()


def pixels_of(sitting: Sitting, seat: Seat | None, language: str = "en") -> NDArray[numpy.uint8]:
    """The same drawing as an image: rows, columns, and red, green and blue."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    text = text_of(sitting, seat, language)
    figure = Figure(figsize=(COLUMNS * 0.085, (text.count("\n") + 2) * 0.165), dpi=100)
    figure.text(0.01, 0.98, text, family="monospace", size=POINTS, verticalalignment="top")
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels: NDArray[numpy.uint8] = numpy.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return pixels


def draw(sitting: Sitting, seat: Seat | None, mode: str | None) -> Any:
    """A drawing in one of the render modes; none is made where no mode was asked for."""
    if mode == "ansi":
        return text_of(sitting, seat)
    if mode == "rgb_array":
        return pixels_of(sitting, seat)
    if mode == "human":
        print(text_of(sitting, seat))
    return None
