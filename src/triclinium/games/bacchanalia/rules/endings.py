"""Endings and what follows a turn: Miles, Amans and sudden endings, clean-up, triggers (BC-17 to BC-20)."""

from __future__ import annotations

from itertools import combinations

from triclinium.core.decision import Answer, Json
from triclinium.core.piles import pour
from triclinium.games.bacchanalia.rules.cards import (
    ACCUSATOR,
    AMANS,
    BACCHUS,
    CARD_NAMES,
    DEUS_KINDS,
    FREED,
    HAPPY,
    LEFT,
    LOST,
    MILES,
    MILES_ENDING,
    MINERVA,
    OPEN,
    PARCAE,
    PLUTO,
    SACRIFICE,
    SATYRUS,
    SLAIN,
    SPARED,
    TWISTS,
    UMBRA_KINDS,
    VENUS,
    VINUM,
    VIOLENCE,
)
from triclinium.games.bacchanalia.rules.gods import Ruling, find_ruling
from triclinium.games.bacchanalia.rules.state import (
    BEGIN_SCENE,
    BEGIN_TURN,
    CHECK_TRIGGERS,
    CHOICE,
    CHOOSE_ENDING,
    CLOCK,
    CLOSE_ENDING,
    DRAW_MORE,
    LEAVE_BACCHUS,
    NEXT_TURN,
    NOTHING,
    OVER,
    TIE,
    State,
    ask,
    go,
    hand_of,
    move_deus,
    note,
    others_in,
    still_in,
)

OUTCOMES_OF = {
    AMANS: (HAPPY,),
    VENUS: (HAPPY,),
    PLUTO: (VIOLENCE,),
    BACCHUS: (LOST,),
    SATYRUS: (LOST,),
    MINERVA: (FREED, SACRIFICE),
    MILES: (SLAIN,),
    ACCUSATOR: (SLAIN,),
    VINUM: (LOST,),
}
"""The table of the sudden ending."""


# --- Which ending -------------------------------------------------------------------------------


def settle_ending(s: State) -> None:
    """With four Umbra, none of them Vinum, determine which endings are possible."""
    options = ending_options(s)
    if not options:
        # No match: discard and draw four again. Parcae, which is never locked, comes up in the end (BC-18).
        note(s, "hand_redrawn", seat=s.active)
        _discard_hand(s)
        go(s, DRAW_MORE)
    elif len(options) == 1:
        choose_ending(s, options[0])
    else:
        ask(s, CHOOSE_ENDING, s.active)


def ending_options(s: State) -> list[Answer]:
    """The endings that this hand allows."""
    if s.ending == MILES_ENDING:
        return _miles_options(s)
    held = s.held[s.active]
    if PARCAE in s.drawn:
        every = (HAPPY, VIOLENCE, LOST, *_minerva_outcomes(s), SLAIN)
        return [_end(CARD_NAMES[PARCAE], outcome) for outcome in every]
    if sum(held) == held[VINUM]:
        return [_end(CARD_NAMES[VINUM], LOST)]
    options: list[Answer] = []
    for deus in range(DEUS_KINDS):
        if held[deus] and deus in s.drawn:
            outcomes = _minerva_outcomes(s) if deus == MINERVA else OUTCOMES_OF[deus]
            options += [_end(CARD_NAMES[deus], outcome) for outcome in outcomes]
    return options


def _end(ruling: str, outcome: str, twists: tuple[str, ...] = ()) -> Answer:
    turns: list[Json] = list(twists)
    return {"kind": "end", "ruling": ruling, "outcome": outcome, "twists": turns}


def _minerva_outcomes(s: State) -> tuple[str, ...]:
    """In the Spanish edition one must choose; in the Italian one may."""
    return OUTCOMES_OF[MINERVA] if s.edition == "es" else (*OUTCOMES_OF[MINERVA], OPEN)


def _miles_options(s: State) -> list[Answer]:
    """Amans or Venus, or a tie of just these two: a happy end. Anything else: death, unless Parcae changes it
    (BC-17).
    """
    ruling = find_ruling(s.held[s.active], hand_of(s))
    name = "tie" if ruling.deus == TIE else CARD_NAMES[ruling.deus]
    if is_happy(ruling):
        return [_end(name, HAPPY)]
    if PARCAE not in s.drawn:
        return [_end(name, SLAIN)]
    if s.edition == "es":
        return [_end(name, SLAIN), _end(name, SPARED)]
    return [_end(name, SLAIN, twists) for size in range(len(TWISTS) + 1) for twists in combinations(TWISTS, size)]


def is_happy(ruling: Ruling) -> bool:
    return {*(ruling.level or (ruling.deus,))} <= {AMANS, VENUS}


def choose_ending(s: State, answer: Answer) -> None:
    """Choose the ending that is told next."""
    ruling, twists = str(answer["ruling"]), answer["twists"]
    assert isinstance(twists, list)
    if ruling == "tie":
        s.ruling = TIE
        s.level = list(find_ruling(s.held[s.active], hand_of(s)).level)
    else:
        s.ruling = NOTHING if ruling == CARD_NAMES[PARCAE] else CARD_NAMES.index(ruling)
    s.outcome = str(answer["outcome"])
    s.twists = [str(twist) for twist in twists]
    note(s, "ending_chosen", seat=s.active, ruling=ruling, outcome=s.outcome, twists=list(s.twists))
    go(s, BEGIN_SCENE)


# --- Clean-up -----------------------------------------------------------------------------------


def tidy(s: State) -> None:
    """Step 9: discard all Umbra except the one just locked."""
    seat = s.active
    kept = NOTHING
    if s.offer is not None:
        kept = s.offer.card
        s.drawn.remove(kept)
        s.quotes.append(s.offer)
        note(s, "lock_kept", seat=seat, card=CARD_NAMES[kept])
        s.offer = None
    _discard_hand(s)
    s.locked[seat] = kept
    note(s, "turn_ended", seat=seat)
    go(s, CLOSE_ENDING if s.ending else CHECK_TRIGGERS)


def _discard_hand(s: State) -> None:
    for umbra in hand_of(s):
        s.discards[umbra] += 1
    s.drawn = []
    s.locked[s.active] = NOTHING


def leave(s: State) -> None:
    """A player who leaves for good ends without a scene (BC-21)."""
    s.ending = s.outcome = LEFT
    note(s, "seat_left", seat=s.active)
    _discard_hand(s)
    go(s, CLOSE_ENDING)


def close_ending(s: State) -> None:
    """Bacchus goes to a player still in, or aside if there is none (BC-19)."""
    seat = s.active
    receivers = leave_bacchus_options(s)
    if not s.held[seat][BACCHUS]:
        lay_down(s)
    elif not receivers:
        s.held[seat][BACCHUS] -= 1
        s.aside[BACCHUS] += 1
        note(s, "bacchus_aside", seat=seat)
        lay_down(s)
    elif len(receivers) == 1:
        leave_bacchus(s, receivers[0])
    elif s.outcome == LEFT:
        s.resume = LEAVE_BACCHUS
        ask(s, CHOICE)
    else:
        ask(s, LEAVE_BACCHUS, seat)


def leave_bacchus_options(s: State) -> list[Answer]:
    return [{"kind": "leave_bacchus", "to": seat} for seat in others_in(s, s.active)]


def leave_bacchus(s: State, answer: Answer) -> None:
    """Bacchus moved by an ending brings no question (BC-13)."""
    to = answer["to"]
    assert isinstance(to, int)
    move_deus(s, BACCHUS, s.active, to)
    note(s, "bacchus_left_to", seat=s.active, to=to)
    lay_down(s)


def lay_down(s: State) -> None:
    """Put the other Deus cards in the centre, and Vinum out of the game (BC-19)."""
    seat = s.active
    for deus in range(DEUS_KINDS):
        count = s.held[seat][deus]
        (s.aside if deus == VINUM else s.centre)[deus] += count
        s.held[seat][deus] = 0
    s.ended[seat] = s.ending
    s.outcomes[seat] = s.outcome
    note(s, "story_ended", seat=seat, ending=s.ending, outcome=s.outcome)
    go(s, CHECK_TRIGGERS)


# --- Between turns ------------------------------------------------------------------------------


def check_triggers(s: State) -> None:
    """After Parcae, shuffle the discards into the deck (BC-4); then check what starts the sudden round (BC-18)."""
    if s.reshuffle:
        pour(s.discards, s.pile, UMBRA_KINDS)
        s.reshuffle = False
        note(s, "deck_mixed", cards=sum(s.pile))
    left = still_in(s)
    go(s, NEXT_TURN)
    if not left:
        ask(s, OVER)
        note(s, "story_over")
    elif s.sudden:
        return
    elif len(left) == 1:
        begin_sudden(s, "one_left")
    elif s.two_left:
        begin_sudden(s, "two_left")
    elif s.length == "parcae" and s.parcae >= s.appearances:
        begin_sudden(s, "parcae")
    elif s.length == "time" and all(s.scenes[seat] or s.ended[seat] for seat in range(s.seats)):
        # The rules have no clock: the table answers for the next player (BC-20).
        ask(s, CLOCK, next_seat(s))


def look_at_clock(s: State, up: Json) -> None:
    """Whether the agreed time has passed (BC-20)."""
    go(s, NEXT_TURN)
    if up:
        begin_sudden(s, "time")


def begin_sudden(s: State, reason: str) -> None:
    """The round of sudden endings starts left of the player whose turn ended (BC-18)."""
    s.sudden = reason
    note(s, "sudden_began", reason=reason)


def next_seat(s: State) -> int:
    """The next player clockwise who is still in."""
    return min(still_in(s), key=lambda seat: (seat - s.active - 1) % s.seats)


def next_turn(s: State) -> None:
    s.active = next_seat(s)
    go(s, BEGIN_TURN)
