"""Set-up: hand out the Deus cards of the centre, and a Vinum to everybody (BC-1, BC-2)."""

from __future__ import annotations

from triclinium.core.decision import Answer, Json
from triclinium.games.bacchanalia.rules.cards import (
    ACCUSATOR,
    BACCHUS,
    CARD_NAMES,
    DEALT,
    DEUS_COUNTS,
    DEUS_KINDS,
    MILES,
    MINERVA,
    PLUTO,
    SATYRUS,
    VENUS,
    VINUM,
)
from triclinium.games.bacchanalia.rules.state import (
    BEGIN_TURN,
    HAND_OUT,
    HEDONIST,
    NOBODY,
    NOTHING,
    YOUNGEST,
    State,
    ask,
    go,
    note,
)


def lay_out(s: State, umbra: list[int]) -> None:
    """Deus cards face up in the centre, Amans aside, every Umbra in the deck."""
    s.pile = list(umbra)
    s.aside = list(DEUS_COUNTS)
    half = (s.seats + 1) // 2
    for deus, count in (
        (BACCHUS, 1),
        (PLUTO, 1),
        (ACCUSATOR, 1),
        (MINERVA, 1),
        (VENUS, 1),
        (SATYRUS, half),
        (MILES, half),
    ):
        s.aside[deus] -= count
        s.centre[deus] += count
    s.held = [[0] * DEUS_KINDS for _ in range(s.seats)]
    s.locked = [NOTHING] * s.seats
    s.sealed = [None] * s.seats
    s.introduced = [False] * s.seats
    s.captured = [False] * s.seats
    s.arrives = [False] * s.seats
    s.places = [None] * s.seats
    s.with_amans = [False] * s.seats
    s.names = [{} for _ in range(s.seats)]
    s.scenes = [0] * s.seats
    s.ended = [""] * s.seats
    s.outcomes = [""] * s.seats
    name_youngest(s)


def name_youngest(s: State) -> None:
    """The host has named the youngest, or chance does (BC-1)."""
    if s.youngest == NOBODY:
        ask(s, YOUNGEST)
    else:
        begin_handing(s)


def begin_handing(s: State) -> None:
    """The youngest hands out first, then clockwise."""
    s.active = s.youngest
    find_giver(s)


def find_giver(s: State) -> None:
    """Ask the next player who can give somebody a card. When nobody can, handing out ends (BC-2)."""
    for step in range(s.seats):
        giver = (s.active + step) % s.seats
        if receivers(s, giver) and sum(s.centre):
            s.active = giver
            ask(s, HAND_OUT, giver)
            return
    deal_vinum(s)


def receivers(s: State, giver: int) -> list[int]:
    """Players with fewer than two cards, never the giver (BC-2)."""
    return [seat for seat in range(s.seats) if seat != giver and sum(s.held[seat]) < DEALT]


def hand_out_options(s: State) -> list[Answer]:
    """Every card of the centre for every player who lacks one."""
    return [
        {"kind": "hand", "card": CARD_NAMES[deus], "to": seat}
        for seat in receivers(s, s.active)
        for deus in range(DEUS_KINDS)
        if s.centre[deus]
    ]


def hand_out(s: State, card: Json, to: Json) -> None:
    assert isinstance(card, str) and isinstance(to, int)
    deus = CARD_NAMES.index(card)
    s.centre[deus] -= 1
    s.held[to][deus] += 1
    note(s, "deus_handed", seat=s.active, to=to, card=card)
    s.active = (s.active + 1) % s.seats
    find_giver(s)


def deal_vinum(s: State) -> None:
    """A Vinum for everybody; then the most hedonistic begins (BC-1)."""
    s.active = NOBODY
    for seat in range(s.seats):
        s.aside[VINUM] -= 1
        s.held[seat][VINUM] = 1
    note(s, "vinum_dealt")
    if s.hedonist == NOBODY:
        ask(s, HEDONIST)
    else:
        begin_play(s)


def begin_play(s: State) -> None:
    """The most hedonistic takes the first turn."""
    s.active = s.hedonist
    go(s, BEGIN_TURN)
