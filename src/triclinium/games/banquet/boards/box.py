"""Bacchus' Banquet on paper: action, guest and privilege cards, belts, buckles and markers."""

from __future__ import annotations

from xml.sax.saxutils import escape

from triclinium.core.box import Box, Card, Deck, Piece
from triclinium.core.game import Options
from triclinium.games.banquet.rules.cards import (
    BELT_MOST,
    GUEST_NAMES,
    KIND_NAMES,
    PLACE_NAMES,
    PRIVILEGE_NAMES,
    SEATS_MOST,
    class_of,
)
from triclinium.games.banquet.rules.deck import counts_and_values
from triclinium.words import Words

COLOURS = {
    "dish": "#8a6212",
    "wine": "#6d1f33",
    "poison": "#2f6b2f",
    "present": "#1f5673",
    "dagger": "#9c1c1c",
    "minus": "#4d4d7a",
    "special": "#5b2a6e",
}
WINE, PURPLE, GOLD = "#6d1f33", "#5b2a6e", "#8a6212"
STEP = 16
"""Millimetres from hole to hole of a belt: a buckle is as wide."""


def box(words: Words, options: Options) -> Box:
    """Every card and piece, from the options of a game."""
    counts, values = counts_and_values(options["deck"])  # type: ignore[arg-type]
    actions = tuple(
        _action(words, kind, name, copies, value)
        for kind, (name, copies, value) in enumerate(zip(KIND_NAMES, counts, values, strict=True))
    )
    different = options["different_dishes"]
    guests = tuple(
        Card(
            name,
            words.name("guest", name),
            text=words.say(f"guest.{name}.goal", different_dishes=bool(different)),
            drawing=name,
            large=words.name("guest", name)[0],
            colour=PURPLE,
        )
        for name in GUEST_NAMES
    )
    privileges = tuple(
        Card(
            name,
            words.name("privilege", name),
            text=words.say(f"privilege.{name}.text"),
            drawing="privilege",
            large=words.name("privilege", name)[0],
            colour=GOLD,
        )
        for name in PRIVILEGE_NAMES
        if options["privileges"] != "none"
    )
    decks = [
        Deck("actions", words.say("paper.actions"), actions, WINE, "back"),
        Deck("guests", words.say("paper.guests"), guests, PURPLE, "back"),
    ]
    if privileges:
        decks.append(Deck("privileges", words.say("paper.privileges"), privileges, GOLD, "back"))
    return Box(tuple(decks), _pieces(words), notes=(words.say("deck.reconstruction"),))


def _action(words: Words, kind: int, name: str, copies: int, value: int) -> Card:
    text = f"card.{name}.text"
    said = words.say(text, value=value)
    corner = "" if value == 0 else f"+{value}" if value > 0 else f"−{-value}"
    return Card(name, words.name("card", name), copies, said, corner, name, colour=COLOURS[class_of(kind)])


def _pieces(words: Words) -> tuple[Piece, ...]:
    wide = (BELT_MOST + 1) * STEP + 4
    markers = [
        Piece(words.name("place", place), _marker(words.name("place", place), COLOURS["minus"]), 30, 30)
        for place in PLACE_NAMES
    ]
    return (
        Piece(words.say("ui.belt"), _belt(wide), wide, 20, SEATS_MOST, words.say("paper.belt_note")),
        Piece(words.say("paper.buckle"), _buckle(), STEP, 20, SEATS_MOST),
        *markers,
        Piece(words.say("paper.lead"), _marker(words.say("paper.lead"), WINE), 30, 30),
    )


def _belt(wide: int) -> str:
    holes = "".join(
        f'<circle cx="{2 + STEP / 2 + hole * STEP}" cy="8" r="1.6" fill="#2a1a12"/>'
        f'<text x="{2 + STEP / 2 + hole * STEP}" y="17" font-size="4.5" text-anchor="middle" fill="#fffaf0" '
        f'font-family="Libertinus Serif" font-weight="bold">{hole}</text>'
        for hole in range(BELT_MOST + 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} 20" width="{wide}" height="20">'
        f'<rect x="0.5" y="0.5" width="{wide - 1}" height="19" rx="4" fill="#7a4a24" stroke="#4d2d14"/>'
        f'<rect x="1.8" y="1.8" width="{wide - 3.6}" height="16.4" rx="3" fill="none" stroke="#e8c98a" '
        f'stroke-width="0.4" stroke-dasharray="2 1.4"/>{holes}</svg>'
    )


def _buckle() -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {STEP} 20" width="{STEP}" height="20">'
        f'<rect x="0.5" y="0.5" width="{STEP - 1}" height="19" rx="2.500" fill="#e2b857" stroke="#4d2d14" '
        'stroke-width="0.6"/>'
        '<rect x="4" y="4" width="8" height="8" rx="1.500" fill="#fffaf0" stroke="#4d2d14" stroke-width="0.5"/></svg>'
    )


def _marker(text: str, colour: str) -> str:
    size = min(5.0, 34 / max(1, len(text)))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" width="30" height="30">'
        f'<circle cx="15" cy="15" r="14" fill="{colour}" stroke="#2a1a12" stroke-width="0.6"/>'
        '<circle cx="15" cy="15" r="12.500" fill="none" stroke="#e2b857" stroke-width="0.5"/>'
        f'<text x="15" y="16.500" font-size="{size:.2f}" text-anchor="middle" fill="#fffaf0" '
        f'font-family="Libertinus Serif" font-weight="bold">{escape(text)}</text></svg>'
    )
