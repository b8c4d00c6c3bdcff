"""Books of prospects for the racers: one for each track and deck, made once and cached."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from math import factorial, prod
from typing import Any

from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.games.benhur.brain.chart import MOVES, cell_count, cell_of, lay_rulers, number_cells
from triclinium.games.benhur.brain.mind import weigh_wishes
from triclinium.games.benhur.brain.prospects import (
    A_CELL,
    COUNTED,
    COUNTS,
    HANDS,
    PAGE,
    SORTS,
    TURNS_AHEAD,
    TURNS_AHEAD_OF_ONE,
    WAITING_HANDS,
    drive_back,
    link_hands,
    number_hands,
    refill_hands,
    share_sorts,
    write_book,
)
from triclinium.games.benhur.brain.racer import race_on
from triclinium.games.benhur.brain.trials import try_answers
from triclinium.games.benhur.rules.cards import DECKS, HAND, LAPS, RACES, SPEEDS
from triclinium.games.benhur.rules.state import State

REFERENCE_PLACE = 2
REFERENCE_HAND = (1, 1, 2, 0, 0, 0)
"""Prospects are relative to this hand, counted by sorts, at the third start place."""

Book = tuple[Any, Any]
"""The chart and the book, as rows of whole numbers."""

KERNELS: tuple[Callable[..., Any], ...] = (
    number_cells,
    lay_rulers,
    number_hands,
    link_hands,
    share_sorts,
    drive_back,
    refill_hands,
    write_book,
    race_on,
    weigh_wishes,
    try_answers,
)


@cache
def compiled() -> dict[Callable[..., Any], Any]:
    """All functions of the search, compiled together so that none is compiled twice."""
    return compile_kernels(KERNELS)


def book_for(s: State) -> Book:
    """The book for a race's track, decks and options. It ignores the accidents removed for a long race."""
    decks = tuple(tuple(n - out for n, out in zip(s.deck[deck], s.removed[deck], strict=True)) for deck in range(DECKS))
    track = (s.half_axis, s.middle, s.outer, s.line, s.place_x[REFERENCE_PLACE], s.place_y[REFERENCE_PLACE])
    turns = TURNS_AHEAD if s.chariots > 2 else TURNS_AHEAD_OF_ONE
    return make_book(track, decks, RACES if s.format == RACES else LAPS, s.club, s.steering, turns)


@lru_cache(maxsize=4)
def make_book(
    track: tuple[int, ...], decks: tuple[tuple[int, ...], ...], game_format: int, club: int, steering: int, turns: int
) -> Book:
    """Chart the track and compute the prospects."""
    import numpy

    s = State()
    s.half_axis, s.middle, s.outer, s.line, start_x, start_y = track
    s.deck = [list(row) for row in decks]
    s.format, s.club, s.steering = game_format, club, steering
    record = numpy.zeros(1, dtype_of(State))[0]
    write_record(record, s)
    fast = compiled()

    def row(length: int) -> Any:
        return numpy.zeros(length, numpy.int32)

    cells = cell_count(s)
    chart, places = row(cells + COUNTED), row(cells)
    count = int(fast[number_cells](record, chart, places))
    ends, gains = row(count * MOVES), row(count * MOVES)
    fast[lay_rulers](record, chart, places, count, ends, gains)
    hands, counts, rests, fuller = chart[cells:], row(HANDS), row(HANDS * SORTS), row(WAITING_HANDS * SORTS)
    fast[number_hands](hands, counts)
    fast[link_hands](hands, counts, rests, fuller)
    shares = row(DECKS * SORTS)
    fast[share_sorts](record, shares)
    refilled, worths = row(count * WAITING_HANDS), row(count * HANDS).reshape(count, HANDS)
    moves = row(SPEEDS * WAITING_HANDS)
    cell = chart[cell_of(s, start_x, start_y, 0)] - 1
    hand = hands[sum(held * COUNTS**sort for sort, held in enumerate(REFERENCE_HAND))]
    for _ in range(turns):
        fast[drive_back](record, rests, ends, gains, refilled, worths, moves)
        fast[refill_hands](fuller, shares, worths, int(worths[cell, hand]), refilled)
    book = numpy.zeros(count * A_CELL, numpy.int16)
    fast[write_book](fuller, shares, worths, book)
    pages, means, better = book[: count * PAGE], book[count * PAGE :][:count], book[count * (PAGE + 1) :]
    means[:] = worths[:, WAITING_HANDS:] @ usual_hands(counts, shares)
    waiting = pages.reshape(count, PAGE)[:, HANDS:].reshape(count, WAITING_HANDS, DECKS)
    better.reshape(WAITING_HANDS, count)[:] = waiting.max(axis=2).T
    return chart, book


def usual_hands(counts: Any, shares: Any) -> Any:
    """How often each hand of four cards is held, if every card came from either deck alike."""
    import numpy

    chances = (shares[:SORTS] + shares[SORTS:]) / shares.sum()
    often = numpy.zeros(HANDS - WAITING_HANDS)
    for number, counted in enumerate(counts[WAITING_HANDS:].tolist()):
        held = [counted // COUNTS**sort % COUNTS for sort in range(SORTS)]
        ways = factorial(HAND) // prod(map(factorial, held))
        often[number] = ways * prod(chance**n for chance, n in zip(chances.tolist(), held, strict=True))
    return often
