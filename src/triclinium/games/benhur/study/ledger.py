"""What the lab counts in a race: start places, how each chariot ended, and the cards held.

A seat with several chariots (BH-11) is counted by its first one.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.core.ledger import CARDS, ENDING, LENGTH, WINNERS, Ledger, Trait
from triclinium.games.benhur.brain.driver import DRIVER_KINDS
from triclinium.games.benhur.brain.driver import choose as drive
from triclinium.games.benhur.rules.cards import CARD_NAMES, CHARIOTS_MOST
from triclinium.games.benhur.rules.cards import CARDS as CARD_KINDS
from triclinium.games.benhur.rules.codes import OPTIONS_MOST
from triclinium.games.benhur.rules.state import ENDING_NAMES, STATUS_NAMES, State

START_PLACE = 1
STATUS = 2


@kernel
def watch(s: State, seats: list[list[int]]) -> None:
    """Note every card that a seat's first chariot holds."""
    for seat in range(s.seats):
        had = seats[seat][CARDS]
        for card in range(CARD_KINDS):
            if s.hand[seat][card] > 0:
                had |= 1 << card
        seats[seat][CARDS] = had


@kernel
def close(s: State, game: list[int], seats: list[list[int]]) -> None:
    """Note the start places of the last race, how the chariots ended, and how the game did."""
    for seat in range(s.seats):
        seats[seat][START_PLACE] = s.place[seat] - 1
        seats[seat][STATUS] = s.status[seat]
    game[ENDING] = s.ending
    game[LENGTH] = s.round
    game[WINNERS] = s.winners


@kernel
def choose(s: State, seat: int, bot: int, notes: list[int], dice: list[int]) -> int:
    """The answer of a driver. The state says whose chariot is asked."""
    return drive(s, bot, notes, dice)


PLACES = "start place: I is the place at the inner wall"
LEDGER = Ledger(
    endings=ENDING_NAMES,
    length="rounds",
    win="wins",
    traits=(
        Trait("start_place", tuple(str(place + 1) for place in range(CHARIOTS_MOST)), "place", PLACES),
        Trait("status", STATUS_NAMES, "status", outcome=True),
    ),
    cards=CARD_NAMES,
    watch=watch,
    close=close,
    bots=DRIVER_KINDS,
    choose=choose,
    notes=OPTIONS_MOST,
    worth_compiling=30,
)
