"""What a PDF draws, read back from its content streams: subpaths in millimetres from the top left corner."""

from __future__ import annotations

from typing import Any

from pypdf import PageObject
from pypdf.generic import ContentStream

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
MM = 72 / 25.4


def drawn(page: PageObject) -> list[list[Point]]:
    """Every subpath, as its corner points."""
    height = float(page.mediabox.height)
    found: list[list[Point]] = []
    resources = page["/Resources"].get_object()
    _walk(ContentStream(page.get_contents(), page.pdf), resources, (1, 0, 0, 1, 0, 0), found, page.pdf)
    return [[(x / MM, (height - y) / MM) for x, y in path] for path in found]


def _times(a: Matrix, b: Matrix) -> Matrix:
    """First a, then b."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _walk(content: Any, resources: Any, at: Matrix, found: list[list[Point]], pdf: Any) -> None:
    kept: list[Matrix] = []

    def point(x: Any, y: Any) -> Point:
        x, y = float(x), float(y)
        return at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]

    for operands, operator in content.operations:
        name = operator.decode()
        if name == "q":
            kept.append(at)
        elif name == "Q":
            at = kept.pop()
        elif name == "cm":
            at = _times(tuple(float(each) for each in operands), at)
        elif name == "m":
            found.append([point(*operands)])
        elif name == "l":
            found[-1].append(point(*operands))
        elif name == "c":
            found[-1].append(point(*operands[4:]))
        elif name in ("v", "y"):
            found[-1].append(point(*operands[2:]))
        elif name == "re":
            x, y, wide, high = (float(each) for each in operands)
            found.append([point(x, y), point(x + wide, y), point(x + wide, y + high), point(x, y + high)])
        elif name == "Do":
            form = resources["/XObject"][operands[0]].get_object()
            if form["/Subtype"] == "/Form":
                matrix = tuple(float(each) for each in form.get("/Matrix", (1, 0, 0, 1, 0, 0)))
                inner = form.get("/Resources", resources).get_object()
                _walk(ContentStream(form, pdf), inner, _times(matrix, at), found, pdf)


def size(path: list[Point]) -> Point:
    """How wide and how high."""
    return max(x for x, _ in path) - min(x for x, _ in path), max(y for _, y in path) - min(y for _, y in path)
