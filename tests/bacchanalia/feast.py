"""A feast at the table: the words in which the tests of Bacchanalia are told, over the real game.

Chance is a seat that answers like any other, so a feast chooses every Umbra that is drawn. After every answer it
checks that no card was lost.

>>> feast = Feast("venus miles, pluto minerva, satyrus bacchus").introduced()
>>> feast.draws("miles", "miles", "venus", "pluto")
>>> feast.ruling
'miles'
"""

from __future__ import annotations

from typing import Any

from triclinium.core.decision import CHANCE, Answer, Decision, Refused
from triclinium.core.event import Event
from triclinium.core.play import Play
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.cards import BACCHUS, CARD_NAMES, DEUS_KINDS, VINUM
from triclinium.games.bacchanalia.rules.state import CHANCE_PHASES, NOBODY, OVER, SEALED, State
from triclinium.games.bacchanalia.views.view import ruling_name

HANDS = {
    3: "venus miles, pluto minerva, satyrus accusator",
    4: "venus miles, pluto minerva, satyrus accusator, miles satyrus",
    5: "venus miles, pluto minerva, satyrus accusator, miles satyrus, miles satyrus",
    6: "venus miles, pluto minerva, satyrus accusator, miles satyrus, miles satyrus, bacchus",
}

DECK = {
    "name": "for tests",
    "umbra": {
        "parcae": 1,
        "vinum": 6,
        "vinum_symbol": 6,
        "satyrus": 7,
        "miles": 8,
        "bacchus": 6,
        "pluto": 7,
        "accusator": 6,
        "minerva": 5,
        "amans": 5,
        "venus": 5,
    },
}
"""A deck of the tests' own, so that the reconstruction can be tuned without touching them."""


def written(text: str) -> dict[str, Any]:
    return {"form": "written", "text": text}


ALOUD = {"form": "aloud"}
UNTOLD = {"form": "untold"}
VEILED = {"form": "veiled"}


class Feast:
    """A game in progress in which the test sits on every seat and is chance too."""

    def __init__(self, hands: str = HANDS[3], edition: str = "it", **options: Any) -> None:
        wanted = [hand.split() for hand in hands.split(",")]
        fixed = {"edition": edition, "youngest": 0, "hedonist": 0, "length": "all", "deck": DECK}
        self.play: Play[State] = Play.begin(GAME, len(wanted), fixed | options)
        self.conserved = GAME.conserved(self.play.state)
        self.news: list[Event] = []
        while self.phase == "hand_out":
            giver = self.state.active
            card, to = next((hand[0], seat) for seat, hand in enumerate(wanted) if seat != giver and hand)
            wanted[to].remove(card)
            self.say(giver, "hand", card=card, to=to)

    # --- What is there ----------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def active(self) -> int:
        return self.state.active

    @property
    def ruling(self) -> str | None:
        return ruling_name(self.state.ruling)

    @property
    def asked(self) -> list[int]:
        return list(self.state.owing)

    def held(self, seat: int) -> list[str]:
        """The Deus cards before a seat, Vinum aside."""
        row = self.state.held[seat]
        return [CARD_NAMES[deus] for deus in range(DEUS_KINDS) for _ in range(row[deus]) if deus != VINUM]

    @property
    def centre(self) -> list[str]:
        row = self.state.centre
        return [CARD_NAMES[deus] for deus in range(DEUS_KINDS) for _ in range(row[deus])]

    def locked(self, seat: int) -> str | None:
        lock = self.state.locked[seat]
        return None if lock < 0 else CARD_NAMES[lock]

    def decision(self, seat: int | None = None) -> Decision:
        """The question a seat, or the first who is asked, has to answer."""
        found = self.play.pending()[0] if seat is None else self.play.decision(seat)
        assert found is not None
        return found

    def options(self, seat: int | None = None) -> list[Answer]:
        return list(self.decision(seat).options)

    def guidance(self, seat: int | None = None) -> dict[str, Any]:
        data: Any = self.decision(seat).data
        keys = {
            part: [each["key"][9:] for each in data["guidance"][part]] for part in ("cards", "must", "may", "must_not")
        }
        entry = data["guidance"]["entry"]
        return keys | {"entry": None if entry is None else entry["key"][9:]}

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind since the last answer."""
        return [event.data for event in self.news if event.kind == kind]

    # --- What is done -----------------------------------------------------------------------

    def say(self, seat: int, kind: str, **fields: Any) -> list[Event]:
        self.news = self.play.answer(seat, {"kind": kind, **fields})
        assert GAME.conserved(self.state) == self.conserved
        self.check_table()
        return self.news

    def check_table(self) -> None:
        """What holds at every moment: one Vinum each, and a Bacchus once held never back in the centre."""
        s = self.state
        if s.turn:
            assert all(s.held[seat][VINUM] == (0 if s.ended[seat] else 1) for seat in range(s.seats))

    def refused(self, seat: int, kind: str, **fields: Any) -> str:
        """Why an answer is refused, and by which rule."""
        before = GAME.numbers(self.state)
        try:
            self.play.answer(seat, {"kind": kind, **fields})
        except Refused as refused:
            assert GAME.numbers(self.state) == before
            return f"{refused.key.removeprefix('refused.')} {refused.rule}".strip()
        raise AssertionError(f"{kind} was taken")

    def lay(self, seat: int, *cards: str) -> None:
        """Give a seat exactly these Deus cards besides Vinum, wherever they are; its others go to the centre."""
        s = self.state
        for deus in range(DEUS_KINDS):
            if deus != VINUM:
                s.centre[deus] += s.held[seat][deus]
                s.held[seat][deus] = 0
        for card in cards:
            deus = CARD_NAMES.index(card)
            rows = [s.centre, s.aside, *(s.held[other] for other in range(s.seats) if other != seat)]
            next(row for row in rows if row[deus])[deus] -= 1
            s.held[seat][deus] += 1
            if deus == BACCHUS:
                s.arrives = [False] * s.seats

    def clear_centre(self) -> None:
        """No Deus lies in the centre."""
        s = self.state
        for deus in range(DEUS_KINDS):
            s.aside[deus] += s.centre[deus]
            s.centre[deus] = 0

    def fates(self, number: int) -> None:
        """Parcae has appeared this many times before."""
        s = self.state
        s.parcae = number
        if number and s.aside[5]:
            s.aside[5] -= 1
            s.centre[5] += 1

    def introduced(self) -> Feast:
        """Everybody tells the introduction aloud; character, lover, accuser and place are named by seat."""
        while self.phase in ("introduction", "react") and not all(self.state.introduced):
            self.introduce()
        return self

    def introduce(self, **texts: str) -> None:
        """The active player answers the six questions and ends the turn."""
        seat = self.active
        while self.phase == "introduction" and self.active == seat:
            question: Any = self.decision().data
            part = question["question"]
            name = f"{part} of {seat}" if question["named"] else None
            words = written(texts[part]) if part in texts else ALOUD
            self.say(seat, "introduce", words=words, name=name)
        self.say(seat, "end_turn")

    def draws(self, *cards: str) -> None:
        """The active player draws these Umbra."""
        if self.phase == "arrival":
            self.say(self.active, "arrive", words=ALOUD)
        if self.phase == "draw":
            self.say(self.active, "draw")
        news: list[Event] = []
        for card in cards:
            news += self.say(CHANCE, "umbra", card=card)
        self.news = news

    def tells(self, words: Any = None, **fields: Any) -> None:
        """The active player tells the scene; facts not given are as little changed as they can be."""
        data: Any = self.decision().data
        facts = data["facts"]
        answer = {
            "words": words or ALOUD,
            "place": {"name": "elsewhere"} if facts["place_rule"] == "must" else None,
            "with_amans": facts["with_amans_allowed"][0],
            "marks": [],
            "meets": [],
        } | fields
        if answer["place"] == {"name": facts["place"]}:
            answer["place"] = {"name": "far away"}
        self.say(self.active, "tell", **answer)

    def ends(self) -> None:
        """Everything still open in this turn is let pass; the next turn, or what ends this one, is asked for."""
        turn = self.state.turn
        while self.state.turn == turn and self.phase in ("lock", "ask", "reply", *SEALED):
            decision = self.decision()
            self.say(decision.seat, **{**GAME.fallback(decision)})

    def turn(self, *cards: str, **fields: Any) -> None:
        """A whole turn with the simplest choices."""
        turn, seat = self.state.turn, self.active
        self.draws(*cards)
        while self.state.turn == turn and self.phase not in ("scene", OVER):
            assert self.phase not in CHANCE_PHASES, "another card must be drawn"
            self.say(seat, **self.options()[0])
        self.tells(**fields)
        self.ends()

    def at(self, seat: int) -> None:
        """It is this player's turn, as if the others before him had just had theirs."""
        assert self.phase in ("draw", "arrival")
        s = self.state
        s.active = seat
        s.owing = [seat]
        s.phase = "arrival" if s.arrives[seat] else "draw"
        assert s.bacchus_to == NOBODY
