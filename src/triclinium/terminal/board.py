"""What a game brings to the terminal: how its table is drawn and how its answers are typed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from rich.console import RenderableType

from triclinium.core.decision import Answer, Decision, Json, Refused
from triclinium.core.game import View
from triclinium.words import Words


class Board(Protocol):
    """One game's table in a terminal, in one language."""

    def draw(self, view: View) -> RenderableType:
        """The table as the seat of this view sees it."""

    def tell(self, event: dict[str, Json]) -> str:
        """One line for an event, or nothing for one the drawing shows anyway."""

    def prompt(self, decision: Decision) -> str:
        """What the table asks."""

    def label(self, view: View, answer: Answer) -> str:
        """An answer in words."""

    def refusal(self, refused: Refused) -> str:
        """Why an answer was refused, with what to do instead."""

    def listed(self, decision: Decision) -> Sequence[Answer]:
        """The answers to list by number; a question with too many has a short form besides."""

    def short_form(self, decision: Decision) -> str | None:
        """How to type an answer that is not listed, if there are such."""

    def typed(self, text: str, decision: Decision) -> Answer | None:
        """An answer typed in the short form, if it is one."""


def board_named(game: str, words: Words, names: Sequence[str]) -> Board:
    """The board of a game."""
    board: Board = import_module(f"triclinium.terminal.{game}").board(words, names)
    return board
