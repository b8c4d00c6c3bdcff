"""What holds in every game: it ends, loses no card, never locks up, whatever is objected to or veiled."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sizes import many
from triclinium.core.decision import CHANCE
from triclinium.core.fairness import SeededLuck
from triclinium.core.laws import obey
from triclinium.core.play import Play, drawn, replay
from triclinium.core.record import read
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.aruspex import tie_options
from triclinium.games.bacchanalia.rules.cards import BACCHUS, VINUM
from triclinium.games.bacchanalia.rules.state import OVER, TIE, State

TABLES = [
    (seats, edition, length)
    for seats in range(3, 7)
    for edition in ("it", "es")
    for length in ("parcae", "all", "time")
]
each_table = pytest.mark.parametrize(("seats", "edition", "length"), TABLES)
DECISIONS_MOST = 20_000


class Watch:
    """Looks at every step for what must never happen."""

    def __init__(self, state: State) -> None:
        self.bacchus_held = False
        self.parcae, self.turn = state.parcae, state.turn
        self.conserved = GAME.conserved(state)

    def look(self, s: State, kinds: list[str]) -> None:
        assert GAME.conserved(s) == self.conserved
        self.bacchus_held = self.bacchus_held or any(held[BACCHUS] for held in s.held)
        assert not (self.bacchus_held and s.centre[BACCHUS]), "Bacchus is back in the centre"
        if s.turn:
            assert all(s.held[seat][VINUM] == (not s.ended[seat]) for seat in range(s.seats))
        if s.ruling == TIE and s.phase == "pay_tie":
            assert tie_options(s), "a tie that cannot be paid"
        assert not ("captured" in kinds and s.ending == "amans")
        if s.turn == self.turn:
            assert s.parcae - self.parcae <= 1, "Parcae twice in a turn"
        else:
            self.turn, self.parcae = s.turn, s.parcae
        assert not (s.ending == "amans" and s.captured[s.active]), "captured and escaped in one turn"


def play_out(play: Play[Any], seed: int, choose) -> Play[Any]:
    luck, rng = SeededLuck(seed), random.Random(seed)
    watch = Watch(play.state)
    for _ in range(DECISIONS_MOST):
        pending = play.pending()
        if not pending:
            return play
        decision = rng.choice(pending)
        answer = drawn(decision, luck, play.draws) if decision.seat == CHANCE else choose(decision, rng)
        kinds = [event.kind for event in play.answer(decision.seat, answer)]
        watch.look(play.state, kinds)
    raise AssertionError("the game does not end")


def anything(decision, rng):
    return rng.choice(decision.options)


@each_table
def test_play_ends_and_the_record_tells_it_again(seats, edition, length):
    for seed in range(many(1, 3)):
        play = play_out(Play.begin(GAME, seats, {"edition": edition, "length": length}), seed, anything)
        assert play.state.phase == OVER and all(play.state.ended)
        again = read(play.record.write())
        assert again.write() == play.record.write()
        assert GAME.numbers(replay(GAME, again).state) == GAME.numbers(play.state)


def objects(decision, rng):
    """Objects whenever possible and refuses every lock."""
    for option in decision.options:
        if option["kind"] == "react" and "object" in option["acts"]:
            return option
    if decision.kind == "lock":
        return decision.options[-1]
    return {"kind": "vote", "refuse": True} if decision.kind == "vote" else rng.choice(decision.options)


def silent(decision, rng):
    """Nobody is there: every wait lapses (BC-21)."""
    return GAME.fallback(decision)


def leaves(decision, rng):
    """Everybody leaves as soon as possible (BC-21)."""
    can = decision.kind in ("draw", "arrival", "introduction") and rng.random() < 0.3
    return {"kind": "leave"} if can else rng.choice(decision.options)


@pytest.mark.parametrize("choose", [objects, silent, leaves])
@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize("edition", ["it", "es"])
def test_no_soft_lock_with_any_objection_absence_or_leaving(choose, seats, edition):
    for seed in range(3):
        play = play_out(Play.begin(GAME, seats, {"edition": edition}), seed, choose)
        assert play.state.phase == OVER


def test_no_soft_lock_with_any_veil():
    rng = random.Random(11)
    for seed in range(3):
        play = Play.begin(GAME, 4, {"appearances": 3})
        luck = SeededLuck(seed)
        while True:
            play.draw(luck)
            if not (pending := play.pending()):
                break
            decision = rng.choice(pending)
            play.answer(decision.seat, rng.choice(decision.options))
            if play.state.story and rng.random() < 0.1:
                before = play
                play = replay(GAME, GAME.veil(play.record, rng.randrange(len(play.state.story))))
                luck_matters = ("pile", "discards", "held", "locked", "phase", "owing", "asks", "with_amans", "ended")
                assert all(getattr(play.state, name) == getattr(before.state, name) for name in luck_matters)
        assert play.state.phase == OVER


@pytest.mark.parametrize(("seats", "edition"), [(3, "it"), (4, "es"), (5, "it")])
def test_the_laws_are_obeyed(seats, edition):
    tally = obey(GAME, seats, {"edition": edition, "appearances": 3}, seed=seats, every=many(15, 1))
    assert tally.views and tally.mutants and tally.comparisons


@each_table
def test_a_guess_shows_the_same_view(seats, edition, length):
    rng = random.Random(seats)

    def look(decision, _):
        for seat in range(seats) if rng.randrange(many(60, 5)) == 0 else ():
            seen = GAME.view(play.state, seat)
            assert GAME.view(GAME.guess(seen, seat, rng), seat) == seen
        return rng.choice(decision.options)

    play = Play.begin(GAME, seats, {"edition": edition, "length": length, "appearances": 3})
    play_out(play, 1, look)
