"""The laws on every game and every option, and proof that they catch what they are for."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from triclinium.core.decision import CHANCE, Illegal
from triclinium.core.event import Event
from triclinium.core.laws import LawBroken, Tally, obey, option_sets
from triclinium.games import GAMES, game_named
from triclinium.games.banquet.answers import code_of
from triclinium.games.banquet.cards import CONSPIRATORS, GUEST_NAMES, KIND_NAMES
from triclinium.games.banquet.game import Banquet
from triclinium.games.banquet.privileges import usable
from triclinium.games.banquet.state import ASSIGN, WINDOW

PROOF = bool(os.environ.get("TRICLINIUM_PROOF"))
STEPS_BETWEEN = {"banquet": 1, "benhur": 20, "bacchanalia": 10}
"""A step of a race judges hundreds of placements, a step of a tale carries the whole tale: not every one is tried."""
VIEWS_WANTED = {"banquet": 100_000, "benhur": 3_000, "bacchanalia": 1_000}
CASES = [
    pytest.param(name, seats, options, id=f"{name}-{seats}-{'-'.join(str(value) for value in options.values())}")
    for name in GAMES
    for options in option_sets(game_named(name))
    for seats in game_named(name).info.seats
]


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_every_game_obeys_the_laws(name, seats, options):
    game = game_named(name)
    tables = len(option_sets(game)) * len(game.info.seats)
    views = VIEWS_WANTED.get(name, 0) / tables
    games = (10 if PROOF else 1) * (6 if name == "banquet" else 1)
    tally = Tally()
    while tally.games < games or tally.views < views:
        every = 1 if PROOF else STEPS_BETWEEN.get(name, 1)
        tally.add(obey(game, seats, options, seed=tally.games + 1000 * seats, every=every))
    assert tally.views >= views
    assert tally.comparisons > tally.views // 2


class Altered(Banquet):
    """A banquet that takes chance's answers as it takes all others, and checks by taking."""

    def take_outcome(self, state, number):
        return self.apply(state, CHANCE, self.outcome(state, number))

    def check(self, state, seat, answer):
        self.apply(self.copy(state), seat, answer)


class LeakInView(Banquet):
    """Tells everybody how many conspirators are in play."""

    def view(self, state, seat):
        plots = sum((CONSPIRATORS >> guest) & 1 for guest in state.guest[: state.seats] if guest >= 0)
        return {**super().view(state, seat), "plots": plots}


class LeakInEvent(Altered):
    """Says aloud which card became the Gift."""

    def apply(self, state, seat, answer):
        assigning = state.phase == ASSIGN
        events = super().apply(state, seat, answer)
        if assigning:
            events.append(Event("gift_is", {"card": KIND_NAMES[state.place[2]]}))
        return events


class LeakByAsking(Altered):
    """Asks only seats that could use their privilege, so that being asked betrays it (BB-4)."""

    def apply(self, state, seat, answer):
        events = super().apply(state, seat, answer)
        for other in range(state.seats):
            if state.phase == WINDOW and (state.owing >> other) & 1 and not usable(state, other):
                events += super().apply(state, other, {"kind": "pass"})
        return events


class LeakInRefusal(Altered):
    """Explains a refusal with somebody else's secret."""

    def apply(self, state, seat, answer):
        try:
            return super().apply(state, seat, answer)
        except Illegal as illegal:
            other = GUEST_NAMES[state.guest[(seat + 1) % state.seats]]
            raise Illegal(illegal.key, illegal.rule, guest=other) from None


class LeakInNumber(Banquet):
    """Numbers its questions by a secret."""

    def pending(self, state):
        return tuple(replace(decision, id=decision.id + max(state.guest[:1])) for decision in super().pending(state))


class LeakOfAnswering(Banquet):
    """Shows who has answered the window."""

    def view(self, state, seat):
        return {**super().view(state, seat), "asked": [s for s in range(state.seats) if (state.owing >> s) & 1]}


class LeakToSpectator(Altered):
    """Sends a private event to all."""

    def apply(self, state, seat, answer):
        return [Event(event.kind, event.data) for event in super().apply(state, seat, answer)]


@pytest.mark.parametrize(
    ("leaky", "law"),
    [
        (LeakInView, "view(guess(view)) == view"),
        (LeakInEvent, "events tell no more than views"),
        (LeakByAsking, "secrets do not show in views"),
        (LeakInRefusal, "secrets do not show in refusals"),
        (LeakInNumber, "secrets do not show in questions"),
        (LeakOfAnswering, "sealed answers are silent"),
        (LeakToSpectator, "events tell no more than views"),
    ],
)
def test_a_planted_leak_is_caught(leaky, law):
    with pytest.raises(LawBroken) as caught:
        for seed in range(20):
            obey(leaky(), 4, {}, seed)
    assert caught.value.law == law
    assert caught.value.record.startswith('{"game":"banquet"')


class LosesCards(Altered):
    def apply(self, state, seat, answer):
        events = super().apply(state, seat, answer)
        if state.round == 2 and state.discards_size:
            kind = next(kind for kind, count in enumerate(state.discards) if count)
            state.discards[kind] -= 1
            state.discards_size -= 1
        return events


class ForgetsToRefuse(Altered):
    def apply(self, state, seat, answer):
        try:
            return super().apply(state, seat, answer)
        except Illegal as illegal:
            if illegal.key != "refused.not_the_question":
                raise
            return []


class ChecksTooLittle(Banquet):
    def check(self, state, seat, answer):
        code_of(state, answer)


class ChangesOnRefusal(Altered):
    def apply(self, state, seat, answer):
        try:
            return super().apply(state, seat, answer)
        except Illegal:
            state.asks += 1
            raise


@pytest.mark.parametrize(
    ("faulty", "law"),
    [
        (LosesCards, "cards are conserved"),
        (ForgetsToRefuse, "mutants are refused"),
        (ChangesOnRefusal, "a refusal changes nothing"),
        (ChecksTooLittle, "a check refuses what the rules refuse"),
    ],
)
def test_a_planted_fault_is_caught(faulty, law):
    with pytest.raises(LawBroken) as caught:
        for seed in range(20):
            obey(faulty(), 4, {}, seed)
    assert caught.value.law == law


def test_a_game_that_never_ends_is_caught(monkeypatch):
    monkeypatch.setattr("triclinium.core.laws.ENTRIES_MOST", 20)
    with pytest.raises(LawBroken, match="play ends: still running after 20 entries"):
        obey(Banquet(), 3, {}, 1)
