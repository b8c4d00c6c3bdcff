"""Views as they are sent: a part that has not changed since it was last sent is not written again."""

from __future__ import annotations

from typing import Any

from triclinium.core.game import AnyGame, SharesView
from triclinium.table.protocol.messages import ENCODER, Eyes


class WholeViews:
    """The views of a game that shares no parts: each is written anew."""

    __slots__ = ("_game",)

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def shared(self, state: Any, taken: int) -> bytes:
        """Nothing is written for all."""
        return b""

    def own(self, state: Any, eyes: Eyes) -> bytes:
        """The whole view."""
        return ENCODER.encode(self._game.view(state, eyes))

    def forget(self) -> None:
        """Nothing is kept."""


class SharedViews:
    """The parts of one table's views, each as it was last written and with the numbers it was made of."""

    __slots__ = ("_bodies", "_game", "_numbers", "_own", "_state", "_taken", "_whole")

    def __init__(self, game: SharesView) -> None:
        self._game = game
        self._own: dict[Eyes, tuple[tuple[Any, ...], bytes]] = {}
        self._numbers: list[Any] = [None] * len(game.shared_parts)
        self._bodies = [b""] * len(game.shared_parts)
        self._state: Any = None
        self._taken = -1
        self._whole = b""

    def shared(self, state: Any, taken: int) -> bytes:
        """What everybody sees when so many answers have been taken: an object that is still open at its end."""
        # A sealed answer is told to its seat alone, and the game has not taken it yet.
        if taken != self._taken or state is not self._state:
            self._write(state)
            self._state, self._taken = state, taken
            self._whole = b"{" + b",".join(self._bodies)
        return self._whole

    def forget(self) -> None:
        """The game has been cut: marks may grow to the same numbers in another way."""
        self._numbers = [None] * len(self._bodies)
        self._taken = -1

    def own(self, state: Any, eyes: Eyes) -> bytes:
        """What only these eyes see: the rest of the object."""
        numbers = self._game.own_numbers(state, eyes)
        kept = self._own.get(eyes)
        if kept is None or kept[0] != numbers:
            kept = self._own[eyes] = (numbers, b"," + ENCODER.encode(self._game.own_view(*numbers))[1:])
        return kept[1]

    def _write(self, state: Any) -> None:
        """Write the parts that have changed."""
        kept, bodies = self._numbers, self._bodies
        for place, part in enumerate(self._game.shared_parts):
            if part.numbers is not None:
                numbers = part.numbers(state)
                if numbers == kept[place]:
                    continue
                kept[place] = numbers if type(numbers) is int else _copied(numbers)
            bodies[place] = ENCODER.encode(part.shown(state))[1:-1]


def _copied(numbers: tuple[Any, ...]) -> tuple[Any, ...]:
    """Numbers and rows of numbers of our own: the rules go on writing on theirs."""
    return tuple(
        [
            field if type(field) is int else field[:] if type(field[0]) is int else [row[:] for row in field]
            for field in numbers
        ]
    )


def views_of(game: AnyGame) -> SharedViews | WholeViews:
    """How the views of a game are written: `shared` and `own`, one after the other, are a view."""
    return SharedViews(game) if isinstance(game, SharesView) else WholeViews(game)
