"""The learned player: what it looks at, what it remembers, and that it answers as its nets say."""

from __future__ import annotations

import random
from itertools import chain

import numpy
import pytest
from bench.believed import watch

from banquet.scene import Scene
from bots.moments import moments
from triclinium.bots import bot_named, bot_names
from triclinium.bots.ladder import Meeting, meet
from triclinium.bots.search import level_of, mind_of, thinker_of
from triclinium.core.compiled import compile_kernels
from triclinium.core.fairness import SeededLuck
from triclinium.core.intervals import Share
from triclinium.core.manifest import manifest_of
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games.banquet.brain.belief import FULL
from triclinium.games.banquet.brain.features import (
    FEATURES,
    REMEMBERED,
    SECRETS,
    absolute_code,
    features,
    relative_code,
    secrets,
)
from triclinium.games.banquet.brain.foresight import judged
from triclinium.games.banquet.brain.learned import Learned
from triclinium.games.banquet.brain.lookahead import ROOT
from triclinium.games.banquet.brain.memory import DEALT, NOTES, count_round, forget, remember
from triclinium.games.banquet.brain.mind import OUTPUTS, PICK_SLOTS, weights
from triclinium.games.banquet.brain.reading import layings_hidden, possible_guests
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.answers import code_of
from triclinium.games.banquet.rules.cards import KINDS, SEATS_MOST
from triclinium.games.banquet.rules.codes import ASSIGNMENTS
from triclinium.games.banquet.rules.state import PICK
from triclinium.games.banquet.views.history import read_history
from triclinium.games.banquet.views.worlds import state_of


def steps(seats, seed, options=None):
    """Every question of a random game; the answer is given when the caller goes on."""
    play, rng, luck = Play.begin(GAME, seats, options or {}), random.Random(seed), SeededLuck(seed)
    play.draw(luck)
    while pending := play.pending():
        decision = pending[0]
        answer = rng.choice(decision.options)
        yield play.state, decision, code_of(play.state, answer)
        play.answer(decision.seat, answer)
        play.draw(luck)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_it_sees_what_its_view_shows_and_nothing_else(seats):
    for number, (state, decision, _) in enumerate(steps(seats, seats)):
        if number % 7 == 0:
            shown = state_of(GAME.view(state, decision.seat), decision.seat)
            read_history(shown, GAME.view(state, decision.seat))
            rows = []
            for s in (state, shown):
                rows.append([0] * FEATURES)
                assert features(s, decision.seat, s.history_counts, s.dealt_when, rows[-1]) == FEATURES
            assert rows[0] == rows[1]


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_compiled_games_remember_what_the_history_counts(seats):
    counts, notes = [[0] * REMEMBERED for _ in range(SEATS_MOST)], [0] * NOTES
    rounds = 0
    for seed in range(4):
        forget(counts, notes)
        for state, decision, code in steps(seats, seed):
            if state.phase == PICK:
                count_round(state, counts, notes)
                rounds += 1
            rows = []
            for kept, dealt in ((counts, notes[DEALT : DEALT + SEATS_MOST]), (state.history_counts, state.dealt_when)):
                rows.append([0] * FEATURES)
                features(state, decision.seat, kept, dealt, rows[-1])
            assert rows[0] == rows[1]
            remember(state, decision.seat, code, counts, notes)
    assert rounds > 20


def test_answers_that_name_seats_are_turned_and_turned_back():
    for state, decision, code in steps(5, 3):
        turned = relative_code(state, decision.seat, code)
        assert absolute_code(state, decision.seat, turned) == code


def test_what_is_hidden_comes_after_what_is_seen():
    for state, decision, _ in steps(4, 4):
        row = [7] * (FEATURES + SECRETS)
        assert secrets(state, decision.seat, row, FEATURES) == FEATURES + SECRETS
        assert row[:FEATURES] == [7] * FEATURES


# --- Its answers ----------------------------------------------------------------------------------


def look_at(play, decision, seed=1):
    return Look(GAME, play.state, decision, random.Random(seed))


@pytest.mark.parametrize("options", [{}, {"edition": "nl", "privileges": "open"}, {"different_dishes": True}])
def test_every_answer_is_one_of_the_options_and_repeats_itself(options):
    mind = mind_of("banquet")
    for seats in GAME.info.seats:
        for play, decision in moments("banquet", seats, seats, every=3, options=options):
            for warmth in (0.0, 1.0):
                answers = [mind.answer(look_at(play, decision), warmth) for _ in range(2)]
                assert answers[0] == answers[1]
                assert answers[0] in decision.options


def test_the_compiled_mind_says_what_its_weights_say():
    """By numpy alone: two layers with what the first saw added to the second, then the wishes for a pick's layings."""
    mind, net = Learned(), weights().mind
    play, decision = next(moments("banquet", 4, 2))
    look = look_at(play, decision)
    mind.believe(mind.read(look), decision.seat)
    row = [0] * FEATURES
    state = play.state
    features(state, decision.seat, state.history_counts, state.dealt_when, row)
    one = numpy.maximum(numpy.array(row, float) @ net.first + net.first_bias, 0)
    two = numpy.maximum(one @ net.second + net.second_bias, 0) + one
    told = two @ net.last + net.last_bias
    assert told.shape == (OUTPUTS,)
    assert numpy.allclose(told, mind._room.told, atol=1e-3)
    wishes = told[: 3 * KINDS].reshape(3, KINDS)
    chances = []
    for slots in PICK_SLOTS:
        ways = [sum(wishes[at, state.ring[slots[way[at]]]] for at in range(3)) for way in ASSIGNMENTS]
        chances.append(numpy.logaddexp.reduce(ways))
    best = PICK_SLOTS[int(numpy.argmax(chances))]
    assert mind.answer(look, 0.0) == {"kind": "pick", "slots": list(best)}


def test_the_weights_tell_how_they_were_learned():
    record = weights().record
    assert record["iterations"] > 0
    assert record["decisions"] > 1_000_000
    assert record["settings"]["seed"] == 7
    assert record["decks"] == ["reconstruction 4", "deck 0", "reconstruction 3"]
    assert record["before"]["decks"][0] == "deck 0", "the run that this one went on from"


def test_the_judge_knows_that_the_rule_of_thumb_is_easier_to_beat():
    """Told that all others play by rule of thumb, it gives a seat that plays like the mind a better chance."""
    mind, gains = Learned(), []
    told = compile_kernels((judged,))[judged]
    for play, decision in chain.from_iterable(moments("banquet", 4, seed, every=3) for seed in range(3)):
        mind.read(Look(GAME, play.state, decision, random.Random(1)))
        notes = numpy.zeros(NOTES, numpy.int16)
        notes[DEALT : DEALT + SEATS_MOST] = play.state.dealt_when
        known = mind._counts, notes, mind.weights.judge, mind._room
        seat, others = decision.seat, 0b1111 & ~(1 << decision.seat)
        mixed, alone = (told(mind._states[ROOT], seat, seat, thumbs, *known) for thumbs in (others, 0))
        gains.append(mixed - alone)
    assert len(gains) > 20
    assert numpy.mean(gains) > 0.05


# --- Its belief -----------------------------------------------------------------------------------


@pytest.mark.parametrize("read", [True, False], ids=["reading", "rule of thumb"])
def test_it_believes_in_everything_possible_and_in_nothing_else(read):
    own = weights()
    mind = Learned(own if read else own._replace(reading=None))
    layings = 0
    for seats in GAME.info.seats:
        for play, decision in moments("banquet", seats, seats, every=3):
            seat = decision.seat
            state = mind.read(look_at(play, decision))
            mind.believe(state, seat)
            for other in range(seats):
                if other != seat and state.guest[other] > 0:
                    assert (mind.guests[other] > 0).tolist() == possible_guests(state, seat, other)
                    assert mind.guests[other].max() == FULL
            if layings_hidden(state, seat):
                known = mind.layings[mind.layings[:, -1] > 0]
                assert (known[:, -1] == FULL).all() and (numpy.diff(known, axis=1) >= 0).all()
                layings += read and len(known) == len(mind.layings)
            else:
                assert not mind.layings.any()
    assert layings > 5 or not read


def test_it_reads_everybody_better_than_the_rule_of_thumb_does():
    """In games that it has not learned from. The figures of more games are in `docs/ladder.md`."""
    for bot, games in (("thumb", 6), ("strong", 6), ("search:100", 12)):
        seen = watch(bot, games)
        means = [[sum(row) / len(row) for row in losses.values()] for losses in (seen.guests, seen.layings)]
        none, ruled, learned = map(sum, zip(*means, strict=True))
        assert learned < min(none, ruled), bot


# --- Its search -----------------------------------------------------------------------------------


def test_master_takes_the_card_that_wins_and_keeps_it():
    scene = Scene("caligula claudius agrippina", ring="figs cup bill ring poison")
    scene.before(0, "olives", "carp", "amphora")
    look = Look(GAME, scene.state, scene.play.decision(0), random.Random(1))
    picked = mind_of("banquet").decide(look, None, 2000)
    assert scene.state.ring.index(10) in picked["slots"]


def test_a_pick_is_worth_what_its_best_laying_is_worth():
    """Of all listed answers each comes once, best first; a pick that nobody would make is not tried at all."""
    for play, decision in moments("banquet", 4, 5, every=5):
        estimates = thinker_of("banquet").evaluate(look_at(play, decision), None, 300)
        assert sorted(map(str, decision.options)) == sorted(str(one.answer) for one in estimates)
        chances = [one.chance for one in estimates]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert estimates[0].visits > 0


def test_choices_of_the_learned_levels_do_not_change_with_secrets():
    levels = manifest_of("banquet").levels
    bots = [bot_named("banquet", name) for name in levels if levels[name].trials == 0]
    mind = mind_of("banquet")
    compared = 0
    for play, decision in moments("banquet", 4, 8, every=4):
        world = GAME.guess(GAME.view(play.state, decision.seat), decision.seat, random.Random(compared))
        for choose in [*(bot.choose for bot in bots), lambda look: mind.decide(look, None, 120)]:
            here, there = (choose(Look(GAME, state, decision, random.Random(5))) for state in (play.state, world))
            assert here == there
        compared += 1
    assert compared > 5


def test_alike_layings_are_mixed():
    """Two cards that nobody wants differ in nothing: where they lie must not be read."""
    scene = Scene("caligula claudius agrippina vespasianus", ring="bill bill doze feather dance figs olives")
    scene.play.answer(0, {"kind": "pick", "slots": [2, 3, 4]})
    decision = scene.play.decision(0)
    look = [Look(GAME, scene.state, decision, random.Random(seed)) for seed in range(12)]
    trials = level_of("banquet", "master").trials
    laid = {str(mind_of("banquet").decide(one, None, trials)) for one in look}
    assert len(laid) > 1


# --- Levels ---------------------------------------------------------------------------------------


def test_the_levels_are_four_and_all_can_be_seated():
    assert bot_names("banquet")[-4:] == ("easy", "fair", "strong", "master")
    for name in bot_names("banquet"):
        assert bot_named("banquet", name)


def test_even_the_easiest_level_beats_chance():
    games = [meet(Meeting("banquet", ("easy", "random"), 4, number, True)) for number in range(360)]
    alone = [outcome for outcome in games if outcome.won("easy") != outcome.won("random")]
    won = sum(outcome.won("easy") for outcome in alone)
    assert Share(won, len(alone)).low > 0.5, f"{won} of {len(alone)}"
