"""How the bots drive: any safe placement, or the one that looks best two of their own moves ahead.

Kernel functions, so that the table and the lab run the same drivers. They read only what the asked seat may know.
`outlook` explains the units and the row `notes`.
"""

from __future__ import annotations

from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.outlook import (
    CANDIDATES,
    LOST,
    NO_WAY,
    WORTHS,
    cost_of_pose,
    distance,
    expected_shoes,
    finishing,
    note_draws,
    note_reach,
    odds_at,
    worth_of_draw,
    worth_of_hand,
    worth_unfilled,
    wraps_after,
)
from triclinium.games.benhur.rules.cards import ANGLE_MOST, CARDS, DECKS, KINDS, RACES, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import (
    EXCHANGE_HAND,
    HOLD,
    KEEP_HAND,
    LOSE_TURN,
    REFILL_FROM,
    STOP,
    WHIP_AT,
    accident_code,
    angle_a_of,
    angle_b_of,
    card_of,
    drive_code,
    is_drive,
    rein_in_code,
)
from triclinium.games.benhur.rules.engine import legal
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.geometry import RULERS, placed
from triclinium.games.benhur.rules.hands import cards_held, deck_left, has_horseshoe, holds_speed, horseshoes
from triclinium.games.benhur.rules.setup import may_exchange
from triclinium.games.benhur.rules.state import DRIVE, EXCHANGE, LOSS, NOBODY, NOTHING, PLAY_ON, REFILL, State
from triclinium.games.benhur.rules.verdicts import duty_of, fits_duty, judge, listed_step, may_collide, rival_in

# The drivers by number.
RANDOM = 0
SAFE = 1
LOOK_AHEAD = 2
DRIVER_KINDS = ("random", "safe", "driver")

WHIP_ODDS = 700
"""The least odds for a whip: losing one costs as much as winning gains."""
RAM_SHARE = 5
"""A fifth of what a rammed rival loses counts as a gain."""
CLUB_BONUS = 2400
"""What the cards played after a good throw are worth (variant 3)."""


@kernel
def choose(s: State, driver: int, notes: list[int], dice: list[int]) -> int:
    if driver == LOOK_AHEAD:
        return look_ahead(s, notes)
    count = legal(s, s.chariot % s.seats, notes)
    if driver == SAFE:
        return choose_safe(s, notes, count, dice)
    return notes[below(dice, count)]


@kernel
def choose_safe(s: State, notes: list[int], count: int, dice: list[int]) -> int:
    """Any safe placement if there is one, otherwise any answer."""
    if (s.phase != DRIVE and s.phase != PLAY_ON) or s.way_speed == NOTHING:
        return notes[below(dice, count)]
    placements = 0
    while placements < count and is_drive(notes[placements]):
        placements += 1
    while True:  # ends: collisions are listed too, but some placement is safe
        code = notes[below(dice, placements)]
        if judge(s, s.chariot, card_of(code) % KINDS % SPEEDS, angle_a_of(code), angle_b_of(code)) == 0:
            return code


@kernel
def look_ahead(s: State, notes: list[int]) -> int:
    """The answer that looks best two of its own moves ahead."""
    chariot = s.chariot
    note_draws(s, chariot % s.seats, notes)
    if s.phase == DRIVE or s.phase == PLAY_ON:
        return choose_move(s, chariot, notes)
    if s.phase == REFILL:
        return choose_deck(s, chariot, notes)
    if s.phase == LOSS:
        return choose_loss(s, chariot)
    if s.phase == EXCHANGE:
        return EXCHANGE_HAND if may_exchange(s, chariot) else KEEP_HAND
    rival = choose_rival(s, chariot, notes)
    return HOLD if rival == NOBODY else WHIP_AT + rival


# --- Fights and hands -----------------------------------------------------------------------------


@kernel
def choose_rival(s: State, chariot: int, notes: list[int]) -> int:
    """The rival to whip: the one with the worst odds, or NOBODY if no odds are good enough."""
    best = WHIP_ODDS
    chosen = NOBODY
    targets = whip_targets(s, chariot)
    for rival in range(s.chariots):
        if (targets >> rival) & 1:
            odds = odds_at(100 * horseshoes(s, chariot) - expected_shoes(s, rival, notes))
            if odds > best:
                best = odds
                chosen = rival
    return chosen


@kernel
def mildest_accident(s: State, chariot: int) -> int:
    """The accident in hand with the smallest range, or NOTHING."""
    for kind in range(SPEED_KINDS, KINDS):
        for deck in range(DECKS):
            if s.hand[chariot][deck * KINDS + kind] > 0:
                return deck * KINDS + kind
    return NOTHING


@kernel
def choose_loss(s: State, chariot: int) -> int:
    """The turn is lost anyway: discard an accident, unless a bad throw could end the race for the chariot."""
    card = mildest_accident(s, chariot)
    may_end = s.format == RACES and not s.club and (s.started >> chariot) & 1
    if card == NOTHING or may_end or cards_held(s, chariot) == 1:
        return LOSE_TURN
    return accident_code(card)


@kernel
def choose_deck(s: State, chariot: int, notes: list[int]) -> int:
    """The deck whose cards, with those in hand, promise most from here."""
    here = distance(s, s.x[chariot], s.y[chariot], s.wraps[chariot])
    note_reach(s, s.x[chariot], s.y[chariot], s.heading[chariot], s.wraps[chariot], notes)
    chosen = NOTHING
    most = 0
    for deck in range(DECKS):
        worth = worth_of_draw(s, chariot, NOTHING, deck, here, notes)
        if deck_left(s, deck) and (chosen == NOTHING or worth > most):
            most = worth
            chosen = deck
    return REFILL_FROM + chosen


# --- Moves ----------------------------------------------------------------------------------------


@kernel
def choose_move(s: State, chariot: int, notes: list[int]) -> int:
    """A whip with good odds, the best placement, an accident if it is worth a turn, or the best way out of trouble."""
    if s.cards_played == 0:
        rival = choose_rival(s, chariot, notes)
        if rival != NOBODY:
            return WHIP_AT + rival
    count = note_candidates(s, chariot, notes)
    here = distance(s, s.x[chariot], s.y[chariot], s.wraps[chariot])
    best = NO_WAY
    chosen = NOTHING
    for candidate in range(count):
        worth = worth_of_move(s, chariot, notes[candidate], here, notes)
        if worth > best:
            best = worth
            chosen = notes[candidate]
    note_reach(s, s.x[chariot], s.y[chariot], s.heading[chariot], s.wraps[chariot], notes)
    if s.phase == PLAY_ON:
        stay = worth_of_hand(s, chariot, NOTHING, here, notes)
        return chosen if chosen != NOTHING and best > stay else STOP
    card = mildest_accident(s, chariot)
    if card != NOTHING and worth_of_accident(s, chariot, card, here, notes) > best:
        return accident_code(card)
    if chosen != NOTHING:
        return chosen
    return way_out(s, chariot, here, notes)


@kernel
def way_out(s: State, chariot: int, here: int, notes: list[int]) -> int:
    """Without a listed placement or an accident: a way between the listed angles, reining in, or the crash (BH-2)."""
    if s.way_speed != NOTHING:
        return drive_code(s, card_to_play(s, chariot, s.way_speed, False), s.way_a, s.way_b)
    best = NO_WAY
    chosen = NOTHING
    for card in range(CARDS):
        if card % KINDS < SPEED_KINDS and s.hand[chariot][card] > 0:
            worth = worth_of_hand(s, chariot, card, here, notes)
            if worth > best:
                best = worth
                chosen = card
    return rein_in_code(chosen) if s.walls_leave_room else drive_code(s, chosen, 0, 0)


@kernel
def card_to_play(s: State, chariot: int, speed: int, shoe: bool) -> int:
    """A card of this speed in hand: with a horseshoe for a collision, otherwise preferably without."""
    first = SPEEDS if shoe else 0
    for deck in range(DECKS):
        if s.hand[chariot][deck * KINDS + first + speed] > 0:
            return deck * KINDS + first + speed
    for deck in range(DECKS):
        if s.hand[chariot][deck * KINDS + SPEEDS - first + speed] > 0:
            return deck * KINDS + SPEEDS - first + speed
    return NOTHING


@kernel
def note_candidates(s: State, chariot: int, notes: list[int]) -> int:
    """Note the best few placements by where they lead; return how many."""
    count = 0
    side = duty_of(s, chariot)
    step = listed_step(s)
    for speed in range(SPEEDS):
        if not holds_speed(s, chariot, speed):
            continue
        for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
            for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                if not fits_duty(side, a, b):
                    continue
                hits = judge(s, chariot, speed, a, b)
                if hits == 0 or may_collide(s, chariot, hits):
                    worth = worth_of_place(s, chariot, speed, a, b)
                    code = drive_code(s, card_to_play(s, chariot, speed, hits != 0), a, b)
                    count = insert(notes, count, code, worth)
    return count


@kernel
def insert(notes: list[int], count: int, code: int, worth: int) -> int:
    """Insert a placement among the best few, best first; return how many there are."""
    at = count
    while at > 0 and notes[WORTHS + at - 1] < worth:
        at -= 1
    if at == CANDIDATES:
        return count
    last = min(count, CANDIDATES - 1)
    for place in range(last, at, -1):
        notes[place] = notes[place - 1]
        notes[WORTHS + place] = notes[WORTHS + place - 1]
    notes[at] = code
    notes[WORTHS + at] = worth
    return last + 1


@kernel
def worth_of_place(s: State, chariot: int, speed: int, a: int, b: int) -> int:
    """The immediate worth of the place that a placement leads to."""
    x = s.x[chariot]
    y = s.y[chariot]
    _, _, _, _, new_x, new_y, heading = placed(x, y, s.heading[chariot], RULERS[speed], a, b)
    wraps = wraps_after(s, x, y, s.wraps[chariot], new_x, new_y)
    worth = distance(s, new_x, new_y, wraps)
    if finishing(s, new_x, new_y, heading, wraps):
        return worth + LOST
    return worth - cost_of_pose(s, new_x, new_y, heading)


@kernel
def worth_of_move(s: State, chariot: int, code: int, here: int, notes: list[int]) -> int:
    """The mean worth after this move and the next. A collision may fail, and throws the rival back."""
    card = card_of(code)
    a = angle_a_of(code)
    b = angle_b_of(code)
    x = s.x[chariot]
    y = s.y[chariot]
    _, _, _, _, new_x, new_y, heading = placed(x, y, s.heading[chariot], RULERS[card % KINDS % SPEEDS], a, b)
    wraps = wraps_after(s, x, y, s.wraps[chariot], new_x, new_y)
    there = distance(s, new_x, new_y, wraps)
    if finishing(s, new_x, new_y, heading, wraps):
        worth = there + LOST
    else:
        note_reach(s, new_x, new_y, heading, wraps, notes)
        worth = worth_of_hand(s, chariot, card, there, notes)
    hits = judge(s, chariot, card % KINDS % SPEEDS, a, b)
    if hits == 0:
        return worth
    rival = rival_in(hits)
    shoe = 100 if has_horseshoe(card) else 0
    odds = odds_at(shoe - expected_shoes(s, rival, notes))
    worth += (distance(s, s.x[rival], s.y[rival], s.wraps[rival]) - here) // RAM_SHARE
    note_reach(s, x, y, s.heading[chariot], s.wraps[chariot], notes)
    stay = worth_of_hand(s, chariot, card, here, notes)
    return (odds * worth + (1000 - odds) * stay) // 1000


@kernel
def worth_of_accident(s: State, chariot: int, card: int, here: int, notes: list[int]) -> int:
    """The mean worth of playing an accident here: it costs the turn and thins the hand (BH-8)."""
    bad = card % KINDS - SPEED_KINDS + 1
    good_worth = worth_of_hand(s, chariot, card, here, notes)
    bad_worth = worth_unfilled(s, chariot, card, here, notes)
    if s.club:
        good_worth += CLUB_BONUS
    elif s.format == RACES and (s.started >> chariot) & 1:
        bad_worth = here - LOST
    if cards_held(s, chariot) == 1:
        bad_worth = here - LOST
    return (bad * bad_worth + (6 - bad) * good_worth) // 6
