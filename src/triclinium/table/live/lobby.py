"""Around the game: make tables, seat people, make links, play a rematch."""

from __future__ import annotations

import secrets
from typing import Any

from triclinium.bots import usual_bot
from triclinium.core.decision import Refused
from triclinium.core.game import BadOptions
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import LiveTable
from triclinium.table.log.rows import Created, Rematched, SeatPlan
from triclinium.table.play import links, luck, making, seats
from triclinium.table.play.fields import OVER
from triclinium.table.play.luck import table_commitment
from triclinium.table.play.table import Table
from triclinium.table.play.talk import clean_name
from triclinium.table.protocol.messages import ENCODER
from triclinium.table.protocol.replies import Made
from triclinium.table.protocol.requests import NewTable
from triclinium.table.store import Overtaken


async def make_table(hub: Hub, visitor: str, address: str, wanted: NewTable) -> Made:
    """Make a table; its maker is the host."""
    game = making.game_of(wanted.game)
    options = await hub.heavy.do(visitor, making.options_of, game, wanted)
    making.check(wanted)
    name = clean_name(wanted.name)
    opened = await hub.store.open_tables(visitor)
    live = lay(hub, address, opened, making.made(wanted, options, visitor, fresh_id()))
    seat = None
    if wanted.sit:
        seat = seats.take_free(live.table, visitor, name, None, wanted.avatar)
    return told_made(hub, live, visitor, seat)


def lay(hub: Hub, address: str, opened: int, made: Created) -> LiveTable:
    """Make a table, if its host, who has so many open ones, and their address have not made too many. Raises
    `Refused`.
    """
    hub.quotas.make_table(made.host, address, opened)
    hub.quotas.write(address, len(ENCODER.encode(made)))
    return hub.create(made)


def told_made(hub: Hub, live: LiveTable, visitor: str, seat: int | None) -> Made:
    """A new table for its maker."""
    table = live.table
    invite = links.make_link(table, visitor, links.INVITE, None)
    watch = links.make_link(table, visitor, links.WATCH, None)
    luck.gather(table)
    hub.touch(live)
    return Made(id=live.id, invite=invite, watch=watch, seat=seat, commitment=table_commitment(table.made))


async def rematch(hub: Hub, live: LiveTable, visitor: str, address: str) -> str:
    """The same people, bots and options at a new table. Whoever asks second joins the first one's table."""
    opened = await hub.store.open_tables(visitor)
    table = live.table
    if table.phase != OVER:
        raise Refused("refused.not_over")
    if not table.seats_of(visitor):
        raise Refused("refused.no_right")
    if table.rematch is not None:
        return table.rematch
    plans = [
        SeatPlan(bot=seat.bot or usual_bot(table.made.game), name=seat.name)
        if seat.left or seat.bot
        else SeatPlan(visitor=seat.visitor, name=seat.name, avatar=seat.avatar)
        for seat in table.seats
    ]
    again = like(hub, table, plans, visitor)
    new = lay(hub, address, opened, again)
    table.now = max(table.now, hub.now())
    table.write(Rematched(table=new.id))
    hub.touch(live)
    hub.touch(new)
    try:
        await hub.durable(live.id)
    except Overtaken:  # perhaps by the same wish; then that table is the right one
        await hub.remove(new.id, anyway=True)
        raise
    return new.id


def fresh_id() -> str:
    """A new table's id: not a secret, but nobody guesses one either."""
    return secrets.token_hex(16)


def like(hub: Hub, table: Table, plans: list[SeatPlan], host: str, **changes: Any) -> Created:
    """A table like another one, with its own secret, under today's rules. Raises `Refused` if they do not fit."""
    made = table.made
    try:
        options = table.game.complete(made.options)
        table.game.start(options, len(plans))
    except (BadOptions, *making.UNREADABLE):
        raise Refused("refused.other_rules") from None
    same = {
        "options": options,
        "clock": made.clock,
        "wait": made.wait,
        "undo": made.undo,
        "window": made.window,
        "quick": made.quick,
        "hints": made.hints,
        "language": made.language,
        **changes,
    }
    return Created(
        id=fresh_id(),
        game=made.game,
        rules=table.game.info.rules_version,
        seats=plans,
        host=host,
        secret=secrets.token_hex(32),
        **same,
    )
