"""The compiled core of `vector` and `compiled_episode`: patterns over rows of states, bound to a game's rules and bots.

The last state of a row is the start of every game, and the last number of `dice` is the one in use: separate rows for
each game would cost more than the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from triclinium.adapters.episode import ASKED_OUTSIDE
from triclinium.core.compiled import compile_kernels
from triclinium.core.dice import below, sow
from triclinium.core.kernel import bind
from triclinium.core.ledger import ledger_of
from triclinium.core.manifest import manifest_of
from triclinium.core.piles import bits
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games import game_named

NO_ANSWER = -1
"""Instead of a code: only ask."""
SEED_STEP = 1 << 31

shares_wins: bool
settle_luck: Callable[[Any, Any], int]
asked: Callable[[Any], int]
luck_total: Callable[[Any], int]
luck_code: Callable[[Any, int], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
observe: Callable[[Any, int, Any], int]
choose: Callable[[Any, int, int, Any, Any], int]


def go_on(s: Any, bots: Any, out: Any, dice: Any) -> int:
    """Answer for chance and for bots until another seat is asked; return that seat."""
    seat = settle_luck(s, dice)
    while seat != OVER_NOW and bots[seat] != ASKED_OUTSIDE:
        apply(s, seat, choose(s, seat, bots[seat], out, dice))
        seat = settle_luck(s, dice)
    return seat


# --- One game ------------------------------------------------------------------------------------------------


def move(states: Any, code: int, going_on: bool, bots: Any, out: Any, dice: Any, mask: Any) -> int:
    """Apply an answer, if there is one, and perhaps go on; mask what may be answered now and return who is asked."""
    s = states[0]
    if code != NO_ANSWER:
        apply(s, asked(s), code)
    seat = go_on(s, bots, out, dice) if going_on else asked(s)
    for each in range(len(mask)):
        mask[each] = 0
    if seat >= 0:
        for number in range(legal(s, seat, out)):
            mask[out[number]] = 1
    return seat


def list_odds(states: Any, counts: Any, codes: Any, chances: Any) -> int:
    """List the answers of chance in ascending order with their probabilities; return how many there are."""
    s = states[0]
    for code in range(len(counts)):
        counts[code] = 0
    total = luck_total(s)
    for outcome in range(total):
        counts[luck_code(s, outcome)] += 1
    found = 0
    for code in range(len(counts)):
        if counts[code] > 0:
            codes[found] = code
            chances[found] = counts[code] / total
            found += 1
    return found


def look(states: Any, seat: int, row: Any) -> None:
    """What a seat may know."""
    observe(states[0], seat, row)


# --- Many games ----------------------------------------------------------------------------------------------


def begin(states: Any, place: int, bots: Any, out: Any, dice: Any) -> int:
    """Deal a new game. If it ends before a seat outside is asked, deal again."""
    seat = OVER_NOW
    while seat == OVER_NOW:
        states[place] = states[len(states) - 1]
        seat = go_on(states[place], bots, out, dice)
    return seat


def ask(s: Any, place: int, seat: int, out: Any, options: Any, counts: Any, masks: Any) -> None:
    """List and mask what a seat may answer."""
    for code in range(masks.shape[1]):
        masks[place, code] = 0
    count = legal(s, seat, out)
    counts[place] = count
    for number in range(count):
        options[place, number] = out[number]
        masks[place, out[number]] = 1


def begin_all(
    states: Any,
    dice: Any,
    out: Any,
    seats: Any,
    options: Any,
    counts: Any,
    masks: Any,
    bots: Any,
    seed: int,
) -> None:
    games = len(seats)
    die = dice[games:]
    for place in range(games):
        sow(die, seed + place * SEED_STEP)
        seat = begin(states, place, bots, out, die)
        ask(states[place], place, seat, out, options, counts, masks)
        seats[place] = seat
        dice[place] = die[0]


def reward_of(s: Any, seat: int) -> float:
    """What a seat gets for the end of a game: 1 if it has won, or its part of 1 where winners share."""
    if not (s.winners >> seat) & 1:
        return 0.0
    return 1.0 / bits(s.winners) if shares_wins else 1.0


def first_illegal(masks: Any, actions: Any) -> int:
    """The first game whose action is outside its mask, or -1."""
    for place in range(len(actions)):
        action = actions[place]
        if action < 0 or action >= masks.shape[1] or not masks[place, action]:
            return place
    return -1


def step_all(
    states: Any,
    dice: Any,
    out: Any,
    seats: Any,
    options: Any,
    counts: Any,
    masks: Any,
    bots: Any,
    actions: Any,
    done: Any,
    rewards: Any,
) -> int:
    """One answer in every game. Finished games are dealt again; return how many."""
    games = len(seats)
    die = dice[games:]
    over = 0
    for place in range(games):
        die[0] = dice[place]
        apply(states[place], seats[place], actions[place])
        seat = go_on(states[place], bots, out, die)
        done[place] = seat == OVER_NOW
        for other in range(rewards.shape[1]):
            rewards[place, other] = 0.0
        if seat == OVER_NOW:
            over += 1
            for other in range(rewards.shape[1]):
                rewards[place, other] = reward_of(states[place], other)
            seat = begin(states, place, bots, out, die)
        ask(states[place], place, seat, out, options, counts, masks)
        seats[place] = seat
        dice[place] = die[0]
    return over


def look_all(states: Any, seats: Any, rows: Any) -> None:
    """What the asked seat may know, in every game."""
    for place in range(len(seats)):
        observe(states[place], seats[place], rows[place])


def draw_all(dice: Any, out: Any, options: Any, counts: Any, actions: Any) -> None:
    """A uniformly random legal action for every game."""
    games = len(actions)
    die = dice[games:]
    for place in range(games):
        die[0] = dice[place]
        actions[place] = options[place, below(die, counts[place])]
        dice[place] = die[0]


def advise_all(states: Any, dice: Any, out: Any, seats: Any, bot: int, actions: Any) -> None:
    """What the bot would answer for the asked seat, in every game."""
    games = len(actions)
    die = dice[games:]
    for place in range(games):
        die[0] = dice[place]
        actions[place] = choose(states[place], seats[place], bot, out, die)
        dice[place] = die[0]


ONE = (go_on, move, list_odds, look)
MANY = (begin, ask, reward_of, begin_all, first_illegal, step_all, look_all, draw_all, advise_all)


@cache
def batch_of(game: str) -> Any:
    """The patterns above, compiled and bound to a game and its bots."""
    kernel, research = game_named(game).kernel, manifest_of(game).research
    assert kernel is not None and research is not None, "a game for research has a compiled form"
    doors = {
        "shares_wins": research.shares_wins,
        "settle_luck": playout_of(kernel.rules).settle_luck,
        "asked": kernel.rules.asked,
        "luck_total": kernel.rules.luck_total,
        "luck_code": kernel.rules.luck_code,
        "legal": kernel.rules.legal,
        "apply": kernel.rules.apply,
        "observe": kernel.observe,
        "choose": ledger_of(game).choose,
    }
    bound = bind((*ONE, *MANY), doors, __name__)
    twins = compile_kernels(bound.values())
    return SimpleNamespace(**{name: twins[function] for name, function in bound.items()})
