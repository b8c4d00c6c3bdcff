"""The learned player at the table: its answers at once, and its search over the worlds that it believes in.

The search samples worlds by the learned belief and tries the moves that the mind likes best in each of them with the
same luck (`foresight`): in games by rule of thumb, and in rounds foreseen, which everybody plays by his manner
(`manner`). A pick is tried together with its layings, as one move. What the mind likes counts until enough trials say
otherwise (`moves`), and the search stops when more of them promise to gain only a trifle.
"""

from __future__ import annotations

from math import ceil, log2
from time import perf_counter
from typing import Any

from triclinium.bots.contest import hope, unbeaten
from triclinium.bots.search import Estimate
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.core.decision import Answer
from triclinium.core.dice import sow
from triclinium.core.player import Look
from triclinium.games.banquet.brain.belief import FULL, believe
from triclinium.games.banquet.brain.features import REMEMBERED, relative_code
from triclinium.games.banquet.brain.foresight import SQUARES, SUMS, memory, remember_counts, try_moves
from triclinium.games.banquet.brain.gift import shares_of, try_gifts
from triclinium.games.banquet.brain.lookahead import ROOT, STATES
from triclinium.games.banquet.brain.manner import SIGNS, manners, rule_odds, thumbs_among
from triclinium.games.banquet.brain.mind import (
    BELIEVED,
    LYING,
    OUTPUTS,
    PICK_SLOTS,
    REST,
    Weights,
    learned_answer,
    room,
    think,
    weights,
)
from triclinium.games.banquet.brain.moves import Move, Tally, weigh_evidence
from triclinium.games.banquet.brain.reading import (
    OTHERS,
    UNLIKELY,
    Reading,
    guests_of,
    inputs_of,
    kinds_by_guest,
    layings_hidden,
    layings_of,
    players_of,
    possible_guests,
    told_of_ways,
    ways_of,
)
from triclinium.games.banquet.rules.answers import code_of, message_of
from triclinium.games.banquet.rules.cards import GUESTS, KINDS, RING, SEATS_MOST
from triclinium.games.banquet.rules.codes import ASSIGN_CODES, ASSIGNMENTS, LEAVE_GIFT, PASS, PASS_ROUND
from triclinium.games.banquet.rules.state import ASSIGN, PHASE_NAMES, PICK, State
from triclinium.games.banquet.views.history import read_history
from triclinium.games.banquet.views.worlds import state_of

MOVES_MOST = 24
"""How many moves are tried at most: those that the mind likes best."""
AT_ONCE = 96
"""Games between two looks at the clock."""
BY_MIND = 0.8
"""The share of a move's worth that the rounds foreseen tell; games by rule of thumb tell the rest."""
ROUND_COSTS = 10
"""A round that is foreseen takes as long as so many games by rule of thumb, ..."""
ROUND_TELLS = 9
"""... and tells as much as so many, of what it tells about."""
TRIFLE = 0.002
"""What more trials may gain on average that is not worth them."""
NEARLY = 0.01
"""Layings that are worse than the best by no more than this are about as good."""
GIFT_WORLDS = 40


PASSES_ROUND: Answer = {"kind": "pass_round"}
"""Never better than passing now and deciding again later."""


class Learned:
    """The mind with the compiled functions that run it."""

    def __init__(self, own: Weights | None = None) -> None:
        import numpy

        self._numpy = numpy
        self.weights = own or weights()
        self._mind = self.weights.mind
        self._manners = manners()
        ours = compile_kernels((try_moves, learned_answer, think, try_gifts, rule_odds))
        self._try, self._choose = ours[try_moves], ours[learned_answer]
        self._think, self._try_gifts, self._rule_odds = ours[think], ours[try_gifts], ours[rule_odds]
        self._memory = memory()
        self._states = numpy.zeros(STATES, dtype_of(State))
        self._counts = numpy.zeros((SEATS_MOST, REMEMBERED), numpy.int16)
        self._dealt = numpy.zeros(SEATS_MOST, numpy.int16)
        self.guests = numpy.zeros((SEATS_MOST, GUESTS), numpy.int64)
        """What was believed last: a weight for every guest at every seat, as `belief.imagine` takes it."""
        self.layings = numpy.zeros((GUESTS, len(ASSIGNMENTS)), numpy.int64)
        """Likewise the layings for each guest of the active seat, as cumulative sums."""
        self._room = room(len(self._mind.first_bias))
        self._dice, self._luck, self._die = (numpy.zeros(1, numpy.int64) for _ in range(3))
        self._cards, self._signs = numpy.zeros(RING, numpy.int64), numpy.zeros(SIGNS)
        self._odds, self._thumbs = numpy.zeros(SEATS_MOST), numpy.zeros(SEATS_MOST)
        self._moves = numpy.zeros((MOVES_MOST, 2), numpy.int64)
        self._won, self._tally = numpy.zeros(MOVES_MOST), numpy.zeros((2, MOVES_MOST))

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
        known = self._counts, self._dealt, self._mind, self._room
        return message_of(state, int(self._choose(self._states[ROOT], look.seat, *known, warmth, self._dice)))

    def believe(self, state: State, seat: int) -> None:
        """What to believe of the others' guests and layings. Call `read` first. Without a reading, by rule of thumb."""
        numpy = self._numpy
        self._think(self._states[ROOT], seat, self._counts, self._dealt, self._mind, self._room, OUTPUTS)
        by_rule = believe(state, seat)
        others = [(seat + place) % state.seats for place in range(1, state.seats)]
        ruled = numpy.zeros((OTHERS, GUESTS))
        for place, other in enumerate(others):
            ruled[place] = numpy.where(possible_guests(state, seat, other), by_rule.guests[other], 0)
        guests, layings = ruled, numpy.diff(by_rule.layings, prepend=0)
        if self.weights.reading is not None:
            guests, layings = self._read_table(self.weights.reading, state, seat, ruled, layings)
        self.guests[:], self.layings[:] = FULL, 0
        for place, other in enumerate(others):
            shares = guests[place] / max(guests[place].max(), UNLIKELY)
            self.guests[other] = numpy.maximum(ruled[place] > 0, numpy.round(FULL * shares))
        if layings_hidden(state, seat):
            known = layings.sum(1) > 0
            running = numpy.cumsum(layings[known], 1) / layings[known].sum(1, keepdims=True)
            self.layings[known] = numpy.maximum(1, numpy.round(FULL * running))

    def _read_table(self, reading: Reading, state: State, seat: int, ruled: Any, layings: Any) -> tuple[Any, Any]:
        """Shares of guests by place, and of layings by guest, after the mind has looked."""
        numpy, told = self._numpy, self._room.told
        players = players_of(reading, inputs_of(self._room.row[None], self._room.two[None]))[0]
        guests = guests_of(reading, told[BELIEVED:LYING].reshape(OTHERS, GUESTS), ruled)
        shares = (players[:, :, None] * guests).sum(1)
        if not layings_hidden(state, seat):
            return shares, layings
        active = (state.active - seat) % state.seats - 1
        ways = ways_of(numpy.array([state.place]))
        of_ways = told_of_ways(told[LYING:OUTPUTS].reshape(1, 3, KINDS), ways).repeat(GUESTS, 0)
        laid = layings_of(reading, of_ways, ways.repeat(GUESTS, 0), layings, numpy.arange(GUESTS))
        return shares, (kinds_by_guest(players[active], guests[active])[:, :, None] * laid).sum(1)

    # --- The search -----------------------------------------------------------------------------------

    def evaluate(self, look: Look, seconds: float | None, trials: int | None) -> list[Estimate]:
        """Every listed answer, best first, by sequential halving. Trials are counted in games by rule of thumb."""
        began = perf_counter()
        state = self.read(look)
        self.believe(state, look.seat)
        self.company(state, look.seat)
        listed = [code_of(state, answer) for answer in look.decision.options]
        moves = self._moves_of(state, look.seat, listed)
        left = moves[:MOVES_MOST]
        rounds = max(1, ceil(log2(len(left))))
        played = 0
        for number in range(1, rounds + 1):
            while not played or hope(left) > TRIFLE:
                games = AT_ONCE
                if seconds is not None and perf_counter() - began >= seconds * number / rounds and played:
                    break
                if trials is not None:
                    games = min(games, trials * number // rounds - played)
                    if games < len(left) and played:
                        break
                played += self._play(look.seat, left, max(1, games // len(left)))
                weigh_evidence(left, BY_MIND)
                left = unbeaten(left)
            left.sort(key=lambda move: move.worth, reverse=True)
            left = left[: max(2, ceil(len(left) / 2))]
        return _told(look, listed, moves, left)

    def decide(self, look: Look, seconds: float | None, trials: int | None) -> Answer:
        """The answer that a search finds best; of layings that are about as good, one drawn so that nobody reads it."""
        sensible = [answer for answer in look.decision.options if answer != PASSES_ROUND]
        if len(sensible) == 1:
            return sensible[0]
        estimates = self.evaluate(look, seconds, trials)
        best = estimates[0]
        near = [one for one in estimates if one.visits and one.chance >= best.chance - NEARLY]
        if look.decision.kind != PHASE_NAMES[ASSIGN] or len(near) == 1:
            return best.answer
        numpy = self._numpy
        state = self.read(look)
        codes = numpy.array([code_of(state, one.answer) for one in near])
        sums = numpy.zeros((len(near), 2, 2))
        belief = self.guests, self.layings, self._room.listed, self._dice, self._die
        self._try_gifts(self._states, look.seat, codes, GIFT_WORLDS, *belief, sums)
        return look.rng.choices([one.answer for one in near], shares_of(sums / GIFT_WORLDS))[0]

    def company(self, state: State, seat: int) -> list[float]:
        """How likely each of the others, clockwise, plays by rule of thumb. Call `read` first."""
        room = self._cards, self._room.listed, self._signs
        self._rule_odds(self._states[ROOT], self._counts, self._dealt, self._manners.told, *room, self._odds)
        others = [(seat + place) % state.seats for place in range(1, state.seats)]
        thumbs = thumbs_among([self._manners.ratio(self._odds[other]) for other in others])
        self._thumbs[others] = thumbs
        return thumbs

    def _moves_of(self, state: State, seat: int, listed: list[int]) -> list[Move]:
        """The moves to try, best liked first. Of moves that differ only in alike cards, one is enough."""
        told, cards = self._room.told, self._room.cards.tolist()
        found: dict[tuple[int, ...], Move] = {}
        for code in listed:
            if code == PASS_ROUND:
                continue
            if state.phase not in (PICK, ASSIGN):
                liked = float(told[REST + relative_code(state, seat, code) - LEAVE_GIFT])
                found[code,] = Move((code, -1), liked)
                continue
            slots = PICK_SLOTS[code] if state.phase == PICK else (0, 1, 2)
            for way, laid in enumerate(ASSIGNMENTS):
                if state.phase == ASSIGN and code != ASSIGN_CODES + way:
                    continue
                kinds = tuple(int(cards[slots[place]]) for place in laid)
                if kinds not in found:
                    liked = sum(float(told[at * KINDS + kind]) for at, kind in enumerate(kinds))
                    found[kinds] = Move((code, ASSIGN_CODES + way if state.phase == PICK else -1), liked)
        return sorted(found.values(), key=lambda move: move.liked, reverse=True)

    def _play(self, seat: int, moves: list[Move], worlds: int) -> int:
        """Try the moves in so many worlds by rule of thumb, and foresee rounds if it is their turn; return the cost."""
        count = len(moves)
        self._moves[:count] = [move.codes for move in moves]
        self._run(seat, False, worlds, [move.ruled for move in moves])
        due = int(moves[0].ruled.visits * BY_MIND / (1 - BY_MIND) / ROUND_TELLS) - moves[0].foreseen.visits
        if due > 0:
            self._run(seat, True, due, [move.foreseen for move in moves])
        return count * (worlds + ROUND_COSTS * max(0, due))

    def _run(self, seat: int, foresees: bool, worlds: int, tallies: list[Tally]) -> None:
        self._tally[:] = 0
        remember_counts(self._memory, self._counts, self._dealt)
        belief = self.guests, self.layings, self._thumbs
        nets = self._memory, self._mind, self.weights.judge, self._room
        dice = self._dice, self._luck, self._die
        asked = seat, self._moves, len(tallies), worlds, foresees
        self._try(self._states, *asked, *belief, *nets, *dice, self._won, self._tally)
        for tally, total, squares in zip(tallies, *self._tally[[SUMS, SQUARES]].tolist(), strict=False):
            tally.add(worlds, total, squares)


def _told(look: Look, listed: list[int], moves: list[Move], left: list[Move]) -> list[Estimate]:
    """Every listed answer: the survivors of the halving first, then the others by what they seem worth."""
    best: dict[int, tuple[tuple[bool, bool, float, float], Move]] = {}
    for move in moves:
        rank = (move in left, move.visits > 0, move.worth, move.liked), move
        if move.codes[0] not in best or rank[0] > best[move.codes[0]][0]:
            best[move.codes[0]] = rank
    if PASS_ROUND in listed and PASS in best:
        (survived, tried, worth, liked), move = best[PASS]
        best[PASS_ROUND] = (survived, tried, worth, liked - 1), move
    nothing = (False, False, 0.0, 0.0), Move((-1, -1), 0.0)
    estimates: list[Estimate] = []
    for at in sorted(range(len(listed)), key=lambda at: best.get(listed[at], nothing)[0], reverse=True):
        move = best.get(listed[at], nothing)[1]
        # An answer dropped after few games must not rank above one that survived; nor one that was never tried.
        chance = min([move.worth if move.visits else 1.0, *(estimate.chance for estimate in estimates[-1:])])
        estimates.append(Estimate(look.decision.options[at], min(1.0, max(0.0, chance)), move.visits))
    return estimates
