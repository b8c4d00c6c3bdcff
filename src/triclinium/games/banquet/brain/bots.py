"""The rule-of-thumb guest at the table: what its kernel functions choose, as messages.

It gets its seat's view and nothing else; the state it thinks about is the one the view tells of.
"""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.decision import Answer
from triclinium.core.dice import sow
from triclinium.core.player import Look, Player
from triclinium.games.banquet.brain.habits import ROOM, choose
from triclinium.games.banquet.rules.answers import message_of
from triclinium.games.banquet.rules.state import State
from triclinium.games.banquet.views.worlds import state_of


class RuleOfThumb:
    """Plays its guest sensibly."""

    def choose(self, look: Look) -> Answer:
        state = state_of(look.view, look.seat)
        dice = [0]
        sow(dice, look.rng.getrandbits(60))
        return message_of(state, choose(state, look.seat, [0] * ROOM, dice))


BOTS: dict[str, Callable[[], Player]] = {"thumb": RuleOfThumb}

HABITS: dict[str, Callable[[State, int, list[int], list[int]], int]] = {"thumb": choose}
"""The same bot as a kernel function of state, seat, a row for notes, and dice, for those who play many games."""
