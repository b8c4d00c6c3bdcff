"""The Gift's small game: how the lead lays its cards, and whether the first receiver accepts or passes on.

A player who always lays alike is read. So among layings that are worth about the same, the learned player draws one, by
shares that regret matching finds: what it lays and what the receiver answers, each the best against the other.
"""

from __future__ import annotations

from typing import Any

from triclinium.bots.regret import mixed
from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.lookahead import ROOT, WORK, WORLD, play_by_rule, simulated_answer
from triclinium.games.banquet.brain.rule_of_thumb import weigh
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.codes import ACCEPT
from triclinium.games.banquet.rules.engine import apply, legal
from triclinium.games.banquet.rules.state import ANSWER, NOBODY, PICK, State

settle_luck = playout_of(rules).settle_luck


@kernel
def first_answer(s: State, seat: int, accepts: int, out: Any) -> int:
    """Accept the Gift, or pass it on to whom it helps least."""
    n = legal(s, seat, out)
    if accepts or n == 1:
        return ACCEPT
    best = 1  # the first listed answer is to accept
    for place in range(2, n):
        if weigh(s, seat, s.guest[seat], out[place], out) > weigh(s, seat, s.guest[seat], out[best], out):
            best = place
    return int(out[best])


@kernel
def play_gift(s: State, accepts: int, out: Any, dice: Any) -> int:
    """Play the game out with this answer of the first receiver; return that seat, or NOBODY."""
    until = s.round
    asked = settle_luck(s, dice)
    while asked != OVER_NOW and s.phase != ANSWER and not (s.phase == PICK and s.round > until):
        apply(s, asked, simulated_answer(s, asked, dice, out))
        asked = settle_luck(s, dice)
    if asked == OVER_NOW or s.phase != ANSWER:
        play_by_rule(s, dice, dice, out)
        return NOBODY
    apply(s, asked, first_answer(s, asked, accepts, out))
    play_by_rule(s, dice, dice, out)
    return asked


@kernel
def try_gifts(
    states: Any,
    seat: int,
    codes: Any,
    worlds: int,
    guests: Any,
    layings: Any,
    out: Any,
    dice: Any,
    die: Any,
    sums: Any,
) -> None:
    """Try every laying with both answers in each of so many worlds, with the same luck.

    `sums` counts, by laying and answer, the wins of the lead and of the receiver.
    """
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        for number in range(len(codes)):
            for accepts in range(2):
                states[WORK] = states[WORLD]
                s = states[WORK]
                die[0] = dice[0]
                apply(s, seat, codes[number])
                first = play_gift(s, accepts, out, die)
                sums[number, accepts, 0] += (s.winners >> seat) & 1
                if first != NOBODY:
                    sums[number, accepts, 1] += (s.winners >> first) & 1
        sow(dice, dice[0])


def shares_of(sums: Any) -> list[float]:
    """How often to lay in each way."""
    return mixed(sums[:, :, 0].tolist(), sums[:, :, 1].tolist())[0]
