"""Routes of what has happened at a table: log, record, story, replay, review, and how to continue."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from secrets import compare_digest
from typing import Any

from triclinium.book.names import names_file, names_text
from triclinium.book.press import NoPress, TooLong, apart
from triclinium.book.story import FORMATS, NoTale, Wish, book_of
from triclinium.core.decision import Refused
from triclinium.core.game import AnyGame, BindsBook
from triclinium.table.live import branching, lobby, replays
from triclinium.table.live.live_table import LiveTable
from triclinium.table.log.visitors import tale_of
from triclinium.table.people.crediting import named_tellers
from triclinium.table.play import seats, sharing
from triclinium.table.play.fields import OVER
from triclinium.table.play.table import Table
from triclinium.table.protocol.history_replies import LogTold, ReviewTold, TaleTold
from triclinium.table.protocol.messages import Eyes
from triclinium.table.protocol.replies import Done, Made
from triclinium.table.protocol.requests import ReadTale
from triclinium.table.web.asks import JSON, Ask, Text, Written
from triclinium.words import Words


def _eyes(live: LiveTable, ask: Ask) -> Eyes:
    wanted = ask.query.get("seat")
    seat = None if wanted is None else int(wanted)
    if seat is not None and seat not in live.table.seats_of(ask.visitor):
        return seats.eyes_of(live.table, ask.visitor, None, seat)[1]
    return seats.eyes_of(live.table, ask.visitor, seat, None)[1]


async def read_log(ask: Ask) -> LogTold:
    """All events that this viewer was told, from the beginning."""
    live = await ask.inside()
    eyes = _eyes(live, ask)
    if live.table.past is not None:
        return LogTold(id=live.id, eyes=eyes, events=replays.past_log(live.table.past, eyes))
    if live.table.play is None:
        return LogTold(id=live.id, eyes=eyes, events=[])
    record = replays.kept_record(live.table)
    events = await ask.heavily(replays.told_log, live.table.game, record, eyes)
    return LogTold(id=live.id, eyes=eyes, events=events)


async def export(ask: Ask) -> Text:
    """A finished game as a record that can be verified offline; a running one as this viewer may know it."""
    live = await ask.inside()
    table = live.table
    if table.play is None and table.past is None:
        raise Refused("refused.not_playing")
    record = replays.kept_record(table)
    name = _record_name(live)
    if table.phase == OVER and not table.closed:
        return Text(await ask.heavily(record.write), name)
    eyes = _eyes(live, ask)
    if table.past is not None:
        seen = replays.past_scoped(table.past, record, eyes)
    else:
        assert table.play is not None
        state = table.game.copy(table.play.state)
        seen = await ask.heavily(replays.view_scoped, table.game, record, state, eyes)
    return Text(seen, name.replace(".jsonl", "-so-far.jsonl"))


def _record_name(live: LiveTable) -> str:
    return f"{live.table.made.game}-{live.id[:8]}.jsonl"


async def read_story(ask: Ask) -> Text:
    """The story so far as a file to read or to print; it names those who agreed."""
    live = await ask.inside()
    table = live.table
    if table.play is None:
        raise Refused("refused.not_playing")
    language = ask.query.get("language", "en")
    wish = Wish(
        form=ask.query.get("format", "md"),
        names=await _names(ask, table),
        margin=ask.query.get("margin") != "no",
        told_on=datetime.fromtimestamp(table.made.at / 1000, UTC).date(),
        paper=ask.query.get("paper", "a5"),
    )
    state = table.game.copy(table.play.state)
    try:
        book = await ask.heavily(_book, table.game, state, language, wish)
    except NoTale:
        raise Refused("refused.no_story") from None
    except NoPress:
        raise Refused("refused.no_press") from None
    except TooLong:
        raise Refused("refused.book_long") from None
    return Text(book, f"{table.made.game}-{live.id[:8]}.{wish.form}", FORMATS[wish.form])


def _book(game: AnyGame, state: Any, language: str, wish: Wish) -> bytes:
    """The book of a story. Its words are read here, in the thread."""
    return book_of(game, state, Words(language, game.info.id), wish, apart)


async def read_names(ask: Ask) -> Text:
    """Who agreed to be named in the book, by seat: a file to keep beside the record, or to delete."""
    live = await ask.inside()
    if not live.table.tells:
        raise Refused("refused.no_story")
    names = names_text(await _names(ask, live.table) or [None] * len(live.table.seats))
    return Text(names, names_file(Path(_record_name(live))).name, JSON)


async def _names(ask: Ask, table: Table) -> list[str | None]:
    if not any(seat.credited for seat in table.seats):
        return []
    await ask.hub.durable(table.made.id)
    return await ask.heavily(named_tellers, await ask.hub.store.load(table.made.id))


async def read_tale(ask: Ask) -> TaleTold:
    """A finished story that everybody who told it lets be read, by the key of its link: nobody has to sit down."""
    body: ReadTale = ask.body
    for id in await ask.hub.store.tables_of(tale_of(body.key)):
        table = await ask.hub.peek(id)
        if table is None or table.play is None or not isinstance(table.game, BindsBook):
            continue
        if not compare_digest(sharing.shared_key(table) or "", body.key):
            continue
        view = await ask.heavily(table.game.bound, table.game.copy(table.play.state))
        names = await _names(ask, table)
        if await ask.hub.peek(id) is not table or sharing.shared_key(table) != body.key:
            raise Refused("refused.busy")  # somebody veiled something meanwhile, or thought better of it
        tellers = names or [None] * len(table.seats)
        return TaleTold(game=table.made.game, language=table.made.language, view=view, tellers=tellers)
    raise Refused("refused.no_such_tale")


async def read_replay(ask: Ask) -> Written:
    """A finished game step by step: `eyes` is a seat, `public` or `open`."""
    live = await ask.inside()
    table = live.table
    if table.phase != OVER or (table.play is None and table.past is None):
        raise Refused("refused.not_over")
    if table.closed:
        raise Refused("refused.kept_closed")
    record = replays.kept_record(table)
    eyes = ask.query.get("eyes", "public")
    if eyes.isdecimal() and int(eyes) >= record.seats:
        raise Refused("refused.seat_unknown")
    at, count = int(ask.query.get("at", "0")), int(ask.query.get("count", "1"))
    count = max(1, min(count, replays.STEPS_MOST))
    if table.past is not None:
        return Written(await ask.heavily(replays.past_block, live.id, table.past, record, eyes, at, count))
    walk = ask.hub.positions.walk(live.id, table.retold, table.game, record, at)
    return Written(await ask.heavily(replays.block, live.id, walk, record, table.game, eyes, count))


async def read_review(ask: Ask) -> ReviewTold:
    """What the strongest bot would have done in one's place in a finished game, move by move, as far as it has come.

    The first request begins it. Only for a seat of one's own.
    """
    live = await ask.inside()
    table = live.table
    if table.phase != OVER or table.play is None:
        raise Refused("refused.not_over")
    if table.closed:
        raise Refused("refused.kept_closed")
    seat = int(ask.query.get("seat", "0"))
    if seat not in table.seats_of(ask.visitor):
        raise Refused("refused.no_right")
    return ask.hub.reviewing.told(table, ask.visitor, seat)


async def rematch(ask: Ask) -> Done:
    """The same people at a new table."""
    return Done(id=await lobby.rematch(ask.hub, await ask.inside(), ask.visitor, ask.address))


async def branch(ask: Ask) -> Made:
    """Continue from a point of a finished game, against bots."""
    return await branching.branch(ask.hub, await ask.inside(), ask.visitor, ask.address, ask.body)
