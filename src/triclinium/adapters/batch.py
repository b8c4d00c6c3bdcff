"""The compiled core of `vector`: patterns over rows of states, bound to a game's rules and bots.

The last state of a row is the start of every game, and the last number of `dice` is the one in use: separate rows for
each game would cost more than the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

from triclinium.core.compiled import compile_kernels
from triclinium.core.decision import Seat
from triclinium.core.dice import below, sow
from triclinium.core.kernel import bind
from triclinium.core.ledger import ledger_of
from triclinium.core.manifest import manifest_of
from triclinium.core.piles import bits
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games import game_named

ALL_SEATS: Seat = -1
"""Instead of a learner's seat: ask every seat."""
SEED_STEP = 1 << 31

shares_wins: bool
settle_luck: Callable[[Any, Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
observe: Callable[[Any, int, Any], int]
choose: Callable[[Any, int, int, Any, Any], int]


def go_on(s: Any, learner: int, bot: int, out: Any, dice: Any) -> int:
    """Answer for chance, and for bots if one seat learns, until someone else is asked; return that seat."""
    seat = settle_luck(s, dice)
    while learner != ALL_SEATS and seat != learner and seat != OVER_NOW:
        apply(s, seat, choose(s, seat, bot, out, dice))
        seat = settle_luck(s, dice)
    return seat


def begin(states: Any, place: int, starts: Any, learner: int, bot: int, out: Any, dice: Any) -> int:
    """Deal a new game. If it ends before the learner is asked, deal again."""
    seat = OVER_NOW
    while seat == OVER_NOW:
        states[place] = starts[len(starts) - 1]
        seat = go_on(states[place], learner, bot, out, dice)
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
    learner: int,
    bot: int,
    seed: int,
) -> None:
    games = len(seats)
    die = dice[games:]
    for place in range(games):
        sow(die, seed + place * SEED_STEP)
        seat = begin(states, place, states, learner, bot, out, die)
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


def step_one(
    states: Any,
    place: int,
    starts: Any,
    learner: int,
    bot: int,
    out: Any,
    dice: Any,
    seat: int,
    action: int,
    game: int,
    done: Any,
    rewards: Any,
) -> int:
    """One answer in the game whose state lies at `place`. A finished game is dealt again; return who is asked."""
    s = states[place]
    apply(s, seat, action)
    asked = go_on(s, learner, bot, out, dice)
    done[game] = asked == OVER_NOW
    for other in range(rewards.shape[1]):
        rewards[game, other] = reward_of(s, other) if asked == OVER_NOW else 0.0
    return begin(states, place, starts, learner, bot, out, dice) if asked == OVER_NOW else asked


def step_all(
    states: Any,
    dice: Any,
    out: Any,
    seats: Any,
    options: Any,
    counts: Any,
    masks: Any,
    learner: int,
    bot: int,
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
        seat = step_one(
            states, place, states, learner, bot, out, die, seats[place], actions[place], place, done, rewards
        )
        over += done[place]
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


PATTERNS = (go_on, begin, ask, reward_of, begin_all, first_illegal, step_one, step_all, look_all, draw_all, advise_all)


def nobody(_s: Any, _seat: int, _bot: int, _out: Any, _dice: Any) -> int:
    """In the place of the bots where every seat is asked."""
    return 0


@cache
def bound_to(game: str, *, bots: bool = True) -> dict[str, FunctionType]:
    """The patterns above, bound to a game and its bots, or to no bots at all."""
    kernel, research = game_named(game).kernel, manifest_of(game).research
    assert kernel is not None and research is not None, "a game for research has a compiled form"
    doors = {
        "shares_wins": research.shares_wins,
        "settle_luck": playout_of(kernel.rules).settle_luck,
        "legal": kernel.rules.legal,
        "apply": kernel.rules.apply,
        "observe": kernel.observe,
        "choose": ledger_of(game).choose if bots else bind((nobody,), {}, __name__)["nobody"],
    }
    return bind(PATTERNS, doors, __name__)


@cache
def batch_of(game: str) -> Any:
    """The same, compiled for the CPU."""
    bound = bound_to(game)
    twins = compile_kernels(bound.values())
    return SimpleNamespace(**{name: twins[function] for name, function in bound.items()})
