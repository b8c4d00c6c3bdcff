"""The end of a race and of the game: laurels, ties, winners (formats `laps`, `races`, `long`)."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import LAPS, LONG, RACES
from triclinium.games.benhur.rules.setup import courses, prepare_race
from triclinium.games.benhur.rules.state import NO_WINNER, OVER, SHARED, WON, State
from triclinium.games.benhur.rules.tape import GAME_OVER, RACE_OVER, RACE_TIED, note


@kernel
def points(s: State, chariot: int, course: int) -> int:
    """The laurel of a lap or race. Without one: chariots + 1, or in a long race the last place."""
    if s.laurel[chariot][course] > 0:
        return s.laurel[chariot][course]
    return s.chariots if s.format == LONG else s.chariots + 1


@kernel
def add_up(s: State) -> None:
    """A player's score is the sum over his chariots (BH-11)."""
    for seat in range(s.seats):
        s.score[seat] = 0
    for chariot in range(s.chariots):
        for course in range(courses(s)):
            s.score[chariot % s.seats] += points(s, chariot, course)


@kernel
def lowest(s: State) -> int:
    least = s.score[0]
    for seat in range(s.seats):
        least = min(least, s.score[seat])
    seats = 0
    for seat in range(s.seats):
        if s.score[seat] == least:
            seats |= 1 << seat
    return seats


@kernel
def better_last(s: State, among: int) -> int:
    """Of tied seats those with the better last laurel, as a set."""
    last = courses(s) - 1
    best = s.chariots + 2
    seats = 0
    for chariot in range(s.chariots):
        seat = chariot % s.seats
        if (among >> seat) & 1:
            laurel = points(s, chariot, last)
            if laurel < best:
                best = laurel
                seats = 0
            if laurel == best:
                seats |= 1 << seat
    return seats


@kernel
def end_race(s: State) -> None:
    """The sand is empty: start the next race or end the game."""
    add_up(s)
    note(s, RACE_OVER, s.race, 0, 0, 0, 0)
    if s.format == LONG:
        finish_long(s)
        return
    best = lowest(s)
    level = best & (best - 1) != 0
    if s.format == RACES and s.race < s.length:
        prepare_race(s)
    elif s.format == RACES and level and s.race == s.length:
        note(s, RACE_TIED, best, 0, 0, 0, 0)
        prepare_race(s)
    else:
        if s.format == LAPS and level:
            best = better_last(s, best)
        finish(s, SHARED if best & (best - 1) else WON, best)


@kernel
def finish_long(s: State) -> None:
    """The owner of laurel I wins. If nobody finishes, nobody wins (variant 2, BH-11)."""
    winners = 0
    for chariot in range(s.chariots):
        if s.laurel[chariot][0] == 1:
            winners = 1 << (chariot % s.seats)
    finish(s, WON if winners else NO_WINNER, winners)


@kernel
def finish(s: State, ending: int, winners: int) -> None:
    s.ending = ending
    s.winners = winners
    s.owing = 0
    note(s, GAME_OVER, ending, winners, 0, 0, 0)
    s.phase = OVER
