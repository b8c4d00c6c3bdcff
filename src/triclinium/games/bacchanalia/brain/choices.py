"""What a simple player chooses: it avoids the pursuers, keeps useful cards and takes what the story offers.

Nobody wins this game, so it does not aim for the happy end: it takes any ending that its cards allow.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from triclinium.core.decision import Answer
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.cards import HAPPY
from triclinium.games.bacchanalia.rules.texts import ALOUD

LOVED = ("amans", "venus")
WANTED = ("amans", "venus", "minerva", "satyrus", "bacchus", "pluto", "accusator", "miles")
"""Deus cards, most wanted first."""
DANGEROUS = ("miles", "accusator", "pluto")
LOCK_SHARE = 0.6
EYE_SHARE = 0.15
ASK_SHARE = 0.7


def choice(phase: str, options: list[Answer], own: Callable[[], set[str]], rng: random.Random) -> Answer:
    """One of the options. `own` are the Deus cards in hand."""
    if phase == phases.SCENE:
        return rng.choice([option for option in options if option["words"] == {"form": ALOUD}])
    if phase == phases.LOCK:
        return lock(options, own(), rng)
    if phase == phases.PAY_TIE:
        return least_dear(options[:-1], rng)
    if phase == phases.TAKE:
        harmless = [option for option in options[:-1] if option["card"] not in DANGEROUS]
        return rng.choice(harmless or options[:-1])
    if phase == phases.CHOOSE_ENDING:
        outcome = rng.choice(sorted({str(option["outcome"]) for option in options[:-1]}))
        return rng.choice([option for option in options[:-1] if option["outcome"] == outcome])
    if phase == phases.REACT:
        eye = next((option for option in options if option.get("acts") == ["eye"]), None)
        return eye if eye is not None and rng.random() < EYE_SHARE else options[0]
    if phase == phases.ASK:
        return options[1] if rng.random() < ASK_SHARE else options[0]
    if phase in (phases.INTRODUCTION, phases.ARRIVAL, phases.REPLY):
        return options[1]
    if phase in (phases.HAND_OUT, phases.PASS_BACCHUS, phases.LEAVE_BACCHUS, phases.SACRIFICE_WINE):
        return rng.choice(options[:-1])
    return options[0]


def hunt(phase: str, options: list[Answer]) -> Answer | None:
    """What brings the Amans closer: the card to take, the card to keep, the ending; None if nothing does."""
    if phase in (phases.TAKE, phases.LOCK):
        loved = [option for option in options if option.get("card") in LOVED]
        return min(loved, key=lambda option: LOVED.index(str(option["card"])), default=None)
    return next((option for option in options if option.get("outcome") == HAPPY), None)


def least_dear(options: list[Answer], rng: random.Random) -> Answer:
    """The card to give up for a tie."""
    return max(options, key=lambda option: (WANTED.index(str(option["card"])), rng.random()))


def lock(options: list[Answer], own: set[str], rng: random.Random) -> Answer:
    """Keep a card that honours one's own Deus and brings no pursuers."""
    if rng.random() >= LOCK_SHARE:
        return options[0]
    fitting = [option for option in options[1:] if option["card"] in own - {*DANGEROUS, "vinum"}]
    return rng.choice(fitting) if fitting else options[0]
