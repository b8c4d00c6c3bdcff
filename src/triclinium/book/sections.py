"""A story in sections: the title page, and what each heading opens. Every book format is made from these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from triclinium.book.typography import typeset
from triclinium.core.tale import CHAPTER, HEADING, IMPRINT, MARGIN, TEXT, TITLE, Block, Mark


@dataclass(slots=True)
class Section:
    opens: str
    heading: str
    marks: tuple[Mark, ...] = ()
    blocks: list[Block] = field(default_factory=list)

    def first_text(self) -> Block | None:
        """The paragraph that a chapter's drop capital belongs to."""
        if self.opens != CHAPTER:
            return None
        return next((block for block in self.blocks if block.kind == TEXT), None)


@dataclass(slots=True)
class Book:
    """A story, typeset in its language."""

    language: str
    game: str
    title: str
    imprint: list[str]
    sections: list[Section]
    drawings: dict[str, str]

    def used(self) -> dict[str, str]:
        """The drawings that stand in this book."""
        marks = [mark for section in self.sections for mark in _marks(section)]
        return {mark.drawing: self.drawings[mark.drawing] for mark in marks if mark.drawing in self.drawings}


def _marks(section: Section) -> Iterable[Mark]:
    yield from section.marks
    for block in section.blocks:
        yield from block.marks


def bound(blocks: Sequence[Block], language: str, game: str, drawings: dict[str, str]) -> Book:
    """Typeset blocks and gather them under their headings."""
    book = Book(language, game, "", [], [], drawings)
    for block in blocks:
        text = typeset(block.text, language)
        if block.kind == TITLE:
            book.title = text
        elif block.kind == IMPRINT:
            book.imprint.append(text)
        elif block.kind == HEADING:
            book.sections.append(Section(block.opens, text, block.marks))
        else:
            book.sections[-1].blocks.append(replace(block, text=text, strong=typeset(block.strong, language)))
    return book


def without_margin(blocks: Iterable[Block]) -> list[Block]:
    return [block for block in blocks if block.kind != MARGIN]
