"""The rule of thumb and what a seat believes: one source, plain and compiled, and no secret read."""

from __future__ import annotations

from collections import Counter

import numpy
import pytest

from banquet.scene import Scene
from bots.moments import thumb_moments
from triclinium.core.compiled import compile_kernels, dtype_of, read_record, write_record
from triclinium.core.kernel import copy_into, numbers_of
from triclinium.games.banquet.brain.belief import FULL, believe, imagine
from triclinium.games.banquet.brain.lookahead import ROOT, STATES, WORK, WORLD, try_answers
from triclinium.games.banquet.brain.rule_of_thumb import PICK_SLOTS, ROOM, choose
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.answers import code_of
from triclinium.games.banquet.rules.cards import CAESONIA, CALIGULA, CLAUDIUS, KEEP, KIND_NAMES, OCTAVIUS, SEPTIMUS
from triclinium.games.banquet.rules.codes import PICKS
from triclinium.games.banquet.rules.state import State
from triclinium.games.banquet.views.history import read_history
from triclinium.games.banquet.views.worlds import state_of


def test_picks_are_in_the_order_of_their_codes():
    assert [sum(1 << slot for slot in slots) for slots in PICK_SLOTS] == list(PICKS)


def without_tape(state):
    return {name: value for name, value in numbers_of(state).items() if not name.startswith("tap")}


def test_the_rule_of_thumb_is_the_same_on_the_state_and_on_what_the_view_tells():
    for seats in GAME.info.seats:
        for play, decision in thumb_moments(seats, seats):
            told = state_of(GAME.view(play.state, decision.seat), decision.seat)
            here = choose(play.state, decision.seat, [0] * ROOM, [4711])
            assert choose(told, decision.seat, [0] * ROOM, [4711]) == here


def test_plain_and_compiled_try_the_same_answers_in_the_same_worlds():
    """The whole path of the search, uncompiled and compiled: worlds, games to their end, who won."""
    compiled = compile_kernels((try_answers,))[try_answers]
    records = numpy.zeros(STATES, dtype_of(State))
    for play, decision in thumb_moments(4, 3, every=9):
        told = state_of(GAME.view(play.state, decision.seat), decision.seat)
        belief = believe(told, decision.seat)
        codes = [code_of(told, answer) for answer in decision.options[:3]]
        rows = _Rows()
        rows[ROOT] = told
        write_record(records[ROOT], told)
        tallies = []
        for states, array in ((rows, list), (records, numpy.array)):
            won, dice = array([0] * len(codes)), array([987654321])
            out = array([0] * ROOM)
            guests, layings = (array([array(row) for row in table]) for table in belief)
            search = try_answers if states is rows else compiled
            search(states, decision.seat, array(codes), len(codes), 3, guests, layings, dice, out, won)
            tallies.append(([int(count) for count in won], int(dice[0])))
        assert tallies[0] == tallies[1]
        end = State()
        read_record(records[WORK], end)
        assert without_tape(end) == without_tape(rows[WORK])


class _Rows:
    """Three plain states that are copied when one is laid on another, as records are."""

    def __init__(self):
        self.states = {place: State() for place in (WORK, WORLD, ROOT)}

    def __getitem__(self, place):
        return self.states[place]

    def __setitem__(self, place, state):
        copy_into(self.states[place], state)
        self.states[place].taping = 0


def test_imagined_worlds_look_the_same_to_the_seat():
    for seats in GAME.info.seats:
        for play, decision in thumb_moments(seats, 10 + seats, every=5):
            seen = GAME.view(play.state, decision.seat)
            world = state_of(seen, decision.seat)
            read_history(world, seen)  # worlds for searching carry none
            guests, layings = believe(world, decision.seat)
            assert imagine(world, decision.seat, guests, layings, [99991]) == 1
            assert GAME.view(world, decision.seat) == seen


def believed(scene, me, seat):
    told = state_of(GAME.view(scene.state, me), me)
    return believe(told, me).guests[seat]


def test_presents_before_a_seat_speak_for_those_who_collect_them():
    scene = Scene("caligula claudius octavius")
    scene.before(2, "ring", "toga")
    weights = believed(scene, 1, 2)
    assert weights[CAESONIA] == FULL
    assert weights[CLAUDIUS] < FULL


def test_a_dagger_before_a_seat_speaks_for_a_conspirator():
    scene = Scene("caligula claudius octavius")
    scene.before(2, "dagger")
    weights = believed(scene, 1, 2)
    assert weights[OCTAVIUS] == weights[SEPTIMUS] == FULL
    assert weights[CLAUDIUS] < FULL


def test_worlds_are_imagined_as_often_as_they_are_believed():
    scene = Scene("caligula claudius octavius agrippina")
    scene.before(3, "ring", "toga")
    guests, layings = believe(state_of(GAME.view(scene.state, 1), 1), 1)
    dice = [4242]
    seen = Counter()
    for _ in range(2000):
        world = state_of(GAME.view(scene.state, 1), 1)
        imagine(world, 1, guests, layings, dice)
        seen[world.guest[3]] += 1
    assert seen[CALIGULA] == 0
    for guest in (OCTAVIUS, SEPTIMUS):
        assert seen[guest] / seen[CAESONIA] == pytest.approx(guests[3][guest] / guests[3][CAESONIA], abs=0.15)


def test_poison_is_believed_to_lie_anywhere_but_as_keep():
    scene = Scene("caligula claudius octavius")
    scene.lays(discard="figs", keep="cup", gift="poison")
    scene.offer(1)
    guests, layings = believe(state_of(GAME.view(scene.state, 1), 1), 1)
    dice = [77]
    kept = Counter()
    for _ in range(600):
        world = state_of(GAME.view(scene.state, 1), 1)
        imagine(world, 1, guests, layings, dice)
        kept[KIND_NAMES[world.place[KEEP]]] += 1
    assert 4 * kept["poison"] < min(kept["figs"], kept["cup"])
