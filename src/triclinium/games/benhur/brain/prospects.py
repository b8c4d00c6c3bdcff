"""Prospects: how far a chariot alone on the sand gets from a pose with the cards it holds, many turns ahead.

Worked out backwards on the chart of the track, turn by turn: the best card and placement, or an accident thrown away,
and then a draw from the better deck. Hands are counted by speed, all accidents alike; the decks are taken as they lie
before a game. A prospect is a distance in the unit of the track, less what the reference hand has from the
start, so that turns need not be counted.

The chart is a row of numbers: for every cell its number (0: no chariot stands there so), then for every way to count a
hand its number. The book is another: a page for every charted cell, with the prospects of all hands whose turn it is,
and then of all hands that wait for a card from either deck.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.chart import MOVES, cell_count, cell_of
from triclinium.games.benhur.rules.cards import DECKS, HAND, KINDS, RACES, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.state import NOTHING, State

SORTS = SPEEDS + 1
"""What a card is here: one of the five speeds, or an accident."""
ANY_ACCIDENT = SPEEDS
COUNTS = HAND + 1
COUNTED = COUNTS**SORTS
"""How many rows of counts there are, those of no hand included."""
WAITING_HANDS = 84
"""Hands of at most three cards, the empty one first; they wait for a card."""
HANDS = WAITING_HANDS + 126
"""All hands: those of four cards come last."""
PAGE = HANDS + WAITING_HANDS * DECKS

TURNS_AHEAD = 4
TURNS_AHEAD_OF_ONE = 12
"""So many turns are driven ahead in a crowd, where who is in front early has free sand, and against one rival."""
LOST = 26000
"""What it costs to leave the race."""
NOWHERE = -(1 << 24)
"""The prospect where no wall lets pass."""
PLAY_ON_GAIN = 2400
"""What the cards played on after a good throw are worth (variant 3)."""
SHARES = 1 << 14
"""The shares of the sorts in a deck add up to this, or a little less."""


# --- Hands ----------------------------------------------------------------------------------------


@kernel
def sort_of(card: int) -> int:
    """The sort of a card."""
    kind = card % KINDS
    return kind % SPEEDS if kind < SPEED_KINDS else ANY_ACCIDENT


@kernel
def weight_of(sort: int) -> int:
    """What one card of a sort adds to the count of a hand."""
    weight = 1
    for _ in range(sort):
        weight *= COUNTS
    return weight


@kernel
def count_of_hand(s: State, chariot: int) -> int:
    """A hand counted by sorts, as one number."""
    counted = 0
    for card in range(2 * KINDS):
        if s.hand[chariot][card] > 0:
            counted += s.hand[chariot][card] * weight_of(sort_of(card))
    return counted


@kernel
def number_hands(hands: list[int], counts: list[int]) -> None:
    """Number all hands, the smaller first: `hands` gets the number of each count, `counts` the count of each number."""
    number = 0
    for size in range(HAND + 1):
        for counted in range(COUNTED):
            cards = 0
            left = counted
            for _ in range(SORTS):
                cards += left % COUNTS
                left //= COUNTS
            if cards == size:
                hands[counted] = number
                counts[number] = counted
                number += 1


@kernel
def link_hands(hands: list[int], counts: list[int], rests: list[int], fuller: list[int]) -> None:
    """For every hand and sort: the hand without a card of it, or NOTHING, and for waiting hands that with one more."""
    for hand in range(HANDS):
        for sort in range(SORTS):
            weight = weight_of(sort)
            held = counts[hand] // weight % COUNTS
            rests[hand * SORTS + sort] = hands[counts[hand] - weight] if held else NOTHING
            if hand < WAITING_HANDS:
                fuller[hand * SORTS + sort] = hands[counts[hand] + weight]


@kernel
def share_sorts(s: State, shares: list[int]) -> None:
    """The shares of the sorts in each deck, as it lies before a game."""
    for deck in range(DECKS):
        total = 0
        for kind in range(KINDS):
            total += s.deck[deck][kind]
        for sort in range(SORTS):
            shares[deck * SORTS + sort] = 0
        for kind in range(KINDS):
            shares[deck * SORTS + sort_of(kind)] += s.deck[deck][kind] * SHARES // total


@kernel
def bad_throws(s: State) -> int:
    """How many throws in SHARES are bad for an accident, on the mean of both decks."""
    bad = 0
    accidents = 0
    for deck in range(DECKS):
        for kind in range(SPEED_KINDS, KINDS):
            bad += (kind - SPEED_KINDS + 1) * s.deck[deck][kind]
            accidents += s.deck[deck][kind]
    return bad * SHARES // (6 * accidents)


# --- One turn more --------------------------------------------------------------------------------


@kernel
def best_moves(at: int, ends: list[int], gains: list[int], refilled: list[int], row: list[int]) -> None:
    """The best placement of every speed from a cell, for every hand that then waits for a card."""
    for speed in range(SPEEDS):
        first = speed * WAITING_HANDS
        for hand in range(WAITING_HANDS):
            row[first + hand] = NOWHERE
        for move in range(at + speed * (MOVES // SPEEDS), at + (speed + 1) * (MOVES // SPEEDS)):
            if ends[move]:
                gain = gains[move]
                there = (ends[move] - 1) * WAITING_HANDS
                for hand in range(WAITING_HANDS):
                    row[first + hand] = max(row[first + hand], gain + refilled[there + hand])


@kernel
def best_cards(
    s: State, rests: list[int], bad: int, row: list[int], refilled: list[int], at: int, worths: list[int]
) -> None:
    """The worth of every hand in a cell: its best card, be it an accident; without any the chariot crashes (BH-2).

    `at` is where the hands of the cell begin in `refilled`; `worths` holds the worths of the turn before.
    """
    out_if_bad = s.format == RACES and not s.club
    for hand in range(HANDS - 1, 0, -1):  # the largest first: a bad throw looks at smaller hands
        best = -LOST
        for sort in range(SPEEDS):
            rest = rests[hand * SORTS + sort]
            if rest >= 0:
                best = max(best, row[sort * WAITING_HANDS + rest])
        rest = rests[hand * SORTS + ANY_ACCIDENT]
        if rest >= 0:
            unfilled = -LOST if out_if_bad else worths[rest]
            filled = refilled[at + rest] + (PLAY_ON_GAIN if s.club else 0)
            best = max(best, (bad * unfilled + (SHARES - bad) * filled) // SHARES)
        worths[hand] = best
    worths[0] = -LOST


@kernel
def drive_back(
    s: State,
    rests: list[int],
    ends: list[int],
    gains: list[int],
    refilled: list[int],
    worths: list[list[int]],
    row: list[int],
) -> None:
    """One turn more for every charted cell, from the prospects after it."""
    bad = bad_throws(s)
    for cell in range(len(worths)):
        best_moves(cell * MOVES, ends, gains, refilled, row)
        best_cards(s, rests, bad, row, refilled, cell * WAITING_HANDS, worths[cell])


@kernel
def refill_hands(fuller: list[int], shares: list[int], worths: list[list[int]], less: int, refilled: list[int]) -> None:
    """The mean worth of every waiting hand after a draw from the better deck; the reference is taken off."""
    for cell in range(len(worths)):
        for hand in range(HANDS):
            worths[cell][hand] = max(worths[cell][hand] - less, -LOST)
        for hand in range(WAITING_HANDS):
            one = mean_draw(fuller, shares, worths[cell], hand, 0)
            other = mean_draw(fuller, shares, worths[cell], hand, 1)
            refilled[cell * WAITING_HANDS + hand] = max(one, other)


@kernel
def mean_draw(fuller: list[int], shares: list[int], worths: list[int], hand: int, deck: int) -> int:
    """The mean worth of a waiting hand in a cell after a draw from a deck."""
    worth = 0
    for sort in range(SORTS):
        worth += shares[deck * SORTS + sort] * worths[fuller[hand * SORTS + sort]]
    return worth // SHARES


@kernel
def write_book(fuller: list[int], shares: list[int], worths: list[list[int]], book: list[int]) -> None:
    """Write a page for every charted cell."""
    at = 0
    for cell in range(len(worths)):
        for hand in range(HANDS):
            book[at] = worths[cell][hand]
            at += 1
        for hand in range(WAITING_HANDS):
            for deck in range(DECKS):
                book[at] = mean_draw(fuller, shares, worths[cell], hand, deck)
                at += 1


# --- Reading the book -----------------------------------------------------------------------------


@kernel
def page_of(s: State, chart: list[int], x: int, y: int, heading: int) -> int:
    """Where the page of a pose begins in the book, or less than 0 where none stands."""
    return (chart[cell_of(s, x, y, heading)] - 1) * PAGE


@kernel
def prospect(s: State, chart: list[int], book: list[int], page: int, counted: int) -> int:
    """The prospect of a hand whose turn it is, by its count."""
    if page < 0:
        return -LOST
    return book[page + chart[cell_count(s) + counted]]


@kernel
def prospect_of_draw(s: State, chart: list[int], book: list[int], page: int, counted: int, deck: int) -> int:
    """The prospect of a hand that waits for a card, by its count, with a draw from a deck."""
    if page < 0:
        return -LOST
    return book[page + HANDS + chart[cell_count(s) + counted] * DECKS + deck]


@kernel
def prospect_of_refill(s: State, chart: list[int], book: list[int], page: int, counted: int) -> int:
    """The prospect of a hand that waits for a card, from the better deck."""
    if page < 0:
        return -LOST
    at = page + HANDS + chart[cell_count(s) + counted] * DECKS
    return max(book[at], book[at + 1])
