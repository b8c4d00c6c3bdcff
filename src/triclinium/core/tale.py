"""A tale to read: what a game of words has told, block by block, before it is put on a page of any kind."""

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
"""What a block can be; items that follow each other make a list, `under` says where and when below a heading."""

Say: TypeAlias = Callable[..., str]
"""Puts a key with its arguments into somebody's language: `say("story.cast")`, `say("story.role", name=…, seat=2)`."""


@dataclass(frozen=True, slots=True)
class Block:
    """One row or paragraph, in plain words."""

    kind: str
    text: str
    strong: str = ""
    """The part of the text that stands out."""


@runtime_checkable
class TellsTale(Protocol):
    """A game whose state can be read as a tale."""

    def tale(self, state: Any, say: Say) -> list[Block]:
        """The tale told so far."""
