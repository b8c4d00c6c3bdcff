"""Many races: they end, the sand stays sound at every step, and both backends play them alike."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from benhur.driver import checked_race
from benhur.scene import same_in_a_guess, sound
from sizes import many
from triclinium.core.compiled import compile_kernels, dtype_of, read_record, write_record
from triclinium.core.decision import CHANCE, Json
from triclinium.core.dice import below, sow
from triclinium.core.kernel import copy_of, numbers_of
from triclinium.core.laws import obey
from triclinium.core.playout import OVER_NOW
from triclinium.games.benhur.game import GAME, allowed, legal_codes
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import ANGLE_MOST, LENGTHS, SPEEDS
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.hands import holds_speed
from triclinium.games.benhur.rules.state import DRIVE, NOTHING, State
from triclinium.games.benhur.rules.verdicts import WALL, find_way, fits_duty, judge, listed_step

RACES_A_FORMAT = many(100, 10_000)
PLAIN_RACES = many(2, 60)
DECISIONS_MOST = 20_000
TABLES = [(seats, each) for seats in range(2, 7) for each in (1, 2, 3) if seats * each <= 6]
FOLLIES = (100, 20, 3)
"""At random; mostly sensibly; nearly always sensibly: the last two finish laps."""


def options_of(form: str) -> list[tuple[int, int, dict[str, Json]]]:
    """Every length, club and table of a format with a driver's folly; one in eight steers freely."""
    rows = []
    for number, (length, club, (seats, each), folly) in enumerate(
        product(LENGTHS[form], (False, True), TABLES, FOLLIES)
    ):
        steering = "free" if number % 8 == 3 else "notched"
        options: dict[str, Json] = {"format": form, "length": length, "club": club, "chariots": each}
        rows.append((seats, folly, options | {"steering": steering}))
    return rows


def start(seats: int, options: dict[str, Json]) -> State:
    state = GAME.start(options, seats)
    state.taping = 0
    return state


@pytest.fixture(scope="module")
def fast() -> dict[Callable[..., Any], Any]:
    """The compiled twins of the play-out and of all it calls."""
    return compile_kernels([checked_race, rules.apply, rules.legal])


class Batch:
    """One record for many compiled races."""

    def __init__(self) -> None:
        self.record: Any = np.zeros(1, dtype_of(State))[0]
        self.dice = np.zeros(1, np.int64)
        self.out = np.zeros(OPTIONS_MOST, np.int64)


@pytest.mark.parametrize("form", LENGTHS)
def test_races_end_and_the_sand_stays_sound(form: str, fast: Any) -> None:
    batch, rows = Batch(), options_of(form)
    race = fast[checked_race]
    finished = 0
    for seed in range(RACES_A_FORMAT):
        seats, folly, options = rows[seed % len(rows)]
        base = start(seats, options)
        write_record(batch.record, base)
        sow(batch.dice, seed)
        decisions = race(batch.record, batch.dice, batch.out, folly, DECISIONS_MOST)
        assert decisions > 0, f"fault {decisions} with seed {seed}, {seats} seats, {options}"
        finished += int((batch.record["status"][: base.chariots] == 2).sum())
        if seed % (RACES_A_FORMAT // PLAIN_RACES) == 0:
            there = copy_of(base)
            read_record(batch.record, there)
            dice = [0]
            sow(dice, seed)
            assert checked_race(base, dice, [0] * OPTIONS_MOST, folly, DECISIONS_MOST) == decisions
            assert numbers_of(base) == numbers_of(there), f"seed {seed}"
    assert finished > RACES_A_FORMAT // 10, "some finish, or nothing was tried"


@pytest.mark.parametrize("form", LENGTHS)
def test_both_backends_agree_action_for_action(form: str, fast: Any) -> None:
    batch, rows = Batch(), options_of(form)
    for seed in range(many(2, 40)):
        seats, _, options = rows[seed * 7 % len(rows)]
        here, there = start(seats, options), start(seats, options)
        write_record(batch.record, here)
        dice = [0]
        sow(dice, seed)
        out = [0] * OPTIONS_MOST
        while (seat := rules.asked(here)) != rules.OVER_NOW:
            if seat == CHANCE:
                code = rules.luck_code(here, below(dice, rules.luck_total(here)))
            else:
                n = rules.legal(here, seat, out)
                assert fast[rules.legal](batch.record, seat, batch.out) == n
                assert batch.out[:n].tolist() == out[:n]
                code = out[below(dice, n)]
            rules.apply(here, seat, code)
            fast[rules.apply](batch.record, seat, code)
            read_record(batch.record, there)
            assert numbers_of(here) == numbers_of(there)


@pytest.mark.parametrize("form", LENGTHS)
def test_listed_answers_pass_and_guessed_worlds_look_the_same(form: str) -> None:
    rows = options_of(form)
    for seed in range(many(2, 12)):
        seats, _, options = rows[seed * 11 % len(rows)]
        state = start(seats, options)
        dice = [0]
        sow(dice, seed)
        step = 0
        while (seat := rules.asked(state)) != rules.OVER_NOW:
            if seat == CHANCE:
                code = rules.luck_code(state, below(dice, rules.luck_total(state)))
            else:
                codes = legal_codes(state, seat)
                assert codes and all(allowed(state, seat, code) for code in codes)
                assert len(set(codes)) == len(codes)
                code = codes[below(dice, len(codes))]
            rules.apply(state, seat, code)
            step += 1
            sound(state)
            if step % 5 == 0:
                same_in_a_guess(state, step)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"format": "laps", "length": 1, "chariots": 3}),
        (4, {"format": "races", "length": 2}),
        (3, {"format": "long", "length": 3, "club": True}),
        (2, {"format": "laps", "length": 1, "steering": "free"}),
    ],
)
def test_the_laws_of_every_game_hold(seats: int, options: dict[str, Json]) -> None:
    obey(GAME, seats, options, 7, every=many(5, 1))


@pytest.mark.parametrize("steering", ["notched", "free"])
def test_a_way_is_found_where_every_placement_judged_by_itself_shows_one(steering: str) -> None:
    """The search lays each ruler once; here all placements are judged one by one, in the same order."""
    s, dice, out = start(4, {"steering": steering}), [7], [0] * OPTIONS_MOST
    looked = walled = 0
    while (seat := rules.asked(s)) != OVER_NOW and looked < 60:
        if seat == CHANCE:
            rules.apply(s, CHANCE, rules.luck_code(s, below(dice, rules.luck_total(s))))
            continue
        if s.phase == DRIVE:
            looked += 1
            step = 1 if looked % 20 == 0 else listed_step(s)
            for side in (-1, 0, 1):
                s.way_speed, s.walls_leave_room = NOTHING, 0
                found = find_way(s, s.chariot, side, step)
                expected = judged_one_by_one(s, side, step)
                assert (found and (s.way_speed, s.way_a, s.way_b), s.walls_leave_room) == expected
                walled += not expected[1]
        rules.apply(s, seat, out[below(dice, rules.legal(s, seat, out))])
    assert looked > 20 and walled


def judged_one_by_one(s: State, side: int, step: int) -> tuple[Any, int]:
    """The first safe placement, or False; and whether one was met on the way there that hits no wall."""
    room, angles = 0, range(-ANGLE_MOST, ANGLE_MOST + 1, step)
    for speed, a, b in product(range(SPEEDS), angles, angles):
        if holds_speed(s, s.chariot, speed) and fits_duty(side, a, b):
            hits = judge(s, s.chariot, speed, a, b)
            if hits == 0:
                return (speed, a, b), room
            room |= not hits & WALL
    return False, room
