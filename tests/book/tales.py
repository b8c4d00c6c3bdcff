"""Tales to make books of."""

from __future__ import annotations

import random
from functools import cache

from triclinium.bots import bot_named
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play, run
from triclinium.core.player import Speaks, chooser
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.state import State

TITLES = {
    "en": "The night of the bells",
    "fr": "L’été des écorchés",
    "nl": "De nacht van ’t vuur",
    "it": "Più notte che vino",
    "es": "¡Ay, señora Ñíguez!",
}


@cache
def told(language: str, seats: int = 3, seed: int = 1, **options: str) -> Play[State]:
    """A whole game among narrators."""
    play = Play.begin(GAME, seats, {"title": TITLES[language], **options})
    narrator = bot_named("bacchanalia", "narrator")
    assert isinstance(narrator, Speaks)
    choosers = [chooser(narrator.speaking(language), random.Random(seed))] * seats
    run(play, choosers, SeededLuck(seed))
    return play
