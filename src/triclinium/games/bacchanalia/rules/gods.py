"""Steps 4 and 5: honour the gods and find the ruling Deus."""

from __future__ import annotations

from dataclasses import dataclass

from triclinium.games.bacchanalia.rules.cards import DEUS_KINDS, SATYRUS, VINUM, VINUM_SYMBOL, honoured
from triclinium.games.bacchanalia.rules.state import TIE


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who rules: a Deus, or TIE with the different Deus cards that are level."""

    deus: int
    level: tuple[int, ...] = ()
    symbol: bool = False
    by_default: bool = False  # no Umbra on any Deus
    won_tie: bool = False  # Vinum won it with a Satyrus


def fullest(held: list[int], hand: list[int]) -> list[int]:
    """The Umbra on the fullest card of each kind; twin cards share evenly (step 4, BC-7, BC-8)."""
    lying = [0] * DEUS_KINDS
    for umbra in hand:
        deus = honoured(umbra)
        if deus < DEUS_KINDS and held[deus]:
            lying[deus] += 1
    return [-(-lying[deus] // held[deus]) if held[deus] else 0 for deus in range(DEUS_KINDS)]


def find_ruling(held: list[int], hand: list[int]) -> Ruling:
    """The Deus with the most Umbra. Vinum wins a tie with a Satyrus in hand and loses it without (step 5, BC-8)."""
    stacks = fullest(held, hand)
    most = max(stacks)
    if most == 0:
        return Ruling(VINUM, by_default=True)
    level = [deus for deus in range(DEUS_KINDS) if stacks[deus] == most]
    won_tie = VINUM in level and len(level) > 1 and held[SATYRUS] > 0
    if won_tie:
        level = [VINUM]
    elif VINUM in level and len(level) > 1:
        level.remove(VINUM)
    if len(level) > 1:
        return Ruling(TIE, tuple(level))
    # One symbol in the ruling stack is enough (BC-12).
    symbol = level[0] == VINUM and VINUM_SYMBOL in hand
    return Ruling(level[0], symbol=symbol, won_tie=won_tie)
