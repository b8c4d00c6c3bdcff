"""One trial: give an answer in one world, let the racer drive on for everybody, and judge the standing."""

from __future__ import annotations

from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.standing import chance_of
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.engine import apply
from triclinium.games.benhur.rules.state import State
from triclinium.games.benhur.views.worlds import redeal

settle_luck = playout_of(rules).settle_luck


@kernel
def try_answer(
    s: State,
    seat: int,
    code: int,
    rounds: int,
    seed: int,
    chart: list[int],
    book: list[int],
    notes: list[int],
    dice: list[int],
) -> int:
    """A seat's chance to win after an answer, in one world and with one stream of luck.

    `s` is the state that the seat's view describes; it is changed. The same seed gives every answer the same world and
    the same throws, as far as the answers allow.
    """
    sow(dice, seed)
    redeal(s, seat, dice)
    race = s.race
    last = s.round + rounds
    apply(s, seat, code)
    asked = settle_luck(s, dice)
    while asked != OVER_NOW and s.round < last and s.race == race:
        apply(s, asked, race_on(s, chart, book, notes))
        asked = settle_luck(s, dice)
    return chance_of(s, seat, chart, book, notes)
