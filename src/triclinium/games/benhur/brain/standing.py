"""How a race stands: each seat's chance to win, judged by where the chariots are and what they hold.

The learned judge corrects this first estimate. Chances are in thousandths. The standing of a chariot is its distance
plus its prospect. The better of two standings is likelier to reach a line first; the nearer the line, the surer.
"""

from __future__ import annotations

from math import sqrt

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.outlook import lap_length
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST, LAPS, LONG, RACES
from triclinium.games.benhur.rules.setup import courses, laps_to_drive
from triclinium.games.benhur.rules.state import RACING, State

RISKS = 2 * CHARIOTS_MOST
"""Where the notes keep the risks of the chariots."""
CERTAIN = 1000
EASE = 9000
"""How bad a prospect may be before the chariot risks not to finish."""
A_TURN = 2200
"""The worth of a turn; a turn owed will be lost."""
SPREAD_AT_LINE = 700
SPREAD_A_TURN = 950
"""How far luck separates two chariots: at the line, and for the square root of each turn before it."""
LAST_COURSE_MORE = 100
"""The last laurel breaks ties, so it counts this many thousandths more."""
OPEN_LEAST = 250
"""How many thousandths of a place stay open even if every line is crossed in today's order."""

# The logistic function in thousandths at 0, 1/4, 2/4, ... 6.
LOGISTIC = (
    500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953,
    963, 971, 977, 982, 986, 989, 991, 993, 995, 996, 997, 998,
)  # fmt: skip
LOGISTIC_STEP = 4

# The exponential function in thousandths at 0, -1/4, -2/4, ... -6.
FADING = (
    1000, 779, 607, 472, 368, 287, 223, 174, 135, 105, 82, 64, 50,
    39, 30, 24, 18, 14, 11, 9, 7, 5, 4, 3, 2,
)  # fmt: skip


@kernel
def square_root(n: int) -> int:
    """The whole part of a square root. Up to 2**52 it is exact, because no root of a whole number is then so near to a
    larger one.
    """
    return int(sqrt(n))


@kernel
def logistic(lead: int, spread: int) -> int:
    """The chance of being first with a lead, given the spread of luck."""
    steps = abs(lead) * LOGISTIC_STEP * 16 // spread  # in sixteenths of a step of the table
    at = steps // 16
    if at >= len(LOGISTIC) - 1:
        chance = CERTAIN
    else:
        chance = LOGISTIC[at] + (LOGISTIC[at + 1] - LOGISTIC[at]) * (steps % 16) // 16
    return chance if lead >= 0 else CERTAIN - chance


@kernel
def fading(behind: int, spread: int) -> int:
    """The weight of a seat that is this far behind, given the spread."""
    steps = behind * LOGISTIC_STEP * 16 // spread
    at = steps // 16
    if at >= len(FADING) - 1:
        return 1
    return FADING[at] + (FADING[at + 1] - FADING[at]) * (steps % 16) // 16


@kernel
def line_of(s: State, course: int) -> int:
    """The distance of the line that decides a laurel."""
    return (course + 1 if s.format == LAPS else laps_to_drive(s)) * lap_length(s)


@kernel
def note_points(s: State, notes: list[int]) -> int:
    """Note the expected points of each seat, in thousandths; return the uncertainty of one chariot's points.

    Standings are noted at the places of the chariots, points behind them, risks from RISKS on.
    """
    sums = s.chariots
    without = CERTAIN * (s.chariots if s.format == LONG else s.chariots + 1)
    for seat in range(s.seats):  # the first chariot home wins a long race; otherwise the sum decides (BH-11)
        notes[sums + seat] = 2 * without if s.format == LONG else 0
    open_places = 0
    for course in range(courses(s)):
        over = s.format == RACES and course < s.race - 1
        given = 0
        for chariot in range(s.chariots):
            if s.laurel[chariot][course] > 0:
                given += 1
        for chariot in range(s.chariots):
            points = CERTAIN * s.laurel[chariot][course]
            if points == 0 and (over or s.status[chariot] != RACING):
                points = without
            elif points == 0:
                points = CERTAIN * (given + 1)
                spread = spread_to(s, line_of(s, course), notes[chariot])
                for rival in range(s.chariots):
                    if rival != chariot and s.status[rival] == RACING and s.laurel[rival][course] == 0:
                        chance = logistic(notes[rival] - notes[chariot], spread)
                        points += chance
                        open_places += chance * (CERTAIN - chance) // CERTAIN
                points += (without - points) * notes[RISKS + chariot] // CERTAIN
            if course == courses(s) - 1:
                points += points * LAST_COURSE_MORE // CERTAIN
            seat = chariot % s.seats
            notes[sums + seat] = min(notes[sums + seat], points) if s.format == LONG else notes[sums + seat] + points
    return open_places // s.seats


@kernel
def spread_to(s: State, line: int, standing: int) -> int:
    """How far luck will separate two chariots before a line."""
    turns = max(line - standing, 0) * 100 // A_TURN
    return SPREAD_AT_LINE + SPREAD_A_TURN * square_root(turns) // 10


@kernel
def chance_by_standings(s: State, seat: int, notes: list[int]) -> int:
    """A seat's chance to win, in millionths, by the standings and risks that are noted."""
    uncertain = note_points(s, notes)
    if s.format == RACES:
        uncertain += CERTAIN * max(s.length - s.race, 0)
    spread = OPEN_LEAST + 600 * square_root(uncertain * CERTAIN) // CERTAIN
    least = notes[s.chariots]
    for other in range(s.seats):
        least = min(least, notes[s.chariots + other])
    total = 0
    for other in range(s.seats):
        total += fading(notes[s.chariots + other] - least, spread)
    return fading(notes[s.chariots + seat] - least, spread) * CERTAIN * CERTAIN // total
