"""The drivers: they know what their seat knows, drive alike plain and compiled, and the look-ahead one is worth it."""

from __future__ import annotations

import json
import random

import numba
import numpy
import pytest
from bench.habits import study

from benhur.driven import positions
from benhur.scene import Scene
from sizes import PROOF, many
from triclinium.bots import bot_named
from triclinium.core.compiled import compile_kernels, compile_with, dtype_of, write_record
from triclinium.core.dice import sow
from triclinium.core.fairness import SeededLuck
from triclinium.core.intervals import Share
from triclinium.core.kernel import copy_of, numbers_of
from triclinium.core.play import Play
from triclinium.core.player import Look
from triclinium.games.benhur.brain.driver import LOOK_AHEAD, SAFE, choose, look_ahead
from triclinium.games.benhur.brain.outlook import WIN_ODDS, distance, lap_length, odds_at
from triclinium.games.benhur.game import GAME, allowed
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import DECK_NAMES, KIND_NAMES
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.deck import STANDARD_DECK
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON, State
from triclinium.games.benhur.rules.track import STANDARD_TRACK, track_of
from triclinium.games.benhur.rules.verdicts import look, pose_hits
from triclinium.games.benhur.study import races
from triclinium.games.benhur.views.worlds import state_of

LONG = {"format": "long", "length": 2}
POSITIONS = many(10, 30)

TABLES = [
    (6, {}),
    (6, LONG),
    (4, {"format": "races", "length": 2}),
    (3, {"club": True, "chariots": 2}),
    (2, {"format": "long", "length": 3, "club": True}),
    (2, {"steering": "free", "length": 1}),
]


def chosen(s, driver, seed):
    dice = [0]
    sow(dice, seed)
    return choose(s, driver, [0] * OPTIONS_MOST, dice)


# --- What they know ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.parametrize("driver", [SAFE, LOOK_AHEAD])
def test_a_choice_is_allowed_and_does_not_change_with_secrets(seats, options, driver):
    """The lab's state, what the view tells of it, and another world with the same view: one choice."""
    rng = random.Random(5)
    for number, (s, seat) in enumerate(positions(seats, options, 3, POSITIONS, driver)):
        before = numbers_of(s)
        code = chosen(s, driver, number)
        assert numbers_of(s) == before, "choosing changes nothing"
        assert allowed(s, seat, code)
        told = state_of(GAME.view(s, seat), seat)
        if told.phase in (DRIVE, PLAY_ON):
            look(told, told.chariot)
        assert chosen(told, driver, number) == code
        world = GAME.guess(GAME.view(s, seat), seat, rng)
        assert chosen(world, driver, number) == code


@pytest.mark.parametrize("name", ["safe", "driver"])
def test_the_bot_at_the_table_is_the_driver_of_the_lab(name):
    play = Play.begin(GAME, 3, {"length": 1})
    luck = SeededLuck(4)
    bot = bot_named("benhur", name)
    for number in range(30):
        play.draw(luck)
        if not (pending := play.pending()):
            break
        decision = pending[0]
        answer = bot.choose(Look(GAME, play.state, decision, random.Random(number)))
        seed = random.Random(number).getrandbits(60)
        world = copy_of(play.state)
        code = chosen(world, {"safe": SAFE, "driver": LOOK_AHEAD}[name], seed)
        play.answer(decision.seat, answer)
        rules.apply(world, decision.seat, code)
        world.tape_used = 0
        assert numbers_of(world)["phase"] == numbers_of(play.state)["phase"]
        assert (world.x, world.y, world.heading) == (play.state.x, play.state.y, play.state.heading)


# --- Both backends ----------------------------------------------------------------------------------


@pytest.mark.long
def test_plain_and_compiled_choose_alike():
    fast = compile_kernels([look_ahead])[look_ahead]
    record = numpy.zeros(1, dtype_of(State))[0]
    notes, fast_notes = [0] * OPTIONS_MOST, numpy.zeros(OPTIONS_MOST, numpy.int64)
    for seats, options in TABLES:
        for s, _ in positions(seats, options, 7, POSITIONS, LOOK_AHEAD):
            write_record(record, s)
            assert fast(record, fast_notes) == look_ahead(s, notes)


def test_a_placement_check_does_not_allocate():
    """Without Numba's runtime nothing can be allocated."""
    check = compile_with(numba.njit(_nrt=False), [pose_hits])[pose_hits]
    s = Scene(6).s
    record = numpy.zeros(1, dtype_of(State))[0]
    write_record(record, s)
    for pose in ((s.x[0], s.y[0], 0), (s.x[1], s.y[1], 90), (0, 0, 0)):
        assert check(record, 0, *pose) == pose_hits(s, 0, *pose)


# --- Sense ------------------------------------------------------------------------------------------


def test_the_distance_grows_along_a_lap_as_the_arc_does():
    track, s = track_of(STANDARD_TRACK), Scene(2).s
    middle = (track.middle + track.outer) // 2
    assert abs(lap_length(s) - track.lap()) < 4
    for x, y in ((0, -middle), (track.half_axis + middle, 0), (0, middle), (-track.half_axis - middle, 0)):
        assert abs(distance(s, x, y, 0) - track.arc(x, y)) < 8
    assert distance(s, 0, -middle, 1) - distance(s, 0, -middle, 0) == lap_length(s)


def test_the_odds_of_a_throw_are_those_of_two_dice():
    for lead in range(-6, 7):
        wins = sum(one + lead > other for one in range(6) for other in range(6))
        ties = sum(one + lead == other for one in range(6) for other in range(6))
        assert WIN_ODDS[lead + 6] == round(1000 * wins / (36 - ties))
    assert odds_at(-250) == (91 + 188) // 2
    assert odds_at(400) == 971


def asked_driver(scene):
    return bot_named("benhur", "driver").choose(Look(GAME, scene.s, scene.decision, random.Random(1)))


def test_it_whips_with_good_odds_and_holds_with_poor_ones():
    for shoes, kind in ((4, "whip"), (0, "drive")):
        scene = Scene(2)
        mine = ["normal II horseshoe"] * shoes + ["normal II"] * (4 - shoes)
        scene.hold(0, *mine)
        scene.touch(0, 1)
        scene.turn(0)
        assert asked_driver(scene)["kind"] == kind


def test_it_finishes_when_it_can():
    scene = Scene(2, length=1)
    scene.put(0, -1900, -1275, 0, wraps=0)
    scene.hold(0, "normal +I+", "normal II", "risky III", "risky +III+")
    scene.turn(0)
    scene.answer(asked_driver(scene))
    assert scene.event("laurel_won")["laurel"] == 1


def test_with_a_hand_of_fast_cards_before_the_bend_it_draws_a_normal_card():
    scene = Scene(2)
    scene.put(0, 5200, -2000)
    scene.hold(0, "risky III", "risky +III+", "risky +III+", "normal II")
    scene.turn(0)
    scene.answer(asked_driver(scene))
    assert scene.kind == "refill"
    assert asked_driver(scene) == {"kind": "refill", "deck": "normal"}


def test_a_hand_full_of_accidents_is_exchanged_and_a_lost_turn_sheds_one():
    scene = Scene(2)
    scene.hold(0, "normal accident 1", "normal accident 1-2", "risky accident 1", "normal II")
    scene.s.phase, scene.s.chariot, scene.s.owing = 8, 0, 1
    assert asked_driver(scene) == {"kind": "exchange_hand"}
    scene.s.phase = 13
    assert asked_driver(scene) == {"kind": "accident", "card": "normal accident 1"}


# --- Figures ----------------------------------------------------------------------------------------


def test_the_decks_keep_their_sums():
    for deck, cards in zip(DECK_NAMES, (54, 45), strict=True):
        counts = STANDARD_DECK[deck]
        assert sum(counts.values()) == cards
        assert sum(counts[kind] for kind in KIND_NAMES if kind.startswith("accident")) >= 5


@pytest.mark.long
def test_the_look_ahead_driver_beats_random_but_safe_and_finishes(monkeypatch):
    """A thousand races in the proof, a few here, compiled like those."""
    monkeypatch.setattr(races, "WORTH_COMPILING", 1)
    report = races.drive_races(many(8, 1000), 1, ("driver", "safe"), LONG)
    driver, safe = report.tallies["driver"], report.tallies["safe"]
    won, lost = (Share(round(tally.wins), report.games) for tally in (driver, safe))
    assert won.low > 2 * lost.high
    told = driver.as_json()
    assert told["finished"]["share"] >= (0.85 if PROOF else 0.7)
    assert 12 <= told["turns_a_lap"] <= 20
    assert told["accident_share"] < 0.4
    assert told["collisions_a_start"] > 0


def test_start_places_are_fair_among_racers():
    """Each place wins within three points of a sixth: the proof shows it, here it is only counted."""
    shares = study(6, {}, many(20, 6000), [0], 19).by_place
    assert sum(shares) == pytest.approx(1)
    if PROOF:
        assert all(abs(share - 1 / 6) < 0.03 for share in shares)


def test_the_wins_of_all_places_add_up_and_drivers_hold_few_accidents(monkeypatch):
    monkeypatch.setattr(races, "WORTH_COMPILING", 1)
    report = races.drive_races(many(4, 6000), 2)
    shares = [report.share_of_place(place) for place in range(6)]
    assert sum(share.count for share in shares) == pytest.approx(report.games, abs=3)
    if PROOF:
        assert report.tallies["driver"].as_json()["accident_share"] < 0.4


@pytest.mark.parametrize("options", [{"format": "races", "length": 2}, {"length": 1}, LONG])
def test_every_win_and_finish_is_counted(options):
    report = races.drive_races(2, 5, ("safe",), options)
    told = report.as_json()
    tally = report.tallies["safe"]
    assert report.games == 2 and tally.starts == 6 * report.races and tally.chariots == 12
    assert tally.wins in (pytest.approx(1), pytest.approx(2), 0)
    assert tally.finished + tally.counts[races.CRASHES] <= tally.starts
    assert sum(share["wins"] for share in told["by_place"].values()) <= report.races
    assert told["by_driver"]["safe"]["finished"]["games"] == tally.starts


def test_the_command_prints_the_report(monkeypatch, capsys):
    asked = ["races", "--races", "1", "--seed", "3", "--format", "laps", "--length", "1", "--drivers", "safe,random"]
    monkeypatch.setattr("sys.argv", asked)
    races.main()
    told = json.loads(capsys.readouterr().out)
    assert told["drivers"] == ["safe", "random"] * 3
    assert told["options"]["length"] == 1 and told["games"] == 1
