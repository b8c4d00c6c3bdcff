"""Hints for a person who asks: what a searching bot in that seat would make of the options, and one reason for each.

A hint knows what the seat's view tells and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from triclinium.bots.search import can_search, searcher_of
from triclinium.core.decision import Answer, Json
from triclinium.core.manifest import manifest_of
from triclinium.core.player import Look

HINT_SECONDS = 0.6
"""How long a hint is thought about: a person waits for it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One option: the chance to win after it, from 0 to 1, and why, as a key and arguments of the game's words.

    `Words.tell("hint", hint.why, hint.arguments, vocabulary.HINTS, names)` says the reason.
    """

    answer: Answer
    chance: float
    why: str
    arguments: Mapping[str, Json]


def gives_hints(game: str) -> bool:
    """Whether hints can be given in a game here: they need its search."""
    return can_search(game)


def hints(look: Look, seconds: float | None = HINT_SECONDS, trials: int | None = None) -> list[Hint]:
    """All options, the best first; raises `NoSearch` where there can be none.

    With `trials`, and no seconds, the hints depend on the look alone.
    """
    game = str(look.view["game"])
    estimates = searcher_of(game).evaluate(look, seconds, trials)
    reason = manifest_of(game).part("reasons")
    made = []
    for estimate in estimates:
        why, arguments = reason(look.view, look.seat, estimate.answer)
        made.append(Hint(estimate.answer, estimate.chance, why, arguments))
    return made
