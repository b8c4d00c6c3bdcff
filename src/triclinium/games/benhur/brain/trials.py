"""Trials for the searches: an answer in one world, the racer drives on for all, and a judge says how it stands."""

from __future__ import annotations

from typing import Any

from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.benhur.brain.judge import judged
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.senses import NOT_WAITING
from triclinium.games.benhur.brain.standing import CERTAIN, chance_of
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.engine import apply
from triclinium.games.benhur.rules.state import State
from triclinium.games.benhur.views.worlds import redeal

settle_luck = playout_of(rules).settle_luck


@kernel
def drive_on(
    s: State, seat: int, code: int, rounds: int, seed: int, chart: Any, book: Any, notes: Any, dice: Any
) -> None:
    """Give an answer in one world and with one stream of luck, and let the racer drive for everybody.

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


@kernel
def try_answer(
    s: State, seat: int, code: int, rounds: int, seed: int, chart: Any, book: Any, notes: Any, dice: Any
) -> int:
    """A seat's chance to win after an answer and so many rounds, in millionths, by `standing`."""
    drive_on(s, seat, code, rounds, seed, chart, book, notes, dice)
    return chance_of(s, seat, chart, book, notes)


@kernel
def try_judged(
    s: State, me: int, code: int, rounds: int, seed: int, chart: Any, book: Any, net: Any, r: Any, dice: Any
) -> int:
    """The same by the learned judge, for the seat of a chariot."""
    drive_on(s, me % s.seats, code, rounds, seed, chart, book, r.notes, dice)
    return int(judged(s, me, NOT_WAITING, chart, book, net, r) * CERTAIN * CERTAIN)
