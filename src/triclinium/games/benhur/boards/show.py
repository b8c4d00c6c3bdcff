"""A recorded position as a picture."""

from __future__ import annotations

from typing import Any

from triclinium.core.game import AnyGame
from triclinium.core.play import Play
from triclinium.core.record import Record
from triclinium.games.benhur.boards.circus import Move, circus_svg
from triclinium.games.benhur.rules.answers import card_number, speed_of


def picture(game: AnyGame, record: Record, at: int | None = None) -> str:
    """The position after so many answers as SVG, as everybody sees it."""
    stage: Play[Any] = Play(game, Record(record.game, record.rules_version, record.seats, record.options))
    last: Move | None = None
    for entry in record.entries[:at]:
        before: Any = game.view(stage.state, None)
        for event in stage.answer(entry.seat, entry.answer):
            if event.kind == "speed_played":
                last = _move(event.data, before["chariots"])
    return circus_svg(game.view(stage.state, None), last)


def _move(data: Any, chariots: Any) -> Move:
    stood = chariots[data["chariot"]]
    speed = speed_of(card_number(data["card"]))
    return Move(stood["x"], stood["y"], stood["heading"], speed, data["a"], data["b"])
