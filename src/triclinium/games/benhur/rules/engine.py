"""The entry points of the rules of Ben Hur.

`asked` says who is asked, `legal` lists the possible answers, `apply` applies one and continues to the next question.
Chance is asked too: `luck_total` and `luck_code` define its answers.

The rules are in `setup` (places and hands), `turn` (a turn), `driving` (moves), `fights` (whips and collisions) and
`scoring` (the end of a race). `verdicts` and `geometry` judge every placement.
"""

from __future__ import annotations

from triclinium.core.decision import CHANCE
from triclinium.core.kernel import kernel
from triclinium.core.piles import bit_at, kind_at
from triclinium.games.benhur.rules.cards import CHARIOTS_MOST, DECKS, KINDS
from triclinium.games.benhur.rules.codes import (
    ACCIDENT,
    EXCHANGE_HAND,
    HOLD,
    KEEP_HAND,
    LOSE_TURN,
    REFILL_FROM,
    WHIP_AT,
    card_of,
    is_drive,
)
from triclinium.games.benhur.rules.fights import (
    after_loss,
    after_move,
    announce_whip,
    finish_move,
    next_whip,
    throw_attacker,
    throw_defender,
    whip_targets,
)
from triclinium.games.benhur.rules.hands import deck_left, renew, take_from_pile
from triclinium.games.benhur.rules.scoring import end_race
from triclinium.games.benhur.rules.setup import (
    accident_at,
    accidents_in_pile,
    answer_exchange,
    deal_card,
    dealing_deck,
    draw_driver,
    may_exchange,
    remove_accident,
    throw_start,
)
from triclinium.games.benhur.rules.state import (
    AFTER_ACCIDENT,
    AFTER_LOSS,
    AFTER_MOVE,
    AFTER_WHIPS,
    ASK_DRIVE,
    DEAL_CARD,
    DRAW_CARD,
    DRAW_DRIVER,
    DRIVE,
    END_TURN,
    EXCHANGE,
    FINISH_MOVE,
    LAST_OF_CHANCE,
    LOSS,
    NEXT_TURN,
    NEXT_WHIP,
    OVER,
    PLAY_ON,
    REFILL,
    REMOVE_ACCIDENT,
    THROW_ACCIDENT,
    THROW_ATTACKER,
    THROW_DEFENDER,
    THROW_START,
    WHIP,
    State,
)
from triclinium.games.benhur.rules.tape import CARD_DRAWN, WHIP_HELD, note
from triclinium.games.benhur.rules.turn import (
    after_accident,
    after_whips,
    ask_drive,
    drive,
    end_turn,
    list_accidents,
    list_drive,
    next_turn,
    play_accident,
    rein_in,
    stop,
    throw_accident,
)

OVER_NOW = -2
DIE = 6


@kernel
def asked(s: State) -> int:
    """The seat to ask next: CHANCE, the seat that owes an answer, or OVER_NOW."""
    if s.phase <= LAST_OF_CHANCE:
        return CHANCE
    if s.phase == OVER:
        return OVER_NOW
    return s.chariot % s.seats


@kernel
def luck_total(s: State) -> int:
    """The number of equally likely outcomes of chance."""
    if s.phase == DRAW_CARD:
        return s.pile_size[s.refill_deck]
    if s.phase == DEAL_CARD:
        return s.pile_size[dealing_deck(s)]
    if s.phase == DRAW_DRIVER:
        return CHARIOTS_MOST - s.chariot
    if s.phase == REMOVE_ACCIDENT:
        return accidents_in_pile(s, s.refill_deck)
    return DIE


@kernel
def luck_code(s: State, outcome: int) -> int:
    """What an outcome means: a card, a driver, the kind of an accident, or the pips of a die."""
    if s.phase == DRAW_CARD:
        return s.refill_deck * KINDS + kind_at(s.pile[s.refill_deck], outcome)
    if s.phase == DEAL_CARD:
        deck = dealing_deck(s)
        return deck * KINDS + kind_at(s.pile[deck], outcome)
    if s.phase == DRAW_DRIVER:
        return bit_at(~s.drivers_drawn & ((1 << CHARIOTS_MOST) - 1), outcome)
    if s.phase == REMOVE_ACCIDENT:
        return accident_at(s, s.refill_deck, outcome)
    return outcome + 1


@kernel
def legal(s: State, seat: int, out: list[int]) -> int:
    """Fill `out` with every listed answer of the asked chariot, safe placements first; return how many."""
    chariot = s.chariot
    n = 0
    if s.phase == DRIVE or s.phase == PLAY_ON:
        n = list_drive(s, chariot, out)
    elif s.phase == REFILL:
        for deck in range(DECKS):
            if deck_left(s, deck):
                out[n] = REFILL_FROM + deck
                n += 1
    elif s.phase == WHIP:
        out[0] = HOLD
        n = 1
        targets = whip_targets(s, chariot)
        for rival in range(s.chariots):
            if (targets >> rival) & 1:
                out[n] = WHIP_AT + rival
                n += 1
    elif s.phase == LOSS:
        out[0] = LOSE_TURN
        n = list_accidents(s, chariot, out, 1)
    elif s.phase == EXCHANGE:
        out[0] = KEEP_HAND
        n = 1
        if may_exchange(s, chariot):
            out[1] = EXCHANGE_HAND
            n = 2
    return n


@kernel
def apply(s: State, seat: int, code: int) -> None:
    """Apply the answer of a seat or of chance, and continue to the next question."""
    phase = s.phase
    if phase <= LAST_OF_CHANCE:
        apply_luck(s, code)
    elif WHIP_AT <= code < HOLD:
        announce_whip(s, s.chariot, code - WHIP_AT)
    elif phase == DRIVE or phase == PLAY_ON or phase == LOSS:
        apply_card(s, code)
    elif phase == REFILL:
        s.refill_deck = code - REFILL_FROM
        renew(s, s.refill_deck)
        s.phase = DRAW_CARD
    elif phase == WHIP:
        note(s, WHIP_HELD, s.chariot, 0, 0, 0, 0)
        s.phase = NEXT_WHIP
    elif phase == EXCHANGE:
        answer_exchange(s, code)
    go_on(s)


@kernel
def apply_card(s: State, code: int) -> None:
    """Play a card, take a loss, or stop."""
    chariot = s.chariot
    if is_drive(code):
        drive(s, chariot, code)
    elif code < ACCIDENT:
        rein_in(s, chariot, card_of(code))
    elif code < REFILL_FROM:
        play_accident(s, chariot, card_of(code))
    elif code == LOSE_TURN:
        s.phase = AFTER_LOSS
    else:
        stop(s)


@kernel
def apply_luck(s: State, code: int) -> None:
    """Apply a draw or a throw."""
    phase = s.phase
    if phase == DRAW_CARD:
        take_from_pile(s, s.chariot, code)
        note(s, CARD_DRAWN, s.chariot, code, 0, 0, 0)
        s.phase = s.then
    elif phase == DEAL_CARD:
        deal_card(s, code)
    elif phase == THROW_ATTACKER:
        throw_attacker(s, code)
    elif phase == THROW_DEFENDER:
        throw_defender(s, code)
    elif phase == THROW_ACCIDENT:
        throw_accident(s, code)
    elif phase == THROW_START:
        throw_start(s, code)
    elif phase == DRAW_DRIVER:
        draw_driver(s, code)
    else:
        remove_accident(s, code)


@kernel
def go_on(s: State) -> None:
    """Take the steps that need no answer."""
    while s.phase > OVER:
        phase = s.phase
        if phase == NEXT_TURN:
            next_turn(s)
        elif phase == ASK_DRIVE:
            ask_drive(s)
        elif phase == FINISH_MOVE:
            finish_move(s)
        elif phase == AFTER_MOVE:
            after_move(s)
        elif phase == NEXT_WHIP:
            next_whip(s)
        elif phase == AFTER_WHIPS:
            after_whips(s)
        elif phase == AFTER_ACCIDENT:
            after_accident(s)
        elif phase == AFTER_LOSS:
            after_loss(s)
        elif phase == END_TURN:
            end_turn(s)
        else:
            end_race(s)
