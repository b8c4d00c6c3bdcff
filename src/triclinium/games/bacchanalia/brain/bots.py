"""The players of Bacchanalia. The simple one and the lover tell nothing; the narrator tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from triclinium.core.decision import Answer
from triclinium.core.player import Look, Player
from triclinium.games.bacchanalia.brain.choices import choice, hunt


class Simple:
    def choose(self, look: Look) -> Answer:
        def own() -> set[str]:
            seats: Any = look.view["seats"]
            return set(seats[look.seat]["deus"])

        return choice(look.decision.kind, list(look.decision.options), own, look.rng)


class Lover:
    """Plays like the simple player, but aims for the happy end."""

    def choose(self, look: Look) -> Answer:
        options = list(look.decision.options)
        return hunt(look.decision.kind, options) or Simple().choose(look)


def _narrator() -> Player:
    from triclinium.games.bacchanalia.brain.narrator import narrator  # most tables have none

    return narrator()


BOTS: dict[str, Callable[[], Player]] = {"simple": Simple, "lover": Lover, "narrator": _narrator}
"""Nobody wins this game, so no bot is the weakest. The narrator tells; the others only play cards."""
