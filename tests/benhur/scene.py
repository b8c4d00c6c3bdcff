"""A scene on the sand: the words in which the tests of Ben Hur are told, over the real game.

Chance is a seat that answers like any other, so a scene chooses dice and cards; it may also put chariots where it
wants them and give them hands. After every answer it checks what must hold at any time: no card lost, no chariot
in a wall or in another, laps that fit the line, and a view that fits a guessed world.

>>> scene = Scene(2)
>>> scene.hold(0, "normal II", "normal II", "risky III", "risky III")
>>> scene.turn(0)
>>> scene.drive("normal II")
>>> scene.refill("risky", "risky +III+")
>>> scene.pose(0), scene.kind
((1848, -736, 0), 'drive')
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from triclinium.core.decision import CHANCE, Answer, Decision, Illegal, Json, Refused
from triclinium.core.event import Event
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.cards import CARD_NAMES, CARDS, DECKS, KIND_NAMES, KINDS
from triclinium.games.benhur.rules.geometry import chariot_clear, chariots_overlap, sector_of
from triclinium.games.benhur.rules.hands import forget
from triclinium.games.benhur.rules.state import ASK_DRIVE, NEXT_TURN, PHASE_NAMES, RACING, State
from triclinium.games.benhur.rules.verdicts import laps_of

DECK: dict[str, Json] = {
    "name": "the decks of the scenes",
    "normal": dict(zip(KIND_NAMES, (8, 9, 7, 4, 2, 4, 5, 3, 2, 0, 3, 5, 2), strict=True)),
    "risky": dict(zip(KIND_NAMES, (1, 2, 5, 5, 5, 1, 2, 3, 4, 3, 2, 7, 5), strict=True)),
}
"""Decks of the scenes' own, so that tuning the decks of the product changes no test of the rules."""


def sound(s: State) -> None:
    """What holds at any time on the sand."""
    on_sand = [c for c in range(s.chariots) if s.status[c] == RACING]
    for c in on_sand:
        assert chariot_clear(s.x[c], s.y[c], s.heading[c], s.half_axis, s.middle, s.outer), f"{c} stands in a wall"
        assert s.laurel[c][0] == 0 or s.format != 2, "a finished chariot is off the sand"
        assert 0 <= sector_of(s.x[c], s.y[c], s.half_axis, s.line) <= 4
        if s.phase < 15:
            assert s.lap[c] == laps_of(s, c), "the lap counter fits the line"
    for one, two in combinations(on_sand, 2):
        poses = (s.x[one], s.y[one], s.heading[one], s.x[two], s.y[two], s.heading[two])
        assert not chariots_overlap(*poses), f"{one} and {two} overlap"
        assert (s.contact[one] >> two) & 1 == (s.contact[two] >> one) & 1
    for c in range(s.chariots):
        for deck in range(DECKS):
            cards = s.hand[c][deck * KINDS : (deck + 1) * KINDS]
            known = s.known[c][deck * KINDS : (deck + 1) * KINDS]
            assert sum(cards) == s.hand_size[c][deck] and min(cards) >= 0
            assert all(k <= n for k, n in zip(known, cards, strict=True))
            assert s.bare[c][deck] <= s.hand_size[c][deck] - sum(known)
        assert sum(s.hand_size[c]) <= 4
    for deck in range(DECKS):
        assert sum(s.pile[deck]) == s.pile_size[deck] and sum(s.discards[deck]) == s.discards_size[deck]


def same_in_a_guess(s: State, seed: int) -> None:
    """view(guess(view)) == view, for every seat."""
    for seat in range(s.seats):
        seen = GAME.view(s, seat)
        world = GAME.guess(seen, seat, random.Random(seed))
        assert GAME.view(world, seat) == seen
        assert GAME.conserved(world) == GAME.conserved(s)


class Scene:
    """A race the tests steer."""

    def __init__(self, seats: int = 2, places: tuple[int, ...] = (1, 2, 3, 4, 5, 6), **options: Json) -> None:
        self.s = GAME.start({"deck": DECK, **options}, seats)
        self.cards = GAME.conserved(self.s)
        self.events: list[Event] = []
        self.places = places
        self.line_up()

    def line_up(self) -> None:
        """Drivers in order, places as wished, harmless hands, nobody exchanges."""
        while self.kind != "drive":
            if self.kind == "exchange":
                self.answer({"kind": "keep_hand"})
            elif self.kind == "throw_start":
                self.dice(self.places[self.s.chariot])
            else:
                self.chance(self.decision.options[0])

    @property
    def kind(self) -> str:
        return PHASE_NAMES[self.s.phase]

    @property
    def decision(self) -> Decision:
        return GAME.pending(self.s)[0]

    @property
    def options(self) -> list[Answer]:
        return list(self.decision.options)

    @property
    def kinds(self) -> set[str]:
        return {str(option["kind"]) for option in self.options}

    @property
    def told(self) -> list[str]:
        """The kinds of the events since the last answer of a player."""
        return [event.kind for event in self.events]

    def event(self, kind: str) -> dict[str, Any]:
        return next(event.data for event in self.events if event.kind == kind)

    # --- Setting the scene ------------------------------------------------------------------

    def put(self, chariot: int, x: int, y: int, heading: int = 0, wraps: int = 0) -> None:
        s = self.s
        s.x[chariot], s.y[chariot], s.heading[chariot], s.wraps[chariot] = x, y, heading, wraps
        s.lap[chariot] = laps_of(s, chariot)

    def hold(self, chariot: int, *cards: str) -> None:
        """Give a hand; the old one goes back into the piles."""
        s = self.s
        for card in range(CARDS):
            deck, kind = divmod(card, KINDS)
            s.pile[deck][kind] += s.hand[chariot][card]
            s.pile_size[deck] += s.hand[chariot][card]
            s.hand_size[chariot][deck] -= s.hand[chariot][card]
            s.hand[chariot][card] = 0
        forget(s, chariot)
        for name in cards:
            card = CARD_NAMES.index(name)
            assert s.pile[card // KINDS][card % KINDS] > 0, f"no {name} left"
            s.pile[card // KINDS][card % KINDS] -= 1
            s.pile_size[card // KINDS] -= 1
            s.hand[chariot][card] += 1
            s.hand_size[chariot][card // KINDS] += 1

    def turn(self, chariot: int, started: bool = True) -> None:
        """Make it a chariot's turn, after the first round."""
        s = self.s
        s.round = max(s.round, 2)
        s.actor, s.fought, s.cards_played, s.accidents_played = chariot, 0, 0, 0
        s.acted &= ~(1 << chariot)
        if started:
            s.started |= 1 << chariot
        s.phase = ASK_DRIVE
        rules.go_on(s)
        s.tape_used = 0

    def next_turn(self) -> None:
        """Let the rules look up whose turn it is."""
        self.s.phase = NEXT_TURN
        rules.go_on(self.s)
        self.s.tape_used = 0

    def touch(self, one: int, other: int) -> None:
        """Open a pair."""
        self.s.contact[one] |= 1 << other
        self.s.contact[other] |= 1 << one

    def pose(self, chariot: int) -> tuple[int, int, int]:
        return self.s.x[chariot], self.s.y[chariot], self.s.heading[chariot]

    # --- Answers ----------------------------------------------------------------------------

    def answer(self, answer: Answer) -> None:
        self.events = GAME.apply(self.s, self.s.chariot % self.s.seats, answer)
        self.check()

    def chance(self, answer: Answer) -> None:
        self.events += GAME.apply(self.s, CHANCE, answer)
        self.check()

    def check(self) -> None:
        sound(self.s)
        assert GAME.conserved(self.s) == self.cards
        same_in_a_guess(self.s, self.s.asks)

    def refused(self, answer: Answer) -> tuple[str, str]:
        before = GAME.numbers(self.s)
        try:
            GAME.apply(self.s, self.s.chariot % self.s.seats, answer)
        except Refused as refused:
            assert GAME.numbers(self.s) == before
            assert isinstance(refused, Illegal)
            return refused.key.removeprefix("refused."), refused.rule
        raise AssertionError(f"{answer} was taken")

    def drive(self, card: str, a: int = 0, b: int = 0) -> None:
        self.answer({"kind": "drive", "card": card, "a": a, "b": b})

    def collide(self, card: str, rival: int, a: int = 0, b: int = 0) -> None:
        self.answer({"kind": "collide", "card": card, "a": a, "b": b, "rival": rival})

    def accident(self, card: str, *dice: int) -> None:
        self.answer({"kind": "accident", "card": card})
        self.dice(*dice)

    def whip(self, rival: int) -> None:
        self.answer({"kind": "whip", "rival": rival})

    def say(self, kind: str) -> None:
        self.answer({"kind": kind})

    def dice(self, *dice: int) -> None:
        for die in dice:
            self.chance({"kind": "die", "die": die})

    def refill(self, deck: str = "normal", card: str = "normal II") -> None:
        events = self.events
        self.answer({"kind": "refill", "deck": deck})
        self.events = events + self.events
        self.chance({"kind": "card", "card": card})

    def may(self, **answer: Json) -> bool:
        return answer in self.options
