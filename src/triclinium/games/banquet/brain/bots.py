"""The rule-of-thumb bot at the table: the choices of its kernel functions, as messages.

It is given only its seat's view, and thinks about the state that the view describes.
"""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.decision import Answer
from triclinium.core.dice import sow
from triclinium.core.player import Look, Player
from triclinium.games.banquet.brain.rule_of_thumb import ROOM, choose
from triclinium.games.banquet.rules.answers import message_of
from triclinium.games.banquet.views.worlds import state_of


class RuleOfThumb:
    def choose(self, look: Look) -> Answer:
        state = state_of(look.view, look.seat)
        dice = [0]
        sow(dice, look.rng.getrandbits(60))
        return message_of(state, choose(state, look.seat, [0] * ROOM, dice))


BOTS: dict[str, Callable[[], Player]] = {"thumb": RuleOfThumb}
