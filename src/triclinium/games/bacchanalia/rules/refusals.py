"""Why an answer is refused: the rule. Nothing here is secret, because almost everything is open."""

from __future__ import annotations

from triclinium.core.decision import Answer, Illegal, Malformed
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.answers import card_of, seat_of
from triclinium.games.bacchanalia.rules.cards import ACTS, CARD_NAMES, VINUM
from triclinium.games.bacchanalia.rules.locks import acts_open
from triclinium.games.bacchanalia.rules.state import State

ASKED_FOR: dict[str, tuple[set[str], str]] = {
    phases.HAND_OUT: ({"hand", "leave_to_chance"}, "BC-2"),
    phases.INTRODUCTION: ({"introduce", "leave"}, "BC-3"),
    phases.ARRIVAL: ({"arrive", "leave"}, "BC-13"),
    phases.DRAW: ({"draw", "leave"}, "BC-5"),
    phases.SACRIFICE_WINE: ({"sacrifice", "leave_to_chance"}, "BC-6"),
    phases.PASS_BACCHUS: ({"pass_bacchus", "leave_to_chance"}, "BC-9"),
    phases.PAY_TIE: ({"put", "leave_to_chance"}, "BC-10"),
    phases.TAKE: ({"take", "leave_to_chance"}, "BC-10"),
    phases.CHOOSE_ENDING: ({"end", "leave_to_chance"}, "BC-18"),
    phases.SCENE: ({"tell"}, "BC-16"),
    phases.LOCK: ({"lock", "no_lock"}, "BC-15"),
    phases.ASK: ({"ask", "pass"}, "BC-13"),
    phases.REPLY: ({"reply"}, "BC-13"),
    phases.REACT: ({"pass", "end_turn", "react"}, "BC-22"),
    phases.VOTE: ({"vote", "abstain"}, "BC-22"),
    phases.LEAVE_BACCHUS: ({"leave_bacchus", "leave_to_chance"}, "BC-19"),
    phases.CLOCK: ({"clock"}, "BC-20"),
}
"""The kinds of answers to each question, and the ruling behind it."""


def check_question(s: State, kind: str) -> None:
    """Refuse an answer to another question."""
    fitting, rule = ASKED_FOR[s.phase]
    if kind not in fitting:
        raise Illegal("refused.not_the_question", rule)


def why_not(s: State, seat: int, kind: str, answer: Answer) -> Illegal | Malformed:
    """Why a well-formed answer is not among the options of a listed question."""
    rule = ASKED_FOR[s.phase][1]
    if kind in ("hand", "pass_bacchus", "leave_bacchus"):
        to = seat_of(s, answer["to"])
        if to == seat:
            return Illegal("refused.give_self", rule)
        if s.ended[to]:
            return Illegal("refused.seat_ended", "BC-26", seat=to)
        if kind == "hand" and s.centre[card_of(answer["card"])]:
            return Illegal("refused.hand_full", rule, seat=to)
    if kind == "end":
        return Illegal("refused.no_such_ending", "BC-17" if s.captured[seat] else "BC-18")
    if kind == "take":
        return _take(s, seat, answer)
    if kind in ("hand", "put", "sacrifice"):
        card = card_of(answer["card"])
        if kind == "put" and card == VINUM:
            return Illegal("refused.vinum_stays", "BC-10")
        return Illegal("refused.card_not_there", rule, card=CARD_NAMES[card])
    if kind == "react":
        return _react(s, seat, answer)
    if kind == "end_turn":
        return Illegal("refused.end_turn_not_yours", "BC-22")
    if kind == "pass":
        return Illegal("refused.not_the_question", "BC-22")
    return Malformed("refused.wrong_fields")


def _take(s: State, seat: int, answer: Answer) -> Illegal:
    card = card_of(answer["card"])
    source = None if answer["from"] is None else seat_of(s, answer["from"])
    if card == VINUM:
        return Illegal("refused.vinum_stays", "BC-10")
    if source is None:
        return Illegal("refused.card_not_there", "BC-10", card=CARD_NAMES[card])
    if source == seat:
        return Illegal("refused.take_self", "BC-10")
    return Illegal("refused.take_elsewhere", "BC-10", card=CARD_NAMES[card])


def _react(s: State, seat: int, answer: Answer) -> Illegal | Malformed:
    acts = answer["acts"]
    if (
        not isinstance(acts, list)
        or not acts
        or not all(act in ACTS for act in acts)
        or acts != sorted(set(map(str, acts)))
    ):
        return Malformed("refused.no_such_act")
    act = next((act for act in acts if act not in acts_open(s, seat)), None)
    if act == "object":
        return Illegal("refused.object_no_lock" if s.offer is None else "refused.object_once", "BC-22")
    if act == "eye":
        return Illegal("refused.eye_not_now", "BC-14")
    return Illegal("refused.agree_not_met", "BC-27")
