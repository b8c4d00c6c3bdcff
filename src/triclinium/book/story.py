"""A story as a file: Markdown, plain text, a web page, a PDF or an EPUB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import zip_longest
from typing import Any, TypeAlias

from triclinium.book.drawings import drawings
from triclinium.book.epub import epub
from triclinium.book.page import page
from triclinium.book.plain import markdown, plain
from triclinium.book.press import Press, Sheets, pressed
from triclinium.book.sections import bound, without_margin
from triclinium.book.tale_data import tale_data
from triclinium.core.game import AnyGame
from triclinium.core.manifest import manifest_of
from triclinium.core.tale import ABOUT, HEADING, IMPRINT, TEXT, TITLE, Block, Say, TellsTale
from triclinium.words import Words

FORMATS = {
    "md": "text/markdown",
    "txt": "text/plain",
    "html": "text/html",
    "pdf": "application/pdf",
    "epub": "application/epub+zip",
}
"""Each format with its media type."""
PAPERS = ("a5", "booklet")
"""A page of half a sheet, or those pages two to a side of A4, to be folded."""


class NoTale(Exception): ...


Names: TypeAlias = "Sequence[str | None]"
"""The players' names by seat; None for a player who is not named."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a book shall be made."""

    form: str = "md"
    names: Names = ()
    margin: bool = True
    """Whether the cards of each scene are noted beside it."""
    told_on: date | None = None
    made_on: date | None = None
    """Today, if not said otherwise."""
    paper: str = "a5"


def tale_of(game: AnyGame, state: Any, words: Words, form: str = "md", names: Names = ()) -> str:
    """The story of a game so far as text, in a language."""
    return book_of(game, state, words, Wish(form, names)).decode()


def book_of(game: AnyGame, state: Any, words: Words, wish: Wish, press: Press = pressed) -> bytes:
    """The story of a game so far as a book.

    A player who is not named is called the first teller, the second teller, and so on: a record holds no names.
    """
    if not isinstance(game, TellsTale):
        raise NoTale(game.info.id)
    made = wish.made_on or datetime.now(UTC).date()
    told = game.tale(state, saying(game, words, wish.names))
    told = told if wish.margin else without_margin(told)
    blocks = [*_with_imprint(told, words, wish.told_on), *_closing(words, made)]
    if wish.form in _AS_TEXT:
        return _AS_TEXT[wish.form](blocks).encode()
    book = bound(blocks, words.language, game.info.id, drawings(game.info.id))
    if wish.form == "html":
        return page(book).encode()
    at = datetime(made.year, made.month, made.day, tzinfo=UTC)
    authors = [name for name in wish.names if name]
    if wish.form == "epub":
        return epub(book, at, authors)
    data = tale_data(book, authors, wish.margin)
    return press(Sheets("tale", data, at.timestamp(), booklet=wish.paper == "booklet"))


_AS_TEXT = {"md": markdown, "txt": plain}


def saying(game: AnyGame, words: Words, names: Names = ()) -> Say:
    """Puts the keys of a game's story into a language."""
    schema = manifest_of(game.info.id).part("vocabulary").STORY
    tellers = [words.say("story.teller", number=seat + 1) for seat in range(max(game.info.seats))]
    tellers = [name or teller for name, teller in zip_longest(names, tellers)]

    def say(key: str, **arguments: object) -> str:
        return words.tell("story", key.removeprefix("story."), arguments, schema, tellers)

    return say


def day(date: date, words: Words) -> str:
    """A date in words."""
    return words.say("book.date", day=str(date.day), month=f"m{date.month}", year=str(date.year))


def _with_imprint(told: list[Block], words: Words, told_on: date | None) -> list[Block]:
    """The story with what its title page says besides: the game, and when it was told."""
    after = next(place for place, block in enumerate(told) if block.kind == TITLE) + 1
    named = [Block(IMPRINT, words.say("game.name"))]
    dated = [] if told_on is None else [Block(IMPRINT, words.say("book.told_on", date=day(told_on, words)))]
    own = [block for block in told[after:] if block.kind == IMPRINT]
    rest = [block for block in told[after:] if block.kind != IMPRINT]
    return [*told[:after], *named, *own, *dated, *rest]


def _closing(words: Words, made: date) -> list[Block]:
    """The last page: the game, its inventors, and this book."""
    keys = ("about.game", "about.people")
    said = [words.say(key) for key in keys if words.has(key)]
    said += [words.say("book.made", date=day(made, words)), words.say("book.rights")]
    return [Block(HEADING, words.say("book.about"), opens=ABOUT), *(Block(TEXT, text) for text in said)]
