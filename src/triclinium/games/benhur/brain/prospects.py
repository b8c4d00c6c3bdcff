"""Prospects: how far a chariot alone on the sand gets from a pose with the cards it holds, many turns ahead.

Computed backwards on the chart of the track, turn by turn: the best card and placement, or an accident thrown away, and
then a draw from the better deck. A hand is a count by speed, with all accidents alike; the decks are taken as they are
before a game. A prospect is a distance in the unit of the track, minus that of a reference hand at the start, so that
turns need not be counted.

The chart is a row of numbers: for each cell its number (0 if no chariot can stand there), then for each count of a hand
its number. The book is another row: a page for each charted cell, with the prospects of all hands to move, and then of
all hands that wait for a card from either deck. After the pages comes the mean prospect of each cell, and then, for
each waiting hand, its prospect in each cell with the better deck. That repeats what the pages say, but a racer looks up
little else, and so little is soon found.
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.chart import MOVES, cell_count, cell_of
from triclinium.games.benhur.rules.cards import DECKS, HAND, KINDS, RACES, SPEED_KINDS, SPEEDS
from triclinium.games.benhur.rules.state import NOTHING, State

SORTS = SPEEDS + 1
"""The sorts of cards: the five speeds, and accidents."""
ANY_ACCIDENT = SPEEDS
COUNTS = HAND + 1
COUNTED = COUNTS**SORTS
"""How many rows of counts there are, impossible hands included."""
WAITING_HANDS = 84
"""Hands of at most three cards, which wait for a card; the empty hand is number 0."""
HANDS = WAITING_HANDS + 126
"""All hands; those of four cards come last."""
PAGE = HANDS + WAITING_HANDS * DECKS
A_CELL = PAGE + 1 + WAITING_HANDS
"""How many numbers of a book are about one cell."""

TURNS_AHEAD = 4
TURNS_AHEAD_OF_ONE = 12
"""How many turns to look ahead: in a crowd, where an early lead means free sand, and against one rival."""
LOST = 26000
"""The cost of leaving the race."""
NOWHERE = -(1 << 24)
"""The prospect where the walls block every way."""
PLAY_ON_GAIN = 2400
"""What the cards played after a good throw are worth (variant 3)."""
SHARES = 1 << 14
"""The shares of the sorts in a deck add up to this, or slightly less."""


# --- Hands ----------------------------------------------------------------------------------------


@kernel
def sort_of(card: int) -> int:
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
    held = s.hand[chariot]
    counted = 0
    for deck in range(0, 2 * KINDS, KINDS):
        weight = 1
        for speed in range(deck, deck + SPEEDS):
            counted += (held[speed] + held[speed + SPEEDS]) * weight
            weight *= COUNTS
        for accident in range(deck + SPEED_KINDS, deck + KINDS):
            counted += held[accident] * weight
    return counted


@kernel
def number_hands(hands: list[int], counts: list[int]) -> None:
    """Number all hands, small ones first. `hands` maps counts to numbers, `counts` numbers to counts."""
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
    """For each hand and sort: the hand with one card less (or NOTHING) and, for waiting hands, with one card more."""
    for hand in range(HANDS):
        for sort in range(SORTS):
            weight = weight_of(sort)
            held = counts[hand] // weight % COUNTS
            rests[hand * SORTS + sort] = hands[counts[hand] - weight] if held else NOTHING
            if hand < WAITING_HANDS:
                fuller[hand * SORTS + sort] = hands[counts[hand] + weight]


@kernel
def share_sorts(s: State, shares: list[int]) -> None:
    """The share of each sort in each deck before a game."""
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
    """How many throws in SHARES are bad for an accident, averaged over both decks."""
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
    """The best placement of each speed from a cell, for each hand that then waits for a card."""
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
    """The worth of each hand in a cell: its best card, which may be an accident; without any the chariot crashes
    (BH-2).

    `at` is where the hands of the cell begin in `refilled`; `worths` has the worths of one turn less.
    """
    out_if_bad = s.format == RACES and not s.club
    for hand in range(HANDS - 1, 0, -1):  # largest first: a bad throw refers to smaller hands
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
    """One more turn for every charted cell, from the prospects after it."""
    bad = bad_throws(s)
    for cell in range(len(worths)):
        best_moves(cell * MOVES, ends, gains, refilled, row)
        best_cards(s, rests, bad, row, refilled, cell * WAITING_HANDS, worths[cell])


@kernel
def refill_hands(fuller: list[int], shares: list[int], worths: list[list[int]], less: int, refilled: list[int]) -> None:
    """The mean worth of each waiting hand after a draw from the better deck, minus the reference."""
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
    """Where the page of a pose begins in the book; negative if it has none."""
    return (chart[cell_of(s, x, y, heading)] - 1) * PAGE


@kernel
def prospect(s: State, chart: list[int], book: list[int], page: int, counted: int) -> int:
    """The prospect of a hand to move, given its count."""
    if page < 0:
        return -LOST
    return book[page + chart[cell_count(s) + counted]]


@kernel
def prospect_of_draw(s: State, chart: list[int], book: list[int], page: int, counted: int, deck: int) -> int:
    """The prospect of a waiting hand, given its count, with a draw from a deck."""
    if page < 0:
        return -LOST
    return book[page + HANDS + chart[cell_count(s) + counted] * DECKS + deck]


@kernel
def cells_in(book: list[int]) -> int:
    """How many cells a book has pages for."""
    return len(book) // A_CELL


@kernel
def prospect_of_refill(s: State, chart: list[int], book: list[int], page: int, counted: int) -> int:
    """The prospect of a waiting hand with a draw from the better deck."""
    if page < 0:
        return -LOST
    return book[cells_in(book) * (PAGE + 1 + chart[cell_count(s) + counted]) + page // PAGE]


@kernel
def pose_worth(book: list[int], page: int) -> int:
    """The mean prospect of a pose over hands as they are usually held, for a chariot whose cards are hidden."""
    if page < 0:
        return -LOST
    return book[cells_in(book) * PAGE + page // PAGE]
