"""The tables of a league: all sizes and options, with past selves and rule-of-thumb players at some of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import torch

from learning.rounds import AMONG_THEMSELVES, WITH_PAST, WITH_THUMBS
from learning.tables import ROW, Tables
from triclinium.games.banquet.rules.cards import RING, SEATS_MOST
from triclinium.games.banquet.rules.codes import CODES

SHARES: tuple[tuple[int, int, dict[str, Any]], ...] = (
    (34, 4, {}),
    (20, 3, {}),
    (20, 5, {}),
    (6, 4, {"edition": "nl"}),
    (5, 5, {"privileges": "open"}),
    (5, 3, {"different_dishes": True}),
    (5, 4, {"privileges": "none"}),
    (5, 5, {"edition": "nl", "different_dishes": True}),
)
"""How many games of a hundred are played at which kind of table."""
COMPANY = (0.5, 0.3, 0.2)
"""Shares of tables among themselves, with rule-of-thumb players, with a past self."""


class League:
    """One row for each game over all tables."""

    def __init__(
        self,
        games: int,
        seed: int,
        device: str,
        company: tuple[float, ...] = COMPANY,
        decks: Sequence[dict[str, Any]] = (),
    ) -> None:
        """With `decks`, every kind of table is there once for each of them; otherwise with the deck of the game."""
        draw = numpy.random.default_rng(seed)
        kinds_of_table = [
            (share, seats, {**options, **deck})
            for share, seats, options in SHARES
            for deck in ([{"deck": deck} for deck in decks] or [{}])
        ]
        sizes = [max(1, games * share // (100 * max(1, len(decks)))) for share, _, _ in kinds_of_table]
        self.games = sum(sizes)
        which = numpy.repeat(range(len(kinds_of_table)), sizes)
        kinds = draw.choice((AMONG_THEMSELVES, WITH_THUMBS, WITH_PAST), self.games, p=company)
        kinds = kinds[numpy.lexsort((kinds, which))]  # alike side by side, because threads of a card move together
        self.rows = torch.zeros(ROW, self.games, dtype=torch.int8, device=device)
        self.masks = torch.zeros(CODES, self.games, dtype=torch.int8, device=device)
        self.cards = torch.zeros(RING, self.games, dtype=torch.int8, device=device)
        self.seats = torch.zeros(self.games, dtype=torch.int64, device=device)
        self.left = torch.zeros(self.games, dtype=torch.int64, device=device)
        self.seated = torch.zeros(1, self.games, dtype=torch.int64, device=device)
        self.rewards = torch.zeros(SEATS_MOST, self.games, dtype=torch.int8, device=device)
        self.kinds = torch.as_tensor(kinds).to(device)
        self.with_past = (self.kinds == WITH_PAST).nonzero()[:, 0]
        self.with_thumbs = self.kinds == WITH_THUMBS
        shared = (self.rows, self.masks, self.cards, self.seats, self.left, self.seated, self.rewards)
        table_seats = torch.as_tensor(numpy.array([seats for _, seats, _ in kinds_of_table])[which]).to(device)
        places = torch.arange(SEATS_MOST, device=device)
        self.at_table = places < table_seats[:, None]
        self.table_seats = table_seats
        options = [(seats, options) for _, seats, options in kinds_of_table]
        self.tables = Tables(kinds, which, options, seed, device, shared)

    def not_mine(self) -> Any:
        """Where a past self is asked."""
        return (self.kinds == WITH_PAST) & ((self.seated[0] >> self.seats) & 1 == 1)

    def thumbs(self) -> Any:
        """For each game, a mark at every place clockwise from the asked seat where a rule-of-thumb player sits."""
        marks = (self.seated[0][:, None] >> self.from_seat(self.seats)) & 1
        return marks * (self.with_thumbs[:, None] & self.at_table)

    def from_seat(self, seats: Any) -> Any:
        """For each game, which seat sits at each place clockwise from one."""
        places = torch.arange(SEATS_MOST, device=seats.device)
        return torch.where(self.at_table, (seats[:, None] + places) % self.table_seats[:, None], places)

    def advice(self) -> Any:
        """What the rule of thumb would answer everywhere."""
        return self.tables.advice()

    def step(self, codes: Any) -> None:
        self.tables.step(codes)
