"""Narrating bots: they tell their scenes from a text grammar, or through a language model at a given address.

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
    """A narrating player. With `url`, a model behind an OpenAI-compatible address tells, and the grammar is the
    fallback.

    Raises `BadAddress` for an unusable address. Without an address nothing is sent. `report` is told what goes wrong
    with a model.
    """
    return Narrator(language, model_at(url, model, key_variable, seconds) if url else None, report)
