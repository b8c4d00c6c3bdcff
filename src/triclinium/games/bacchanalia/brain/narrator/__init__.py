"""Narrating bots: players who tell their scenes from a text grammar, or through a model at an address somebody gives.

>>> player = narrator("it")
>>> player.grammar.language
'it'
"""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.player import MODEL_KEY, BadAddress
from triclinium.games.bacchanalia.brain.narrator.model import SECONDS, model_at
from triclinium.games.bacchanalia.brain.narrator.player import Narrator

__all__ = ["MODEL_KEY", "SECONDS", "BadAddress", "Narrator", "narrator"]


def narrator(
    language: str = "en",
    url: str | None = None,
    model: str = "",
    key_variable: str = MODEL_KEY,
    seconds: float = SECONDS,
    report: Callable[[str], None] = lambda fault: None,
) -> Narrator:
    """A narrating player; with `url`, a model behind an OpenAI-compatible address tells, and the grammar stands in.

    Raises `BadAddress` for an address nobody can be asked at. Without an address nothing is ever sent. What goes wrong
    with a model is told to `report`.
    """
    return Narrator(language, model_at(url, model, key_variable, seconds) if url else None, report)
