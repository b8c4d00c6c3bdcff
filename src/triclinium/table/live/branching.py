"""A new table from a point of a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Raw

from triclinium.bots import bot_names, usual_bot
from triclinium.core.decision import Refused
from triclinium.core.game import AnyGame, BadOptions
from triclinium.core.record import Record
from triclinium.table.live import lobby
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import LiveTable
from triclinium.table.live.replays import kept_record
from triclinium.table.log.kept import Teller
from triclinium.table.log.rows import ROW, SeatPlan
from triclinium.table.log.visitors import branches_of
from triclinium.table.people.personal import tellers
from triclinium.table.play import seats
from triclinium.table.play.again import counted_events
from triclinium.table.play.fields import OVER
from triclinium.table.play.passages import story_in
from triclinium.table.play.pieces import Begun
from triclinium.table.play.talk import clean_name
from triclinium.table.protocol.messages import ClockRule
from triclinium.table.protocol.replies import Made
from triclinium.table.protocol.requests import Branch

BRANCHES_MOST = 50
"""The most branches of one game: a veil there must reach them all."""


async def branch(hub: Hub, live: LiveTable, visitor: str, address: str, wanted: Branch) -> Made:
    """A new table from a point of a finished game: the asker in one seat, bots in the others."""
    table = live.table
    if table.phase != OVER:
        raise Refused("refused.not_over")
    if table.play is None:
        raise Refused("refused.other_rules")
    if table.closed:
        raise Refused("refused.kept_closed")
    if len(await hub.store.tables_of(branches_of(live.id))) >= BRANCHES_MOST:
        raise Refused("refused.too_many_branches")
    record = kept_record(table)
    bot = wanted.bot or usual_bot(table.made.game)
    if bot not in bot_names(table.made.game):
        raise Refused("refused.no_such_bot")
    if wanted.seat >= record.seats or wanted.at > len(record.entries):
        raise Refused("refused.no_such_step")
    name = clean_name(wanted.name)
    rows = await hub.store.load(live.id) if table.tells else []
    begun, told, told_by = await hub.heavy.do(visitor, _played_again, table.game, record, wanted.at, rows)
    opened = await hub.store.open_tables(visitor)
    if live.table is not table:
        raise Refused("refused.busy")  # words were changed meanwhile: the old ones must not live on
    plans = [
        SeatPlan(visitor=visitor, name=name, avatar=wanted.avatar)
        if number == wanted.seat
        else SeatPlan(bot=bot, name=seats.BOT_NAMES[number % len(seats.BOT_NAMES)])
        for number in range(record.seats)
    ]
    entries = [(entry.seat, entry.answer) for entry in record.entries[: wanted.at]]
    made = lobby.like(
        hub,
        table,
        plans,
        visitor,
        branch_of=live.id,
        entries=entries,
        told=told,
        tellers=told_by,
        undo="free",
        clock=ClockRule(),
        wait=None,
    )
    new = lobby.lay(hub, address, opened, made)
    new.table.begun = begun
    return lobby.told_made(hub, new, visitor, wanted.seat)


def _played_again(game: AnyGame, record: Record, at: int, rows: Sequence[bytes]) -> tuple[Begun, Raw, list[str]]:
    """The game up to the point where a branch begins, ready to be continued, and its events. Raises `Refused`.

    For a story with its rows given, also who told each passage.
    """
    # A branch continues with another game's luck, which no pledge of its own could verify.
    unpledged = Record(record.game, game.info.rules_version, record.seats, record.options)
    try:
        teller = Teller(game, unpledged)
        told = teller.keep(record.entries[:at])
    except (Refused, BadOptions):
        raise Refused("refused.other_rules") from None
    play = teller.play
    if not play.pending():
        raise Refused("refused.no_such_step")
    story = story_in([ROW.decode(row) for row in rows]) if rows else None
    told_by = tellers(story)[: sum(entry < at for entry in story.tellings)] if story is not None else []
    return Begun(play, counted_events(play, record.seats)), told, told_by
