"""The learned player at the table: its answers at once, and its search over the worlds that it believes in.

The search tries answers in sampled worlds. Everybody plays the round to its end as the learned mind would, with the
same luck after every answer, and the judge says who is likely to win from there. A pick is tried together with its
layings, as one move.
"""

from __future__ import annotations

from math import ceil, log2, sqrt
from time import perf_counter
from typing import Any

from triclinium.bots.search import Estimate
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.decision import Answer
from triclinium.core.dice import sow
from triclinium.core.kernel import kernel
from triclinium.core.player import Look
from triclinium.core.playout import OVER_NOW, playout_of
from triclinium.games.banquet.brain.belief import FULL, imagine
from triclinium.games.banquet.brain.features import REMEMBERED
from triclinium.games.banquet.brain.gift import shares_of, try_gifts
from triclinium.games.banquet.brain.mind import (
    BELIEVED,
    LYING,
    OUTPUTS,
    PICK_SLOTS,
    Weights,
    chance_of,
    learned_answer,
    room,
    think,
    weights,
)
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.answers import code_of, message_of
from triclinium.games.banquet.rules.cards import CALIGULA, GUESTS, KINDS, SEATS_MOST
from triclinium.games.banquet.rules.codes import ASSIGN_CODES, ASSIGNMENTS, PASS, PASS_ROUND
from triclinium.games.banquet.rules.engine import apply
from triclinium.games.banquet.rules.state import ASSIGN, NOTHING, PHASE_NAMES, PICK, State
from triclinium.games.banquet.views.history import read_history
from triclinium.games.banquet.views.worlds import may_be, state_of

settle_luck = playout_of(rules).settle_luck

WORK, WORLD, ROOT, STATES = 0, 1, 2, 3
MOVES_MOST = 24
"""How many moves are tried at most: those that the mind likes best."""
AT_ONCE = 48
"""Simulated rounds between two looks at the clock."""
CLEARLY = 3.0
"""A move this many standard deviations behind the best is dropped."""
TRIFLE = 0.002
"""A difference in the chance to win that is not worth more games."""
NEARLY = 0.01
"""Layings that are worse than the best by no more than this are about as good."""
GIFT_WORLDS = 24
LEAST = 0.002
"""No guest who is possible is believed to be less likely than this, beside the likeliest."""


@kernel
def play_round(
    s: State, seat: int, until: int, counts: Any, dealt: Any, mind: Any, judge: Any, r: Any, dice: list[int]
) -> float:
    """Let everybody play the round as the mind would; the chance of a seat to win after it."""
    asked = settle_luck(s, dice)
    while asked != OVER_NOW and not (s.phase == PICK and s.round > until):
        apply(s, asked, learned_answer(s, asked, counts, dealt, mind, r, 1.0, dice))
        asked = settle_luck(s, dice)
    if asked == OVER_NOW:
        return float((s.winners >> seat) & 1)
    return chance_of(s, asked, seat, counts, dealt, judge, r)


@kernel
def try_moves(
    states: Any,
    seat: int,
    moves: Any,
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
    sums: Any,
    squares: Any,
) -> None:
    """Try each move once in each of so many worlds, with the same luck. A move is one answer or two (the second after
    a pick)."""
    for _ in range(worlds):
        states[WORLD] = states[ROOT]
        imagine(states[WORLD], seat, guests, layings, dice)
        for number in range(count):
            states[WORK] = states[WORLD]
            s = states[WORK]
            die[0] = dice[0]
            until = s.round
            apply(s, seat, moves[number, 0])
            if moves[number, 1] >= 0:
                apply(s, seat, moves[number, 1])
            value = play_round(s, seat, until, counts, dealt, mind, judge, r, die)
            sums[number] += value
            squares[number] += value * value
        sow(dice, dice[0] & ((1 << 60) - 1))


class Move:
    """A move and what came of it."""

    def __init__(self, codes: tuple[int, int], liked: float) -> None:
        self.codes, self.liked = codes, liked
        self.visits, self.total, self.squares = 0, 0.0, 0.0

    @property
    def chance(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def variance(self) -> float:
        """Of the mean; with few games, as if they had differed by as much as they can."""
        spread = max(0.0, self.squares / self.visits - self.chance**2) if self.visits else 0.25
        return (spread + 0.25 / (self.visits + 1)) / max(1, self.visits)

    def rank(self) -> tuple[float, float]:
        return self.chance, self.liked


class Learned:
    """The nets with the compiled functions that run them."""

    def __init__(self, own: Weights | None = None) -> None:
        import numpy

        self._numpy = numpy
        self.weights = own or weights()
        mind, judge, _ = self.weights
        self._net = mind, judge
        ours = compile_kernels((try_moves, learned_answer, think, try_gifts))
        self._try, self._choose, self._think = ours[try_moves], ours[learned_answer], ours[think]
        self._try_gifts = ours[try_gifts]
        self._states = numpy.zeros(STATES, dtype_of(State))
        self._counts = numpy.zeros((SEATS_MOST, REMEMBERED), numpy.int16)
        self._dealt = numpy.zeros(SEATS_MOST, numpy.int16)
        self._guests = numpy.zeros((SEATS_MOST, GUESTS), numpy.int64)
        self._layings = numpy.zeros((GUESTS, len(ASSIGNMENTS)), numpy.int64)
        self._room = room(len(mind.first_bias))
        self._dice, self._die = numpy.zeros(1, numpy.int64), numpy.zeros(1, numpy.int64)
        self._moves = numpy.zeros((64, 2), numpy.int64)
        self._sums, self._squares = numpy.zeros(64), numpy.zeros(64)

    # --- A question -----------------------------------------------------------------------------------

    def read(self, look: Look) -> State:
        """Copy a question into the records of the compiled functions."""
        state = state_of(look.view, look.seat)
        read_history(state, look.view)
        write_record(self._states[ROOT], state)
        self._counts[:] = [row[:REMEMBERED] for row in state.history_counts]
        self._dealt[:] = state.dealt_when
        dice = [0]
        sow(dice, look.rng.getrandbits(60))
        self._dice[0] = dice[0]
        return state

    def answer(self, look: Look, warmth: float) -> Answer:
        """The mind's answer, without a search."""
        state = self.read(look)
        known = self._counts, self._dealt, self._net[0], self._room
        return message_of(state, int(self._choose(self._states[ROOT], look.seat, *known, warmth, self._dice)))

    def believe(self, state: State, seat: int) -> None:
        """What the mind believes, as weights for `belief.imagine`. Call `read` first."""
        numpy = self._numpy
        self._think(self._states[ROOT], seat, self._counts, self._dealt, self._net[0], self._room, OUTPUTS)
        told = self._room.told
        guests = told[BELIEVED:LYING].reshape(SEATS_MOST - 1, GUESTS)
        self._guests[:] = FULL
        for place in range(1, state.seats):
            other = (seat + place) % state.seats
            possible = [guest not in (CALIGULA, state.guest[seat]) and may_be(state, other, guest) for guest in range(GUESTS)]
            logits = numpy.where(possible, guests[place - 1], -1e9)
            likely = numpy.exp(logits - logits.max())
            self._guests[other] = numpy.maximum(LEAST, likely) * FULL
        self._layings[:] = 0
        if seat != state.active and NOTHING not in state.place and state.phase not in (PICK, ASSIGN):
            lying = told[LYING:OUTPUTS].reshape(3, KINDS)
            ways = numpy.array([sum(lying[at, state.place[way[at]]] for at in range(3)) for way in ASSIGNMENTS])
            likely = numpy.exp(ways - ways.max())
            shares = numpy.cumsum(0.02 / 6 + 0.98 * likely / likely.sum())
            self._layings[:] = numpy.maximum(1, numpy.round(FULL * shares)).astype(numpy.int64)
            self._layings[:, -1] = FULL

    # --- The search -----------------------------------------------------------------------------------

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        began = perf_counter()
        state = self.read(look)
        self.believe(state, look.seat)
        listed = [code_of(state, answer) for answer in look.decision.options]
        moves = self._moves_of(state, look.seat, listed)
        left = moves[:MOVES_MOST]
        rounds = max(1, ceil(log2(len(left))))
        played = 0
        for number in range(1, rounds + 1):
            while not _decided(left):
                games = AT_ONCE
                if seconds is not None and perf_counter() - began >= seconds * number / rounds and played:
                    break
                if trials is not None:
                    games = min(games, trials * number // rounds - played)
                    if games < len(left) and played:
                        break
                worlds = max(1, games // len(left))
                played += worlds * len(left)
                self._play(look.seat, left, worlds)
                left = _unbeaten(left)
            left.sort(key=Move.rank, reverse=True)
            left = left[: max(2, ceil(len(left) / 2))]
        return _told(look, listed, moves, left)

    def decide(self, look: Look, seconds: float | None, trials: int | None) -> Answer:
        """The answer that a search finds best; of layings that are about as good, one drawn so that nobody reads it."""
        estimates = self.evaluate(look, seconds, trials)
        best = estimates[0]
        near = [one for one in estimates if one.visits and one.chance >= best.chance - NEARLY]
        if look.decision.kind != PHASE_NAMES[ASSIGN] or len(near) == 1:
            return best.answer
        numpy = self._numpy
        state = self.read(look)
        codes = numpy.array([code_of(state, one.answer) for one in near])
        sums = numpy.zeros((len(near), 2, 2))
        belief = self._guests, self._layings, self._counts, self._dealt
        rest = self._room, self._dice, self._die, numpy.zeros(2), sums
        self._try_gifts(self._states, look.seat, codes, len(near), GIFT_WORLDS, *belief, *self._net, *rest)
        return look.rng.choices([one.answer for one in near], shares_of(sums / GIFT_WORLDS))[0]

    def _moves_of(self, state: State, seat: int, listed: list[int]) -> list[Move]:
        """The moves to try, best liked first. Of moves that differ only in alike cards, one is enough."""
        told, cards = self._room.told, self._room.cards.tolist()
        found: dict[tuple[int, ...], Move] = {}
        for code in listed:
            if code == PASS_ROUND:
                continue
            if state.phase not in (PICK, ASSIGN):
                found[code,] = Move((code, -1), 0.0)
                continue
            slots = PICK_SLOTS[code] if state.phase == PICK else (0, 1, 2)
            for way, laid in enumerate(ASSIGNMENTS):
                if state.phase == ASSIGN and code != ASSIGN_CODES + way:
                    continue
                kinds = tuple(int(cards[slots[place]]) for place in laid)
                if kinds not in found:
                    liked = sum(float(told[at * KINDS + kind]) for at, kind in enumerate(kinds))
                    move = (code, ASSIGN_CODES + way if state.phase == PICK else -1)
                    found[kinds] = Move(move, liked)
        return sorted(found.values(), key=lambda move: move.liked, reverse=True)

    def _play(self, seat: int, moves: list[Move], worlds: int) -> None:
        count = len(moves)
        self._moves[:count] = [move.codes for move in moves]
        self._sums[:count] = 0
        self._squares[:count] = 0
        belief = self._guests, self._layings, self._counts, self._dealt
        rest = self._room, self._dice, self._die, self._sums, self._squares
        self._try(self._states, seat, self._moves, count, worlds, *belief, *self._net, *rest)
        for move, total, squares in zip(moves, self._sums.tolist(), self._squares.tolist(), strict=False):
            move.visits += worlds
            move.total += total
            move.squares += squares


def _unbeaten(moves: list[Move]) -> list[Move]:
    best = max(moves, key=Move.rank)
    return [move for move in moves if best.chance - move.chance <= CLEARLY * sqrt(best.variance + move.variance)]


def _decided(moves: list[Move]) -> bool:
    """Whether more games would change little."""
    best, *others = sorted(moves, key=Move.rank, reverse=True)
    return best.visits > 0 and all(
        other.chance + 2 * sqrt(best.variance + other.variance) < best.chance + TRIFLE for other in others
    )


def _told(look: Look, listed: list[int], moves: list[Move], left: list[Move]) -> list[Estimate]:
    """Every listed answer, best first: the survivors of the search, then the others by what they won or seemed worth."""
    best: dict[int, tuple[bool, float, float, Move]] = {}
    for move in moves:
        rank = (move in left, move.chance if move.visits else -1.0, move.liked, move)
        code = move.codes[0]
        if code not in best or rank[:3] > best[code][:3]:
            best[code] = rank
    if PASS_ROUND in listed and PASS in best:  # never better than passing now and deciding again later
        best[PASS_ROUND] = (best[PASS][0], best[PASS][1], best[PASS][2] - 1.0, best[PASS][3])
    nothing = (False, -1.0, -1e9, Move((-1, -1), 0.0))
    order = sorted(range(len(listed)), key=lambda at: best.get(listed[at], nothing)[:3], reverse=True)
    estimates: list[Estimate] = []
    for at in order:
        move = best.get(listed[at], nothing)[3]
        chance = min([move.chance if move.visits else 1.0, *(estimate.chance for estimate in estimates[-1:])])
        estimates.append(Estimate(look.decision.options[at], chance, move.visits))
    return estimates
