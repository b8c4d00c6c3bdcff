"""Finished games again: as a record file, step by step with any eyes; and what one seat may keep of a running game."""

from __future__ import annotations

from triclinium.core.decision import CHANCE
from triclinium.core.game import AnyGame
from triclinium.core.play import Play
from triclinium.core.record import Record, one_line
from triclinium.table.messages import Data, Eyes
from triclinium.table.requests import Step
from triclinium.table.table import Table
from triclinium.table.told import plain_events

STEPS_MOST = 64
OPEN = "open"


def kept_record(table: Table) -> Record:
    """A copy of the record, to be read beside the running game."""
    assert table.play is not None
    old = table.play.record
    return Record(
        old.game, old.rules_version, old.seats, old.options, list(old.entries), old.pledge, old.ending, old.digest
    )


def told_log(game: AnyGame, record: Record, eyes: Eyes) -> list[Data]:
    """All events these eyes were told."""
    state = game.start(record.options, record.seats)
    events: list[Data] = []
    for entry in record.entries:
        events += plain_events(game.apply(state, entry.seat, entry.answer), eyes)
    return events


def view_scoped(table: Table, eyes: Eyes) -> str:
    """What these eyes may keep of a game that is not over: no answers of others, no luck, no secret."""
    assert table.play is not None
    made = table.made
    lines: list[Data] = [
        {"game": made.game, "rules": made.rules, "options": made.options, "seats": len(table.seats), "eyes": eyes}
    ]
    lines += [{"event": event} for event in told_log(table.game, table.play.record, eyes)]
    lines.append({"view": table.game.view(table.play.state, eyes)})
    return "".join(one_line(line) + "\n" for line in lines)


def steps(table: Table, record: Record, eyes: str, at: int, count: int) -> list[Step]:
    """Steps of a finished game, each with the events and the view of the wanted eyes, or everything open."""
    game = table.game
    play: Play[object] = Play(game, Record(record.game, record.rules_version, record.seats, record.options))
    everybody: list[Eyes] = [None, *range(record.seats)]
    wanted = everybody if eyes == OPEN else [None if eyes == "public" else int(eyes)]
    found = []
    for number in range(min(at + count, len(record.entries) + 1)):
        entry = record.entries[number - 1] if number else None
        events = play.answer(entry.seat, entry.answer) if entry else []
        if number < at:
            continue
        shown = entry is not None and (eyes == OPEN or str(entry.seat) == eyes)
        found.append(
            Step(
                at=number,
                seat=None if entry is None or (entry.seat == CHANCE and not shown) else entry.seat,
                answer=entry.answer if entry is not None and shown else None,
                events=[{"kind": event.kind, **event.data} for event in events]
                if eyes == OPEN
                else plain_events(events, wanted[0]),
                views={"public" if one is None else str(one): game.view(play.state, one) for one in wanted},
            )
        )
    return found
