"""A game in progress for a learner: numbered actions, masks, observations, rewards.

`Setup.new_episode` gives a game by the compiled rules (`compiled_episode`) or, without Numba, by the plain ones. Both
play the same games, answer for answer.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from triclinium.core.compiled import numba_is_here
from triclinium.core.decision import CHANCE, Answer, Json, Seat
from triclinium.core.dice import below, sow
from triclinium.core.game import AnyGame, BadOptions, Kernel, Options, check_seats
from triclinium.core.ledger import Ledger, ledger_of
from triclinium.core.manifest import manifest_of, manifests
from triclinium.core.playout import OVER_NOW
from triclinium.games import game_named

Row: TypeAlias = NDArray[numpy.int16]
Mask: TypeAlias = NDArray[numpy.int8]

RESEARCH_GAMES = tuple(manifest.id for manifest in manifests().values() if manifest.research is not None)
"""The games whose answers can be numbered."""
CHANCE_OUTCOMES_MOST = 27
"""The codes of chance are below this number."""
ASKED_OUTSIDE = -1
"""Instead of the number of a bot: whoever steps the game answers for this seat."""
PLAIN = "TRICLINIUM_PLAIN"
"""Set this in the environment to 1 for the plain rules: slow, but without waiting for a compiler."""


class Setup:
    """What stays the same from game to game: the rules, the seats, the options, and whether the rules are compiled."""

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
    def start_record(self) -> Any:
        """The start of a game for the compiled rules."""
        from triclinium.adapters.compiled_episode import start_of

        return start_of(self)

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

    def new_episode(self, seed: int = 0, bots: Sequence[int] | None = None) -> Episode:
        """A new game before its first draw. Chance, and bots by their numbers, follow the seed."""
        dice = [0]
        sow(dice, seed)
        seated = [ASKED_OUTSIDE] * self.seats if bots is None else list(bots)
        if self.compiled:
            from triclinium.adapters.compiled_episode import CompiledEpisode

            return CompiledEpisode.of(self, self.start_record.copy(), seated, dice)
        return Episode(self, self.game.copy(self.start), seated, dice)


def agents_of(table: Setup) -> list[str]:
    return [f"seat_{seat}" for seat in range(table.seats)]


class Episode:
    """One game, by the plain rules."""

    def __init__(self, table: Setup, state: Any, bots: list[int], dice: list[int]) -> None:
        self.table = table
        self._state = state
        self._bots = bots
        self._dice = dice
        self._options: list[int] | None = None
        """What the asked seat may answer, once it has been listed."""

    @property
    def state(self) -> Any:
        """The state of the game, to be looked at. Assign to it to change the game."""
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        self._state = state
        self._options = None

    @property
    def rules(self) -> Any:
        return self.table.kernel.rules

    def asked(self) -> Seat:
        """Who is asked: a seat, CHANCE, or OVER_NOW. Simultaneous seats are asked one after the other."""
        seat: Seat = self.rules.asked(self._state)
        return seat

    @property
    def over(self) -> bool:
        return self.asked() == OVER_NOW

    def legal(self) -> list[int]:
        """What the asked seat may answer, in ascending order."""
        if self._options is None:
            out = [0] * self.table.kernel.options_most
            self._options = sorted(out[: self.rules.legal(self._state, self.asked(), out)])
        return self._options

    def allows(self, code: int) -> bool:
        """Whether the asked seat may answer so."""
        return code in self.legal()

    def apply(self, code: int) -> None:
        """Apply one answer of the asked seat or of chance."""
        self.rules.apply(self._state, self.asked(), code)
        self._options = None

    def go_on(self) -> None:
        """Answer for chance and bots until another seat is asked or the game is over."""
        choose, notes = self.table.ledger.choose, [0] * self.table.ledger.notes
        while True:
            seat = self.asked()
            if seat == CHANCE:
                self.apply(self.rules.luck_code(self._state, below(self._dice, self.rules.luck_total(self._state))))
            elif seat != OVER_NOW and (bot := self._bots[seat]) != ASKED_OUTSIDE:
                assert choose is not None, "who has numbered bots can ask them"
                self.apply(choose(self._state, seat, bot, notes, self._dice))
            else:
                return

    def answer(self, code: int) -> None:
        """Apply an answer of the asked seat and go on."""
        self.apply(code)
        self.go_on()

    def message(self, code: int) -> Answer:
        """What a code means now, as a message."""
        answers: Any = self.table.answers
        read = answers.chance_message_of if self.asked() == CHANCE else answers.message_of
        message: Answer = read(self.state, code)
        return message

    def code(self, answer: Answer) -> int:
        """The code of a message of the asked seat."""
        code: int = self.table.answers.code_of(self.state, answer)
        return code

    def odds(self) -> list[tuple[int, float]]:
        """The answers of chance with their probabilities, in ascending order."""
        total = self.rules.luck_total(self._state)
        counts: dict[int, int] = {}
        for outcome in range(total):
            code = self.rules.luck_code(self._state, outcome)
            counts[code] = counts.get(code, 0) + 1
        return [(code, counts[code] / total) for code in sorted(counts)]

    def mask(self, seat: Seat) -> Mask:
        """1 for each action that a seat may take now; all 0 if it is not asked."""
        mask = numpy.zeros(self.table.codes, numpy.int8)
        if seat == self.asked():
            mask[self.legal()] = 1
        return mask

    def observe(self, seat: Seat) -> Row:
        """What a seat may know, as a row of its own."""
        row = [0] * self.table.kernel.layout.size
        self.table.kernel.observe(self._state, seat, row)
        return numpy.array(row, numpy.int16)

    def winners(self) -> int:
        """The seats that have won, as a set of bits."""
        return int(self._state.winners)

    def rewards(self) -> list[float]:
        """1 for each seat that has won, or its part of 1 where winners share, otherwise 0."""
        winners = self.winners() if self.over else 0
        worth = 1 / winners.bit_count() if winners and self.table.research.shares_wins else 1.0
        return [worth if (winners >> seat) & 1 else 0.0 for seat in range(self.table.seats)]

    def __deepcopy__(self, memory: Any) -> Episode:
        """A copy of the game with the same set-up."""
        return Episode(self.table, self.table.game.copy(self._state), self._bots, self._dice.copy())
