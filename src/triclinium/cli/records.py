"""Commands about a recorded game: `replay`, `review`, `show`, `verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from triclinium.bots import NoSearch
from triclinium.bots.review import TRIALS, costliest, review
from triclinium.cli.arguments import (
    NAMES,
    Language,
    RecordFile,
    chosen_words,
    clear_errors,
    console,
    fail,
    load,
)
from triclinium.core.event import told_to
from triclinium.core.game import AnyGame
from triclinium.core.manifest import manifest_of
from triclinium.core.play import Play, replay, verify
from triclinium.core.record import Record
from triclinium.terminal.board import board_named
from triclinium.words import Words

app = typer.Typer()


@app.command(name="replay")
def replay_command(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option(help="Show what this seat saw, counted from 1.")] = None,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many answers.")] = None,
    lang: Language = "en",
) -> None:
    """Retell a recorded game, as everybody or as one seat saw it."""
    with clear_errors():
        game, record = load(file)
        words = chosen_words(lang, record.game)
        if seat is not None and not 1 <= seat <= record.seats:
            fail(f"seat {seat} is not at this table of {record.seats}; choose 1 to {record.seats}")
        viewer = None if seat is None else seat - 1
        names = list(NAMES[: record.seats])
        board = board_named(record.game, words, names)
        options = replay(game, record, at).record.options
        stage = Play(game, Record(record.game, record.rules_version, record.seats, options))
        for entry in record.entries[:at]:
            for event in told_to(stage.answer(entry.seat, entry.answer), viewer):
                if line := board.tell(event):
                    console.print(Text("· " + line))
        console.print(board.draw(game.view(stage.state, viewer)))
        say_version(game, record, words)


@app.command(name="review")
def review_command(
    file: RecordFile,
    seat: Annotated[int, typer.Option(help="Whose moves, counted from 1.")] = 1,
    most: Annotated[int, typer.Option(min=1, help="How many moves to tell of.")] = 3,
    trials: Annotated[int, typer.Option(min=1, help="How long to think about each.")] = TRIALS,
    lang: Language = "en",
) -> None:
    """Tell which moves of a seat cost most, and what the strongest bot would have done, knowing what the seat knew."""
    with clear_errors():
        _, record = load(file)
        words = chosen_words(lang, record.game)
        if not 1 <= seat <= record.seats:
            fail(f"seat {seat} is not at this table of {record.seats}; choose 1 to {record.seats}")
        board = board_named(record.game, words, list(NAMES[: record.seats]))
        try:
            found = costliest(review(record, seat - 1, trials), most)
        except NoSearch as missing:
            fail(str(missing))
        for verdict in found:
            had, could = round(100 * verdict.chance), round(100 * verdict.best_chance)
            labels = {name: board.label(verdict.view, getattr(verdict, name)) for name in ("chosen", "best")}
            console.print(Text(words.say("review.move", number=verdict.entry, had=had, could=could, **labels)))
        if not found:
            console.print(Text(words.say("review.sound")))


@app.command()
def show(
    file: RecordFile,
    svg: Annotated[Path, typer.Option("--svg", help="Where to write the picture.")],
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many answers.")] = None,
) -> None:
    """Draw a recorded position as an SVG picture (Ben Hur)."""
    with clear_errors():
        game, record = load(file)
        record.options = replay(game, record, at).record.options
        draw = manifest_of(record.game).part("picture")
        svg.write_text(draw(game, record, at), encoding="utf-8")


@app.command(name="verify")
def verify_command(file: RecordFile, lang: Language = "en") -> None:
    """Check a finished game offline: every answer, every draw, the result, the seal."""
    with clear_errors():
        game, record = load(file)
        words = chosen_words(lang, record.game)
        faults = verify(game, record)
        for fault in faults:
            console.print(Text(words.say(fault), style="red"))
        if faults:
            raise typer.Exit(1)
        console.print(Text(words.say("verify.sound"), style="green"))
        say_version(game, record, words)


def say_version(game: AnyGame, record: Record, words: Words) -> None:
    """Say so if a record was played under another version of the rules."""
    if record.rules_version != (today := game.info.rules_version):
        console.print(Text(words.say("verify.other_rules", rules=record.rules_version, today=today), style="dim"))
