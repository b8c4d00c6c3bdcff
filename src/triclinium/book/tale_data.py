"""A book as the data of its Typst template."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from triclinium.book.sections import Book, Section
from triclinium.book.typography import opening
from triclinium.core.tale import CHAPTER, MARGIN, Block, Mark


def tale_data(book: Book, authors: list[str], margin: bool) -> dict[str, Any]:
    return {
        "language": book.language,
        "title": book.title,
        "imprint": book.imprint,
        "authors": authors,
        "margin": margin,
        "emblem": _emblem(book),
        "art": book.used(),
        "sections": [
            _section(section, before is None or before.opens != CHAPTER)
            for section, before in zip(book.sections, [None, *book.sections], strict=False)
        ],
    }


def _emblem(book: Book) -> dict[str, str] | None:
    """The mark of the first god who ruled a scene, for the title page."""
    marks = [mark for section in book.sections if section.opens == CHAPTER for mark in section.marks]
    return asdict(marks[0]) if marks else None


def _section(section: Section, fresh: bool) -> dict[str, Any]:
    first = section.first_text()
    return {
        "opens": section.opens,
        "heading": section.heading,
        "fresh": fresh,
        "marks": [asdict(mark) for mark in section.marks],
        "blocks": [_block(block, block is first) for block in section.blocks],
    }


def _block(block: Block, first: bool) -> dict[str, Any]:
    parted = opening(block.text) if first else None
    return {
        "kind": block.kind,
        "text": block.text,
        "strong": block.strong,
        "opening": None if parted is None else asdict(parted),
        "marks": _counted(block.marks) if block.kind == MARGIN else [asdict(mark) for mark in block.marks],
        # A note in the margin lists its cards by drawing: what is left to say is what they have in common.
        "label": block.text.partition(":")[0].strip() if block.kind == MARGIN else "",
    }


def _counted(marks: tuple[Mark, ...]) -> list[dict[str, str]]:
    counts: dict[Mark, int] = {}
    for mark in marks:
        counts[mark] = counts.get(mark, 0) + 1
    return [
        {"drawing": mark.drawing, "name": mark.name if n == 1 else f"{mark.name} ×{n}"} for mark, n in counts.items()
    ]
