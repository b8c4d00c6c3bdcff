"""Books of prospects for the racers: one for every track and deck, made once and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.games.benhur.cards import DECKS, SPEEDS
from triclinium.games.benhur.chart import MOVES, cell_count, cell_of, lay_rulers, number_cells
from triclinium.games.benhur.prospects import (
    COUNTED,
    COUNTS,
    HANDS,
    PAGE,
    SORTS,
    TURNS_AHEAD,
    WAITING_HANDS,
    drive_back,
    number_hands,
    refill_hands,
    share_sorts,
    write_book,
)
from triclinium.games.benhur.racer import weigh_placements
from triclinium.games.benhur.state import State
from triclinium.games.benhur.trials import try_answer

REFERENCE_PLACE = 2
REFERENCE_HAND = (1, 1, 2, 0, 0, 0)
"""Prospects are counted from what this hand, by sorts, has at the third start place."""

Book = tuple[Any, Any]
"""The chart and the book, as rows of whole numbers."""

KERNELS: tuple[Callable[..., Any], ...] = (
    number_cells,
    lay_rulers,
    number_hands,
    share_sorts,
    drive_back,
    refill_hands,
    write_book,
    weigh_placements,
    try_answer,
)


@cache
def compiled() -> dict[Callable[..., Any], Any]:
    """All that the search runs, compiled together so that nothing is compiled twice."""
    return compile_kernels(KERNELS)


def book_for(s: State) -> Book:
    """The book for the track, the decks and the options of a race."""
    return _book(
        (s.half_axis, s.middle, s.outer, s.line, s.format, s.club, s.steering, s.place_x[2], s.place_y[2]),
        tuple(tuple(row) for row in s.deck),
    )


@lru_cache(maxsize=4)
def _book(course: tuple[int, ...], decks: tuple[tuple[int, ...], ...]) -> Book:
    import numpy

    s = State()
    s.half_axis, s.middle, s.outer, s.line, s.format, s.club, s.steering, s.place_x[2], s.place_y[2] = course
    s.deck = [list(row) for row in decks]
    record = numpy.zeros(1, dtype_of(State))[0]
    write_record(record, s)
    fast = compiled()
    cells = cell_count(s)
    chart, places = numpy.zeros(cells + COUNTED, numpy.int32), numpy.zeros(cells, numpy.int32)
    count = int(fast[number_cells](record, chart, places))
    ends, gains = numpy.zeros(count * MOVES, numpy.int32), numpy.zeros(count * MOVES, numpy.int32)
    fast[lay_rulers](record, chart, places, count, ends, gains)
    hands, counts = chart[cells:], numpy.zeros(HANDS, numpy.int32)
    fast[number_hands](hands, counts)
    shares = numpy.zeros(DECKS * SORTS, numpy.int64)
    fast[share_sorts](record, shares)
    refilled = numpy.zeros(count * WAITING_HANDS, numpy.int32)
    worths, row = numpy.zeros((count, HANDS), numpy.int32), numpy.zeros(SPEEDS * WAITING_HANDS, numpy.int32)
    cell = chart[cell_of(s, s.place_x[REFERENCE_PLACE], s.place_y[REFERENCE_PLACE], 0)] - 1
    hand = hands[sum(n * (COUNTS**sort) for sort, n in enumerate(REFERENCE_HAND))]
    for _ in range(TURNS_AHEAD):
        fast[drive_back](record, hands, counts, ends, gains, refilled, worths, row)
        fast[refill_hands](hands, counts, shares, worths, int(worths[cell, hand]), refilled)
    book = numpy.zeros(count * PAGE, numpy.int16)
    fast[write_book](hands, counts, shares, worths, book)
    return chart, book
