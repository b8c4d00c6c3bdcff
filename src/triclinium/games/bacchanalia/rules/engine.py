"""The entry points of the rules: what each question offers, what an answer does, and the steps in between."""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.decision import Answer, Illegal
from triclinium.core.exact import among
from triclinium.games.bacchanalia.rules import aruspex, endings, locks, scenes, setup, turn
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.answers import card_of, element_of, kind_of, seat_of, told
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, NAMED_PARTS, UMBRA_KINDS, questions_of
from triclinium.games.bacchanalia.rules.refusals import check_question, why_not
from triclinium.games.bacchanalia.rules.scenes import STOCK_TEXT
from triclinium.games.bacchanalia.rules.state import State
from triclinium.games.bacchanalia.rules.texts import (
    ALOUD,
    SHORT_BYTES_MOST,
    TOLD,
    UNTOLD,
    VEILED,
    WRITTEN,
    check_name,
    check_words,
)

STEPS: dict[str, Callable[[State], None]] = {
    phases.BEGIN_TURN: turn.begin_turn,
    phases.OPEN_TURN: turn.open_turn,
    phases.DRAW_MORE: turn.draw_more,
    phases.OFFER_WINE: turn.offer_wine,
    phases.HONOUR: turn.honour,
    phases.MOVE_BACCHUS: turn.move_bacchus,
    phases.FOLLOW: aruspex.follow,
    phases.FOLLOW_ON: aruspex.follow_on,
    phases.SETTLE_ENDING: endings.settle_ending,
    phases.BEGIN_SCENE: scenes.begin_scene,
    phases.BEGIN_LOCK: locks.begin_lock,
    phases.BEGIN_QUESTION: locks.begin_question,
    phases.BEGIN_REACT: locks.begin_react,
    phases.TIDY: endings.tidy,
    phases.CLOSE_ENDING: endings.close_ending,
    phases.CHECK_TRIGGERS: endings.check_triggers,
    phases.NEXT_TURN: endings.next_turn,
}

CHOICES: dict[str, tuple[Callable[[State], list[Answer]], Callable[[State, Answer], None]]] = {
    phases.HAND_OUT: (
        setup.hand_out_options,
        lambda s, answer: setup.hand_out(s, answer["card"], answer["to"]),
    ),
    phases.SACRIFICE_WINE: (turn.wine_options, turn.sacrifice),
    phases.PASS_BACCHUS: (turn.bacchus_options, turn.pass_bacchus),
    phases.PAY_TIE: (aruspex.tie_options, aruspex.put_for_tie),
    phases.TAKE: (aruspex.take_options, aruspex.take),
    phases.CHOOSE_ENDING: (endings.ending_options, endings.choose_ending),
    phases.LEAVE_BACCHUS: (endings.leave_bacchus_options, endings.leave_bacchus),
}
"""Card choices: all answers are listed, and any of these can be left to chance (BC-21)."""

FREE = (phases.INTRODUCTION, phases.ARRIVAL, phases.DRAW, phases.SCENE, phases.LOCK, phases.ASK, phases.REPLY)
"""Questions that accept more than they list: texts, and leaving for good at the start of one's turn."""
FIRST_OF_TURN = (phases.INTRODUCTION, phases.ARRIVAL, phases.DRAW)


def leave_to_chance() -> Answer:
    """The answer that leaves a card choice to chance."""
    return {"kind": "leave_to_chance"}


def advance(s: State) -> None:
    """Take the rules' own steps until somebody is asked."""
    while s.phase in STEPS:
        STEPS[s.phase](s)


# --- What is offered ----------------------------------------------------------------------------


def options(s: State, seat: int) -> list[Answer]:
    """What a player is offered. The first option stands for silence, unless chance chooses."""
    if s.phase in CHOICES:
        return [*CHOICES[s.phase][0](s), leave_to_chance()]
    if s.phase == phases.INTRODUCTION:
        return _introduction_options(s)
    if s.phase == phases.ARRIVAL:
        return [told("arrive", UNTOLD), told("arrive", ALOUD), told("arrive", WRITTEN, STOCK_TEXT)]
    if s.phase == phases.DRAW:
        return [{"kind": "draw"}]
    if s.phase == phases.SCENE:
        return scenes.scene_options(s)
    if s.phase == phases.LOCK:
        return locks.lock_options(s)
    if s.phase == phases.ASK:
        return [{"kind": "pass"}, told("ask", ALOUD), told("ask", WRITTEN, STOCK_TEXT)]
    if s.phase == phases.REPLY:
        return [told("reply", form) for form in (UNTOLD, ALOUD, VEILED)] + [told("reply", WRITTEN, STOCK_TEXT)]
    if s.phase == phases.REACT:
        return locks.react_options(s, seat)
    if s.phase == phases.VOTE:
        return locks.vote_options()
    return [{"kind": "clock", "up": False}, {"kind": "clock", "up": True}]


def _introduction_options(s: State) -> list[Answer]:
    stock = STOCK_TEXT if questions_of(s.edition)[s.question] in NAMED_PARTS else None
    return [
        told("introduce", UNTOLD, name=None),
        told("introduce", ALOUD, name=None),
        told("introduce", WRITTEN, STOCK_TEXT, name=stock),
    ]


def chance_options(s: State) -> tuple[list[Answer], list[int]]:
    """What chance is asked, each option with its weight."""
    if s.phase == phases.UMBRA:
        kinds = [umbra for umbra in range(UMBRA_KINDS) if s.pile[umbra]]
        return [{"kind": "umbra", "card": CARD_NAMES[umbra]} for umbra in kinds], [s.pile[umbra] for umbra in kinds]
    if s.phase == phases.CHOICE:
        offered = CHOICES[s.resume][0](s)
    else:
        offered = [{"kind": s.phase, "seat": seat} for seat in range(s.seats)]
    return offered, [1] * len(offered)


# --- What an answer does ------------------------------------------------------------------------


def apply_chance(s: State, answer: Answer) -> None:
    kind_of(answer)
    if not among(answer, chance_options(s)[0]):
        raise Illegal("refused.not_to_be_drawn", "BC-5")
    draw(s, answer)


def draw(s: State, answer: Answer) -> None:
    """Apply an answer of chance that was offered."""
    if s.phase == phases.UMBRA:
        turn.take_umbra(s, card_of(answer["card"]))
    elif s.phase == phases.YOUNGEST:
        s.youngest = seat_of(s, answer["seat"])
        phases.note(s, "youngest_named", seat=s.youngest)
        setup.begin_handing(s)
    elif s.phase == phases.HEDONIST:
        s.hedonist = seat_of(s, answer["seat"])
        phases.note(s, "hedonist_named", seat=s.hedonist)
        setup.begin_play(s)
    else:
        chosen, s.resume = s.resume, ""
        CHOICES[chosen][1](s, answer)
    advance(s)


def apply(s: State, seat: int, answer: Answer) -> None:
    """Apply a player's answer. Raises `Refused`, with the state unchanged."""
    kind = kind_of(answer)
    check_question(s, kind)
    if s.phase not in FREE and not among(answer, options(s, seat)):
        raise why_not(s, seat, kind, answer)
    take(s, seat, answer)


def take(s: State, seat: int, answer: Answer) -> None:
    """Apply an answer that was offered, or a text, which is checked on the way."""
    kind = str(answer["kind"])
    if kind == "leave":
        endings.leave(s)
    elif kind == "leave_to_chance":
        s.resume = s.phase
        phases.note(s, "left_to_chance", seat=seat)
        phases.ask(s, phases.CHOICE)
    elif s.phase in CHOICES:
        CHOICES[s.phase][1](s, answer)
    else:
        _act(s, seat, kind, answer)
    advance(s)


def _act(s: State, seat: int, kind: str, answer: Answer) -> None:
    if kind == "introduce":
        _introduce(s, answer)
    elif kind == "arrive":
        turn.arrive(s, check_words(answer["words"]))
    elif kind == "draw":
        turn.begin_draw(s)
    elif kind == "tell":
        scenes.tell_scene(s, scenes.check_telling(s, answer))
    elif kind == "lock":
        words = check_words(answer["words"], (WRITTEN, ALOUD), SHORT_BYTES_MOST, noted=True)
        locks.offer_lock(s, card_of(answer["card"]), seat_of(s, answer["of"]), element_of(answer["element"]), words)
    elif kind == "no_lock":
        locks.decline_lock(s)
    elif kind == "ask":
        locks.put_question(s, check_words(answer["words"], TOLD))
    elif kind == "reply":
        locks.reply(s, check_words(answer["words"]))
    elif kind == "pass" and s.phase == phases.ASK:
        locks.pass_question(s)
    elif kind in ("vote", "abstain"):
        locks.vote(s, seat, answer.get("refuse"))
    elif kind == "clock":
        endings.look_at_clock(s, answer["up"])
    else:
        acts = answer.get("acts", [])
        assert isinstance(acts, list)
        locks.react(s, seat, [str(act) for act in acts])


def _introduce(s: State, answer: Answer) -> None:
    words, name = check_words(answer["words"]), check_name(answer["name"])
    if name is not None and questions_of(s.edition)[s.question] not in NAMED_PARTS:
        raise Illegal("refused.name_not_here", "BC-3")
    if name is not None and words.form == UNTOLD:
        raise Illegal("refused.untold_says_nothing", "BC-25")
    turn.introduce(s, words, name)
