"""The Gift's small game: how the lead lays its cards, and whether the first receiver accepts or passes on.

A player who always lays alike is read. So among layings that are worth about the same, the learned player draws one, by
shares that regret matching finds: what it lays and what the receiver answers, each the best against the other.
"""

from __future__ import annotations

from math import exp
from typing import Any

from triclinium.bots.regret import mixed
from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.mind import chance_of, learned_answer, weigh_all
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.codes import ACCEPT
from triclinium.games.banquet.rules.engine import apply
from triclinium.games.banquet.rules.state import ANSWER, NOBODY, PICK, State

settle_luck = playout_of(rules).settle_luck

WORK, WORLD, ROOT = 0, 1, 2
PASSES, ACCEPTS = 0, 1


@kernel
def first_answer(s: State, seat: int, accepts: int, counts: Any, dealt: Any, mind: Any, r: Any) -> int:
    """Accept the Gift, or pass it on to whom the mind likes best."""
    n = weigh_all(s, seat, counts, dealt, mind, r)
    if accepts or n == 1:
        return ACCEPT
    best = 1  # the first listed answer is to accept
    for place in range(2, n):
        if r.logits[place] > r.logits[best]:
            best = place
    return int(r.listed[best])


@kernel
def play_gift(
    s: State,
    seat: int,
    until: int,
    accepts: int,
    counts: Any,
    dealt: Any,
    mind: Any,
    judge: Any,
    r: Any,
    dice: list[int],
    chances: Any,
) -> None:
    """Play the round on with this answer of the first receiver; write the lead's and the receiver's chance to win."""
    first = NOBODY
    asked = settle_luck(s, dice)
    while asked != OVER_NOW and not (s.phase == PICK and s.round > until):
        if first == NOBODY and s.phase == ANSWER:
            first = asked
            code = first_answer(s, asked, accepts, counts, dealt, mind, r)
        else:
            code = learned_answer(s, asked, counts, dealt, mind, r, 1.0, dice)
        apply(s, asked, code)
        asked = settle_luck(s, dice)
    chances[1] = 0.0
    if asked == OVER_NOW:
        chances[0] = (s.winners >> seat) & 1
        if first != NOBODY:
            chances[1] = (s.winners >> first) & 1
    else:
        chances[0] = chance_of(s, asked, seat, counts, dealt, judge, r)
        if first != NOBODY:
            chances[1] = 1.0 / (1.0 + exp(-float(r.told[(first - asked + s.seats) % s.seats])))


@kernel
def try_gifts(
    states: Any,
    seat: int,
    codes: Any,
    count: int,
    worlds: int,
    guests: Any,
    layings: Any,
    counts: Any,
    dealt: Any,
    mind: Any,
    judge: Any,
    r: Any,
    dice: Any,
    die: Any,
    chances: Any,
    sums: Any,
) -> None:
    """Try every laying with both answers in each of so many worlds, with the same luck."""
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        for number in range(count):
            for accepts in range(2):
                states[WORK] = states[WORLD]
                s = states[WORK]
                die[0] = dice[0]
                until = s.round
                apply(s, seat, codes[number])
                play_gift(s, seat, until, accepts, counts, dealt, mind, judge, r, die, chances)
                sums[number, accepts, 0] += chances[0]
                sums[number, accepts, 1] += chances[1]
        sow(dice, dice[0] & ((1 << 60) - 1))


def shares_of(sums: Any) -> list[float]:
    """How often to lay in each way."""
    return mixed(sums[:, :, 0].tolist(), sums[:, :, 1].tolist())[0]
