"""Routes of what the server stores about a visitor: see, download, delete."""

from __future__ import annotations

from triclinium.core.decision import Refused
from triclinium.table.live import forgetting
from triclinium.table.protocol.messages import ENCODER
from triclinium.table.protocol.visitor_replies import Forgotten, KeepingTold, Me, MeWhole
from triclinium.table.web.asks import JSON, Ask, Text


async def read_me(ask: Ask) -> Me:
    """What the server stores about this visitor, from the `at`th table on."""
    tables, more = await _traces(ask)
    found = await forgetting.kept(ask.hub, ask.visitor, tables)
    keeping = ask.hub.keeping
    return Me(
        tables=[forgetting.counted(table) for table in found],
        more=more,
        keeping=KeepingTold(finished=keeping.finished, unbegun=keeping.unbegun, idle=keeping.idle),
    )


async def download_me(ask: Ask) -> Text:
    """The same with every word, as a file."""
    tables, more = await _traces(ask)
    whole = MeWhole(tables=await forgetting.kept(ask.hub, ask.visitor, tables), more=more)
    return Text(ENCODER.encode(whole).decode(), "triclinium-me.json", JSON)


async def _traces(ask: Ask) -> tuple[list[str], int]:
    """The tables in this reply, and how many come after them."""
    tables = await forgetting.traces(ask.hub, ask.visitor)
    at = int(ask.query.get("at", "0"))
    return tables[at : at + forgetting.TOLD_MOST], max(0, len(tables) - at - forgetting.TOLD_MOST)


async def forget_me(ask: Ask) -> Forgotten:
    """Delete everything the server stores about this visitor; ask again for what is `left`."""
    return await forgetting.forget_everywhere(ask.hub, ask.visitor)


async def forget_me_here(ask: Ask) -> Forgotten:
    """Delete everything this table stores about this visitor."""
    if not await forgetting.forget(ask.hub, ask.table, ask.visitor):
        raise Refused("refused.no_right")
    return Forgotten(tables=1, left=[])
