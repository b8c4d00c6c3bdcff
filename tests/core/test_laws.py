"""The laws on every game and every option, and proof that they catch what they are for."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

from sizes import PROOF, many
from triclinium.core.copies import copied
from triclinium.core.decision import CHANCE, Asked, Illegal
from triclinium.core.event import Event
from triclinium.core.laws import LawBroken, Tally, obey, option_sets
from triclinium.games import GAMES, game_named
from triclinium.games.bacchanalia.game import Bacchanalia
from triclinium.games.banquet.game import Banquet
from triclinium.games.banquet.rules.answers import code_of
from triclinium.games.banquet.rules.cards import CONSPIRATORS, GUEST_NAMES, KIND_NAMES
from triclinium.games.banquet.rules.deck import STANDARD_DECK
from triclinium.games.banquet.rules.privileges import usable
from triclinium.games.banquet.rules.state import ASSIGN, WINDOW
from triclinium.games.benhur.game import BenHur

STEPS_BETWEEN = {"banquet": 8, "benhur": 200, "bacchanalia": 30}
"""A step of a race judges hundreds of placements, a step of a tale carries the whole tale: not every one is tried."""
VIEWS_WANTED = {"banquet": many(2_000, 100_000), "benhur": many(240, 3_000), "bacchanalia": many(300, 1_000)}
VIEWS_LEAST = 12
"""At one table. Of fewer, chance may find hardly any world beside them to compare."""
CASES = [
    pytest.param(name, seats, options, id=f"{name}-{seats}-{'-'.join(str(value) for value in options.values())}")
    for name in GAMES
    for number, options in enumerate(option_sets(game_named(name)))
    for seats in game_named(name).info.seats
    if PROOF or seats == game_named(name).info.seats[number % len(game_named(name).info.seats)]
]
"""Every set of options and every number of seats; in a proof each set with each number."""


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_every_game_obeys_the_laws(name, seats, options):
    game = game_named(name)
    tables = len(option_sets(game)) * len(game.info.seats)
    views = max(VIEWS_LEAST, VIEWS_WANTED.get(name, 0) / tables)
    games = many(1, 60 if name == "banquet" else 10)
    tally = Tally()
    while tally.games < games or tally.views < views:
        every = 1 if PROOF else STEPS_BETWEEN.get(name, 1)
        tally.add(obey(game, seats, options, seed=tally.games + 1000 * seats, every=every))
    assert tally.views >= views
    assert tally.comparisons > tally.views // 2


class Altered(Banquet):
    """A banquet that takes chance's answers as it takes all others, and checks by taking."""

    def take_outcome(self, state, number):
        answer = self.chance_message(state, self.kernel.rules.luck_code(state, number))
        return answer, self.apply(state, CHANCE, answer)

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

    def asked(self, state):
        return tuple(asked._replace(id=asked.id + max(state.guest[:1])) for asked in super().asked(state))


class LeakOfAnswering(Banquet):
    """Shows who has answered the window."""

    def view(self, state, seat):
        return {**super().view(state, seat), "asked": [s for s in range(state.seats) if (state.owing >> s) & 1]}


class LeakOfAsking(Banquet):
    """Says of one who is asked nothing that he is asked, if he is a conspirator."""

    def asked(self, state):
        plotting = [seat for seat in range(1) if (CONSPIRATORS >> max(state.guest[seat], 0)) & 1]
        asked = super().asked(state)
        return (*asked, *(Asked(seat, state.asks, False) for seat in plotting if state.phase == ASSIGN))


class LeakOfSealed(Altered):
    """Passing for the round is only passing; but when the window closes, all are told how the last one passed."""

    def apply(self, state, seat, answer):
        passing = answer == {"kind": "pass_round"}
        last = state.phase == WINDOW and state.owing.bit_count() == 1
        events = super().apply(state, seat, {"kind": "pass"} if passing else answer)
        if last:
            events.append(Event("passed", {"how": "round" if passing else "once"}))
        return events


class LeakOfBurst(Altered):
    """Says aloud, whenever a guest bursts, who holds which privileges."""

    def apply(self, state, seat, answer):
        events = super().apply(state, seat, answer)
        if any(event.kind == "guest_burst" for event in events):
            events.append(Event("hidden_was", {"privileges": list(state.privileges[: state.seats])}))
        return events


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
        (LeakOfAsking, "who is asked is who owes an answer"),
        (LeakOfBurst, "secrets do not show in events"),
        (LeakToSpectator, "events tell no more than views"),
    ],
)
def test_a_planted_leak_is_caught(leaky, law):
    with pytest.raises(LawBroken) as caught:
        for seed in range(20):
            obey(leaky(), 4, {}, seed)
    assert caught.value.law == law
    assert caught.value.record.startswith('{"game":"banquet"')


def test_a_leak_of_a_sealed_answer_that_leaves_no_trace_is_caught():
    with pytest.raises(LawBroken, match="events tell no more than views"):
        for seed in range(20):
            obey(LeakOfSealed(), 4, {}, seed, secrets_only=True)


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


class LaxSeats(Altered):
    """Takes 0.0 for 0, as Python does."""

    def apply(self, state, seat, answer):
        if isinstance(answer, dict) and type(answer.get("to")) is float:
            answer = {**answer, "to": int(answer["to"])}
        return super().apply(state, seat, answer)


class LaxChance(Altered):
    """Takes what chance draws for any word of the same letters."""

    def apply(self, state, seat, answer):
        if seat == CHANCE and isinstance(answer, dict):
            answer = {name: value[0] if isinstance(value, list) and value else value for name, value in answer.items()}
        return super().apply(state, seat, answer)


class SharedOptions(Banquet):
    """Hands the same options to everybody who is asked the same."""

    kept: ClassVar = {}

    def pending(self, state):
        return tuple(
            replace(one, options=self.kept.setdefault(repr(one.options), one.options)) for one in super().pending(state)
        )


class SharedView(Banquet):
    """Shows everybody the same list."""

    names: ClassVar = [*GUEST_NAMES]

    def view(self, state, seat):
        return {**super().view(state, seat), "guests": self.names}

    def guess(self, view, seat, rng):
        return super().guess({name: part for name, part in view.items() if name != "guests"}, seat, rng)


class SharedEvents(Altered):
    """Tells what happened in a list that belongs to the game."""

    def apply(self, state, seat, answer):
        return [*super().apply(state, seat, answer), Event("ring_is", {"ring": state.ring})]


class KeepsTheAnswer(Altered):
    """Keeps, in the game, the very list somebody answered with."""

    def apply(self, state, seat, answer):
        events = super().apply(state, seat, answer)
        if isinstance(answer, dict) and answer.get("kind") == "pick":
            state.picked_from = answer["slots"]
        return events


class SharedDefaults(Banquet):
    """Hands out its own deck, which the caller may change."""

    def complete(self, options):
        return {**super().complete(options), "deck": STANDARD_DECK}


OWN = "what is handed out is one's own"


@pytest.mark.parametrize(
    ("faulty", "law"),
    [
        (LaxSeats, "types are exact"),
        (LaxChance, "types are exact"),
        (SharedOptions, OWN),
        (SharedView, OWN),
        (SharedEvents, OWN),
        (KeepsTheAnswer, OWN),
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


def test_a_planted_default_is_caught_and_mended(monkeypatch):
    """Tested apart, since the fault spoils what every game begins with."""
    monkeypatch.setitem(STANDARD_DECK, "cards", copied(STANDARD_DECK["cards"]))
    monkeypatch.setitem(STANDARD_DECK, "name", STANDARD_DECK["name"])
    with pytest.raises(LawBroken) as caught:
        for seed in range(20):
            obey(SharedDefaults(), 4, {}, seed)
    assert caught.value.law in (OWN, "no crash")


class LaxAngles(BenHur):
    """Steers by half degrees, cut down to whole ones."""

    def apply(self, state, seat, answer):
        if isinstance(answer, dict) and type(answer.get("a")) is float:
            answer = {**answer, "a": int(answer["a"])}
        return super().apply(state, seat, answer)


class LaxTelling(Bacchanalia):
    """Takes 1 for yes."""

    def apply(self, state, seat, answer):
        if isinstance(answer, dict) and type(answer.get("with_amans")) is int:
            answer = {**answer, "with_amans": bool(answer["with_amans"])}
        return super().apply(state, seat, answer)


class LaxText(Bacchanalia):
    """Takes a number for a text."""

    def apply(self, state, seat, answer):
        words = answer.get("words") if isinstance(answer, dict) else None
        if isinstance(words, dict) and type(words.get("text")) is int:
            answer = {**answer, "words": {**words, "text": str(words["text"])}}
        return super().apply(state, seat, answer)


@pytest.mark.parametrize(
    ("faulty", "options"), [(LaxAngles, {"steering": "free"}), (LaxTelling, {}), (LaxText, {})], ids=lambda value: ""
)
def test_types_are_exact_also_where_more_is_taken_than_is_listed(faulty, options):
    with pytest.raises(LawBroken) as caught:
        for seed in range(20):
            obey(faulty(), 3, options, seed, every=2)
    assert caught.value.law == "types are exact"


def test_bb_9_two_open_answers_that_end_in_the_same_burst_are_no_leak():
    """Afterwards both games are the same, down to the last secret; what was told on the way everybody has watched."""
    obey(Banquet(), 4, {"edition": "fr", "privileges": "hidden", "different_dishes": False}, 13)


def test_a_game_that_never_ends_is_caught(monkeypatch):
    monkeypatch.setattr("triclinium.core.laws.ENTRIES_MOST", 20)
    with pytest.raises(LawBroken, match="play ends: still running after 20 entries"):
        obey(Banquet(), 3, {}, 1)
