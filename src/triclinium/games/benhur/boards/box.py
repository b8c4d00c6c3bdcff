"""Ben Hur on paper: both decks, the track, rulers, an angle, chariots to fold, and what the dice say. To one scale."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from triclinium.core.box import Box, Card, Chart, Deck, Piece
from triclinium.core.game import Options
from triclinium.games.benhur.boards.circus import COLOURS, INK, LETTERS, WALL, track_svg
from triclinium.games.benhur.rules.cards import ACCIDENTS, DECK_NAMES, DRIVER_NAMES, KIND_NAMES, SPEED_NAMES, SPEEDS
from triclinium.games.benhur.rules.deck import counts_of
from triclinium.games.benhur.rules.geometry import (
    CORNER_ALONG,
    CORNER_LEFT,
    HALF_BREADTH,
    LENGTH,
    RULER_HALF_BREADTH,
    RULERS,
)
from triclinium.words import Words

CHARIOT_MM = 40.0
"""The length of a chariot on paper. Everything else follows from it."""
MM = CHARIOT_MM / LENGTH
"""Millimetres for one unit of the rules."""
DECK_COLOURS = {"normal": "#1f5673", "risky": "#9c1c1c"}
BACKS = {"normal": "ben_hur", "risky": "messala"}
"""Whose chariot is on the back."""
STORIES = 5
"""Little stories for each kind of accident."""
FLAP = 18.0


def box(words: Words, options: Options) -> Box:
    """Every card and piece, from the options of a game."""
    track: Any = options["track"]
    decks = tuple(
        Deck(deck, words.name("deck", deck), _cards(words, options["deck"], deck), DECK_COLOURS[deck], BACKS[deck])
        for deck in DECK_NAMES
    )
    wide, high = (track["axis"] + 2 * (track["outer"] + WALL)) * MM, 2 * (track["outer"] + WALL) * MM
    return Box(
        decks,
        (
            Piece(words.say("ui.track"), track_svg(track).replace('"serif"', '"Libertinus Serif"'), wide, high),
            *(_ruler(words, speed) for speed in range(SPEEDS)),
            *(_chariot(words, driver) for driver in DRIVER_NAMES),
        ),
        (_dice(words),),
        (words.say("deck.reconstruction"), words.say("track.reconstruction")),
    )


def _cards(words: Words, decks: Any, deck: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for kind, (name, copies) in enumerate(zip(KIND_NAMES, counts_of(decks, deck), strict=True)):
        if kind >= 2 * SPEEDS:
            found += _accidents(words, deck, name, kind - 2 * SPEEDS + 1, copies)
        elif copies:
            speed = SPEED_NAMES[kind % SPEEDS]
            found.append(
                Card(
                    name,
                    words.name("speed", speed),
                    copies,
                    large=speed,
                    badge="horseshoe" if kind >= SPEEDS else "",
                    colour=DECK_COLOURS[deck],
                )
            )
    return tuple(found)


def _accidents(words: Words, deck: str, name: str, number: int, copies: int) -> list[Card]:
    """The accidents of one range: each little story in turn."""
    told = [copies // STORIES + (story < copies % STORIES) for story in range(STORIES)]
    return [
        Card(
            name,
            words.say(f"accident.{number}"),
            count,
            words.say(f"accident.{number}.{story + 1}"),
            drawing="accident",
            colour=DECK_COLOURS[deck],
        )
        for story, count in enumerate(told)
        if count
    ]


def _ruler(words: Words, speed: int) -> Piece:
    """A ruler with its middle line; its ends are where chariots are laid against it."""
    wide, high = RULERS[speed] * MM, 2 * RULER_HALF_BREADTH * MM
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f'<rect x="0" y="0" width="{wide}" height="{high}" fill="#f0dcae" stroke="#6b3418" stroke-width="0.2"/>'
        f'<path d="M0 {high / 2}H{wide}" stroke="#6b3418" stroke-width="0.2" stroke-dasharray="1 1" fill="none"/>'
        f'<text x="{wide / 2}" y="{high / 2 + 1.6}" font-size="4.6" text-anchor="middle" fill="#2a1a12" '
        f'font-family="Libertinus Serif" font-weight="bold">{escape(SPEED_NAMES[speed])}</text></svg>'
    )
    return Piece(f"{words.say('ui.ruler')} {SPEED_NAMES[speed]}", svg, wide, high, 2)


def _chariot(words: Words, driver: str) -> Piece:
    """A base to scale between two flaps: fold both up until they meet, and glue them at the top."""
    wide, base = CHARIOT_MM, 2 * HALF_BREADTH * MM
    high = base + 2 * FLAP
    middle = high / 2
    corners = " ".join(
        f"{wide / 2 + along * MM:.4f},{middle + left * MM:.4f}"
        for along, left in zip(CORNER_ALONG, CORNER_LEFT, strict=True)
    )
    colour, ink = COLOURS[driver], INK.get(driver, "#f4f1e8")
    name = escape(words.name("driver", driver))

    def flap(turn: str, arrow: str) -> str:
        return (
            f'<g transform="{turn}"><rect x="0" y="0" width="{wide}" height="{FLAP}" fill="{colour}"/>'
            f'<text x="{wide / 2}" y="10" font-size="9" text-anchor="middle" fill="{ink}" '
            f'font-family="Libertinus Serif" font-weight="bold">{LETTERS[driver]}</text>'
            f'<text x="{wide / 2}" y="15" font-size="3.6" text-anchor="middle" fill="{ink}" '
            f'font-family="Libertinus Serif">{name}</text>'
            f'<path d="{arrow}" fill="none" stroke="{ink}" stroke-width="0.6"/></g>'
        )

    fold = 'stroke="#2a1a12" stroke-width="0.2" stroke-dasharray="1.500 1"'
    other = f"translate({wide} {FLAP}) rotate(180)"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        # Both arrows point to the front once the flaps are up.
        f"{flap(other, 'M4 12l-3 -2.500l3 -2.500')}"
        f"{flap(f'translate(0 {FLAP + base})', f'M{wide - 4} 12l3 -2.500l-3 -2.500')}"
        f'<rect x="0" y="{FLAP}" width="{wide}" height="{base}" fill="#fffaf0"/>'
        f'<polygon points="{corners}" fill="{colour}" stroke="#2a1a12" stroke-width="0.2"/>'
        f'<path d="M0 {FLAP}H{wide}M0 {FLAP + base}H{wide}" fill="none" {fold}/>'
        f'<rect x="0" y="0" width="{wide}" height="{high}" fill="none" stroke="#2a1a12" stroke-width="0.2"/></svg>'
    )
    return Piece(words.name("driver", driver), svg, wide, high, note=words.say("paper.chariot_note"))


def _dice(words: Words) -> Chart:
    """Which throws are bad for which accident (BH-8), and what whips and collisions are decided by."""
    ranges = range(1, ACCIDENTS + 1)
    head = (words.say("paper.die"), *(words.say(f"accident.{number}") for number in ranges))
    rows = tuple(
        (str(die), *(words.say("paper.bad" if die <= number else "paper.good") for number in ranges))
        for die in range(1, 7)
    )
    notes = tuple(words.say(f"rule.{rule}") for rule in ("BH-5", "BH-6", "BH-8"))
    return Chart(words.say("paper.dice"), (head, *rows), notes)
