"""Hints for a person who asks: how a searching bot in that seat rates the options, with one reason for each.

A hint uses only what the seat's view shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triclinium.bots.search import can_search, thinker_of
from triclinium.core.decision import Answer, Json
from triclinium.core.manifest import manifest_of
from triclinium.core.player import Look

HINT_SECONDS = 0.6
"""How long to think about a hint: a person waits for it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One option: the chance to win after it, from 0 to 1, and the reason as a key and arguments of the game's
    words.

    `Words.tell("hint", hint.why, hint.arguments, vocabulary.HINTS, names)` gives the reason in words.
    """

    answer: Answer
    chance: float
    why: str
    arguments: Mapping[str, Json]


def gives_hints(game: str) -> bool:
    """Whether hints are possible for a game here. They need its search."""
    return can_search(game)


def hints(look: Look, seconds: float | None = HINT_SECONDS, trials: int | None = None) -> list[Hint]:
    """All options, best first. Raises `NoSearch` if there is no search.

    With `trials` and no seconds, the hints depend only on the look.
    """
    game = str(look.view["game"])
    estimates = thinker_of(game).evaluate(look, seconds, trials)
    reason = manifest_of(game).part("reasons")
    made = []
    for estimate in estimates:
        why, arguments = reason(look.view, look.seat, estimate.answer)
        made.append(Hint(estimate.answer, estimate.chance, why, arguments))
    return made
