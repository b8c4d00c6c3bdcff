"""Drawing in a terminal: a canvas of Braille dots, two by four in each cell."""

from __future__ import annotations

from rich.text import Text

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BLANK = 0x2800


class Canvas:
    """A drawing in world coordinates, y upwards.

    >>> canvas = Canvas(4, 1, (0, 0), (7, 3))
    >>> canvas.line(0, 0, 7, 0, "")
    >>> canvas.text().plain
    '⣀⣀⣀⣀'
    """

    def __init__(self, columns: int, rows: int, low: tuple[float, float], high: tuple[float, float]) -> None:
        self.columns = columns
        self.rows = rows
        self.low = low
        self.scale_x = (columns * 2 - 1) / (high[0] - low[0])
        self.scale_y = (rows * 4 - 1) / (high[1] - low[1])
        self.cells = [[BLANK] * columns for _ in range(rows)]
        self.styles = [[""] * columns for _ in range(rows)]
        self.letters: dict[tuple[int, int], str] = {}

    def dot(self, x: float, y: float, style: str) -> None:
        """One dot, if it is on the canvas."""
        across = round((x - self.low[0]) * self.scale_x)
        down = self.rows * 4 - 1 - round((y - self.low[1]) * self.scale_y)
        column, row = across // 2, down // 4
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.cells[row][column] |= DOTS[down % 4][across % 2]
            self.styles[row][column] = style

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        steps = max(1, round(max(abs(x2 - x1) * self.scale_x, abs(y2 - y1) * self.scale_y)))
        for step in range(steps + 1):
            self.dot(x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps, style)

    def shape(self, corners: list[tuple[int, int]], style: str) -> None:
        """A closed outline."""
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            self.line(x1, y1, x2, y2, style)

    def letter(self, x: float, y: float, letter: str, style: str) -> None:
        """A letter over whatever is there."""
        column = round((x - self.low[0]) * self.scale_x) // 2
        row = (self.rows * 4 - 1 - round((y - self.low[1]) * self.scale_y)) // 4
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.letters[row, column] = letter
            self.styles[row][column] = style

    def text(self) -> Text:
        drawing = Text(no_wrap=True)
        for row in range(self.rows):
            for column in range(self.columns):
                sign = self.letters.get((row, column)) or chr(self.cells[row][column])
                drawing.append(sign, style=self.styles[row][column])
            if row + 1 < self.rows:
                drawing.append("\n")
        return drawing
