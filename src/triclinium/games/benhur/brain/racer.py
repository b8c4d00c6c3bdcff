"""The racer: a driver that knows the track by heart. One look into the book of prospects replaces many turns of
look-ahead.

Kernel functions, many times faster than the look-ahead driver of `driver`, so the search simulates with it. It reads
only what the asked seat may know.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.driver import RAM_SHARE, card_to_play, choose_loss, mildest_accident
from triclinium.games.benhur.brain.outlook import (
    DRAW_ACCIDENT,
    DRAW_PLACES,
    DRAW_TOTAL,
    DRAW_UNSEEN,
    DRAWS,
    NO_WAY,
    WIN_ODDS,
    distance,
    distance_in,
    expected_shoes,
    finishing,
    note_draws,
    odds_at,
)
from triclinium.games.benhur.brain.prospects import (
    ANY_ACCIDENT,
    LOST,
    PLAY_ON_GAIN,
    count_of_hand,
    page_of,
    prospect,
    prospect_of_refill,
    sort_of,
    weight_of,
)
from triclinium.games.benhur.brain.whips import rival_to_whip
from triclinium.games.benhur.rules.cards import ANGLE_MOST, CARDS, KINDS, RACES, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import (
    EXCHANGE_HAND,
    HOLD,
    KEEP_HAND,
    REFILL_FROM,
    STOP,
    WHIP_AT,
    accident_code,
    drive_code,
    rein_in_code,
)
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.geometry import (
    RULERS,
    TIP,
    along_x,
    along_y,
    axis_distance2,
    sector_of,
    turned,
    wraps_between,
)
from triclinium.games.benhur.rules.hands import deck_left, has_horseshoe, holds_speed
from triclinium.games.benhur.rules.setup import may_exchange
from triclinium.games.benhur.rules.state import DRIVE, EXCHANGE, LOSS, NOBODY, NOTHING, PLAY_ON, RACING, REFILL, State
from triclinium.games.benhur.rules.verdicts import duty_of, fits_duty, judge, listed_step, may_collide, rival_in

HOME = 40000
"""The worth of finishing the last lap, beyond the distance."""
HUNDRED = 100
HELD_ODDS = 29
"""A card in a racer's hand is an accident at this many tenths of the odds of its deck, as counted in races."""
LANDINGS = 80
"""Where the notes keep what the placements of one speed are worth."""
ALL_ROUND = 200
"""A chariot covers at least this much on all sides of its centre."""
RAM_ODDS_MOST = WIN_ODDS[7]
"""The best odds of a collision, against a rival without horseshoes."""


@kernel
def race_on(s: State, chart: list[int], book: list[int], notes: list[int]) -> int:
    chariot = s.chariot
    if s.phase == REFILL:
        return race_deck(s, chariot, chart, book, notes)
    if s.phase == LOSS:
        return choose_loss(s, chariot)
    if s.phase == EXCHANGE:
        return EXCHANGE_HAND if may_exchange(s, chariot) else KEEP_HAND
    if s.phase == DRIVE or s.phase == PLAY_ON:
        return race_move(s, chariot, chart, book, notes)
    note_draws(s, chariot % s.seats, notes)
    rival = rival_to_whip(s, chariot, chart, book, notes)
    return HOLD if rival == NOBODY else WHIP_AT + rival


@kernel
def race_deck(s: State, chariot: int, chart: list[int], book: list[int], notes: list[int]) -> int:
    """The deck with the better prospect, by the cards that may still lie in it."""
    if not deck_left(s, 0):
        return REFILL_FROM + 1
    if not deck_left(s, 1):
        return REFILL_FROM
    note_draws(s, chariot % s.seats, notes)
    page = page_of(s, chart, s.x[chariot], s.y[chariot], s.heading[chariot])
    counted = count_of_hand(s, chariot)
    normal = prospect_of_pile(s, chart, book, page, counted, 0, notes)
    risky = prospect_of_pile(s, chart, book, page, counted, 1, notes)
    return REFILL_FROM + (1 if risky > normal else 0)


@kernel
def prospect_of_pile(
    s: State, chart: list[int], book: list[int], page: int, counted: int, deck: int, notes: list[int]
) -> int:
    """The prospect of a waiting hand with a draw from a deck, by the draws that are noted.

    The cards that the others hide are taken out of the pile first: more of them are accidents than of those drawn,
    because a speed card is soon played.
    """
    if page < 0:
        return -LOST
    at = DRAWS + deck * DRAW_PLACES
    accidents = HUNDRED * notes[at + DRAW_ACCIDENT]
    speeds = HUNDRED * (notes[at + DRAW_TOTAL] - notes[at + DRAW_ACCIDENT])
    left = speeds
    if s.pile_size[deck] > 0:
        hidden = notes[at + DRAW_UNSEEN] - s.pile_size[deck]
        held = min(accidents, hidden * accidents_held_of(s, deck))
        accidents -= held
        left = max(0, speeds - (HUNDRED * hidden - held))
    if left + accidents <= 0:
        return -LOST
    worth = 0
    for speed in range(SPEEDS):
        if notes[at + speed] > 0:
            worth += notes[at + speed] * prospect(s, chart, book, page, counted + weight_of(speed))
    if speeds > 0:
        worth = worth * left // (speeds // HUNDRED)
    worth += accidents * prospect(s, chart, book, page, counted + weight_of(ANY_ACCIDENT))
    return worth // (left + accidents)


@kernel
def accidents_held_of(s: State, deck: int) -> int:
    """How many in a hundred cards of a deck that racers hold are accidents."""
    accidents = 0
    speeds = 0
    for kind in range(KINDS):
        count = s.deck[deck][kind] - s.removed[deck][kind]
        if kind < SPEED_KINDS:
            speeds += count
        else:
            accidents += count
    return HUNDRED * HELD_ODDS * accidents // (HELD_ODDS * accidents + 10 * speeds)


# --- Worths ---------------------------------------------------------------------------------------


@kernel
def note_landings(
    s: State, chariot: int, speed: int, counted: int, chart: list[int], book: list[int], notes: list[int]
) -> int:
    """Note the worth of every listed placement of a speed if it succeeds; return how many there are. `counted` is the
    hand that then waits for a card.

    Walls are hardly looked at and rivals not at all: laying the ruler costs far more time than a look in the book.
    """
    x = s.x[chariot]
    y = s.y[chariot]
    heading = s.heading[chariot]
    before = sector_of(x, y, s.half_axis, s.line)
    tip_x = x + along_x(TIP, heading)
    tip_y = y + along_y(TIP, heading)
    side = duty_of(s, chariot)
    step = listed_step(s)
    count = 0
    for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
        middle = turned(heading, a)
        end_x = tip_x + along_x(RULERS[speed], middle)
        end_y = tip_y + along_y(RULERS[speed], middle)
        for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
            last = turned(middle, b)
            notes[LANDINGS + count] = NO_WAY
            if fits_duty(side, a, b):
                there_x = end_x + along_x(TIP, last)
                there_y = end_y + along_y(TIP, last)
                notes[LANDINGS + count] = worth_of_landing(
                    s, before, s.wraps[chariot], there_x, there_y, last, counted, chart, book
                )
            count += 1
    return count


@kernel
def best_landing(notes: list[int], count: int) -> int:
    """Which of the noted placements is worth most."""
    at = 0
    for other in range(1, count):
        if notes[LANDINGS + other] > notes[LANDINGS + at]:
            at = other
    return at


@kernel
def worth_of_landing(
    s: State, before: int, wraps: int, x: int, y: int, heading: int, counted: int, chart: list[int], book: list[int]
) -> int:
    """The worth of a pose that was reached from a sector, with a hand that waits for a card; NO_WAY inside a wall."""
    off = axis_distance2(x, y, s.half_axis)
    if off <= (s.middle + ALL_ROUND) * (s.middle + ALL_ROUND) or off >= (s.outer - ALL_ROUND) * (s.outer - ALL_ROUND):
        return NO_WAY
    sector = sector_of(x, y, s.half_axis, s.line)
    wraps += wraps_between(before, sector)
    there = distance_in(s, sector, x, y, wraps)
    if finishing(s, x, y, heading, wraps):
        return there + HOME
    return there + prospect_of_refill(s, chart, book, page_of(s, chart, x, y, heading), counted)


@kernel
def worth_of_ram(
    s: State, chariot: int, card: int, hits: int, worth: int, here: int, stay: int, notes: list[int]
) -> int:
    """The worth of a collision, given that of its landing and of staying: it may fail."""
    rival = rival_in(hits)
    odds = odds_at((100 if has_horseshoe(card) else 0) - expected_shoes(s, rival, notes))
    return (odds * (worth + loss_of_rammed(s, rival, here)) + (1000 - odds) * stay) // 1000


@kernel
def loss_of_rammed(s: State, rival: int, here: int) -> int:
    """The part of what a rival loses by changing places with a chariot that counts as a gain."""
    return (distance(s, s.x[rival], s.y[rival], s.wraps[rival]) - here) // RAM_SHARE


@kernel
def worth_of_throw(
    s: State, chariot: int, card: int, here: int, page: int, counted: int, chart: list[int], book: list[int]
) -> int:
    """The mean worth of playing an accident: it costs the turn and thins the hand (BH-8)."""
    rest = counted - weight_of(ANY_ACCIDENT)
    bad = card % KINDS - SPEED_KINDS + 1
    good_worth = here + prospect_of_refill(s, chart, book, page, rest) + (PLAY_ON_GAIN if s.club else 0)
    bad_worth = here - LOST
    knocked_out = s.format == RACES and not s.club and (s.started >> chariot) & 1
    if rest > 0 and not knocked_out:
        bad_worth = here + prospect(s, chart, book, page, rest)
    return (bad * bad_worth + (6 - bad) * good_worth) // 6


# --- Moves ----------------------------------------------------------------------------------------


@kernel
def race_move(s: State, chariot: int, chart: list[int], book: list[int], notes: list[int]) -> int:
    """A whip with good odds, the best placement, an accident if it is worth a turn, or the best way out of trouble."""
    if s.cards_played == 0 and whip_targets(s, chariot):
        note_draws(s, chariot % s.seats, notes)
        rival = rival_to_whip(s, chariot, chart, book, notes)
        if rival != NOBODY:
            return WHIP_AT + rival
    here = distance(s, s.x[chariot], s.y[chariot], s.wraps[chariot])
    page = page_of(s, chart, s.x[chariot], s.y[chariot], s.heading[chariot])
    counted = count_of_hand(s, chariot)
    best = NO_WAY
    chosen = NOTHING
    for speed in range(SPEEDS - 1, -1, -1):  # the fastest are usually the best, and rule the others out
        if holds_speed(s, chariot, speed):
            rest = counted - weight_of(speed)
            stay = here + prospect_of_refill(s, chart, book, page, rest)
            worth, code = best_of_speed(s, chariot, speed, rest, here, stay, best, chart, book, notes)
            if code != NOTHING:
                best = worth
                chosen = code
    if s.phase == PLAY_ON:
        return chosen if best > here + prospect(s, chart, book, page, counted) else STOP
    card = mildest_accident(s, chariot)
    if card != NOTHING and worth_of_throw(s, chariot, card, here, page, counted, chart, book) > best:
        return accident_code(card)
    return chosen if chosen != NOTHING else out_of_need(s, chariot, page, counted, chart, book)


@kernel
def best_of_speed(
    s: State,
    chariot: int,
    speed: int,
    rest: int,
    here: int,
    stay: int,
    best: int,
    chart: list[int],
    book: list[int],
    notes: list[int],
) -> tuple[int, int]:
    """The best placement of a speed, its worth and its code, if it is better than the best of other speeds.

    `rest` is the hand that then waits for a card, `here` how far the chariot is, `stay` what a failed collision leaves.
    """
    count = note_landings(s, chariot, speed, rest, chart, book, notes)
    step = listed_step(s)
    turns = 2 * ANGLE_MOST // step + 1
    gain = gain_by_ram(s, chariot, RULERS[speed] + 4 * TIP, here)
    chosen = NOTHING
    while True:
        at = best_landing(notes, count)
        landing = notes[LANDINGS + at]
        ram = NO_WAY
        if gain != NO_WAY:
            ram = max(stay, (RAM_ODDS_MOST * (landing + gain) + (1000 - RAM_ODDS_MOST) * stay) // 1000)
        if landing == NO_WAY or (landing <= best and ram <= best):
            return best, chosen
        notes[LANDINGS + at] = NO_WAY
        a = at // turns * step - ANGLE_MOST
        b = at % turns * step - ANGLE_MOST
        hits = judge(s, chariot, speed, a, b)
        if hits and not may_collide(s, chariot, hits):
            continue
        card = card_to_play(s, chariot, speed, hits != 0)
        if hits:
            note_draws(s, chariot % s.seats, notes)
            landing = worth_of_ram(s, chariot, card, hits, landing, here, stay, notes)
        if landing > best:
            best = landing
            chosen = drive_code(s, card, a, b)


@kernel
def gain_by_ram(s: State, chariot: int, reach: int, here: int) -> int:
    """The most that a rival within reach may lose to the chariot, as far as it counts; NO_WAY if none is."""
    gain = NO_WAY
    for rival in range(s.chariots):
        if (
            rival != chariot
            and s.status[rival] == RACING
            and abs(s.x[rival] - s.x[chariot]) < reach
            and abs(s.y[rival] - s.y[chariot]) < reach
        ):
            gain = max(gain, loss_of_rammed(s, rival, here))
    return gain


@kernel
def out_of_need(s: State, chariot: int, page: int, counted: int, chart: list[int], book: list[int]) -> int:
    """Without a listed placement or an accident: a way between the listed angles, reining in, or the crash (BH-2)."""
    if s.way_speed != NOTHING:
        return drive_code(s, card_to_play(s, chariot, s.way_speed, False), s.way_a, s.way_b)
    best = NO_WAY
    chosen = NOTHING
    for card in range(CARDS):
        if card % KINDS < SPEED_KINDS and s.hand[chariot][card] > 0:
            worth = prospect_of_refill(s, chart, book, page, counted - weight_of(sort_of(card)))
            if worth > best:
                best = worth
                chosen = card
    return rein_in_code(chosen) if s.walls_leave_room else drive_code(s, chosen, 0, 0)
