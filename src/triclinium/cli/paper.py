"""Commands for paper: `story` and `names` for the book of a tale, `print` for the box of a game."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from triclinium.book.box import OFFSET_MOST, PARTS, Order, printed
from triclinium.book.box import PAPERS as SHEETS
from triclinium.book.drawings import NoDrawings
from triclinium.book.names import checked_name, keep_names_of, kept_names
from triclinium.book.press import NoPress
from triclinium.book.story import FORMATS, PAPERS, NoTale, Wish, book_of
from triclinium.cli.arguments import (
    GameName,
    Language,
    OptionTexts,
    RecordFile,
    chosen_game,
    chosen_options,
    chosen_words,
    clear_errors,
    console,
    fail,
    load,
)
from triclinium.core.play import replay
from triclinium.core.record import Record
from triclinium.core.tale import TellsTale
from triclinium.words import LANGUAGES

app = typer.Typer()


@app.command(name="story")
def story_command(
    file: RecordFile,
    form: Annotated[str, typer.Option("--format", help=f"One of: {', '.join(FORMATS)}.")] = "md",
    lang: Language = "en",
    teller: Annotated[
        list[str] | None,
        typer.Option(help="A player's name, one for each seat; '-' for one who is not to be named."),
    ] = None,
    keep_names: Annotated[
        bool,
        typer.Option("--keep-names", help="Keep the names beside the record, in a file of their own to be deleted."),
    ] = False,
    margin: Annotated[bool, typer.Option(help="Note the cards of each scene beside it.")] = True,
    told_on: Annotated[str, typer.Option("--date", help="The day it was told, as 2026-08-01.")] = "",
    paper: Annotated[str, typer.Option(help="For a PDF: a5, or booklet (A5 on A4, to fold).")] = "a5",
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file instead of the screen.")] = None,
) -> None:
    """Make a book of the story of a recorded game of Bacchanalia."""
    with clear_errors():
        if form not in FORMATS:
            fail(f"there is no format {form!r}; there are {', '.join(FORMATS)}")
        if paper not in PAPERS:
            fail(f"there is no paper {paper!r}; there are {', '.join(PAPERS)}")
        if out is None and form in ("pdf", "epub"):
            fail(f"a story as {form} is no text for the screen; say where to write it with --out FILE.{form}")
        game, record = load(file)
        words = chosen_words(lang, record.game)
        names = chosen_names(file, record, teller, keep_names)
        wish = Wish(form, names, margin, chosen_day(told_on), paper=paper)
        try:
            book = book_of(game, replay(game, record).state, words, wish)
        except NoTale:
            fail(f"{file} is a record of {record.game}, which tells no story")
        except NoPress as missing:
            fail(str(missing))
        if out is None:
            sys.stdout.write(book.decode())
        else:
            out.write_bytes(book)
            console.print(Text(words.say("book.saved", file=str(out))))


def chosen_names(file: Path, record: Record, teller: list[str] | None, keep: bool) -> list[str | None]:
    """Who agreed to be named: as said, or as kept beside the record."""
    if teller is None and keep:
        fail("there are no names to keep; give one --teller for each seat, '-' for one who is not to be named")
    if teller is None:
        return kept_names(file, record.seats)
    if len(teller) != record.seats:
        fail(f"{record.seats} sat at that table; name as many tellers, with '-' for one who is not to be named")
    names = [None if name.strip() in ("", "-") else checked_name(name) for name in teller]
    if keep:
        keep_names_of(file, names)
    return names


@app.command(name="names")
def names_command(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option(help="The seat of the person, counted from 1.")] = None,
    name: Annotated[str, typer.Option(help="The person at that seat agrees to be named so in books.")] = "",
    forget: Annotated[bool, typer.Option("--forget", help="Delete the name of that seat; without one, all.")] = False,
    lang: Language = "en",
) -> None:
    """Keep beside a recorded game who agreed to be named in its book, seat by seat; or list and delete the names."""
    with clear_errors():
        game, record = load(file)
        words = chosen_words(lang, record.game)
        if not isinstance(game, TellsTale):
            fail(f"{file} is a record of {record.game}, which tells no story")
        if seat is not None and not 1 <= seat <= record.seats:
            fail(f"seat {seat} is not at this table of {record.seats}; choose 1 to {record.seats}")
        if (seat is None and name) or (name and forget) or (seat is not None and not (name or forget)):
            fail("say whose name with --seat, and --name NAME to keep it or --forget to delete it")
        if seat is None and forget:
            keep_names_of(file, [])
        elif seat is not None:
            names = kept_names(file, record.seats) or [None] * record.seats
            names[seat - 1] = checked_name(name) if name else None
            keep_names_of(file, names)
        for number, kept in enumerate(kept_names(file, record.seats) or [None] * record.seats, 1):
            console.print(Text(f"{number}  {kept or words.say('story.teller', number=number)}"))


def chosen_day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        fail(f"{text!r} is no day; write it as 2026-08-01")


@app.command(name="print")
def print_command(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", help="Where to write the PDF.")],
    form: Annotated[str, typer.Option("--format", help="Only pdf.")] = "pdf",
    lang: Annotated[str, typer.Option("--lang", "--language", help=f"Language: {', '.join(LANGUAGES)}.")] = "en",
    edition: Annotated[str, typer.Option(help="The edition, where a game has several.")] = "",
    deck: Annotated[str, typer.Option(metavar="FILE", help="Print your own deck.")] = "",
    option: OptionTexts = None,
    paper: Annotated[str, typer.Option(help=f"One of: {', '.join(SHEETS)}.")] = "a4",
    part: Annotated[str, typer.Option(help=f"Only some of: {', '.join(PARTS)}, separated by commas.")] = "",
    duplex: Annotated[bool, typer.Option("--duplex", help="Let each sheet be followed by its backs.")] = False,
    offset: Annotated[str, typer.Option(help="Shift backs by so many mm, right and down: 0.5,-1.")] = "0,0",
    cut_marks: Annotated[bool, typer.Option(help="Mark where to cut.")] = True,
    booklet: Annotated[bool, typer.Option("--booklet", help="The rules alone, as a booklet to fold.")] = False,
) -> None:
    """Print a game to cut out: cards, pieces to scale and the rules."""
    with clear_errors():
        chosen = chosen_game(game)
        if form != "pdf":
            fail(f"there is no format {form!r}; a game is printed as pdf")
        if paper not in SHEETS:
            fail(f"there is no paper {paper!r}; there are {', '.join(SHEETS)}")
        if booklet and (part or duplex or paper != "a4"):
            fail("a booklet holds the rules alone, on A4; leave out --part, --duplex and --paper")
        words = chosen_words(lang, game)
        named = [f"{name}={value}" for name, value in (("edition", edition), ("deck", deck)) if value]
        options = chosen_options(chosen, [*named, *(option or [])])
        parts = ("rules",) if booklet else chosen_parts(part)
        order = Order(paper, parts, duplex, chosen_offset(offset), cut_marks, booklet)
        try:
            out.write_bytes(printed(chosen, words, options, order))
        except (NoPress, NoDrawings) as missing:
            fail(str(missing))
        console.print(Text(words.say("book.saved", file=str(out))))


def chosen_parts(text: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in text.split(",")) if text else PARTS
    for part in parts:
        if part not in PARTS:
            fail(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    return parts


def chosen_offset(text: str) -> tuple[float, float]:
    try:
        right, down = (float(number) for number in text.split(","))
    except ValueError:
        fail(f"{text!r} is no offset; write two numbers of millimetres, as 0.5,-1")
    if not (abs(right) <= OFFSET_MOST and abs(down) <= OFFSET_MOST):
        fail(f"an offset of {text} is too large; {OFFSET_MOST:g} mm is the most to either side")
    return right, down
