"""Why an answer is refused: the rule, explained by facts that the asked seat may know."""

from __future__ import annotations

from triclinium.core.decision import Answer, Illegal
from triclinium.games.banquet.rules.answers import code_of
from triclinium.games.banquet.rules.cards import PRIVILEGE_NAMES, UMBRA
from triclinium.games.banquet.rules.codes import ACCEPT, OFFER_TO
from triclinium.games.banquet.rules.state import ANSWER, ASSIGN, INITIATIVE, OFFER, PICK, TASTE, WINDOW, State

ASKED_FOR = {
    PICK: ({"pick"}, "BB-1"),
    ASSIGN: ({"assign"}, "BB-1"),
    INITIATIVE: ({"leave_gift", "claim_gift"}, "BB-3"),
    OFFER: ({"offer", "accept"}, "BB-8"),
    WINDOW: ({"pass", "pass_round", "claim", "exchange", "give_back", "special_gift"}, "BB-4"),
    ANSWER: ({"accept", "offer"}, "BB-8"),
    TASTE: ({"apply", "taste", "give_to_umbra"}, "BB-9"),
}
PRIVILEGE_ANSWERS = {"claim", "exchange", "give_back", "special_gift"}


def why_not(s: State, seat: int, answer: Answer) -> Illegal:
    """Why a well-formed answer is not among the options."""
    kind = str(answer["kind"])
    fitting, rule = ASKED_FOR[s.phase]
    if kind not in fitting:
        if kind in PRIVILEGE_ANSWERS:
            return Illegal("refused.no_window", "BB-4")
        return Illegal("refused.not_the_question", rule)
    if kind == "pick":
        return _pick(s, answer)
    if kind == "assign":
        return Illegal("refused.assign_picked", "BB-1")
    if kind in ("offer", "accept"):
        return _offer(s, seat, code_of(s, answer))
    if kind in ("taste", "give_to_umbra"):
        return _taste(s, seat, kind)
    return _privilege(s, seat, kind, answer)


def _pick(s: State, answer: Answer) -> Illegal:
    slots = answer["slots"]
    assert isinstance(slots, list)
    if len(slots) != 3 or len(set(map(str, slots))) != 3:
        return Illegal("refused.pick_three", "BB-1")
    return Illegal("refused.pick_empty", "BB-17")


def _offer(s: State, seat: int, code: int) -> Illegal:
    if code == ACCEPT:
        return Illegal("refused.accept_own_gift", "BB-8")
    receiver = code - OFFER_TO
    if receiver == seat:
        return Illegal("refused.offer_self", "BB-8")
    if receiver == s.active:
        return Illegal("refused.offer_home", "BB-8")
    return Illegal("refused.offer_again", "BB-8", seat=receiver)


def _taste(s: State, seat: int, kind: str) -> Illegal:
    if kind == "taste":
        return Illegal("refused.no_food_taster", "BB-9", card="food_taster")
    if not s.accepted[seat][UMBRA]:
        return Illegal("refused.no_umbra", "BB-9", card="umbra")
    return Illegal("refused.umbra_dishes", "BB-9")


def _privilege(s: State, seat: int, kind: str, answer: Answer) -> Illegal:
    if (s.standing_pass >> seat) & 1:
        return Illegal("refused.passing_round", "BB-4")
    card = str(answer.get("card", kind))
    if not (s.privileges[seat] >> PRIVILEGE_NAMES.index(card)) & 1:
        return Illegal("refused.not_held", "BB-4", privilege=card)
    if kind in ("claim", "exchange"):
        return Illegal("refused.not_on_card", "BB-5" if kind == "claim" else "BB-6", privilege=card)
    if s.initiative:
        return Illegal("refused.initiative_window", "BB-3")
    if seat != s.holder:
        return Illegal("refused.not_receiver", "BB-7")
    return Illegal("refused.gift_to_self", "BB-7")
