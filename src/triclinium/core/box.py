"""The box of a game on paper: decks of cards, pieces to scale and tables, before any layout."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card. Its drawing is a file in the game's folder `art`."""

    key: str
    name: str
    copies: int = 1
    text: str = ""
    corner: str = ""
    """A value, in the corner."""
    drawing: str = ""
    badge: str = ""
    """A second, smaller drawing."""
    large: str = ""
    """A few large letters, where there is no drawing."""
    colour: str = "#2a1a12"


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards with one back."""

    key: str
    name: str
    cards: tuple[Card, ...]
    colour: str
    back: str = ""
    """The drawing on the back."""

    def size(self) -> int:
        return sum(card.copies for card in self.cards)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to scale, as SVG with its measures in millimetres. What is larger than a sheet is printed in tiles."""

    name: str
    svg: str
    width: float
    height: float
    copies: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A small table to look things up in."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    decks: tuple[Deck, ...]
    pieces: tuple[Piece, ...] = ()
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = field(default=())
    """What is said of decks and boards that are reconstructions."""
