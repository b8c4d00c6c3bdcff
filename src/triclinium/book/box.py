"""A game's box on paper: cards nine to a sheet with cut marks and backs, pieces to scale, tables and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from math import ceil
from typing import Any

from triclinium.book.drawings import NoDrawings, drawings
from triclinium.book.press import Press, Sheets, pressed
from triclinium.book.story import day
from triclinium.book.typography import typeset
from triclinium.core.box import Box, Card, Deck, Piece
from triclinium.core.game import AnyGame, Options
from triclinium.core.manifest import manifest_of
from triclinium.words import Words

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CARD = (63.0, 88.0)
ACROSS, DOWN = 3, 3
NINE = ACROSS * DOWN
MARGIN = 10.0
"""Millimetres at the edge of a sheet that a printer may leave empty."""
OVERLAP = 10.0
"""Millimetres by which tiles lie over each other."""
PARTS = ("cards", "pieces", "rules")
OFFSET_MOST = 10.0


@dataclass(frozen=True, slots=True)
class Order:
    """How a box is printed."""

    paper: str = "a4"
    parts: tuple[str, ...] = PARTS
    duplex: bool = False
    """Whether each sheet is followed by its backs; else the backs of a deck follow all its fronts."""
    offset: tuple[float, float] = (0.0, 0.0)
    """Millimetres by which backs are shifted to the right and down, for a printer that turns sheets askew."""
    cut_marks: bool = True
    booklet: bool = False
    """Whether the rules are set as a booklet of half sheets."""
    made_on: date | None = None


def printed(game: AnyGame, words: Words, options: Options, order: Order, press: Press = pressed) -> bytes:
    """The box as a PDF. Raises `NoPart` for a game without one and `NoDrawings` if the page has not been built."""
    made = order.made_on or datetime.now(UTC).date()
    data = box_data(game, words, options, order, made)
    at = datetime(made.year, made.month, made.day, tzinfo=UTC).timestamp()
    return press(Sheets("box", data, at, booklet=order.booklet))


def box_data(game: AnyGame, words: Words, options: Options, order: Order, made: date) -> dict[str, Any]:
    """Everything that the template lays out."""
    box: Box = manifest_of(game.info.id).part("box")(words, options)
    art = drawings(game.info.id)
    if not art:
        raise NoDrawings(f"the drawings of {game.info.id} are missing: build the page first, with `make page`")
    width, height = (148.0, 210.0) if order.booklet else PAPERS[order.paper]
    cards = "cards" in order.parts
    pieces = "pieces" in order.parts
    return {
        "language": words.language,
        "title": words.say("game.name"),
        "width": width,
        "height": height,
        "cut_marks": order.cut_marks,
        "booklet": order.booklet,
        "offset": list(order.offset),
        "scale": words.say("print.scale"),
        "art": {name: art[name] for name in sorted(_used(box, art))} if cards else {},
        "sheets": [sheet for deck in box.decks for sheet in _sheets(deck, order, words)] if cards else [],
        "pieces": [_piece(piece, words) for piece in box.pieces if _fits(piece, width, height)] if pieces else [],
        "tiles": [tile for piece in box.pieces for tile in _tiles(piece, words, width, height)] if pieces else [],
        "charts": [_chart(chart, words) for chart in box.charts] if pieces else [],
        "rules": _rules(game, words, options, box, made) if "rules" in order.parts else None,
    }


# --- Cards --------------------------------------------------------------------------------------


def _used(box: Box, art: dict[str, str]) -> set[str]:
    named = {name for deck in box.decks for card in deck.cards for name in (card.drawing, card.badge)}
    return (named | {deck.back for deck in box.decks}) & set(art)


def _sheets(deck: Deck, order: Order, words: Words) -> list[dict[str, Any]]:
    """The sheets of a deck: fronts, and backs mirrored so that each lies behind its front."""
    laid = [card for card in deck.cards for _ in range(card.copies)]
    fronts, backs = [], []
    for start in range(0, len(laid), NINE):
        nine = laid[start : start + NINE]
        fronts.append({"name": deck.name, "back": False, "cards": [_face(card, deck, words) for card in nine]})
        back = {"drawing": deck.back, "name": words.say("game.name"), "deck": deck.name, "colour": deck.colour}
        places = [place // ACROSS * ACROSS + ACROSS - 1 - place % ACROSS for place in range(len(nine))]
        name = words.say("print.back", name=deck.name)
        backs.append({"name": name, "back": True, "card": back, "places": sorted(places)})
    if order.duplex:
        return [sheet for pair in zip(fronts, backs, strict=True) for sheet in pair]
    return fronts + backs


def _face(card: Card, deck: Deck, words: Words) -> dict[str, str]:
    return {
        "key": card.key,
        "deck": deck.name,
        "name": typeset(card.name, words.language),
        "text": typeset(card.text, words.language),
        "corner": card.corner,
        "drawing": card.drawing,
        "badge": card.badge,
        "large": card.large,
        "colour": card.colour,
    }


# --- Pieces -------------------------------------------------------------------------------------


def _fits(piece: Piece, width: float, height: float) -> bool:
    return piece.width <= width - 2 * MARGIN and piece.height <= height - 2 * MARGIN


def _piece(piece: Piece, words: Words) -> dict[str, Any]:
    return {
        "name": piece.name,
        "svg": piece.svg,
        "width": piece.width,
        "height": piece.height,
        "copies": piece.copies,
        "note": typeset(piece.note, words.language),
    }


def _tiles(piece: Piece, words: Words, width: float, height: float) -> list[dict[str, Any]]:
    """A large piece in tiles on sheets turned sideways; each lies over its neighbour by `OVERLAP`."""
    if _fits(piece, width, height):
        return []
    foot = 8.0  # room for the line that says which tile it is
    room = (height - 2 * MARGIN, width - 2 * MARGIN - foot)
    columns, rows = (
        ceil((measure - OVERLAP) / (side - OVERLAP))
        for measure, side in zip((piece.width, piece.height), room, strict=True)
    )
    return [
        {
            "svg": piece.svg,
            "width": piece.width,
            "height": piece.height,
            "x": column * (room[0] - OVERLAP),
            "y": row * (room[1] - OVERLAP),
            "wide": min(room[0], piece.width - column * (room[0] - OVERLAP)),
            "high": min(room[1], piece.height - row * (room[1] - OVERLAP)),
            "right": column < columns - 1,
            "below": row < rows - 1,
            "label": words.say("print.tile", name=piece.name, row=row + 1, column=column + 1),
        }
        for row in range(rows)
        for column in range(columns)
    ]


def _chart(chart: Any, words: Words) -> dict[str, Any]:
    notes = [typeset(note, words.language) for note in chart.notes]
    return {"name": chart.name, "rows": [list(row) for row in chart.rows], "notes": notes}


# --- Rules --------------------------------------------------------------------------------------


def _rules(game: AnyGame, words: Words, options: Options, box: Box, made: date) -> dict[str, Any]:
    """The same paragraphs that the page shows, with the credits and what is a reconstruction."""
    vocabulary = manifest_of(game.info.id).part("vocabulary").WORDS
    keys = [key for key in vocabulary if key.startswith("rule.")]
    edition = f"option.edition.{options.get('edition')}"
    before = ["game.tagline", *([edition] if words.has(edition) else [])]
    closing = [words.say(key) for key in ("about.game", "about.people") if words.has(key)]
    closing += [*box.notes, words.say("book.rights"), words.say("print.made", date=day(made, words))]
    return {
        "heading": words.say("print.rules"),
        "before": _set([words.say(key) for key in before], words),
        "paragraphs": [{"number": _number(key), "text": typeset(words.say(key), words.language)} for key in keys],
        "about": words.say("book.about"),
        "closing": _set(closing, words),
    }


def _number(key: str) -> str:
    """The number of a paragraph; a variant has none."""
    number = key.removeprefix("rule.")
    return number if number[-1].isdecimal() and "-" in number else "§"


def _set(texts: Sequence[str], words: Words) -> list[str]:
    return [typeset(text, words.language) for text in texts]
