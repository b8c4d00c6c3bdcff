"""Bacchanalia on paper: the Deus and the Umbra cards."""

from __future__ import annotations

from triclinium.core.box import Box, Card, Deck
from triclinium.core.game import Options
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, DEUS_COUNTS, DEUS_NAMES
from triclinium.games.bacchanalia.rules.deck import umbra_counts
from triclinium.words import Words

DEUS_COLOUR, UMBRA_COLOUR = "#6d1f33", "#2c2b36"


def box(words: Words, options: Options) -> Box:
    """Every card, from the options of a game."""
    deus = tuple(_card(words, name, copies, DEUS_COLOUR) for name, copies in zip(DEUS_NAMES, DEUS_COUNTS, strict=True))
    counts = zip(CARD_NAMES, umbra_counts(options["deck"]), strict=True)
    umbra = tuple(_card(words, name, copies, UMBRA_COLOUR) for name, copies in counts)
    return Box(
        decks=(
            Deck("deus", words.say("paper.deus"), deus, DEUS_COLOUR, "bacchus"),
            Deck("umbra", words.say("paper.umbra"), umbra, UMBRA_COLOUR, "tie"),
        ),
        notes=(words.say("deck.reconstruction"),),
    )


def _card(words: Words, name: str, copies: int, colour: str) -> Card:
    return Card(name, words.name("card", name), copies, words.say(f"card.{name}.text"), drawing=name, colour=colour)
