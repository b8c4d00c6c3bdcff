"""One step of one game of Bacchus' Banquet, as a learner needs it: kernel functions for the processor and the card."""

from __future__ import annotations

from typing import Any

from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.features import (
    FEATURES,
    absolute_code,
    cards_at_hand,
    features,
    mask_answers,
    relative_code,
    secrets,
)
from triclinium.games.banquet.brain.memory import DEALT, count_round, forget, remember
from triclinium.games.banquet.brain.rule_of_thumb import choose
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.cards import SEATS_MOST
from triclinium.games.banquet.rules.codes import PASS_ROUND
from triclinium.games.banquet.rules.engine import apply, legal
from triclinium.games.banquet.rules.state import PICK, State

settle_luck = playout_of(rules).settle_luck

AMONG_THEMSELVES = 0
WITH_THUMBS = 1
WITH_PAST = 2
"""Who sits at a table: the learner alone, or also rule-of-thumb bots, or also a past self."""


@kernel
def go_on(s: State, thumbs: int, counts: Any, notes: Any, out: Any, dice: Any) -> int:
    """Answer for chance, for the rule of thumb and where there is no choice until somebody else is asked; return that
    seat."""
    seat = settle_luck(s, dice)
    while seat >= 0:
        n = legal(s, seat, out)
        code = out[0]
        if n > 1 and not (n == 2 and out[1] == PASS_ROUND):
            if not (thumbs >> seat) & 1:
                return seat
            code = choose(s, seat, out, dice)
        remember(s, seat, code, counts, notes)
        apply(s, seat, code)
        seat = settle_luck(s, dice)
    return seat


@kernel
def begin(
    states: Any, place: int, start: Any, kind: int, counts: Any, notes: Any, out: Any, dice: Any, seated: Any
) -> int:
    """Deal a game, and draw which seats are not the learner's."""
    seat = OVER_NOW
    while seat == OVER_NOW:
        states[place] = start[0]
        forget(counts, notes)
        others = 0
        if kind != AMONG_THEMSELVES:
            others = 1 + below(dice, (1 << start[0].seats) - 2)
        seated[0] = others
        seat = go_on(states[place], others if kind == WITH_THUMBS else 0, counts, notes, out, dice)
    return seat


@kernel
def look(s: State, seat: int, counts: Any, notes: Any, out: Any, row: Any, mask: Any, cards: Any) -> int:
    """Write what the asked seat knows, what it may answer, and what it does not know."""
    if s.phase == PICK:
        count_round(s, counts, notes)
    features(s, seat, counts, notes[DEALT : DEALT + SEATS_MOST], row)
    secrets(s, seat, row, FEATURES)
    cards_at_hand(s, cards)
    return mask_answers(s, seat, out, legal(s, seat, out), mask)


@kernel
def advise(s: State, seat: int, out: Any, dice: Any) -> int:
    """What the rule of thumb would answer, seen from its seat."""
    return relative_code(s, seat, choose(s, seat, out, dice))


@kernel
def step(
    states: Any,
    place: int,
    start: Any,
    kind: int,
    counts: Any,
    notes: Any,
    out: Any,
    dice: Any,
    seated: Any,
    seat: int,
    code: int,
    rewards: Any,
) -> int:
    """One answer, seen from its seat. Returns who is asked next; a finished game is dealt again, and rewards are those
    of its end, otherwise below 0."""
    s = states[place]
    chosen = absolute_code(s, seat, code)
    remember(s, seat, chosen, counts, notes)
    apply(s, seat, chosen)
    asked = go_on(s, seated[0] if kind == WITH_THUMBS else 0, counts, notes, out, dice)
    for other in range(SEATS_MOST):
        rewards[other] = (s.winners >> other) & 1 if asked == OVER_NOW else -1
    if asked == OVER_NOW:
        asked = begin(states, place, start, kind, counts, notes, out, dice, seated)
    return asked
