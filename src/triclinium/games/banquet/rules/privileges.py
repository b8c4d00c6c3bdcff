"""Privileges: the window that opens while the Gift lies before a player, and what each card does.

Leaflet: "Privilèges". Rulings BB-4 to BB-7.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.banquet.rules.accepting import take
from triclinium.games.banquet.rules.cards import (
    FIRST_EXCHANGE,
    GIFT,
    GIVE_BACK_CARD,
    HIDDEN,
    NONE,
    PAIRS,
    SPECIAL_GIFT_CARD,
)
from triclinium.games.banquet.rules.codes import CLAIM, EXCHANGE, GIVE_BACK, PASS, PASS_ROUND, SPECIAL_GIFT
from triclinium.games.banquet.rules.state import AFTER_WINDOW, CLOSE_WINDOW, NOTHING, WINDOW, State, ask
from triclinium.games.banquet.rules.tape import CARDS_EXCHANGED, GIFT_FORCED, PRIVILEGE_PLAYED, note


@kernel
def usable(s: State, seat: int) -> bool:
    """Whether a seat holds a privilege that it could play in this window."""
    held = s.privileges[seat]
    if held & ((1 << GIVE_BACK_CARD) - 1):
        return True
    return held != 0 and seat == s.holder and not s.initiative


@kernel
def asked_in_window(s: State) -> int:
    """The seats asked when a window opens, as a set (BB-4): all holders, or with open privileges those who can use
    one.
    """
    if s.privilege_mode == NONE or s.privilege_played:
        return 0
    seats = 0
    for seat in range(s.seats):
        if s.privileges[seat] and (s.privilege_mode == HIDDEN or usable(s, seat)):
            seats |= 1 << seat
    return seats


@kernel
def open_window(s: State) -> None:
    """Ask every holder of a privilege, before the player with the Gift answers.

    Seats that pass for the whole round are asked too. Otherwise the table could see who has passed (BB-4).
    """
    asked = asked_in_window(s)
    if asked == 0:
        s.phase = AFTER_WINDOW
        return
    for seat in range(s.seats):
        s.sealed[seat] = NOTHING
    ask(s, WINDOW, asked)


@kernel
def list_window(s: State, seat: int, out: list[int]) -> int:
    """What a seat may answer in the window: only pass, if it passes for the whole round."""
    out[0] = PASS
    if (s.standing_pass >> seat) & 1:
        return 1
    out[1] = PASS_ROUND
    n = 2
    held = s.privileges[seat]
    for pair in range(FIRST_EXCHANGE):
        if (held >> pair) & 1:
            out[n] = CLAIM + pair * 2
            out[n + 1] = CLAIM + pair * 2 + 1
            n += 2
        if (held >> (FIRST_EXCHANGE + pair)) & 1:
            out[n] = EXCHANGE + pair
            n += 1
    if seat == s.holder and not s.initiative:
        if (held >> GIVE_BACK_CARD) & 1:
            out[n] = GIVE_BACK
            n += 1
        if (held >> SPECIAL_GIFT_CARD) & 1:
            for other in range(s.seats):
                if other != seat:
                    out[n] = SPECIAL_GIFT + other
                    n += 1
    return n


@kernel
def seal(s: State, seat: int, code: int) -> None:
    """Store a sealed answer. The window closes when all have answered."""
    if code == PASS_ROUND:
        s.standing_pass |= 1 << seat
        s.sealed[seat] = PASS
    else:
        s.sealed[seat] = code
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        s.phase = CLOSE_WINDOW


@kernel
def close_window(s: State) -> None:
    """Priority: the active player, then clockwise from his left. The others keep their cards unseen (BB-4)."""
    first = NOTHING
    play = PASS
    for turn in range(s.seats):
        seat = (s.active + turn) % s.seats
        if first == NOTHING and s.sealed[seat] > PASS_ROUND:
            first = seat
            play = s.sealed[seat]
        s.sealed[seat] = NOTHING
    s.phase = AFTER_WINDOW
    if first != NOTHING:
        play_privilege(s, first, play)


@kernel
def play_privilege(s: State, seat: int, code: int) -> None:
    """Play a privilege. It is used up, and no other can be played this round."""
    s.privilege_played = 1
    if code < EXCHANGE:
        pair = (code - CLAIM) >> 1
        place = PAIRS[pair][(code - CLAIM) & 1]
        use_up(s, seat, pair, place)
        claim(s, seat, place)
    elif code < GIVE_BACK:
        pair = code - EXCHANGE
        use_up(s, seat, FIRST_EXCHANGE + pair, NOTHING)
        exchange(s, PAIRS[pair][0], PAIRS[pair][1])
    elif code == GIVE_BACK:
        use_up(s, seat, GIVE_BACK_CARD, NOTHING)
        force(s, seat, s.giver)
    else:
        use_up(s, seat, SPECIAL_GIFT_CARD, NOTHING)
        force(s, seat, code - SPECIAL_GIFT)


@kernel
def use_up(s: State, seat: int, card: int, place: int) -> None:
    """A used privilege is out of the game (BB-19)."""
    s.privileges[seat] &= ~(1 << card)
    s.privileges_used |= 1 << card
    note(s, PRIVILEGE_PLAYED, seat, card, place)


@kernel
def claim(s: State, seat: int, place: int) -> None:
    """Claim: take a card unseen and apply it. Whoever claims the Gift is its acceptor (BB-5)."""
    if place == GIFT:
        s.acceptor = seat
    take(s, seat, place)


@kernel
def exchange(s: State, one: int, other: int) -> None:
    """Exchange: two cards swap places unseen, and the round goes on (BB-6)."""
    card = s.place[one]
    s.place[one] = s.place[other]
    s.place[other] = card
    note(s, CARDS_EXCHANGED, one, other, 0)


@kernel
def force(s: State, giver: int, receiver: int) -> None:
    """Give back and Special gift: the receiver cannot refuse and is the acceptor (BB-7)."""
    note(s, GIFT_FORCED, giver, receiver, 0)
    s.acceptor = receiver
    take(s, receiver, GIFT)
