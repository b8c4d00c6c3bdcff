"""A rule-of-thumb guest: it wants what its guest wants, fears a burst belt, and gives others what hurts them.

It sees its seat's view and nothing else. A card is worth something to a seat; the three face-down cards are
weighed as equally likely wherever the seat does not know better.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

from triclinium.core.decision import Answer, Seat
from triclinium.core.player import Look, Player
from triclinium.games.banquet.cards import GUEST_NAMES, KIND_NAMES, class_of

WIN = 100.0
BURST = -12.0
LEAD = 0.4
COMES_HOME = 0.4
"""How often a Gift is feared to come home to the one who gave it."""
CLASS = {name: class_of(number) for number, name in enumerate(KIND_NAMES)}
CONSPIRATOR_NAMES = frozenset({"octavius", "septimus", "cassius"})
WANTS = {
    "caligula": (2, 5),
    "claudius": (3, 3),
    "messalina": (4, 1),
    "vespasianus": (5, 0),
}
"""Dishes and wine points a guest wants."""
PRESENTS_WANTED = 3


class RuleOfThumb:
    """Plays its guest sensibly."""

    def choose(self, look: Look) -> Answer:
        table = Table(look.view, look.seat)
        weigh: dict[str, Callable[[Answer], float]] = {
            "pick": table.pick,
            "assign": table.assignment,
            "initiative": table.initiative,
            "offer": lambda answer: table.offer(table.assigned("gift"), _seat(answer)),
            "answer": table.answer,
            "window": table.window,
            "taste": table.taste,
        }
        score = weigh[look.decision.kind]
        return max(look.decision.options, key=lambda answer: (score(answer), look.rng.random()))


def _seat(answer: Answer) -> Seat:
    seat = answer["to"]
    assert isinstance(seat, int)
    return seat


class Table:
    """One seat's view, and what it makes of the cards."""

    def __init__(self, view: Any, me: Seat) -> None:
        self.view = view
        self.me = me
        self.guest: str = view["you"]["guest"]
        self.seats = view["seats"]
        self.others = [seat for seat in range(len(self.seats)) if seat != me]
        self.values: dict[str, int] = view["table"]["values"]
        self.daggers = sum(seat["accepted"].get("dagger", 0) for seat in self.seats)
        self.caligula = next((number for number, seat in enumerate(self.seats) if seat["guest"] == "caligula"), None)
        gone = {out["guest"] for out in view["out"]}
        self.unseen = [name for name in GUEST_NAMES if name not in gone and name not in ("caligula", self.guest)]
        self.plotting = self.guest in CONSPIRATOR_NAMES
        self.worths: dict[tuple[Seat, str], float] = {}

    # --- What a card is worth to me when a seat applies it ----------------------------------

    def worth(self, seat: Seat, card: str) -> float:
        """How glad I am when a seat applies a card."""
        if (seat, card) not in self.worths:
            self.worths[seat, card] = self.to_me(card) if seat == self.me else self.to_other(seat, card)
        return self.worths[seat, card]

    def to_me(self, card: str) -> float:
        if self.completes(self.me, card, self.guest):
            return WIN
        value = self.values.get(card, 0)
        belt = self.seats[self.me]["belt"]
        if belt + value > 10:
            return BURST
        progress = 3.0 * self.progress(card)
        if CLASS[card] == "dagger":
            progress += self.dagger()
        if CLASS[card] == "minus":
            progress += 0.35 * min(belt, -value) - (0.8 if card == "doze" else 0.0)
        if CLASS[card] == "special" and card not in self.seats[self.me]["accepted"]:
            progress += {"food_taster": 1.6, "umbra": 0.8, "hymn": 0.3}[card]
        if value > 0:
            progress -= 0.08 * value * (belt + value) / 2
        return progress

    def to_other(self, seat: Seat, card: str) -> float:
        winners = [guest for guest in self.possible(seat) if self.completes(seat, card, guest)]
        danger = -WIN * len(winners) / max(1, len(self.possible(seat)))
        if CLASS[card] == "dagger":
            danger += self.dagger()
        if self.seats[seat]["belt"] + self.values.get(card, 0) > 10:
            return danger + self.burst_of(seat)
        if CLASS[card] in ("dish", "wine", "present"):
            danger -= 0.5
        if CLASS[card] == "poison":
            danger += 1.0
        return danger

    def dagger(self) -> float:
        """One more dagger on the table."""
        if self.plotting:
            return WIN if self.daggers >= 2 else 4.0
        if self.view["conspirators_barred"] or all(seat["no_conspirator"] for seat in self.seats):
            return 0.0
        return -30.0 if self.daggers >= 2 else -2.0 - self.daggers

    def burst_of(self, seat: Seat) -> float:
        """Somebody else's belt bursts."""
        if seat == self.caligula:
            return WIN if self.plotting else -20.0
        if self.guest == "caligula":
            return WIN if self.view["eliminated"] == 2 else 6.0
        return -8.0 if self.view["eliminated"] == 2 else 1.0

    def possible(self, seat: Seat) -> list[str]:
        """The guests a seat might be."""
        if seat == self.caligula:
            return ["caligula"]
        return self.unseen

    def completes(self, seat: Seat, card: str, guest: str) -> bool:
        """Whether a card would meet a guest's goal at a seat without bursting its belt."""
        shown = self.seats[seat]
        if shown["belt"] + self.values.get(card, 0) > 10:
            return False
        new = card not in shown["accepted"]
        if guest in ("caesonia", "agrippina"):
            return CLASS[card] == "present" and new and shown["presents"] == PRESENTS_WANTED - 1
        if guest not in WANTS or CLASS[card] not in ("dish", "wine"):
            return False
        dishes, wine = WANTS[guest]
        eaten = shown["dishes"] + (CLASS[card] == "dish")
        if self.view["table"]["different_dishes"] and guest != "caligula":
            eaten = shown["dish_kinds"] + (CLASS[card] == "dish" and new)
        drunk = shown["wine"] + (self.values[card] if CLASS[card] == "wine" else 0)
        return bool(eaten >= dishes and drunk >= wine)

    def progress(self, card: str) -> float:
        """How much nearer to my goal a card brings me, in cards."""
        shown = self.seats[self.me]
        new = card not in shown["accepted"]
        if self.guest in ("caesonia", "agrippina"):
            return float(CLASS[card] == "present" and new)
        if self.guest not in WANTS:
            return 0.0
        dishes, wine = WANTS[self.guest]
        if CLASS[card] == "dish":
            different = self.view["table"]["different_dishes"] and self.guest != "caligula"
            eaten = shown["dish_kinds"] if different else shown["dishes"]
            if eaten >= dishes or (different and not new):
                return 0.0
            return 1.25 - 0.15 * self.values[card]
        if CLASS[card] == "wine" and shown["wine"] < wine:
            missing: int = wine - shown["wine"]
            return 0.55 * min(self.values[card], missing)
        return 0.0

    # --- What I know of the three cards -----------------------------------------------------

    def assigned(self, place: str) -> str:
        card: str = self.view["you"]["assigned"][place]
        return card

    def expected(self, seat: Seat, place: str) -> float:
        """The worth of a seat applying the card at a place: known to the active player, else the mean of what lies."""
        if self.view["you"]["assigned"].get(place):
            return self.worth(seat, self.assigned(place))
        cards = self.view["three"]["cards"]
        worths = [self.worth(seat, card) for card in cards]
        if seat == self.me and place == "gift":  # whoever gives a card seldom gives the best
            worths.append(min(worths))
        return sum(worths) / len(worths)

    def best_receiver(self, card: str) -> float:
        return max(self.worth(seat, card) for seat in self.others)

    def laying(self, discard: str, keep: str, gift: str) -> float:
        """How good it is to lay three cards so."""
        given = (1 - COMES_HOME) * self.best_receiver(gift) + COMES_HOME * self.worth(self.me, gift)
        return self.worth(self.me, keep) + given - 0.1 * max(0.0, self.worth(self.me, discard))

    # --- The questions ----------------------------------------------------------------------

    def pick(self, answer: Answer) -> float:
        slots: Any = answer["slots"]
        cards = [self.view["ring"][slot] for slot in slots]
        return max(self.laying(*laid) for laid in permutations(cards))

    def assignment(self, answer: Answer) -> float:
        cards = dict(zip(self.view["three"]["picked_from"], self.view["three"]["cards"], strict=True))
        return self.laying(*(cards[answer[place]] for place in ("discard", "keep", "gift")))

    def initiative(self, answer: Answer) -> float:
        return self.expected(self.me, "gift") + LEAD if answer["kind"] == "claim_gift" else 0.0

    def offer(self, gift: str | None, seat: Seat) -> float:
        return self.worth(seat, gift) if gift else self.expected(seat, "gift")

    def answer(self, answer: Answer) -> float:
        if answer["kind"] == "accept":
            return self.expected(self.me, "gift") + LEAD
        return 0.3 * self.expected(_seat(answer), "gift")

    def window(self, answer: Answer) -> float:
        """Privileges are rare: one is played only for a clear gain."""
        kind = answer["kind"]
        holder = self.view["gift"]["holder"]
        coming = self.expected(self.me, "gift") if holder == self.me else 0.0
        if kind == "claim":
            return self.expected(self.me, str(answer["place"])) - max(0.0, coming) - 2.0
        if kind == "exchange":
            return self.exchange(str(answer["card"])) - 2.5
        if kind == "give_back":
            return self.expected(self.view["gift"]["giver"], "gift") - coming - 2.5
        if kind == "special_gift":
            return self.expected(_seat(answer), "gift") - coming - 2.5
        return 0.0 if kind == "pass" else -0.1

    def exchange(self, card: str) -> float:
        """Changing two places matters only to one who knows what lies there."""
        if not self.view["you"]["assigned"]:
            return 0.0
        _, one, other = card.split("_")
        laid = {place: self.assigned(place) for place in ("discard", "keep", "gift")}
        changed = {**laid, one: laid[other], other: laid[one]}
        holder = self.view["gift"]["holder"]

        def outcome(cards: dict[str, str]) -> float:
            return self.worth(self.me, cards["keep"]) + self.worth(holder, cards["gift"])

        return outcome(changed) - outcome(laid)

    def taste(self, answer: Answer) -> float:
        worth = self.worth(self.me, self.view["three"]["turned_up"])
        return {"apply": worth, "give_to_umbra": -0.8}.get(str(answer["kind"]), -1.6)


BOTS: dict[str, Callable[[], Player]] = {"thumb": RuleOfThumb}
