"""What the lab counts in a banquet: guests, start places, and the cards before a seat."""

from __future__ import annotations

from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.core.ledger import CARDS, ENDING, LENGTH, WINNERS, Ledger, Trait
from triclinium.games.banquet.brain.rule_of_thumb import ROOM
from triclinium.games.banquet.brain.rule_of_thumb import choose as follow_rule_of_thumb
from triclinium.games.banquet.rules.cards import GUEST_NAMES, KIND_NAMES, KINDS, SEATS_MOST
from triclinium.games.banquet.rules.engine import legal
from triclinium.games.banquet.rules.state import ENDING_NAMES, PICK, State

GUEST = 1
DEALT = 2
START_PLACE = 3

THUMB = 1
"""The number of the rule of thumb among the kernel bots."""


@kernel
def watch(s: State, seats: list[list[int]]) -> None:
    """Note the guests dealt before the first round, and every card that lies before a seat."""
    if s.round == 1 and s.phase == PICK:
        for seat in range(s.seats):
            seats[seat][DEALT] = s.guest[seat]
            seats[seat][START_PLACE] = (seat - s.caligula) % s.seats
    for seat in range(s.seats):
        if s.cards[seat] > 0:
            had = seats[seat][CARDS]
            for kind in range(KINDS):
                if s.accepted[seat][kind] > 0:
                    had |= 1 << kind
            seats[seat][CARDS] = had


@kernel
def close(s: State, game: list[int], seats: list[list[int]]) -> None:
    """Note the guest of each seat at the end, and how the game ended."""
    for seat in range(s.seats):
        seats[seat][GUEST] = s.guest[seat]
    game[ENDING] = s.ending
    game[LENGTH] = s.round
    game[WINNERS] = s.winners


@kernel
def choose(s: State, seat: int, bot: int, notes: list[int], dice: list[int]) -> int:
    if bot == THUMB:
        return follow_rule_of_thumb(s, seat, notes, dice)
    return notes[below(dice, legal(s, seat, notes))]


PLACES = "start place: 0 is Caligula's place, who begins, and the others follow clockwise"
LEDGER = Ledger(
    endings=ENDING_NAMES,
    length="rounds",
    win="wins",
    traits=(
        Trait("guest", GUEST_NAMES, "guest", "guest: who the seat was at the end"),
        Trait("dealt", GUEST_NAMES, "guest", "guest dealt: at the start; bursting changes it"),
        Trait("start_place", tuple(str(place) for place in range(SEATS_MOST)), "", PLACES),
    ),
    cards=KIND_NAMES,
    watch=watch,
    close=close,
    bots=("random", "thumb"),
    choose=choose,
    notes=ROOM,
    worth_compiling=2000,
)
