"""A scene at the table: the words in which the tests of Bacchus' Banquet are told, over the real game.

Chance is a seat that answers like any other, so a scene chooses who is Caligula, the other guests, the
privileges and the cards. After every answer the scene checks that no card was lost and that everything that
is counted before a seat agrees with the cards that lie there.

>>> scene = Scene("caligula claudius octavius")
>>> scene.lays(discard="olives", keep="bill", gift="poison")
>>> scene.offer(1)
>>> scene.accepts(1)
>>> scene.belt(1), scene.active
(7, 1)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banquet.decks import DECK
from triclinium.core.decision import CHANCE, Answer, Decision, Json, Refused, Seat
from triclinium.core.event import Event, told_to
from triclinium.core.game import Result
from triclinium.core.play import Play
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import (
    DAGGER,
    FIRST_PRESENT,
    FIRST_WINE,
    GUEST_NAMES,
    KIND_NAMES,
    KINDS,
    PLACE_NAMES,
    POISON,
    PRIVILEGE_NAMES,
)
from triclinium.games.banquet.rules.state import ENDING_NAMES, NOBODY, NOTHING, PHASE_NAMES, State

PASS: Answer = {"kind": "pass"}
PASS_ROUND: Answer = {"kind": "pass_round"}
GIVE_BACK: Answer = {"kind": "give_back"}


def claim(card: str, place: str) -> Answer:
    """`claim("keep_gift", "keep")`: the Claim with that pair printed on it, played on one of the two."""
    return {"kind": "claim", "card": f"claim_{card}", "place": place}


def exchange(card: str) -> Answer:
    """`exchange("keep_gift")`: the Exchange with that pair printed on it."""
    return {"kind": "exchange", "card": f"exchange_{card}"}


def special_gift(to: Seat) -> Answer:
    return {"kind": "special_gift", "to": to}


class Scene:
    """A game in progress in which the test sits on every seat and is chance too.

    `guests` names the guest of each seat, Caligula among them. Without `privileges` the table plays without
    them; else each seat is dealt what stands in its place, Caligula two. `ring` names cards that lie open first.
    """

    def __init__(
        self,
        guests: str,
        privileges: Sequence[str] | None = None,
        ring: str = "",
        edition: str = "fr",
        open_privileges: bool = False,
        different_dishes: bool = False,
        deck: dict[str, Any] | None = None,
    ) -> None:
        names = guests.split()
        mode = "none" if privileges is None else "open" if open_privileges else "hidden"
        options: dict[str, Json] = {
            "edition": edition,
            "privileges": mode,
            "different_dishes": different_dishes,
            "deck": deck or DECK,
        }
        self.play: Play[State] = Play.begin(GAME, len(names), options)
        self.events: list[Event] = []
        self.drawing = True
        self._coming_cards = ring.split()
        self._coming_guests: list[str] = []
        self._cards_of_the_deck = GAME.conserved(self.state)
        self._deal(names, privileges)
        self.draw()
        self.events = []

    # --- What chance brings -----------------------------------------------------------------------

    def _deal(self, names: list[str], privileges: Sequence[str] | None) -> None:
        emperor = names.index("caligula")
        others = [(emperor + step) % len(names) for step in range(1, len(names))]
        self._take(CHANCE, {"kind": "caligula", "seat": emperor})
        for seat in others:
            self._take(CHANCE, {"kind": "guest", "guest": names[seat]})
        if privileges is not None:
            for seat in [*others, emperor]:
                for privilege in privileges[seat].split():
                    self._take(CHANCE, {"kind": "privilege", "privilege": privilege})

    def next_cards(self, *kinds: str) -> None:
        """The cards chance lays next; after them it lays what lies most often in the pile."""
        self._coming_cards = list(kinds)

    def next_guests(self, *guests: str) -> None:
        """The guests chance deals next."""
        self._coming_guests = list(guests)

    def draw(self) -> None:
        """Chance answers until a player is asked or the game is over."""
        while (decision := self.play.decision(CHANCE)) is not None:
            self._take(CHANCE, self._drawn(decision))

    def _drawn(self, decision: Decision) -> Answer:
        if decision.kind == "lay_card" and self._coming_cards:
            return {"kind": "card", "card": self._coming_cards.pop(0)}
        if decision.kind == "deal_replacement" and self._coming_guests:
            return {"kind": "guest", "guest": self._coming_guests.pop(0)}
        return decision.options[decision.weights.index(max(decision.weights))]

    # --- How the scene is set ---------------------------------------------------------------------

    def before(self, seat: Seat, *kinds: str, belt: int | None = None) -> None:
        """Cards lie face up before a seat: out of the pile, counted, and the belt moved, or set to `belt`."""
        s = self.state
        for name in kinds:
            kind = KIND_NAMES.index(name)
            self._from_the_pile(kind)
            s.accepted[seat][kind] += 1
            s.belt[seat] = max(0, s.belt[seat] + s.value[kind])
            s.daggers += kind == DAGGER
        for field, count in self._counted(seat).items():
            getattr(s, field)[seat] = count
        if belt is not None:
            s.belt[seat] = belt
        self._check()

    def lie_open(self, *kinds: str) -> None:
        """These cards lie open: those that do not are exchanged with cards of the pile."""
        s = self.state
        missing = list(kinds)
        free = []
        for slot, kind in enumerate(s.ring):
            if kind != NOTHING and KIND_NAMES[kind] in missing:
                missing.remove(KIND_NAMES[kind])
            elif kind != NOTHING:
                free.append(slot)
        for slot, name in zip(free, missing, strict=False):
            self._from_the_pile(KIND_NAMES.index(name))
            s.pile[s.ring[slot]] += 1
            s.pile_size += 1
            s.ring[slot] = KIND_NAMES.index(name)
        self._check()

    def already_out(self, *guests: str) -> None:
        """These guests burst in earlier rounds; they were dealt from the box and are out."""
        s = self.state
        for name in guests:
            guest = GUEST_NAMES.index(name)
            assert s.box >> guest & 1, f"{name} is not in the box"
            s.box &= ~(1 << guest)
            s.out |= 1 << guest
            s.eliminated += 1
            s.out_when[guest] = s.eliminated

    def pile_is(self, *kinds: str) -> None:
        """Only these cards are left in the pile; the others lie on the discards."""
        s = self.state
        for name in kinds:
            self._from_the_pile(KIND_NAMES.index(name))
        for kind in range(KINDS):
            s.discards[kind] += s.pile[kind]
            s.pile[kind] = 0
        for name in kinds:
            s.pile[KIND_NAMES.index(name)] += 1
        s.pile_size = len(kinds)
        s.discards_size = sum(s.discards)
        self._check()

    def discards_are(self, *kinds: str) -> None:
        """Only these cards lie on the discards; the others are out of the game."""
        s = self.state
        for kind in range(KINDS):
            keep = kinds.count(KIND_NAMES[kind])
            assert s.discards[kind] >= keep, f"no {KIND_NAMES[kind]} lies on the discards"
            s.gone[kind] += s.discards[kind] - keep
            s.discards[kind] = keep
        s.discards_size = len(kinds)
        self._check()

    def _from_the_pile(self, kind: int) -> None:
        assert self.state.pile[kind] > 0, f"no {KIND_NAMES[kind]} is left in the pile"
        self.state.pile[kind] -= 1
        self.state.pile_size -= 1

    # --- What players do --------------------------------------------------------------------------

    def pick(self, *kinds: str) -> None:
        """The active player picks three open cards."""
        self.lie_open(*kinds)
        slots: list[Json] = []
        for kind in kinds:
            slots.append(next(slot for slot, name in enumerate(self.ring) if name == kind and slot not in slots))
        self.answer(self.active, {"kind": "pick", "slots": slots})

    def assign(self, discard: str, keep: str, gift: str) -> None:
        """The active player lays the picked cards face down."""
        slots = list(self.state.picked_from)
        kinds = [KIND_NAMES[kind] for kind in self.state.picked]
        answer: Answer = {"kind": "assign"}
        for place, kind in zip(PLACE_NAMES, (discard, keep, gift), strict=True):
            at = kinds.index(kind)
            answer[place] = slots.pop(at)
            kinds.pop(at)
        self.answer(self.active, answer)

    def lays(self, discard: str, keep: str, gift: str) -> None:
        """The active player picks three cards, which lie open, and lays them."""
        self.pick(discard, keep, gift)
        self.assign(discard, keep, gift)

    def offer(self, to: Seat) -> None:
        """The active player offers the Gift."""
        self.answer(self.active, {"kind": "offer", "to": to})

    def accepts(self, seat: Seat) -> None:
        self.answer(seat, {"kind": "accept"})

    def passes_on(self, seat: Seat, to: Seat) -> None:
        self.answer(seat, {"kind": "offer", "to": to})

    def round(self, discard: str, keep: str, gift: str, to: Seat) -> None:
        """A whole round in which the first offer is accepted and nobody plays a privilege."""
        self.lays(discard, keep, gift)
        self.offer(to)
        self.everyone_passes()
        self.accepts(to)

    def everyone_passes(self) -> None:
        """All who owe an answer in the window, if one is open, pass."""
        while self.phase == "window":
            self.answer(self.asked[0], PASS)

    def plays(self, seat: Seat, privilege: Answer) -> None:
        """A seat plays a privilege, sealed, and all others pass."""
        self.answer(seat, privilege)
        self.everyone_passes()

    def claims_gift(self, seat: Seat) -> None:
        self.answer(seat, {"kind": "claim_gift"})

    def leaves_gift(self, seat: Seat) -> None:
        self.answer(seat, {"kind": "leave_gift"})

    def tastes(self, seat: Seat) -> None:
        self.answer(seat, {"kind": "taste"})

    def gives_to_umbra(self, seat: Seat) -> None:
        self.answer(seat, {"kind": "give_to_umbra"})

    def applies(self, seat: Seat) -> None:
        self.answer(seat, {"kind": "apply"})

    def answer(self, seat: Seat, answer: Answer) -> list[Event]:
        """Any answer; chance then answers what it is asked, and what happened is handed back."""
        first = len(self.events)
        self._take(seat, answer)
        if self.drawing:
            self.draw()
        return self.events[first:]

    def refused(self, seat: Seat, answer: Any, decision: int | None = None) -> tuple[str, str]:
        """The key and the rule with which an answer is refused; nothing may have changed."""
        refusal = self.refusal(seat, answer, decision)
        return refusal.key, refusal.rule

    def refusal(self, seat: Seat, answer: Any, decision: int | None = None) -> Refused:
        numbers, entries = GAME.numbers(self.state), len(self.play.record.entries)
        try:
            self.play.answer(seat, answer, decision)
        except Refused as refused:
            assert GAME.numbers(self.state) == numbers, "a refused answer changed the game"
            assert len(self.play.record.entries) == entries, "a refused answer was recorded"
            return refused
        raise AssertionError(f"{answer} of seat {seat} was not refused")

    def _take(self, seat: Seat, answer: Answer) -> None:
        self.events += self.play.answer(seat, answer)
        self._check()

    # --- What the table sees ----------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def active(self) -> Seat:
        return self.state.active

    @property
    def phase(self) -> str:
        return PHASE_NAMES[self.state.phase]

    @property
    def asked(self) -> list[Seat]:
        """The seats that owe an answer."""
        return [decision.seat for decision in self.play.pending()]

    @property
    def ring(self) -> list[str | None]:
        return [None if kind == NOTHING else KIND_NAMES[kind] for kind in self.state.ring]

    @property
    def result(self) -> Result | None:
        return GAME.result(self.state)

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """The seats that have won, none for a draw; None while the game runs."""
        return None if self.result is None else self.result.winners

    @property
    def ending(self) -> str:
        return ENDING_NAMES[self.state.ending]

    @property
    def daggers(self) -> int:
        return self.state.daggers

    @property
    def out(self) -> int:
        """How many guests burst since the start."""
        return self.state.eliminated

    def options(self, seat: Seat) -> list[Answer]:
        """What a seat may answer now."""
        decision = self.play.decision(seat)
        assert decision is not None, f"seat {seat} is not asked"
        return list(decision.options)

    def offers(self, seat: Seat) -> list[Json]:
        """The seats to which a seat may hand the Gift."""
        return [option["to"] for option in self.options(seat) if option["kind"] == "offer"]

    def belt(self, seat: Seat) -> int:
        return self.state.belt[seat]

    def accepted(self, seat: Seat) -> list[str]:
        """The cards lying face up before a seat."""
        return spelled(self.state.accepted[seat])

    def guest(self, seat: Seat) -> str | None:
        guest = self.state.guest[seat]
        return None if guest == NOBODY else GUEST_NAMES[guest]

    def holds(self, seat: Seat) -> list[str]:
        """The privileges a seat holds."""
        return [name for card, name in enumerate(PRIVILEGE_NAMES) if self.state.privileges[seat] >> card & 1]

    @property
    def discards(self) -> list[str]:
        return spelled(self.state.discards)

    @property
    def gone(self) -> list[str]:
        """Cards out of the game."""
        return spelled(self.state.gone)

    def view(self, seat: Seat | None) -> Any:
        return GAME.view(self.state, seat)

    def happened(self, kind: str) -> list[dict[str, Json]]:
        """What was told of every event of one kind since the deal."""
        return [event.data for event in self.events if event.kind == kind]

    def told(self, seat: Seat | None) -> list[dict[str, Json]]:
        """Everything a seat, or a spectator, was told since the deal."""
        return told_to(self.events, seat)

    # --- What must always hold --------------------------------------------------------------------

    def _counted(self, seat: Seat) -> dict[str, int]:
        s = self.state
        mine = s.accepted[seat]
        return {
            "cards": sum(mine),
            "dishes": sum(mine[:FIRST_WINE]),
            "dish_kinds": sum(count > 0 for count in mine[:FIRST_WINE]),
            "wine": sum(mine[kind] * s.value[kind] for kind in range(FIRST_WINE, POISON)),
            "present_kinds": sum(count > 0 for count in mine[FIRST_PRESENT:DAGGER]),
        }

    def _check(self) -> None:
        s = self.state
        assert GAME.conserved(s) == self._cards_of_the_deck, "a card was lost or made"
        assert s.pile_size == sum(s.pile) and s.discards_size == sum(s.discards)
        assert s.daggers == sum(row[DAGGER] for row in s.accepted)
        for seat in range(s.seats):
            counted = {field: getattr(s, field)[seat] for field in self._counted(seat)}
            assert counted == self._counted(seat), f"what is counted before seat {seat} does not lie there"
            assert s.belt[seat] >= 0 and (s.belt[seat] <= 10 or s.ending)


def spelled(counts: list[int]) -> list[str]:
    """The cards of a row of counts, one by one."""
    return [KIND_NAMES[kind] for kind in range(KINDS) for _ in range(counts[kind])]
