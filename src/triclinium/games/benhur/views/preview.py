"""Where each placement of a card leads, as plain JSON, computed by the functions that judge answers.

Page, terminal and bots take placements from here and never compute geometry themselves.
"""

from __future__ import annotations

from triclinium.core.decision import Json, Seat
from triclinium.games.benhur.rules.answers import card_number, speed_of
from triclinium.games.benhur.rules.cards import ANGLE_MOST, CARD_NAMES, CARDS, CHARIOTS_MOST, KINDS, SPEED_KINDS
from triclinium.games.benhur.rules.geometry import RULERS, placed
from triclinium.games.benhur.rules.state import DRIVE, PLAY_ON, State
from triclinium.games.benhur.rules.verdicts import (
    WALL,
    duty_of,
    hard_pressed,
    judge,
    listed_step,
    may_collide,
    may_place,
)

SIDE_NAMES = {1: "left", 0: None, -1: "right"}


Hits = dict[tuple[int, int, int], int]
"""What each placement hits, by speed and the two angles."""


def preview(s: State, seat: Seat, hits: Hits | None = None) -> dict[str, Json] | None:
    """Every listed placement for each speed card of the asked chariot; None if the seat is not choosing a move.

    Stores in `hits` what each placement hits, for callers that need it again.
    """
    if s.phase not in (DRIVE, PLAY_ON) or not (s.owing >> seat) & 1:
        return None
    found: Hits = {} if hits is None else hits
    by_speed: dict[int, list[Json]] = {}
    cards: list[Json] = []
    for card in range(CARDS):
        if card % KINDS < SPEED_KINDS and s.hand[s.chariot][card]:
            speed = speed_of(card)
            if speed not in by_speed:
                by_speed[speed] = _placements(s, card, found)
            cards.append({"card": CARD_NAMES[card], "placements": by_speed[speed]})
    return {"chariot": s.chariot, "duty": SIDE_NAMES[duty_of(s, s.chariot)], "cards": cards}


def preview_placement(s: State, seat: Seat, card: str, a: int, b: int) -> dict[str, Json] | None:
    """The same for one card and any two whole angles from -30 to 30, as in free steering."""
    if s.phase not in (DRIVE, PLAY_ON) or not (s.owing >> seat) & 1:
        return None
    number = card_number(card)
    if number % KINDS >= SPEED_KINDS or not s.hand[s.chariot][number]:
        return None
    if not (-ANGLE_MOST <= a <= ANGLE_MOST and -ANGLE_MOST <= b <= ANGLE_MOST):
        return None
    return _placement(s, number, a, b, {})


def _placements(s: State, card: int, found: Hits) -> list[Json]:
    angles = range(-ANGLE_MOST, ANGLE_MOST + 1, listed_step(s))
    return [_placement(s, card, a, b, found) for a in angles for b in angles]


def _placement(s: State, card: int, a: int, b: int, found: Hits) -> dict[str, Json]:
    """The verdict, whom it concerns, whether it is legal now, the ends of the ruler and the end pose."""
    chariot = s.chariot
    hits = judge(s, chariot, speed_of(card), a, b)
    found[speed_of(card), a, b] = hits
    tip_x, tip_y, end_x, end_y, x, y, heading = placed(
        s.x[chariot], s.y[chariot], s.heading[chariot], RULERS[speed_of(card)], a, b
    )
    if hits == 0:
        verdict = "safe"
    elif hits & WALL:
        verdict = "crash"
    else:
        verdict = "collision" if may_collide(s, chariot, hits) else "blocked"
    pressed = s.phase == DRIVE and hard_pressed(s, chariot)
    return {
        "a": a,
        "b": b,
        "verdict": verdict,
        "chariots": [other for other in range(CHARIOTS_MOST) if (hits >> other) & 1],
        "allowed": may_place(s, chariot, hits, a, b, pressed),
        "ruler": [tip_x, tip_y, end_x, end_y],
        "pose": [x, y, heading],
    }
