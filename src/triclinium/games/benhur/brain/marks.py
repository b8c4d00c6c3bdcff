"""The marks of an answer: what the learned driver sees of it beside the race as a whole (`senses`).

Kernel functions. They read only what the asked seat may know. All marks are of about size one.
"""

from __future__ import annotations

from typing import Any

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.outlook import (
    DRAW_ACCIDENT,
    DRAW_PLACES,
    DRAW_TOTAL,
    DRAWS,
    course_at,
    distance,
    expected_shoes,
    finishing,
    odds_at,
    wraps_after,
)
from triclinium.games.benhur.brain.prospects import page_of, pose_worth, sort_of
from triclinium.games.benhur.brain.senses import UNIT, clipped
from triclinium.games.benhur.rules.cards import DECKS, KINDS, SPEED_KINDS
from triclinium.games.benhur.rules.codes import (
    ACCIDENT,
    HOLD,
    REFILL_FROM,
    WHIP_AT,
    angle_a_of,
    angle_b_of,
    card_of,
    is_drive,
)
from triclinium.games.benhur.rules.geometry import RULERS, along_x, along_y, axis_distance2, in_contact, placed
from triclinium.games.benhur.rules.hands import has_horseshoe, horseshoes
from triclinium.games.benhur.rules.state import NOBODY, RACING, State
from triclinium.games.benhur.rules.verdicts import rival_in

MARKS = 68
SAFE, RAM, THROW, FIGHT, REST, DRAW = 1, 2, 3, 4, 5, 6
"""Where the marks tell what kind of answer it is; the first one is what the racer thinks of it."""
OF_CARD = 7
OF_LANDING = 16
OF_RIVALS = 23
OF_RAM = 31
OF_THROW = 35
OF_FIGHT = 36
OF_DRAW = 41
OF_HAND = 45
OF_NEAREST, A_NEAREST, NEAREST = 55, 6, 2
"""So many marks for each of the rivals that are nearest after the move."""
A_LEAD = 3000.0
LANE = 520
"""Who is less than this beside a chariot's axis is in its way."""
NEAR = 3600
"""How far one looks along it."""


@kernel
def mark(s: State, number: int, best: int, chart: Any, book: Any, r: Any) -> None:
    """Write the marks of an answer. The standings must be noted (`senses.note_seen`)."""
    me = s.chariot
    code = r.codes[number]
    row = r.marks[number]
    for place in range(MARKS):
        row[place] = 0
    row[0] = clipped((r.worths[number] - best) / 600, 3.0)
    card = -1
    if is_drive(code):
        card = card_of(code)
        mark_drive(s, me, code, r.hits[number], chart, book, row, r.notes)
    elif code >= WHIP_AT and code < HOLD:
        mark_whip(s, me, code - WHIP_AT, row, r.notes)
    elif code >= REFILL_FROM and code < WHIP_AT:
        mark_draw(s, code - REFILL_FROM, r.worths[number] - r.worths[1 - number], row, r.notes)
    elif code < REFILL_FROM:
        card = card_of(code)
        if code >= ACCIDENT:
            row[THROW] = 1
            row[OF_THROW] = (card % KINDS - SPEED_KINDS + 1) / 3
    else:
        row[REST] = 1
    mark_hand(s, me, card, row)


@kernel
def mark_drive(s: State, me: int, code: int, hits: int, chart: Any, book: Any, row: Any, notes: Any) -> None:
    card = card_of(code)
    row[RAM if hits else SAFE] = 1
    row[OF_CARD + sort_of(card)] = 1
    row[OF_CARD + 5] = 1 if has_horseshoe(card) else 0
    row[OF_CARD + 6] = card // KINDS
    row[OF_CARD + 7] = angle_a_of(code) / 30
    row[OF_CARD + 8] = angle_b_of(code) / 30
    x = s.x[me]
    y = s.y[me]
    _, _, _, _, to_x, to_y, heading = placed(
        x, y, s.heading[me], RULERS[sort_of(card)], angle_a_of(code), angle_b_of(code)
    )
    wraps = wraps_after(s, x, y, s.wraps[me], to_x, to_y)
    here = distance(s, x, y, s.wraps[me])
    there = distance(s, to_x, to_y, wraps)
    row[OF_LANDING] = (there - here) / 2500
    inner = s.middle * s.middle
    row[OF_LANDING + 1] = clipped((axis_distance2(to_x, to_y, s.half_axis) - inner) / (s.outer * s.outer - inner), 2.0)
    row[OF_LANDING + 2] = clipped(((heading - course_at(s, to_x, to_y) + 180) % 360 - 180) / 60, 2.0)
    row[OF_LANDING + 3] = 1 if finishing(s, to_x, to_y, heading, wraps) else 0
    row[OF_LANDING + 4] = row[OF_LANDING + 1] * row[OF_LANDING + 1]
    row[OF_LANDING + 5] = row[OF_LANDING + 2] * row[OF_LANDING + 2]
    row[OF_LANDING + 6] = clipped(pose_worth(book, page_of(s, chart, to_x, to_y, heading)) / 4000, 3.0)
    mark_rivals(s, me, here, there, to_x, to_y, heading, row, notes)
    mark_nearest(s, me, to_x, to_y, heading, row, notes)
    if hits:
        rival = rival_in(hits)
        row[OF_RAM] = odds_at((100 if has_horseshoe(card) else 0) - expected_shoes(s, rival, notes)) / 500 - 1
        lead = distance(s, s.x[rival], s.y[rival], s.wraps[rival]) - here
        row[OF_RAM + 1] = clipped(lead / A_LEAD, 2.0)
        row[OF_RAM + 2] = clipped((notes[rival] - notes[me]) / A_LEAD, 2.0)
        row[OF_RAM + 3] = 1 if leads(s, rival, notes) else 0


@kernel
def mark_nearest(s: State, me: int, x: int, y: int, heading: int, row: Any, notes: Any) -> None:
    """Where the nearest rivals stand after the move, seen from its end."""
    ahead_x = along_x(UNIT, heading)
    ahead_y = along_y(UNIT, heading)
    before = 1 << me
    for number in range(NEAREST):
        least = NEAR * NEAR
        nearest = NOBODY
        for rival in range(s.chariots):
            if (before >> rival) & 1 or s.status[rival] != RACING:
                continue
            off = (s.x[rival] - x) ** 2 + (s.y[rival] - y) ** 2
            if off < least:
                least = off
                nearest = rival
        if nearest == NOBODY:
            return
        before |= 1 << nearest
        at = OF_NEAREST + number * A_NEAREST
        dx = s.x[nearest] - x
        dy = s.y[nearest] - y
        row[at] = (dx * ahead_x + dy * ahead_y) / (UNIT * 2048)
        row[at + 1] = (dy * ahead_x - dx * ahead_y) / (UNIT * 1024)
        row[at + 2] = 1 - least / (NEAR * NEAR)
        row[at + 3] = 1 if (s.acted >> nearest) & 1 else 0
        row[at + 4] = clipped((notes[nearest] - notes[me]) / A_LEAD, 2.0)
        row[at + 5] = clipped(((s.heading[nearest] - heading + 180) % 360 - 180) / 60, 2.0)


@kernel
def leads(s: State, chariot: int, notes: Any) -> bool:
    """Whether a chariot stands best of those on the sand."""
    better = 0
    for other in range(s.chariots):
        if s.status[other] == RACING and notes[other] > notes[chariot]:
            better += 1
    return better == 0


@kernel
def mark_rivals(s: State, me: int, here: int, there: int, x: int, y: int, heading: int, row: Any, notes: Any) -> None:
    """Whom the move passes, whom it touches, and who stands in whose way after it."""
    shoes = 100 * horseshoes(s, me)
    ahead_x = along_x(UNIT, heading)
    ahead_y = along_y(UNIT, heading)
    for rival in range(s.chariots):
        if rival == me or s.status[rival] != RACING:
            continue
        dx = s.x[rival] - x
        dy = s.y[rival] - y
        if abs(dx) > NEAR or abs(dy) > NEAR:
            continue
        own = rival % s.seats == me % s.seats
        place = distance(s, s.x[rival], s.y[rival], s.wraps[rival])
        if here < place <= there:
            row[OF_RIVALS] += 0.5
        forward = (dx * ahead_x + dy * ahead_y) // UNIT
        left = (dy * ahead_x - dx * ahead_y) // UNIT
        near = 1 - abs(forward) / NEAR
        if abs(left) < LANE:
            if forward > 0:
                row[OF_RIVALS + 1] = max(row[OF_RIVALS + 1], near)
            elif not own:
                row[OF_RIVALS + 2] = max(row[OF_RIVALS + 2], near)
        row[OF_RIVALS + 3] += near / 2
        to_go = not ((s.acted >> rival) & 1)
        if to_go and not own:
            row[OF_RIVALS + 4] += near / 2
        if (
            not own
            and abs(dx) + abs(dy) < 2 * UNIT
            and in_contact(x, y, heading, s.x[rival], s.y[rival], s.heading[rival])
        ):
            odds = odds_at(shoes - expected_shoes(s, rival, notes)) / 500 - 1
            row[OF_RIVALS + 5] += 0.5
            row[OF_RIVALS + 6] += odds
            row[OF_RIVALS + 7] += clipped((notes[rival] - notes[me]) / A_LEAD, 2.0)


@kernel
def mark_whip(s: State, me: int, rival: int, row: Any, notes: Any) -> None:
    row[FIGHT] = 1
    row[OF_FIGHT] = odds_at(100 * horseshoes(s, me) - expected_shoes(s, rival, notes)) / 500 - 1
    row[OF_FIGHT + 1] = clipped((notes[rival] - notes[me]) / A_LEAD, 2.0)
    row[OF_FIGHT + 2] = 1 if leads(s, rival, notes) else 0
    row[OF_FIGHT + 3] = (s.hand_size[rival][0] + s.hand_size[rival][1]) / 4
    row[OF_FIGHT + 4] = 1 if (s.acted >> rival) & 1 else 0


@kernel
def mark_draw(s: State, deck: int, ahead: int, row: Any, notes: Any) -> None:
    at = DRAWS + deck * DRAW_PLACES
    row[DRAW] = 1
    row[OF_DRAW] = deck
    row[OF_DRAW + 1] = clipped(ahead / 600, 3.0)
    row[OF_DRAW + 2] = notes[at + DRAW_ACCIDENT] / max(1, notes[at + DRAW_TOTAL])
    row[OF_DRAW + 3] = s.pile_size[deck] / 20


@kernel
def mark_hand(s: State, me: int, without: int, row: Any) -> None:
    """The cards that stay in hand: by sort, with a horseshoe, and from the risky deck."""
    for card in range(DECKS * KINDS):
        held = s.hand[me][card] - (1 if card == without else 0)
        if held > 0:
            row[OF_HAND + sort_of(card)] += held / 2
            if card % KINDS > SPEED_KINDS:
                row[OF_HAND + 6] += held / 2
            if has_horseshoe(card):
                row[OF_HAND + 7] += held / 2
            row[OF_HAND + 8 + card // KINDS] += held / 4
