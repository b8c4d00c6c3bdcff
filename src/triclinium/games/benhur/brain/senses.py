"""What the learned judge sees of a race, from one chariot: a row of numbers of about size one.

Kernel functions. They read the cards of the judged chariot's own seat, and of the others only what everybody knows: a
rival's hand is taken as a usual one. `standing` gives the first estimate, which the judge corrects.
"""

from __future__ import annotations

from math import log
from typing import Any

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.outlook import course_at, distance, expected_shoes, lap_length
from triclinium.games.benhur.brain.prospects import (
    LOST,
    count_of_hand,
    page_of,
    pose_worth,
    prospect,
    prospect_of_draw,
)
from triclinium.games.benhur.brain.standing import (
    A_TURN,
    CERTAIN,
    EASE,
    RISKS,
    chance_by_standings,
)
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST, DECKS, KINDS, LAPS, RACES, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.geometry import along_x, along_y, axis_distance2
from triclinium.games.benhur.rules.hands import accidents_held, cards_held, horseshoes
from triclinium.games.benhur.rules.setup import courses, laps_to_drive
from triclinium.games.benhur.rules.state import FINISHED, NOBODY, RACING, State

HEAD = 26
"""Numbers of the race and of the judged chariot; then so many for each of the others, in the order of the race."""
SLOT = 18
ROW = HEAD + (CHARIOTS_MOST - 1) * SLOT
ORDER = 64
"""Where the notes keep the order of the race."""
NOT_WAITING = -1
UNIT = 1024
FAR = 5 * UNIT
A_LEAD = 3000.0
"""A lead of about a turn and a half."""


@kernel
def clipped(value: float, most: float) -> float:
    return max(-most, min(most, value))


@kernel
def note_seen(s: State, me: int, waiting: int, chart: Any, book: Any, notes: Any) -> None:
    """Note standings and risks as the driver of a chariot knows them. `waiting` is the deck it draws from, if any."""
    for chariot in range(s.chariots):
        if s.status[chariot] != RACING:
            continue
        here = distance(s, s.x[chariot], s.y[chariot], s.wraps[chariot])
        page = page_of(s, chart, s.x[chariot], s.y[chariot], s.heading[chariot])
        if chariot == me and waiting != NOT_WAITING:
            ahead = prospect_of_draw(s, chart, book, page, count_of_hand(s, chariot), waiting)
        elif chariot % s.seats == me % s.seats:
            ahead = prospect(s, chart, book, page, count_of_hand(s, chariot))
        else:
            ahead = pose_worth(book, page)
        notes[chariot] = here + ahead
        notes[RISKS + chariot] = max(-ahead - EASE, 0) * CERTAIN // (LOST - EASE)
        if (s.owes >> chariot) & 1:
            notes[chariot] -= A_TURN


@kernel
def note_order(s: State, me: int, notes: Any) -> int:
    """Note the other chariots, the foremost first: those home, those on the sand by standing, those out."""
    count = 0
    for other in range(s.chariots):
        if other == me:
            continue
        at = count
        while at > 0 and before(s, other, notes[ORDER + at - 1], notes):
            notes[ORDER + at] = notes[ORDER + at - 1]
            at -= 1
        notes[ORDER + at] = other
        count += 1
    return count


@kernel
def before(s: State, one: int, other: int, notes: Any) -> bool:
    if s.status[one] == RACING and s.status[other] == RACING:
        return bool(notes[one] > notes[other])
    if s.status[one] == FINISHED or s.status[other] == FINISHED:
        return s.status[one] == FINISHED and s.status[other] != FINISHED
    return s.status[one] == RACING


@kernel
def points_of(s: State, chariot: int) -> int:
    """The laurels of a chariot so far; a course over without one counts as a place behind the last."""
    points = 0
    for course in range(courses(s)):
        laurel = s.laurel[chariot][course]
        points += laurel
        out = s.status[chariot] != RACING or (s.format == RACES and course < s.race - 1)
        if laurel == 0 and out:
            points += s.chariots + 1
    return points


@kernel
def given_of(s: State, chariot: int) -> int:
    """How many laurels a chariot has."""
    given = 0
    for course in range(courses(s)):
        given += 1 if s.laurel[chariot][course] > 0 else 0
    return given


@kernel
def has_acted(s: State, chariot: int) -> bool:
    return s.actor == chariot or (s.acted >> chariot) & 1 == 1


@kernel
def sense(s: State, me: int, waiting: int, chart: Any, book: Any, notes: Any, row: Any) -> None:
    """Write the row of a chariot. The draws must be noted (`outlook.note_draws`). The first number is the logit of the
    chance to win by `standing`.
    """
    for place in range(ROW):
        row[place] = 0
    note_seen(s, me, waiting, chart, book, notes)
    others = note_order(s, me, notes)
    own = notes[me]
    owed = notes[RISKS + me]
    chance = chance_by_standings(s, me % s.seats, notes) / (CERTAIN * CERTAIN)
    notes[me] = own
    chance = max(0.002, min(0.998, chance))
    row[0] = log(chance / (1 - chance))
    sense_race(s, row)
    if s.status[me] == RACING:
        sense_own(s, me, waiting, own, owed, row)
    row[HEAD - 2] = 1 if s.status[me] == RACING else 0
    row[HEAD - 1] = 1 if s.status[me] == FINISHED else 0
    mine = points_of(s, me)
    done = given_of(s, me)
    for number in range(others):
        sense_other(s, me, notes[ORDER + number], own, mine, done, notes, row, HEAD + number * SLOT)


@kernel
def sense_race(s: State, row: Any) -> None:
    row[1] = s.seats / 6
    row[2] = s.chariots / 6
    row[3] = 1 if s.format == LAPS else 0
    row[4] = 1 if s.format == RACES else 0
    row[5] = s.club
    row[6] = (s.length - s.race) / 3 if s.format == RACES else s.length / 3


@kernel
def sense_own(s: State, me: int, waiting: int, own: int, risk: int, row: Any) -> None:
    here = distance(s, s.x[me], s.y[me], s.wraps[me])
    ahead = own - here
    row[7] = clipped(ahead / 8000, 3.0)
    row[8] = clipped((laps_to_drive(s) * lap_length(s) - here) / lap_length(s), 3.0)
    row[9] = (here % lap_length(s)) / lap_length(s)
    row[10] = cards_held(s, me) / 4
    row[11] = accidents_held(s, me) / 2
    row[12] = horseshoes(s, me) / 2
    slow = 0
    fast = 0
    for deck in range(DECKS):
        for kind in range(SPEED_KINDS):
            held = s.hand[me][deck * KINDS + kind]
            if kind % SPEEDS < 2:
                slow += held
            elif kind % SPEEDS > 2:
                fast += held
    row[13] = slow / 2
    row[14] = fast / 2
    row[15] = 1 if waiting == 0 else 0
    row[16] = 1 if waiting == 1 else 0
    row[17] = (s.owes >> me) & 1
    row[18] = 1 if s.duty_to[me] != NOBODY else 0
    inner = s.middle * s.middle
    row[19] = clipped((axis_distance2(s.x[me], s.y[me], s.half_axis) - inner) / (s.outer * s.outer - inner), 2.0)
    row[20] = clipped(((s.heading[me] - course_at(s, s.x[me], s.y[me]) + 180) % 360 - 180) / 60, 2.0)
    row[21] = 1 if has_acted(s, me) else 0
    row[22] = risk / CERTAIN
    row[23] = clipped(ahead / 2000, 2.0)


@kernel
def sense_other(s: State, me: int, other: int, own: int, mine: int, done: int, notes: Any, row: Any, at: int) -> None:
    row[at] = 1
    row[at + 1] = 1 if s.status[other] == RACING else 0
    row[at + 2] = 1 if s.status[other] == FINISHED else 0
    row[at + 3] = 1 if other % s.seats == me % s.seats else 0
    row[at + 4] = (points_of(s, other) - mine) / 6
    row[at + 5] = given_of(s, other) - done
    if s.status[other] != RACING:
        return
    row[at + 6] = cards_held(s, other) / 4
    row[at + 7] = expected_shoes(s, other, notes) / 200
    row[at + 8] = (s.owes >> other) & 1
    row[at + 9] = 1 if has_acted(s, other) else 0
    row[at + 17] = 1 if s.duty_to[other] != NOBODY else 0
    if s.status[me] != RACING:
        return
    lead = float(own - notes[other])
    row[at + 10] = clipped(lead / A_LEAD, 4.0) / 2
    row[at + 11] = clipped(lead / A_LEAD, 1.0)
    dx = s.x[other] - s.x[me]
    dy = s.y[other] - s.y[me]
    ahead_x = along_x(UNIT, s.heading[me])
    ahead_y = along_y(UNIT, s.heading[me])
    forward = (dx * ahead_x + dy * ahead_y) // UNIT
    left = (dy * ahead_x - dx * ahead_y) // UNIT
    if abs(forward) < FAR and abs(left) < FAR:
        near = 1.0 - (abs(forward) + abs(left)) / (2 * FAR)
        row[at + 12] = near * near
        row[at + 13] = near * clipped(forward / (2 * UNIT), 1.0)
        row[at + 14] = near * clipped(left / UNIT, 1.0)
        row[at + 15] = near if abs(left) < UNIT * 3 // 4 and forward > 0 else 0
        row[at + 16] = (s.contact[me] >> other) & 1
