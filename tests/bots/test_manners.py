"""The manners of banqueters: who seems to play by rule of thumb, and what master makes of it."""

from __future__ import annotations

import json
import random

import numpy
import pytest
from learning.manners import fitted, lessons, log_loss

from banquet.scene import Scene
from bots.moments import moments
from triclinium.bots import bot_named
from triclinium.bots.contest import hope
from triclinium.bots.search import mind_of
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games.banquet.brain.features import REMEMBERED
from triclinium.games.banquet.brain.learned import Learned
from triclinium.games.banquet.brain.manner import (
    COMPANIES,
    SIGN_NAMES,
    SIGNS,
    SUITS,
    manners,
    read_manners,
    see_signs,
    suits_somebody,
    thumbs_among,
)
from triclinium.games.banquet.brain.moves import Move, weigh_evidence
from triclinium.games.banquet.brain.rule_of_thumb import ROOM
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import RING
from triclinium.games.banquet.rules.state import NOTHING


def table_of(bots, seed):
    """Every question of a game between bots, before its answer is given."""
    play, luck, rng = Play.begin(GAME, len(bots)), SeededLuck(seed), random.Random(seed)
    players = [bot_named("banquet", name) for name in bots]
    play.draw(luck)
    while pending := play.pending():
        decision = pending[0]
        yield play.state, decision
        play.answer(decision.seat, players[decision.seat].choose(Look(GAME, play.state, decision, rng)))
        play.draw(luck)


def picks(bot):
    """For each round of some games, whether the pick suits somebody by rule of thumb."""
    told = {}
    for seed in range(3):
        for state, _ in table_of([bot] * 4, seed):
            if NOTHING not in state.place and (seed, state.round) not in told:
                told[seed, state.round] = suits_somebody(state, [0] * RING, [0] * ROOM)
    return list(told.values())


def test_whoever_plays_by_rule_of_thumb_always_picks_what_suits_somebody_and_others_do_not():
    assert all(picks("thumb"))
    assert not all(picks("random"))


def shares(bots, seeds):
    mind, told = Learned(), []
    for seed in seeds:
        for state, decision in table_of(bots, seed):
            if decision.seat == 0 and state.round > 4:
                shown = mind.read(Look(GAME, state, decision, random.Random(1)))
                told.append(mind.company(shown, 0))
    return told


def test_those_who_play_by_rule_of_thumb_are_told_from_others():
    ruled, learned = shares(["strong", *["thumb"] * 3], range(6)), shares(["strong"] * 4, range(6))
    assert len(ruled) > 40
    assert len(learned) > 40
    assert numpy.mean(ruled) > 2 * numpy.mean(learned)


def test_a_company_is_told_by_all_of_its_seats():
    unknown = thumbs_among([1.0, 1.0, 1.0])
    assert unknown == pytest.approx([sum(share * before for share, before in COMPANIES)] * 3)
    ruled, learned = thumbs_among([9.0, 9.0, 1.0]), thumbs_among([0.1, 0.1, 1.0])
    assert learned[2] < unknown[2] < ruled[2] < ruled[0]


def test_a_manner_is_seen_alike_whatever_is_hidden():
    mind, compared = Learned(), 0
    for play, decision in moments("banquet", 4, 3, every=5):
        world = GAME.guess(GAME.view(play.state, decision.seat), decision.seat, random.Random(compared))
        looks = [Look(GAME, state, decision, random.Random(5)) for state in (play.state, world)]
        here, there = (mind.company(mind.read(look), decision.seat) for look in looks)
        assert here == there
        compared += 1
    assert compared > 5


def test_the_deeds_of_a_former_guest_are_no_sign():
    scene = Scene("caligula claudius agrippina")
    s, signs = scene.state, [0] * SIGNS
    counts = [[1] * REMEMBERED for _ in range(5)]
    see_signs(s, 1, counts, [0] * 5, [0] * RING, [0] * ROOM, signs)
    assert sum(signs[:SUITS]) > 20
    see_signs(s, 1, counts, [3] * 5, [0] * RING, [0] * ROOM, signs)
    assert not any(signs[: SIGN_NAMES.index("gave_to_another") + 1])


def test_what_was_learned_tells_how():
    record = manners().record
    assert record["games"] >= 3000
    assert record["log_loss"] < 0.8 * record["log_loss_without_signs"]
    text = json.dumps({"bias": 0.5, "weights": dict.fromkeys(SIGN_NAMES, 1), "record": record})
    assert read_manners(text).told.bias == 0.5


def test_a_few_games_already_teach_something_and_the_same_seed_the_same():
    rows, thumbs, _ = lessons(24, 3)
    again, _, _ = lessons(24, 3)
    assert (rows == again).all()
    told = fitted(rows, thumbs)
    likely = 1 / (1 + numpy.exp(-(rows @ told)))
    assert log_loss(likely, thumbs) < log_loss(numpy.full(len(rows), thumbs.mean()), thumbs)
    assert thumbs[rows[:, SUITS + 1] > 0].sum() == 0


# --- What is worth more trials --------------------------------------------------------------------


def tried(chances, visits, liked=(0.0, 0.0)):
    moves = [Move((number, -1), like) for number, like in enumerate(liked)]
    for move, chance in zip(moves, chances, strict=True):
        move.ruled.add(visits, chance * visits, 0.2 * visits)
    return moves


def test_the_more_trials_and_the_wider_the_gap_the_less_is_to_hope_for():
    hopes = []
    for chances, visits in (((0.5, 0.5), 50), ((0.5, 0.5), 500), ((0.6, 0.5), 500)):
        moves = tried(chances, visits)
        weigh_evidence(moves, 0.0)
        hopes.append(hope(moves))
    assert hopes[0] > hopes[1] > hopes[2] > 0
    assert hope(moves[:1]) == 0


def test_the_minds_liking_counts_until_trials_say_otherwise():
    for visits, better in ((4, 1), (4000, 0)):
        moves = tried((0.55, 0.5), visits, liked=(0.0, 5.0))
        weigh_evidence(moves, 0.0)
        assert moves[better].worth > moves[1 - better].worth


def test_rounds_foreseen_count_as_much_as_they_should():
    moves = tried((0.6, 0.4), 100_000)
    for move, chance in zip(moves, (0.2, 0.8), strict=True):
        move.foreseen.add(100_000, chance * 100_000, 0.0)
    weigh_evidence(moves, 0.5)
    assert moves[0].worth == pytest.approx(0.4, abs=0.01)
    assert moves[1].worth == pytest.approx(0.6, abs=0.01)


def test_who_can_only_pass_does_not_search():
    mind, found = mind_of("banquet"), 0
    for play, decision in moments("banquet", 4, 6):
        if [answer["kind"] for answer in decision.options] == ["pass", "pass_round"]:
            look = Look(GAME, play.state, decision, random.Random(1))
            assert mind.decide(look, None, 10**9) == {"kind": "pass"}
            found += 1
    assert found
