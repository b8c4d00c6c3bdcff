"""Why an answer is refused: the rule, explained by facts that the asked seat may know."""

from __future__ import annotations

from triclinium.core.decision import Answer, Illegal, Json
from triclinium.games.benhur.rules.answers import SPEED_ANSWERS, angle, card_number, fits_notches, speed_of
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST, KINDS, SPEED_KINDS
from triclinium.games.benhur.rules.state import DRIVE, EXCHANGE, LOSS, PLAY_ON, REFILL, WHIP, State, owner
from triclinium.games.benhur.rules.verdicts import WALL, duty_of, fits_duty, judge, may_collide

ASKED_FOR = {
    EXCHANGE: ({"keep_hand", "exchange_hand"}, "BH-9"),
    DRIVE: (SPEED_ANSWERS | {"rein_in", "accident", "whip"}, "BH-2"),
    PLAY_ON: (SPEED_ANSWERS | {"rein_in", "accident", "stop"}, "variant 3"),
    REFILL: ({"refill"}, "BH-4"),
    WHIP: ({"whip", "hold"}, "BH-5"),
    LOSS: ({"lose_turn", "accident"}, "BH-5"),
}


def why_not(s: State, answer: Answer) -> Illegal:
    """Why a well-formed answer is not allowed."""
    kind = str(answer["kind"])
    fitting, rule = ASKED_FOR[s.phase]
    if kind not in fitting:
        return Illegal("refused.not_the_question", rule)
    if kind == "exchange_hand":
        return Illegal("refused.too_few_accidents", "BH-9")
    if kind == "refill":
        return Illegal("refused.deck_empty", "BH-4")
    if kind == "whip":
        return _whip(s, answer)
    card = card_number(answer["card"])
    accident = card % KINDS >= SPEED_KINDS
    if accident != (kind == "accident"):
        return Illegal("refused.wrong_card", "BH-2")
    if not s.hand[s.chariot][card]:
        return Illegal("refused.not_in_hand", "BH-2")
    if accident:
        return Illegal("refused.third_card_speed", "variant 3")
    if kind == "rein_in":
        return Illegal("refused.no_rein_in", "BH-2")
    a, b = angle(answer["a"]), angle(answer["b"])
    if not fits_notches(s, a, b):
        return Illegal("refused.notched", "steering")
    return _speed(s, kind, judge(s, s.chariot, speed_of(card), a, b), fits_duty(duty_of(s, s.chariot), a, b), answer)


def _whip(s: State, answer: Answer) -> Illegal:
    rival = answer["rival"]
    assert isinstance(rival, int)
    both = 1 << s.chariot | 1 << rival
    if owner(s, rival) == owner(s, s.chariot):
        return Illegal("refused.own_chariot", "BH-11")
    if not (s.contact[s.chariot] >> rival) & 1:
        return Illegal("refused.no_contact", "BH-5", chariot=rival)
    if s.fought & both:
        return Illegal("refused.one_fight", "BH-7")
    if s.owes & both:
        return Illegal("refused.owes_turn", "BH-5", chariot=rival)
    return Illegal("refused.only_the_mover", "BH-5", chariot=s.actor)


def _speed(s: State, kind: str, hits: int, turning: bool, answer: Answer) -> Illegal:
    others: list[Json] = [other for other in range(CHARIOTS_MOST) if (hits >> other) & 1]
    if hits & WALL:
        return Illegal("refused.no_chosen_crash" if kind == "crash" else "refused.wall", "BH-2")
    if not turning or (hits and duty_of(s, s.chariot)):
        return Illegal("refused.duty", "BH-5", chariot=s.duty_to[s.chariot])
    if kind == "crash":
        return Illegal("refused.no_crash_there", "BH-2")
    if hits == 0:
        return Illegal("refused.nobody_there", "BH-6")
    if may_collide(s, s.chariot, hits):
        if kind == "drive":
            return Illegal("refused.is_collision", "BH-6", chariot=others[0])
        return Illegal("refused.other_rival", "BH-6", chariot=others[0])
    if kind == "drive":
        return Illegal("refused.blocked", "BH-1", chariots=others)
    if any(owner(s, other) == owner(s, s.chariot) for other in range(CHARIOTS_MOST) if (hits >> other) & 1):
        return Illegal("refused.own_chariot", "BH-11")
    if len(others) > 1:
        return Illegal("refused.several_rivals", "BH-6", chariots=others)
    return Illegal("refused.one_fight", "BH-7")
