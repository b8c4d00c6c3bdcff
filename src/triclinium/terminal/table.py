"""A game in a terminal: one person, with bots at the other seats."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from triclinium.core.decision import Answer, Decision, Json, Refused
from triclinium.core.event import Event, told_to
from triclinium.core.fairness import Pledge
from triclinium.core.game import AnyGame
from triclinium.core.play import Play
from triclinium.core.player import Look, Player
from triclinium.core.undo import take_back
from triclinium.terminal.board import Board, Reminds, StoryBoard
from triclinium.words import Words

HELP, UNDO, QUIT = "?", "u", "q"


class Left(Exception): ...


class TakenBack(Exception):
    """The person took back the last answer, so the question is no longer open."""


class TerminalTable:
    def __init__(self, console: Console, words: Words, board: Board, seat: int, players: Mapping[int, Player]) -> None:
        self.console = console
        self.words = words
        self.board = board
        self.seat = seat
        self.players = players
        self.rng = random.SystemRandom()

    def sit(self, game: AnyGame, seats: int, options: Mapping[str, Json]) -> Play[Any]:
        """Play one game until it ends or the person leaves; return it as it stands."""
        pledge = Pledge.fresh(seats)
        luck = pledge.luck()
        self.play: Play[Any] = Play.begin(game, seats, options, pledge)
        try:
            while True:
                self.tell(self.play.draw(luck))
                pending = self.play.pending()
                if not pending:
                    break
                self.take_turn(pending)
        except (Left, KeyboardInterrupt):
            self.console.print()
            return self.play
        self.show()
        return self.play

    def take_turn(self, pending: tuple[Decision, ...]) -> None:
        """Let the person answer if asked, otherwise the next bot."""
        mine = next((decision for decision in pending if decision.seat == self.seat), None)
        if mine is not None:
            answer = mine.options[0] if mine.standing else self.ask(mine)
            if answer is not None:
                self.give(answer, mine)
            return
        decision = pending[0]
        look = Look(self.play.game, self.play.state, decision, self.rng)
        self.tell(self.play.answer(decision.seat, self.players[decision.seat].choose(look), decision.id))

    def give(self, answer: Answer, decision: Decision) -> None:
        """Give the person's answer. If it is refused, say why; the caller asks again."""
        try:
            events = self.play.answer(self.seat, answer, decision.id)
        except Refused as refused:
            rule = f" ({refused.rule})" if refused.rule else ""
            self.note(self.board.refusal(refused) + rule)
            return
        self.tell(events)

    def tell(self, events: Sequence[Event]) -> None:
        for event in told_to(events, self.seat):
            line = self.board.tell(event)
            if line:
                self.console.print(Text("· " + line))

    def show(self) -> None:
        self.console.print(self.board.draw(self.play.game.view(self.play.state, self.seat)))

    def ask(self, decision: Decision) -> Answer | None:
        """Ask until there is an answer; None if the person took one back instead."""
        self.show()
        try:
            return self.composed(decision) or self.chosen(decision)
        except TakenBack:
            return None

    def composed(self, decision: Decision) -> Answer | None:
        """Show the question; in a game of writing, the board then asks line by line."""
        if isinstance(self.board, StoryBoard):
            self.console.print(self.board.brief(decision))
        self.console.print(Text(self.board.prompt(decision), style="bold"))
        if not isinstance(self.board, StoryBoard):
            return None
        return self.board.compose(decision, self.play.game.view(self.play.state, self.seat), self)

    def chosen(self, decision: Decision) -> Answer:
        """Ask for a number from the list, or for the short form."""
        view = self.play.game.view(self.play.state, self.seat)
        listed = self.board.listed(decision)
        for number, option in enumerate(listed, start=1):
            self.console.print(Text(f"  {number:>2}  {self.board.label(view, option)}"))
        short = self.board.short_form(decision)
        asking = short or self.words.say("ui.choose_range", **{"from": 1, "to": len(listed)})
        while True:
            text = self.line(asking).lower()
            answer = self.numbered(text, listed) or self.board.typed(text, decision)
            if answer is not None:
                return answer
            self.note(short or self.words.say("ui.not_a_choice"))

    def numbered(self, text: str, listed: Sequence[Answer]) -> Answer | None:
        if not text.isdecimal() or not 1 <= int(text) <= len(listed):
            return None
        return listed[int(text) - 1]

    def undo(self) -> bool:
        back = take_back(self.play, self.seat)
        if back is None:
            self.note(self.words.say("ui.no_undo"))
            return False
        self.play = back
        return True

    def line(self, asking: str) -> str:
        """One typed line. Help, undo, commands and leaving are handled before it is returned."""
        while True:
            text = self.read(asking)
            if text == HELP:
                self.help()
            elif text.lower() == UNDO:
                if self.undo():
                    raise TakenBack
            elif not self.command(text):
                return text

    def help(self) -> None:
        self.console.print(Text(self.words.say("ui.help")))
        if isinstance(self.board, StoryBoard):
            self.console.print(Text(self.board.help()))
        if isinstance(self.board, Reminds):
            self.console.print(self.board.reminder(self.play.game.view(self.play.state, self.seat)))
        self.console.print(Text(self.words.say("ui.help_keys")))

    def command(self, text: str) -> bool:
        """Run a command of the board; returns whether it was one."""
        changed = self.board.command(text, self.play, self.seat, self) if isinstance(self.board, StoryBoard) else None
        if changed is not None:
            self.play = changed
        return changed is not None

    def note(self, text: str) -> None:
        """Print a message between questions."""
        self.console.print(Text(text, style="yellow"))

    def read(self, asking: str) -> str:
        try:
            text = self.console.input(Text(f"{asking} ", style="bold")).strip()
        except EOFError:
            raise Left from None
        if text.lower() == QUIT:
            raise Left
        return text


def save(play: Play[Any], path: Path) -> None:
    """Write the record of a game. An unfinished one contains every secret: keep it on this machine."""
    path.write_text(play.record.write(), encoding="utf-8")
