"""A turn: whose it is, what may be played, and what each card does (BH-2, BH-3, BH-8; variants)."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.cards import (
    ANGLE_MOST,
    CARDS,
    DECKS,
    KINDS,
    RACES,
    ROUNDS_A_LAP,
    SPEED_KINDS,
    SPEEDS,
)
from triclinium.games.benhur.codes import (
    STOP,
    WHIP_AT,
    accident_code,
    angle_a_of,
    angle_b_of,
    card_of,
    drive_code,
    rein_in_code,
)
from triclinium.games.benhur.driving import close_pairs, end_duty, leave, move
from triclinium.games.benhur.fights import declare_collision, finish_move, whip_targets
from triclinium.games.benhur.hands import cards_held, discard, holds_speed, refill
from triclinium.games.benhur.setup import laps_to_drive
from triclinium.games.benhur.state import (
    ACCIDENT_PLAYED,
    ACCIDENT_THROWN,
    AFTER_ACCIDENT,
    AFTER_LOSS,
    ASK_DRIVE,
    BY_WHIP,
    CHARIOT_CRASHED,
    CRASHED,
    DRIVE,
    END_RACE,
    END_TURN,
    HAND_EMPTY,
    KNOCKED_OUT,
    NEXT_TURN,
    NOBODY,
    NOTHING,
    PLAY_ON,
    RACING,
    REINED_IN,
    ROUND_BEGAN,
    SPEED_PLAYED,
    STOPPED,
    THIRD_CARD,
    THROW_ACCIDENT,
    TURN_BEGAN,
    TURN_LOST,
    TURN_WILL_BE_LOST,
    UNFINISHED,
    State,
    ask,
    note,
    racing,
)
from triclinium.games.benhur.verdicts import (
    WALL,
    duty_of,
    first_by_place,
    fits_duty,
    foremost,
    hard_pressed,
    judge,
    listed_step,
    look,
    may_collide,
    rival_in,
)

CLUB_CARDS = 3


# --- Whose turn it is (BH-3) ----------------------------------------------------------------------


@kernel
def next_turn(s: State) -> None:
    """The first round goes by start place; then, looked up before every turn, the foremost who has not acted."""
    on_sand = racing(s)
    if on_sand == 0:
        s.phase = END_RACE
        return
    waiting = on_sand & ~s.acted
    if waiting == 0:
        next_round(s)
        return
    chariot = first_by_place(s, waiting) if s.round == 1 else foremost(s, waiting)
    s.actor = chariot
    s.fought = 0
    s.cards_played = 0
    s.accidents_played = 0
    if (s.owes >> chariot) & 1:
        s.owes &= ~(1 << chariot)
        note(s, TURN_LOST, chariot, 0, 0, 0, 0)
        s.phase = END_TURN
    else:
        note(s, TURN_BEGAN, chariot, 0, 0, 0, 0)
        s.phase = ASK_DRIVE


@kernel
def next_round(s: State) -> None:
    """A new round; after a hundred rounds a lap those left are not finished (BH-10)."""
    if s.round >= ROUNDS_A_LAP * laps_to_drive(s):
        for chariot in range(s.chariots):
            if s.status[chariot] == RACING:
                leave(s, chariot, UNFINISHED)
        s.phase = END_RACE
        return
    s.round += 1
    s.acted = 0
    note(s, ROUND_BEGAN, s.round, 0, 0, 0, 0)


@kernel
def end_turn(s: State) -> None:
    """The chariot has acted."""
    s.acted |= 1 << s.actor
    s.card = NOTHING
    s.attacker = NOBODY
    s.defender = NOBODY
    s.way_speed = NOTHING
    s.phase = NEXT_TURN


@kernel
def ask_drive(s: State) -> None:
    """See what the chariot can do, then ask its driver."""
    look(s, s.actor)
    ask(s, DRIVE, s.actor)


# --- What may be answered -------------------------------------------------------------------------


@kernel
def list_drive(s: State, chariot: int, out: list[int]) -> int:
    """A safe placement, an allowed collision, an accident card, a whip before the card; no passing (BH-2)."""
    pressed = hard_pressed(s, chariot)
    if pressed and not s.walls_leave_room:
        n = list_crashes(s, chariot, out, 0)
    else:
        n = list_placements(s, chariot, out, 0)
    n = list_accidents(s, chariot, out, n)
    if pressed and s.walls_leave_room:
        for card in range(CARDS):
            if card % KINDS < SPEED_KINDS and s.hand[chariot][card] > 0:
                out[n] = rein_in_code(card)
                n += 1
    if s.cards_played == 0:
        targets = whip_targets(s, chariot)
        for rival in range(s.chariots):
            if (targets >> rival) & 1:
                out[n] = WHIP_AT + rival
                n += 1
    return n


@kernel
def list_play_on(s: State, chariot: int, out: list[int]) -> int:
    """Up to two more cards; the second may be an accident, the third only a speed card (variant 3)."""
    n = list_placements(s, chariot, out, 0)
    if s.cards_played == 1:
        n = list_accidents(s, chariot, out, n)
    out[n] = STOP
    return n + 1


@kernel
def list_placements(s: State, chariot: int, out: list[int], n: int) -> int:
    """Safe placements first, then collisions."""
    first = n
    collisions = 0
    side = duty_of(s, chariot)
    step = listed_step(s)
    for speed in range(SPEEDS):
        if not holds_speed(s, chariot, speed):
            continue
        for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
            for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                if fits_duty(side, a, b):
                    hits = judge(s, chariot, speed, a, b)
                    if hits == 0:
                        n = list_cards(s, chariot, speed, a, b, out, n)
                    elif may_collide(s, chariot, hits):
                        collisions += 1
    if n == first and s.way_speed != NOTHING:  # free steering has a way between the listed angles
        n = list_cards(s, chariot, s.way_speed, s.way_a, s.way_b, out, n)
    if collisions:
        n = list_collisions(s, chariot, out, n)
    return n


@kernel
def list_collisions(s: State, chariot: int, out: list[int], n: int) -> int:
    """The placements that may be declared a collision (BH-6)."""
    step = listed_step(s)
    for speed in range(SPEEDS):
        if not holds_speed(s, chariot, speed):
            continue
        for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
            for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                if may_collide(s, chariot, judge(s, chariot, speed, a, b)):
                    n = list_cards(s, chariot, speed, a, b, out, n)
    return n


@kernel
def list_crashes(s: State, chariot: int, out: list[int], n: int) -> int:
    """No placement is clear of the walls: a crash must be chosen (BH-2)."""
    step = listed_step(s)
    for speed in range(SPEEDS):
        for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
            for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                n = list_cards(s, chariot, speed, a, b, out, n)
    return n


@kernel
def list_cards(s: State, chariot: int, speed: int, a: int, b: int, out: list[int], n: int) -> int:
    """One placement with each card of its speed in hand."""
    for deck in range(DECKS):
        for shoe in range(2):
            card = deck * KINDS + shoe * SPEEDS + speed
            if s.hand[chariot][card] > 0:
                out[n] = drive_code(s, card, a, b)
                n += 1
    return n


@kernel
def list_accidents(s: State, chariot: int, out: list[int], n: int) -> int:
    """The accident cards in hand."""
    for deck in range(DECKS):
        for kind in range(SPEED_KINDS, KINDS):
            card = deck * KINDS + kind
            if s.hand[chariot][card] > 0:
                out[n] = accident_code(card)
                n += 1
    return n


# --- Speed cards ----------------------------------------------------------------------------------


@kernel
def drive(s: State, chariot: int, code: int) -> None:
    """Play a speed card: move, collide or crash, as the placement has it."""
    s.card = card_of(code)
    s.angle_a = angle_a_of(code)
    s.angle_b = angle_b_of(code)
    hits = judge(s, chariot, s.card % KINDS % SPEEDS, s.angle_a, s.angle_b)
    discard(s, chariot, s.card)
    s.cards_played += 1
    s.started |= 1 << chariot
    close_pairs(s, chariot)
    end_duty(s, chariot)
    note(s, SPEED_PLAYED, chariot, s.card, s.angle_a, s.angle_b, 0)
    if hits & WALL:
        note(s, CHARIOT_CRASHED, chariot, 0, 0, 0, 0)
        leave(s, chariot, CRASHED)
        s.phase = END_TURN
    elif hits:
        declare_collision(s, chariot, rival_in(hits))
    else:
        move(s, chariot)
        finish_move(s, chariot)


@kernel
def rein_in(s: State, chariot: int, card: int) -> None:
    """Discard a speed card, draw and stay; whoever must do so had no card for a duty either (BH-2, BH-5)."""
    discard(s, chariot, card)
    end_duty(s, chariot)
    note(s, REINED_IN, chariot, card, 0, 0, 0)
    refill(s, chariot, END_TURN)


# --- Accident cards (BH-8) ------------------------------------------------------------------------


@kernel
def play_accident(s: State, chariot: int, card: int) -> None:
    """Play an accident card instead of a move, or as the loser of a whip; before the first speed card, repairs."""
    s.chariot = chariot
    s.card = card
    s.repair = 1 - ((s.started >> chariot) & 1)
    s.good = 0
    if s.fight != BY_WHIP:
        s.cards_played += 1
        s.accidents_played += 1
    discard(s, chariot, card)
    note(s, ACCIDENT_PLAYED, chariot, card, s.repair, 0, 0)
    s.phase = THROW_ACCIDENT


@kernel
def throw_accident(s: State, die: int) -> None:
    """A throw inside the printed range is bad: no refill, in small races out (variant 1), with no card left out."""
    chariot = s.chariot
    bad = die <= s.card % KINDS - SPEED_KINDS + 1
    s.good = 0 if bad else 1
    note(s, ACCIDENT_THROWN, chariot, die, s.good, 0, 0)
    if not bad:
        refill(s, chariot, AFTER_ACCIDENT)
        return
    if cards_held(s, chariot) == 0:
        leave(s, chariot, HAND_EMPTY)
    elif s.format == RACES and not s.club and not s.repair:
        leave(s, chariot, KNOCKED_OUT)
    s.phase = AFTER_ACCIDENT


@kernel
def after_accident(s: State) -> None:
    """The accident has cost the turn, unless the club's variant lets the driver play on after a good throw."""
    if s.fight == BY_WHIP:
        s.phase = AFTER_LOSS
    elif s.club and s.good and not s.repair:
        play_on(s)
    else:
        s.phase = END_TURN


@kernel
def play_on(s: State) -> None:
    """Ask for one more card, up to three; after two accidents with no safe speed card the next turn is lost."""
    chariot = s.actor
    if s.cards_played == CLUB_CARDS or s.status[chariot] != RACING:
        s.phase = END_TURN
        return
    look(s, chariot)
    if s.accidents_played == 2:
        able = s.way_speed != NOTHING
        note(s, THIRD_CARD, chariot, able, 0, 0, 0)
        if not able:
            s.owes |= 1 << chariot
            note(s, TURN_WILL_BE_LOST, chariot, 0, 0, 0, 0)
            s.phase = END_TURN
            return
    ask(s, PLAY_ON, chariot)


@kernel
def after_whips(s: State) -> None:
    """After a move the turn ends, unless a good throw of the club's variant came before it."""
    if s.club and s.accidents_played:
        play_on(s)
    else:
        s.phase = END_TURN


@kernel
def stop(s: State) -> None:
    """Play no further card."""
    note(s, STOPPED, s.actor, 0, 0, 0, 0)
    s.phase = END_TURN
