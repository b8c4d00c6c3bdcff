"""What stays the same from game to game for a learner: the rules, the seats, the options, the numbers of the bots."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from triclinium.core.compiled import dtype_of, numba_is_here, write_record
from triclinium.core.decision import Json, Seat
from triclinium.core.game import AnyGame, BadOptions, Kernel, Options, check_seats
from triclinium.core.ledger import Ledger, ledger_of
from triclinium.core.manifest import manifest_of, manifests
from triclinium.games import game_named

Record: TypeAlias = NDArray[Any]
"""A row with one record: compiled code takes it in a fraction of the time that a record by itself needs."""

RESEARCH_GAMES = tuple(manifest.id for manifest in manifests().values() if manifest.research is not None)
"""The games whose answers can be numbered."""
CHANCE_OUTCOMES_MOST = 27
"""The codes of chance are below this number."""
ASKED_OUTSIDE = -1
"""Instead of the number of a bot: whoever steps the game answers for this seat."""
PLAIN = "TRICLINIUM_PLAIN"
"""Set this in the environment to 1 for the plain rules: slow, but without waiting for a compiler."""


class Setup:
    """One choice of game, seats and options, and whether its rules are compiled."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, Json] | None = None, *, compiled: bool | None = None
    ) -> None:
        if game not in RESEARCH_GAMES:
            raise BadOptions(f"no game {game!r} for research; there are {', '.join(RESEARCH_GAMES)}")
        self.game: AnyGame = game_named(game)
        check_seats(self.game.info, seats)
        self.seats = seats
        self.options: Options = self.game.complete(options or {})
        if self.options.get("steering") == "free":
            raise BadOptions("free steering has more answers than can be numbered; set steering to notched")
        research = manifest_of(game).research
        assert self.game.kernel is not None and research is not None, "so are the games above"
        self.kernel: Kernel = self.game.kernel
        self.research = research
        self.ledger: Ledger = ledger_of(game)
        self.start = self.game.start(self.options, seats)
        self.start.taping = 0
        self.answers = manifest_of(game).part("answers")
        if compiled and not numba_is_here():
            raise BadOptions("compiled rules need Numba: pip install 'triclinium[bots]', or leave out compiled=True")
        self.wish = compiled
        self.compiled: bool = numba_is_here() and os.environ.get(PLAIN) != "1" if compiled is None else compiled

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its arguments: rules cannot be pickled."""
        return partial(Setup, compiled=self.wish), (self.game.info.id, self.seats, self.options)

    @cached_property
    def start_record(self) -> Record:
        """The start of a game for the compiled rules."""
        record = numpy.zeros(1, dtype_of(self.kernel.state))
        write_record(record[0], self.start)
        return record

    @property
    def codes(self) -> int:
        """The number of actions."""
        return self.kernel.codes

    def seated(self, bots: Sequence[str], outside: Sequence[Seat]) -> list[int]:
        """The number of the bot at each seat: the named ones take the seats in turn, except those asked outside.

        Raises `BadOptions` for a name that is no kernel function.
        """
        if not bots:
            raise BadOptions(f"name at least one bot for the other seats; there are {', '.join(self.ledger.bots)}")
        for bot in bots:
            if bot not in self.ledger.bots:
                known = ", ".join(self.ledger.bots)
                raise BadOptions(f"no compiled bot {bot!r} for {self.game.info.id}; there are {known}")
        numbers = [ASKED_OUTSIDE] * self.seats
        others = [seat for seat in range(self.seats) if seat not in outside]
        for place, seat in enumerate(others):
            numbers[seat] = self.ledger.bots.index(bots[place % len(bots)])
        return numbers


def agents_of(table: Setup) -> list[str]:
    return [f"seat_{seat}" for seat in range(table.seats)]
