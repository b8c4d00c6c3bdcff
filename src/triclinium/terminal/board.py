"""What a game supplies for the terminal: drawing its table and reading typed answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from rich.console import RenderableType

from triclinium.core.decision import Answer, Decision, Json, Refused, Seat
from triclinium.core.game import View
from triclinium.core.manifest import manifest_of
from triclinium.core.play import Play
from triclinium.terminal.plain import PlainBoard
from triclinium.words import Words


class Board(Protocol):
    """One game's table in a terminal, in one language."""

    def draw(self, view: View) -> RenderableType:
        """The table as the seat of this view sees it."""

    def tell(self, event: dict[str, Json]) -> str:
        """One line for an event; empty if the drawing shows it anyway."""

    def prompt(self, decision: Decision) -> str: ...

    def label(self, view: View, answer: Answer) -> str: ...

    def refusal(self, refused: Refused) -> str:
        """Why an answer was refused, and what to do instead."""

    def listed(self, decision: Decision) -> Sequence[Answer]:
        """The answers to list by number. If there are too many, there is also a short form."""

    def short_form(self, decision: Decision) -> str | None:
        """How to type an answer that is not listed, if there are any."""

    def typed(self, text: str, decision: Decision) -> Answer | None:
        """An answer typed in the short form, if it is one."""


@runtime_checkable
class Reminds(Protocol):
    """A board with reference information that players need to look up."""

    def reminder(self, view: View) -> RenderableType:
        """What is printed with the help."""


class Reader(Protocol):
    """Somebody at a keyboard."""

    def line(self, asking: str) -> str:
        """One typed line. Help, undo, commands and leaving are handled before it is returned."""

    def note(self, text: str) -> None:
        """Print a message between questions."""


@runtime_checkable
class StoryBoard(Board, Protocol):
    """The board of a game in which people write: answers are composed in several small steps."""

    def brief(self, decision: Decision) -> RenderableType:
        """What the person should know before answering."""

    def compose(self, decision: Decision, view: View, reader: Reader) -> Answer | None:
        """An answer, asked for line by line; None if the numbered list is enough."""

    def command(self, text: str, play: Play[Any], seat: Seat, reader: Reader) -> Play[Any] | None:
        """The game after a command, which can be given at any question; None if the text is not a command."""

    def help(self) -> str:
        """How to type words and commands."""


def board_named(game: str, words: Words, names: Sequence[str]) -> Board:
    """The board of a game; a plain one if it has none."""
    manifest = manifest_of(game)
    if manifest.board is None:
        return PlainBoard(words, names, manifest.part("vocabulary"))
    board: Board = manifest.part("board")(words, names)
    return board
