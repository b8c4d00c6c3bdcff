"""A story as blocks of plain text, before any file format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

TITLE, HEADING, UNDER, LABEL, TEXT, ASIDE, QUOTE, ITEM = (
    "title",
    "heading",
    "under",
    "label",
    "text",
    "aside",
    "quote",
    "item",
)
"""Kinds of blocks. Consecutive items form a list; `under` is the line below a heading that says where and when."""

Say: TypeAlias = Callable[..., str]
"""Says a word key in someone's language: `say("story.cast")`, `say("story.role", name=…, seat=2)`."""


@dataclass(frozen=True, slots=True)
class Block:
    """One line or paragraph."""

    kind: str
    text: str
    strong: str = ""
    """The part of the text to emphasise."""


@runtime_checkable
class TellsTale(Protocol):
    """A game whose state can be read as a story."""

    def tale(self, state: Any, say: Say) -> list[Block]:
        """The story so far."""
