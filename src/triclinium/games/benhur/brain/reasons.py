"""Explain a hint in one reason, from the facts of a seat's view: a word key under `hint.` and its arguments."""

from __future__ import annotations

from typing import Any, TypeAlias

from triclinium.core.decision import Answer, Json, Seat
from triclinium.core.game import View
from triclinium.games.benhur.brain.outlook import (
    BRAKES,
    distance,
    expected_shoes,
    finishing,
    has_exit,
    note_draws,
    odds_at,
    unseen,
    wraps_after,
)
from triclinium.games.benhur.rules.answers import speed_of
from triclinium.games.benhur.rules.cards import CARD_NAMES, DECK_NAMES, KINDS, RACES, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.geometry import (
    FIRST_BEND,
    LENGTH,
    RULERS,
    SECOND_BEND,
    axis_distance2,
    in_contact,
    placed,
    sector_of,
)
from triclinium.games.benhur.rules.hands import accidents_held, cards_held, has_horseshoe, horseshoes
from triclinium.games.benhur.rules.state import NOBODY, RACING, State
from triclinium.games.benhur.rules.verdicts import ahead, foremost
from triclinium.games.benhur.views.worlds import state_of

Reason: TypeAlias = tuple[str, dict[str, Json]]

TIGHT = 2
"""A pose is tight if only this many of the five rulers fit."""


def reason(view: View, seat: Seat, answer: Answer) -> Reason:
    """Why this answer may be good or bad."""
    return _Seat(state_of(view, seat), seat).reason(answer)


class _Seat:
    """A seat, the state that its view describes, and the chariot that is asked."""

    def __init__(self, s: State, me: Seat) -> None:
        self.s = s
        self.me = me
        self.chariot = s.chariot
        self.notes = [0] * OPTIONS_MOST
        note_draws(s, me, self.notes)

    def reason(self, answer: Answer) -> Reason:
        kind = str(answer["kind"])
        said: Any = answer
        if kind == "drive":
            return self.driven(CARD_NAMES.index(said["card"]), said["a"], said["b"])
        if kind == "collide":
            shoe = has_horseshoe(CARD_NAMES.index(said["card"]))
            return "rams", {"chariot": said["rival"], "number": self.odds(int(shoe), said["rival"])}
        if kind == "accident":
            return self.thrown(CARD_NAMES.index(said["card"]))
        if kind == "refill":
            return self.drawn(DECK_NAMES.index(said["deck"]))
        if kind == "whip":
            return "whips", {"number": self.whip_odds(said["rival"])}
        if kind == "hold":
            return self.held()
        if kind in ("keep_hand", "exchange_hand"):
            return "accidents_in_hand", {"number": accidents_held(self.s, self.chariot)}
        plain = {"crash": "no_way_out", "rein_in": "reins_in", "lose_turn": "keeps_cards", "stop": "stops"}
        return plain[kind], {}

    # --- Placements ---------------------------------------------------------------------------

    def driven(self, card: int, a: int, b: int) -> Reason:
        """The most important fact about where a placement leads."""
        s, me = self.s, self.chariot
        ruler = RULERS[speed_of(card)]
        _, _, _, _, x, y, heading = placed(s.x[me], s.y[me], s.heading[me], ruler, a, b)
        wraps = wraps_after(s, s.x[me], s.y[me], s.wraps[me], x, y)
        if finishing(s, x, y, heading, wraps):
            return "finishes", {}
        exits = sum(self.fits(x, y, heading, speed) for speed in range(SPEEDS))
        if exits <= TIGHT:
            return "tight", {"number": exits}
        rivals = [c for c in range(s.chariots) if s.status[c] == RACING and c % s.seats != self.me]
        touched = next((c for c in rivals if in_contact(x, y, heading, s.x[c], s.y[c], s.heading[c])), None)
        if touched is not None:
            return "wheel_to_wheel", {"chariot": touched, "number": self.whip_odds(touched)}
        passed = self.passed(rivals, x, y, wraps)
        if passed != NOBODY:
            return "overtakes", {"chariot": passed}
        inside = axis_distance2(x, y, s.half_axis) < ((s.middle + s.outer) // 2) ** 2
        if inside and sector_of(x, y, s.half_axis, s.line) in (FIRST_BEND, SECOND_BEND):
            return "inside", {"number": exits}
        gained = distance(s, x, y, wraps) - distance(s, s.x[me], s.y[me], s.wraps[me])
        return "advances", {"lengths": max(0, round(gained / LENGTH)), "number": exits}

    def fits(self, x: int, y: int, heading: int, speed: int) -> bool:
        """Whether a ruler fits from a pose, considering only walls."""
        return has_exit(self.s, x, y, heading, speed, 1)

    def passed(self, rivals: list[int], x: int, y: int, wraps: int) -> int:
        """The foremost rival that is before the chariot now and behind it there, as the rules rank them (BH-13)."""
        s, me = self.s, self.chariot
        before = [rival for rival in rivals if ahead(s, rival, me)]
        pose = s.x[me], s.y[me], s.wraps[me]
        s.x[me], s.y[me], s.wraps[me] = x, y, wraps
        behind = sum(1 << rival for rival in before if ahead(s, me, rival))
        s.x[me], s.y[me], s.wraps[me] = pose
        return foremost(s, behind)

    # --- Fights, accidents, draws -------------------------------------------------------------

    def odds(self, shoes: int, rival: int) -> int:
        """The chances in ten to win a throw with so many horseshoes against a rival."""
        return round(odds_at(100 * shoes - expected_shoes(self.s, rival, self.notes)) / 100)

    def whip_odds(self, rival: int) -> int:
        return self.odds(horseshoes(self.s, self.chariot), rival)

    def held(self) -> Reason:
        """Holding the whip: the odds of the best duel."""
        targets = whip_targets(self.s, self.chariot)
        rivals = [rival for rival in range(self.s.chariots) if (targets >> rival) & 1]
        best = max(rivals, key=self.whip_odds)
        return "holds", {"chariot": best, "number": self.whip_odds(best)}

    def thrown(self, card: int) -> Reason:
        """An accident: what a bad throw would cost (BH-8)."""
        s = self.s
        number: dict[str, Json] = {"number": card % KINDS - SPEED_KINDS + 1}
        started = (s.started >> self.chariot) & 1
        if not started and cards_held(s, self.chariot) > 1:
            return "repairs", number
        knocked_out = s.format == RACES and not s.club and started
        return "may_end_race" if knocked_out or cards_held(s, self.chariot) == 1 else "may_stay_short", number

    def drawn(self, deck: int) -> Reason:
        """What a deck may bring, in cards of ten that this seat has not seen."""
        hidden = [max(0, unseen(self.s, self.me, deck * KINDS + kind)) for kind in range(KINDS)]
        if self.s.pile_size[deck] == 0:  # the discards will form a new deck (BH-4)
            hidden = list(self.s.discards[deck])
        total = max(1, sum(hidden))
        slow = sum(count for kind, count in enumerate(hidden[:SPEED_KINDS]) if kind % SPEEDS < BRAKES)
        fast = sum(hidden[:SPEED_KINDS]) - slow
        accidents = sum(hidden[SPEED_KINDS:])
        shares = {"slow": slow, "fast": fast, "accidents": accidents}
        return "deck", {name: round(10 * count / total) for name, count in shares.items()}
