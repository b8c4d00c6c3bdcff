"""A story as blocks of plain text, before any file format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

TITLE, IMPRINT, HEADING, UNDER, MARGIN, LABEL, TEXT, ASIDE, QUOTE, ITEM = (
    "title",
    "imprint",
    "heading",
    "under",
    "margin",
    "label",
    "text",
    "aside",
    "quote",
    "item",
)
"""Kinds of blocks. Consecutive items form a list; `imprint` is a line of the title page, `under` the line below a
heading that says where and when, `margin` a note on the cards of a scene, which can be left out."""

CAST, CHAPTER, ENDS, ABOUT = "cast", "chapter", "ends", "about"
"""What a heading opens."""

Say: TypeAlias = Callable[..., str]
"""Says a word key in someone's language: `say("story.cast")`, `say("story.role", name=…, seat=2)`."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A small drawing beside the text: its file in the game's folder `art`, and what it is called."""

    drawing: str
    name: str


@dataclass(frozen=True, slots=True)
class Block:
    """One line or paragraph."""

    kind: str
    text: str
    strong: str = ""
    """The part of the text to emphasise."""
    marks: tuple[Mark, ...] = ()
    opens: str = ""
    """For a heading: what it opens."""


@runtime_checkable
class TellsTale(Protocol):
    """A game whose state can be read as a story."""

    def tale(self, state: Any, say: Say) -> list[Block]:
        """The story so far."""
