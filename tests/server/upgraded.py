"""Tables before an upgrade: in play or finished, and as they were stored."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from triclinium.table.live import replays
from triclinium.table.log.kept import NOTHING
from triclinium.table.log.rows import ROW, Row
from triclinium.table.play.table import Table

from .room import Room, play_on, to_the_end

PEOPLE = {"banquet": 4, "benhur": 2, "bacchanalia": 3}


def running(game: str, answers: int = 25, **wanted: Any) -> Room:
    room = Room(people=PEOPLE[game], game=game, **wanted).begin()
    play_on(room, answers, seed=6)
    if not room.asked():
        return running(game, max(3, answers - 5), **wanted)  # it is over, or a window waits to be opened
    room.store()
    return room


def finished(game: str = "banquet") -> Room:
    room = Room(people=PEOPLE[game], game=game).begin()
    to_the_end(room, seed=6)
    return room


def rows_of(room: Room) -> list[Row]:
    return [ROW.decode(row) for row in room.stored]


def logs_of(table: Table) -> list[list[dict[str, Any]]]:
    """What each pair of eyes was told, as it is sent."""
    eyes: list[int | None] = [None, *range(len(table.seats))]
    if table.past is not None:
        return [replays.past_log(table.past, one) for one in eyes]
    record = replays.kept_record(table)
    logs = [replays.told_log(table.game, record, one) for one in eyes]
    return json.loads(json.dumps(logs))


def without_told(rows: list[Row]) -> list[Row]:
    """The rows as they were stored before they kept anything."""
    return [replace(row, told=NOTHING) if hasattr(row, "told") else row for row in rows]
