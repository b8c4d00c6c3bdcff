"""What everybody sees of a game, as it is sent: a part that has not changed since it was last sent stays as it is."""

from __future__ import annotations

from typing import Any

from triclinium.core.game import SharesView
from triclinium.table.messages import ENCODER


class SharedPages:
    """The shared parts of one table's view, each as it was last written and with the numbers it was made of."""

    __slots__ = ("_bodies", "_numbers", "game")

    def __init__(self, game: SharesView) -> None:
        self.game = game
        self._numbers: list[Any] = [None] * len(game.shared_parts)
        self._bodies = [b""] * len(game.shared_parts)

    def written(self, state: Any) -> bytes:
        """What everybody sees now: an object that is still open at its end."""
        for place, part in enumerate(self.game.shared_parts):
            if part.numbers is not None:
                numbers = part.numbers(state)
                if numbers == self._numbers[place]:
                    continue
                self._numbers[place] = _copied(numbers)
            self._bodies[place] = ENCODER.encode(part.shown(state))[1:-1]
        return b"{" + b",".join(self._bodies)


def _copied(numbers: tuple[Any, ...]) -> tuple[Any, ...]:
    """Numbers and rows of numbers of our own: the rules go on writing on theirs."""
    return tuple(
        [
            field if type(field) is int else field[:] if type(field[0]) is int else [row[:] for row in field]
            for field in numbers
        ]
    )
