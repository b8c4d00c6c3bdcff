"""Explain a hint in one reason, from the facts of a seat's view: a word key under `hint.` and its arguments."""

from __future__ import annotations

from typing import Any, TypeAlias

from triclinium.core.decision import Answer, Json, Seat
from triclinium.core.game import View
from triclinium.games.banquet.brain.rule_of_thumb import ROOM, completes, expected, laying, prepare, progress
from triclinium.games.banquet.rules.cards import (
    BELT_MOST,
    CALIGULA,
    CONSPIRATORS,
    DAGGER,
    FEATHER,
    FOOD_TASTER,
    GIFT,
    GUESTS,
    HYMN,
    KEEP,
    KIND_NAMES,
    PAIRS,
    PLACE_NAMES,
    POISON,
    PRIVILEGE_NAMES,
)
from triclinium.games.banquet.rules.state import NOTHING, State
from triclinium.games.banquet.views.worlds import may_be, state_of

Reason: TypeAlias = tuple[str, dict[str, Json]]

PLAIN: Reason = ("plain", {})


def reason(view: View, seat: Seat, answer: Answer) -> Reason:
    """Why this answer may be good or bad."""
    return _Seat(state_of(view, seat), seat).reason(answer)


class _Seat:
    """A seat and the state that its view describes."""

    def __init__(self, s: State, me: Seat) -> None:
        self.s = s
        self.me = me
        self.guest = s.guest[me]

    def reason(self, answer: Answer) -> Reason:
        kind = str(answer["kind"])
        said: Any = answer
        if kind in ("pick", "assign"):
            return self.laid(*self.cards_laid(answer))
        if kind == "offer":
            return self.offered(said["to"])
        if kind in ("accept", "claim_gift"):
            return self.taken(GIFT) or ("leads", {})
        if kind == "leave_gift":
            return self.fear() or ("leaves_gift", {})
        if kind in ("pass", "pass_round"):
            return "saves_privilege", {}
        if kind == "claim":
            return self.taken(PLACE_NAMES.index(said["place"])) or PLAIN
        if kind in ("give_back", "special_gift"):
            return "sends_away", {"seat": self.s.giver if kind == "give_back" else said["to"]}
        if kind == "exchange":
            return self.exchanged(said["card"])
        if kind == "apply":
            return self.mine(self.s.card) or PLAIN
        return "spares", {"card": KIND_NAMES[self.s.card]}

    # --- Cards this seat knows ----------------------------------------------------------------

    def cards_laid(self, answer: Answer) -> tuple[int, int]:
        """The Keep and the Gift of a laying, or of the best laying of a pick."""
        said: Any = answer
        if answer["kind"] == "assign":
            at = dict(zip(self.s.picked_from, self.s.picked, strict=True))
            return at[said["keep"]], at[said["gift"]]
        out = [0] * ROOM
        prepare(self.s, self.me, self.guest, out)
        slots: list[int] = said["slots"]
        ways = [(keep, gift) for keep in slots for gift in slots if keep != gift]
        keep, gift = max(ways, key=lambda way: laying(out, sum(slots) - sum(way), *way))
        return self.s.ring[keep], self.s.ring[gift]

    def laid(self, keep: int, gift: int) -> Reason:
        """Name what the Keep does; if nothing, whom the Gift could hurt."""
        others = [seat for seat in range(self.s.seats) if seat != self.me]
        struck = next((seat for seat in others if self.s.belt[seat] + self.s.value[gift] > BELT_MOST), None)
        if struck is not None and not (completes(self.s, self.me, keep) >> self.guest) & 1:
            return "bursts_other", {"card": KIND_NAMES[gift], "seat": struck}
        return self.mine(keep) or PLAIN

    def mine(self, card: int) -> Reason | None:
        """What a card does to this seat."""
        s, name = self.s, KIND_NAMES[card]
        belt = s.belt[self.me] + s.value[card]
        if (completes(s, self.me, card) >> self.guest) & 1:
            return "wins", {"card": name}
        if belt > BELT_MOST:
            return "bursts", {"card": name}
        if card == DAGGER and self.plotters_left():
            return self.dagger()
        if progress(s, self.me, self.guest, card) > 0:
            return "feeds_goal", {"card": name}
        if FEATHER <= card < FOOD_TASTER and s.belt[self.me] > 0:
            return "loosens", {"card": name, "number": max(0, belt)}
        if FOOD_TASTER <= card < HYMN and s.accepted[self.me][card] == 0:
            return "protects", {"card": name}
        if s.value[card] > 0:
            return "tightens", {"card": name, "number": BELT_MOST - belt}
        return None

    def dagger(self) -> Reason:
        """One more dagger: good for a conspirator, bad for anyone else."""
        plotting = (CONSPIRATORS >> self.guest) & 1
        return "dagger_helps" if plotting else "dagger_harms", {"number": self.s.daggers + 1}

    def plotters_left(self) -> bool:
        """Whether a conspirator is, or can still come, at the table (BB-14)."""
        return not self.s.barred and CONSPIRATORS & ~self.s.out != 0

    def may_win(self, seat: Seat, card: int) -> bool:
        """Whether a card could complete the goal of a guest who, for all this seat knows, sits at another seat."""
        goals = completes(self.s, seat, card)
        if seat == self.s.caligula:
            return bool((goals >> CALIGULA) & 1)
        strangers = (guest for guest in range(CALIGULA + 1, GUESTS) if guest != self.guest)
        return any((goals >> guest) & 1 and may_be(self.s, seat, guest) for guest in strangers)

    def exchanged(self, privilege: str) -> Reason:
        """The card that would be kept after an exchange, for a seat that knows the places."""
        if self.me != self.s.active:
            return "exchange_blind", {}
        pair = PAIRS[PRIVILEGE_NAMES.index(privilege) - len(PAIRS)]
        keep = pair[1 - pair.index(KEEP)] if KEEP in pair else KEEP
        return self.mine(self.s.place[keep]) or PLAIN if self.s.place[keep] != NOTHING else PLAIN

    # --- The Gift -----------------------------------------------------------------------------

    def offered(self, seat: Seat) -> Reason:
        """The Gift goes to another seat. The player who laid it knows the card; others know three candidates."""
        s = self.s
        if self.me != s.active:
            danger = self.fear()
            return danger if danger is not None else ("passes_on", {"seat": seat})
        card = s.place[GIFT]
        name = KIND_NAMES[card]
        if s.belt[seat] + s.value[card] > BELT_MOST:
            return "bursts_other", {"card": name, "seat": seat}
        if self.may_win(seat, card):
            return "may_win_other", {"card": name, "seat": seat}
        if card == DAGGER and self.plotters_left():
            return self.dagger()
        if card == POISON:
            return "poisons", {"seat": seat}
        return "useless_to", {"card": name, "seat": seat}

    def lying(self) -> list[int]:
        return [card for card in self.s.place if card != NOTHING]

    def fear(self) -> Reason | None:
        """How many of the face-down cards would burst this seat's belt."""
        bursting = sum(self.s.belt[self.me] + self.s.value[card] > BELT_MOST for card in self.lying())
        return ("may_burst", {"number": bursting}) if bursting else None

    def taken(self, place: int) -> Reason | None:
        """A card is taken from a place. The player who laid it knows the card; others know the candidates."""
        s = self.s
        if self.me == s.active:
            return self.mine(s.place[place]) if s.place[place] != NOTHING else None
        winning = next((card for card in self.lying() if (completes(s, self.me, card) >> self.guest) & 1), None)
        if winning is not None:
            return "may_win", {"card": KIND_NAMES[winning]}
        feeding = sum(progress(s, self.me, self.guest, card) > 0 for card in self.lying())
        danger = self.fear()
        if danger is not None and (not feeding or expected(s, self.me, self.guest, self.me, place) < 0):
            return danger
        return ("may_feed", {"number": feeding}) if feeding else None
