"""What happened in a race: the tape, read after every answer, and the history, which stays in the state.

The history holds what everybody saw each chariot do: its last turn card by card, and counts since the start. Both are
written from the same notes. Compiled races keep neither, so this code runs only as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.kernel import spoken
from triclinium.games.benhur.rules.state import BY_WHIP, TAPE_STEP, TURN_NUMBERS, State

# What the tape can say. The five numbers after each code are named in `happenings`.
DRIVER_DRAWN = 0
ACCIDENT_REMOVED = 1
RACE_BEGAN = 2
START_THROWN = 3
PLACE_TAKEN = 4
CARD_DEALT = 5
HAND_KEPT = 6
HAND_EXCHANGED = 7
ROUND_BEGAN = 8
TURN_BEGAN = 9
TURN_LOST = 10
SPEED_PLAYED = 11
CHARIOT_MOVED = 12
CHARIOT_SET_DOWN = 13
CHARIOT_CRASHED = 14
CHARIOT_LEFT = 15
REINED_IN = 16
CARD_DRAWN = 17
DECK_RENEWED = 18
ACCIDENT_PLAYED = 19
ACCIDENT_THROWN = 20
WHIP_ANNOUNCED = 21
WHIP_HELD = 22
COLLISION_DECLARED = 23
HAND_SHOWN = 24
HORSESHOES_SHOWN = 25
FIGHT_THROWN = 26
FIGHT_TIED = 27
FIGHT_WON = 28
TURN_WILL_BE_LOST = 29
THIRD_CARD = 30
STOPPED = 31
CONTACT_MADE = 32
LAP_COUNTED = 33
LAUREL_WON = 34
RACE_OVER = 35
RACE_TIED = 36
GAME_OVER = 37

# A turn in the history: the number of cards, then for each its outcome, the card and two angles.
PLAYED = 0
PLAYS = 1
PLAY = 4
DEED_NAMES = ("drove", "reined_in", "accident", "repair")
DROVE = 0
REINED = 1
ACCIDENT = 2
REPAIR = 3

# The counts of a chariot.
TIMES_DRIVEN = 0
TIMES_REINED_IN = 1
ACCIDENTS = 2
ACCIDENTS_GOOD = 3
RAMS = 4
RAMS_WON = 5
WHIPS = 6
WHIPS_WON = 7
TURNS_LOST = 8
HANDS_EXCHANGED = 9


def unheard(s: State, what: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """What compiled rules call instead of `note`: nobody reads their notes."""


@spoken(unheard)
def note(s: State, what: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Add an event to the tape and the history, unless taping is off."""
    if s.taping:
        at = s.tape_used
        s.tape[at] = what
        s.tape[at + 1] = a
        s.tape[at + 2] = b
        s.tape[at + 3] = c
        s.tape[at + 4] = d
        s.tape[at + 5] = e
        s.tape_used = at + TAPE_STEP
        if what in KEPT:
            KEPT[what](s, a, b, c, d)


# --- The history ----------------------------------------------------------------------------------


def _keep(s: State, chariot: int, deed: int, card: int, a: int, b: int) -> None:
    row = s.history[chariot]
    at = PLAYS + PLAY * row[PLAYED]
    row[at : at + PLAY] = deed, card, a, b
    row[PLAYED] += 1


def _turn_began(s: State, chariot: int, b: int, c: int, d: int) -> None:
    s.history[chariot][:] = [0] * TURN_NUMBERS


def _turn_lost(s: State, chariot: int, b: int, c: int, d: int) -> None:
    s.history_counts[chariot][TURNS_LOST] += 1


def _speed_played(s: State, chariot: int, card: int, a: int, b: int) -> None:
    _keep(s, chariot, DROVE, card, a, b)
    s.history_counts[chariot][TIMES_DRIVEN] += 1


def _reined_in(s: State, chariot: int, card: int, c: int, d: int) -> None:
    _keep(s, chariot, REINED, card, 0, 0)
    s.history_counts[chariot][TIMES_REINED_IN] += 1


def _accident_played(s: State, chariot: int, card: int, repair: int, d: int) -> None:
    _keep(s, chariot, REPAIR if repair else ACCIDENT, card, 0, 0)
    s.history_counts[chariot][ACCIDENTS] += 1


def _accident_thrown(s: State, chariot: int, die: int, good: int, d: int) -> None:
    s.history_counts[chariot][ACCIDENTS_GOOD] += good


def _collision_declared(s: State, chariot: int, rival: int, c: int, d: int) -> None:
    s.history_counts[chariot][RAMS] += 1


def _whip_announced(s: State, chariot: int, rival: int, c: int, d: int) -> None:
    s.history_counts[chariot][WHIPS] += 1


def _fight_won(s: State, winner: int, loser: int, fight: int, d: int) -> None:
    """A win counts only for the chariot that began the fight."""
    if winner == s.attacker:
        s.history_counts[winner][WHIPS_WON if fight == BY_WHIP else RAMS_WON] += 1


def _hand_exchanged(s: State, chariot: int, b: int, c: int, d: int) -> None:
    s.history_counts[chariot][HANDS_EXCHANGED] += 1


Keeping = Callable[[State, int, int, int, int], None]
KEPT: dict[int, Keeping] = {
    TURN_BEGAN: _turn_began,
    TURN_LOST: _turn_lost,
    SPEED_PLAYED: _speed_played,
    REINED_IN: _reined_in,
    ACCIDENT_PLAYED: _accident_played,
    ACCIDENT_THROWN: _accident_thrown,
    COLLISION_DECLARED: _collision_declared,
    WHIP_ANNOUNCED: _whip_announced,
    FIGHT_WON: _fight_won,
    HAND_EXCHANGED: _hand_exchanged,
}
"""What the history keeps, and how. The rest lies on the table or is secret."""
