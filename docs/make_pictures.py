"""Make the pictures of the documentation: `python docs/make_pictures.py`."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from triclinium.bots import bot_named
from triclinium.core.decision import Decision
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games.banquet.game import GAME
from triclinium.terminal.board import board_named
from triclinium.words import Words

FOLDER = Path(__file__).parent / "pictures"
NAMES = ["Livia", "Marcus", "Flavia", "Gaius"]
WIDTH = 104


def without_fonts(template: str) -> str:
    """Rich's picture frame without the fonts that it would fetch."""
    start = template.index("@font-face")
    end = template.index(".{unique_id}-matrix")
    frame = template[:start] + template[end:]
    return re.sub(r"<!--.*?-->", "", frame)


def seventh_round() -> tuple[Play, Decision]:
    """The first game, by number, in which Livia holds the Gift in the seventh round."""
    bot = bot_named("banquet", "thumb")
    for number in range(1000):
        play = Play.begin(GAME, 4)
        luck, rng = SeededLuck(number), random.Random(number)
        play.draw(luck)
        while pending := play.pending():
            decision = pending[0]
            if play.state.round == 7 and decision.seat == 0 and decision.kind == "answer":
                return play, decision
            play.answer(decision.seat, bot.choose(Look(GAME, play.state, decision, rng)))
            play.draw(luck)
    raise SystemExit("no such game among the first thousand")


def banquet_terminal() -> None:
    """A banquet in its seventh round, as Livia sees it."""
    words = Words("en", "banquet")
    board = board_named("banquet", words, NAMES)
    play, decision = seventh_round()
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    view = GAME.view(play.state, 0)
    console.print(board.draw(view))
    console.print(Text(board.prompt(decision), style="bold"))
    for number, option in enumerate(decision.options[:9], start=1):
        console.print(Text(f"  {number:>2}  {board.label(view, option)}"))
    picture = console.export_svg(title="triclinium play banquet", code_format=without_fonts(CONSOLE_SVG_FORMAT))
    (FOLDER / "banquet-terminal.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    banquet_terminal()
