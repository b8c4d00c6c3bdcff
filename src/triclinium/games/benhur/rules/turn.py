"""A turn: whose it is, what may be played, and what each card does (BH-2, BH-3, BH-8; variants)."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.cards import (
    ANGLE_MOST,
    CARDS,
    DECKS,
    KINDS,
    RACES,
    ROUNDS_A_LAP,
    SPEED_KINDS,
    SPEEDS,
)
from triclinium.games.benhur.rules.codes import (
    STOP,
    WHIP_AT,
    accident_code,
    angle_a_of,
    angle_b_of,
    card_of,
    drive_code,
    rein_in_code,
)
from triclinium.games.benhur.rules.driving import close_pairs, end_duty, leave, move
from triclinium.games.benhur.rules.fights import declare_collision, whip_targets
from triclinium.games.benhur.rules.hands import cards_held, discard, holds_speed, refill
from triclinium.games.benhur.rules.setup import laps_to_drive
from triclinium.games.benhur.rules.state import (
    AFTER_ACCIDENT,
    AFTER_LOSS,
    ASK_DRIVE,
    BY_WHIP,
    CRASHED,
    DRIVE,
    END_RACE,
    END_TURN,
    FINISH_MOVE,
    HAND_EMPTY,
    KNOCKED_OUT,
    NEXT_TURN,
    NOBODY,
    NOTHING,
    PLAY_ON,
    RACING,
    THROW_ACCIDENT,
    UNFINISHED,
    State,
    ask,
    racing,
)
from triclinium.games.benhur.rules.tape import (
    ACCIDENT_PLAYED,
    ACCIDENT_THROWN,
    CHARIOT_CRASHED,
    REINED_IN,
    ROUND_BEGAN,
    SPEED_PLAYED,
    STOPPED,
    THIRD_CARD,
    TURN_BEGAN,
    TURN_LOST,
    TURN_WILL_BE_LOST,
    note,
)
from triclinium.games.benhur.rules.verdicts import (
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
    """In the first round by start place; later the foremost chariot that has not acted, determined before every
    turn.
    """
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
    """A new round. After a hundred rounds a lap, whoever is left has not finished (BH-10)."""
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
    s.acted |= 1 << s.actor
    s.attacker = NOBODY
    s.defender = NOBODY
    s.way_speed = NOTHING
    s.phase = NEXT_TURN


@kernel
def ask_drive(s: State) -> None:
    """Find what the chariot can do, then ask its driver for a card, or for one more (variant 3)."""
    chariot = s.actor
    look(s, chariot)
    if s.cards_played == 0:
        ask(s, DRIVE, chariot)
        return
    if s.accidents_played == 2:
        able = s.way_speed != NOTHING
        note(s, THIRD_CARD, chariot, able, 0, 0, 0)
        if not able:  # after two accidents and without a safe speed card, the next turn is lost
            s.owes |= 1 << chariot
            note(s, TURN_WILL_BE_LOST, chariot, 0, 0, 0, 0)
            s.phase = END_TURN
            return
    ask(s, PLAY_ON, chariot)


# --- What may be answered -------------------------------------------------------------------------


@kernel
def list_drive(s: State, chariot: int, out: list[int]) -> int:
    """A safe placement, an allowed collision, an accident card, or a whip before the card; no passing (BH-2).

    The second card may be an accident, the third only a speed card; a driver may also stop (variant 3).
    """
    first = s.cards_played == 0
    pressed = first and hard_pressed(s, chariot)
    n = list_placements(s, chariot, out, pressed and not s.walls_leave_room)
    if s.cards_played <= 1:
        n = list_accidents(s, chariot, out, n)
    if pressed and s.walls_leave_room:
        for card in range(CARDS):
            if card % KINDS < SPEED_KINDS and s.hand[chariot][card] > 0:
                out[n] = rein_in_code(card)
                n += 1
    if not first:
        out[n] = STOP
        return n + 1
    targets = whip_targets(s, chariot)
    for rival in range(s.chariots):
        if (targets >> rival) & 1:
            out[n] = WHIP_AT + rival
            n += 1
    return n


@kernel
def list_placements(s: State, chariot: int, out: list[int], crash: bool) -> int:
    """Safe placements first, then collisions; crashes only when no placement is clear of the walls (BH-2)."""
    n = 0
    collisions = 0
    side = duty_of(s, chariot)
    step = listed_step(s)
    for wanted in range(2):  # 0: safe placements and crashes, 1: collisions
        if wanted == 1 and n == 0 and s.way_speed != NOTHING:  # free steering has a way between the listed angles
            n = list_cards(s, chariot, s.way_speed, s.way_a, s.way_b, out, n)
        if wanted == 1 and collisions == 0:
            return n
        for speed in range(SPEEDS):
            if not holds_speed(s, chariot, speed):
                continue
            for a in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                for b in range(-ANGLE_MOST, ANGLE_MOST + 1, step):
                    if not fits_duty(side, a, b):
                        continue
                    hits = judge(s, chariot, speed, a, b)
                    colliding = may_collide(s, chariot, hits)
                    collisions += colliding
                    if colliding == (wanted == 1) and (colliding or hits == 0 or crash):
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
    """Play a speed card: move, collide or crash, depending on the placement."""
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
        s.phase = FINISH_MOVE


@kernel
def rein_in(s: State, chariot: int, card: int) -> None:
    """Discard a speed card, draw and stay. A driver forced to do so had no card for a duty either (BH-2, BH-5)."""
    discard(s, chariot, card)
    end_duty(s, chariot)
    note(s, REINED_IN, chariot, card, 0, 0, 0)
    refill(s, chariot, END_TURN)


# --- Accident cards (BH-8) ------------------------------------------------------------------------


@kernel
def play_accident(s: State, chariot: int, card: int) -> None:
    """Play an accident card instead of a move, or after losing a whip. Before the first speed card it is a repair."""
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
    """A throw in the printed range is bad: no refill; out of a small race (variant 1), or with no card left."""
    chariot = s.chariot
    s.die = die
    bad = die <= s.card % KINDS - SPEED_KINDS + 1
    s.good = 0 if bad else 1
    note(s, ACCIDENT_THROWN, chariot, die, s.good, 0, 0)
    if not bad:
        refill(s, chariot, AFTER_ACCIDENT)
        return
    empty = cards_held(s, chariot) == 0
    if empty or (s.format == RACES and not s.club and not s.repair):
        leave(s, chariot, HAND_EMPTY if empty else KNOCKED_OUT)
    s.phase = AFTER_ACCIDENT


@kernel
def after_accident(s: State) -> None:
    """An accident costs the turn, unless the club's variant lets the driver play on after a good throw."""
    if s.fight == BY_WHIP:
        s.phase = AFTER_LOSS
    elif s.club and s.good and not s.repair:
        s.phase = ASK_DRIVE
    else:
        s.phase = END_TURN


@kernel
def after_whips(s: State) -> None:
    """The turn ends after a move, unless a good throw of the club's variant came first: three cards at most."""
    playing_on = s.club and s.accidents_played and s.cards_played < CLUB_CARDS
    s.phase = ASK_DRIVE if playing_on and s.status[s.actor] == RACING else END_TURN


@kernel
def stop(s: State) -> None:
    note(s, STOPPED, s.actor, 0, 0, 0, 0)
    s.phase = END_TURN
