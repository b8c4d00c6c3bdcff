"""Every HTTP route, declared once: for serving and for the description."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from triclinium.book.story import FORMATS, NoTale, tale_of
from triclinium.core.decision import Refused
from triclinium.table.live import branching, forgetting, lobby, replays
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import LiveTable
from triclinium.table.log.rows import Subscribed
from triclinium.table.play import links, luck, seats
from triclinium.table.play.table import OVER
from triclinium.table.protocol.messages import ENCODER, Eyes
from triclinium.table.protocol.requests import (
    Branch,
    Done,
    Forgotten,
    Games,
    KeepingTold,
    LinkMade,
    LogTold,
    Made,
    Me,
    MeWhole,
    NewLink,
    NewTable,
    PushKey,
    Replay,
    Subscribe,
    TableList,
    Taken,
    TakeSeat,
    Watch,
    Watching,
)
from triclinium.table.store import StoreFailed
from triclinium.words import LANGUAGES, Words

LISTED_MOST = 50
Arguments = ParamSpec("Arguments")
Found = TypeVar("Found")


@dataclass(slots=True)
class Ask:
    """A request that has passed the admission checks."""

    hub: Hub
    visitor: str
    table: str
    body: Any
    query: dict[str, str]
    public_url: str
    address: str = ""

    async def heavily(
        self, work: Callable[Arguments, Found], *given: Arguments.args, **named: Arguments.kwargs
    ) -> Found:
        """Do work in a thread, when it is this visitor's turn."""
        return await self.hub.heavy.do(self.visitor or self.address, work, *given, **named)

    def live(self) -> LiveTable:
        """The requested table."""
        live = self.hub.find(self.table)
        if live is None:
            raise Refused("refused.no_such_table")
        if live.faltered:
            raise Refused("refused.not_stored")
        live.table.now = max(live.table.now, self.hub.now())
        return live

    def inside(self) -> LiveTable:
        """The table, for visitors who are connected with it."""
        live = self.live()
        if not seats.may_enter(live.table, self.visitor):
            raise Refused("refused.no_right")
        return live


RECORD = "application/jsonl"
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Text:
    """A response that is a file and not JSON."""

    body: str
    name: str
    media: str = RECORD


@dataclass(frozen=True, slots=True)
class Written:
    """A response that is already JSON."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: str
    does: Callable[[Ask], Awaitable[Any]]
    takes: type | None = None
    gives: type | None = None
    query: tuple[tuple[str, str], ...] = ()
    """Names with their patterns."""
    makes_visitor: bool = False
    document: Callable[[], Any] | None = None
    """Makes the response, if it is the same for everybody while the server runs."""
    files: tuple[str, ...] = (RECORD,)
    """Media types, if a file is returned."""
    heavy: bool = False
    """Whether its responses may be long: they are sent in pieces, and count until they are read."""


def games_here() -> Games:
    """The games that can be played here, with their options and bots."""
    return Games(games=lobby.games())


async def list_games(_ask: Ask) -> Games:
    """The games that can be played here, with their options and bots."""
    return games_here()


async def list_tables(ask: Ask) -> TableList:
    """The visitor's tables."""
    lines = []
    for table in ask.hub.store.tables_of(ask.visitor)[:LISTED_MOST] if ask.visitor else []:
        try:
            seen = ask.hub.peek(table)
            if seen is not None and seats.may_enter(seen, ask.visitor):
                lines.append(lobby.line(seen, ask.visitor))
        except StoreFailed:
            raise
        except Exception as error:
            if not isinstance(error, Refused):
                ask.hub.falter(table, error, "list")
            lines.append(lobby.put_away_line(table, ask.hub.store.game_of(table)))
        await asyncio.sleep(0)  # waking a table takes a while: other work comes first
    return TableList(tables=lines)


async def make_table(ask: Ask) -> Made:
    """Make a table and sit down at it."""
    return await lobby.make_table(ask.hub, ask.visitor, ask.address, ask.body)


async def take_seat(ask: Ask) -> Taken:
    """Take a seat with an invitation or hand-over link."""
    live = ask.live()
    body: TakeSeat = ask.body
    seat = seats.sit(live.table, ask.visitor, lobby.clean_name(body.name), body.secret, body.seat)
    luck.gather(live.table)
    ask.hub.touch(live)
    return Taken(id=live.id, seat=seat)


async def watch(ask: Ask) -> Watching:
    """Watch with a spectator link."""
    live = ask.live()
    eyes = seats.watch(live.table, ask.visitor, ask.body.secret)
    ask.hub.touch(live)
    return Watching(id=live.id, eyes=eyes)


async def make_link(ask: Ask) -> LinkMade:
    """Make a link: invite, watch, shoulder (see a seat's view) or seat (hand it over)."""
    live = ask.inside()
    body: NewLink = ask.body
    secret = links.make_link(live.table, ask.visitor, body.kind, body.seat)
    ask.hub.touch(live)
    return LinkMade(kind=body.kind, seat=body.seat, secret=secret)


async def void_links(ask: Ask) -> Done:
    """Void all links of a kind; whoever watches by them is disconnected."""
    live = ask.inside()
    links.void_links(live.table, ask.visitor, ask.body.kind, ask.body.seat)
    ask.hub.touch(live)
    return Done(id=live.id)


def _eyes(live: LiveTable, ask: Ask) -> Eyes:
    wanted = ask.query.get("seat")
    seat = None if wanted is None else int(wanted)
    if seat is not None and seat not in live.table.seats_of(ask.visitor):
        return seats.eyes_of(live.table, ask.visitor, None, seat)[1]
    return seats.eyes_of(live.table, ask.visitor, seat, None)[1]


async def read_log(ask: Ask) -> LogTold:
    """All events that this viewer was told, from the beginning."""
    live = ask.inside()
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
    live = ask.inside()
    table = live.table
    if table.play is None and table.past is None:
        raise Refused("refused.not_playing")
    record = replays.kept_record(table)
    name = f"{table.made.game}-{live.id[:8]}"
    if table.phase == OVER and not table.closed:
        return Text(await ask.heavily(record.write), f"{name}.jsonl")
    eyes = _eyes(live, ask)
    if table.past is not None:
        seen = replays.past_scoped(table.past, record, eyes)
    else:
        assert table.play is not None
        state = table.game.copy(table.play.state)
        seen = await ask.heavily(replays.view_scoped, table.game, record, state, eyes)
    return Text(seen, f"{name}-so-far.jsonl")


async def read_story(ask: Ask) -> Text:
    """The story so far, as Markdown, text or a page; with the players' names only on request."""
    live = ask.inside()
    table = live.table
    if table.play is None:
        raise Refused("refused.not_playing")
    form, language = ask.query.get("format", "md"), ask.query.get("language", "en")
    names = [seat.name for seat in table.seats] if ask.query.get("names") == "yes" else []
    state = table.game.copy(table.play.state)
    try:
        text = await ask.heavily(tale_of, table.game, state, Words(language, table.made.game), form, names)
    except NoTale:
        raise Refused("refused.no_story") from None
    return Text(text, f"{table.made.game}-{live.id[:8]}.{form}", FORMATS[form])


async def read_replay(ask: Ask) -> Written:
    """A finished game step by step: `eyes` is a seat, `public` or `open`."""
    live = ask.inside()
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


async def rematch(ask: Ask) -> Done:
    """The same people at a new table."""
    return Done(id=lobby.rematch(ask.hub, ask.inside(), ask.visitor, ask.address))


async def branch(ask: Ask) -> Made:
    """Continue from a point of a finished game, against bots."""
    return await branching.branch(ask.hub, ask.inside(), ask.visitor, ask.address, ask.body)


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


async def push_key(ask: Ask) -> PushKey:
    """What a browser needs to subscribe to pushes."""
    post = ask.hub.post
    if post is None:
        return PushKey(key=None, webhook_hosts=[])
    key = await asyncio.to_thread(post.public_key)
    return PushKey(key=key, webhook_hosts=sorted(post.webhook_hosts))


async def subscribe(ask: Ask) -> Done:
    """Get notices of one's turn by push or webhook, or stop them."""
    live = ask.inside()
    body: Subscribe = ask.body
    own = live.table.seats_of(ask.visitor)
    if not own:
        raise Refused("refused.no_right")
    target: dict[str, Any] = {}
    if body.kind == "push" and body.endpoint:
        target = {"endpoint": body.endpoint, "keys": body.keys}
    elif body.kind == "webhook" and body.url:
        target = {"url": body.url}
    if target:
        if ask.hub.post is None:
            raise Refused("refused.address")
        ask.hub.post.check(body.kind, target)
    live.table.write(Subscribed(seat=own[0], kind=body.kind, target=target, language=body.language))
    ask.hub.touch(live)
    return Done(id=live.id)


AT_QUERY = ("at", "^[0-9]{1,6}$")
SEAT_QUERY = ("seat", "^[0-9]{1,2}$")
ROUTES = (
    Route("GET", "/api/games", list_games, gives=Games, document=games_here),
    Route("GET", "/api/tables", list_tables, gives=TableList),
    Route("POST", "/api/tables", make_table, NewTable, Made, makes_visitor=True),
    Route("POST", "/api/tables/{table}/seats", take_seat, TakeSeat, Taken, makes_visitor=True),
    Route("POST", "/api/tables/{table}/watch", watch, Watch, Watching, makes_visitor=True),
    Route("POST", "/api/tables/{table}/links", make_link, NewLink, LinkMade),
    Route("POST", "/api/tables/{table}/links/void", void_links, NewLink, Done),
    Route("GET", "/api/tables/{table}/log", read_log, gives=LogTold, query=(SEAT_QUERY,), heavy=True),
    Route("GET", "/api/tables/{table}/record", export, query=(SEAT_QUERY,), heavy=True),
    Route(
        "GET",
        "/api/tables/{table}/story",
        read_story,
        query=(
            ("format", f"^({'|'.join(FORMATS)})$"),
            ("language", f"^({'|'.join(LANGUAGES)})$"),
            ("names", "^(yes|no)$"),
        ),
        files=tuple(FORMATS.values()),
        heavy=True,
    ),
    Route(
        "GET",
        "/api/tables/{table}/replay",
        read_replay,
        gives=Replay,
        query=(("eyes", "^(public|open|[0-9]{1,2})$"), ("at", "^[0-9]{1,6}$"), ("count", "^[0-9]{1,3}$")),
        heavy=True,
    ),
    Route("POST", "/api/tables/{table}/rematch", rematch, gives=Done),
    Route("POST", "/api/tables/{table}/branch", branch, Branch, Made),
    Route("GET", "/api/me", read_me, gives=Me, query=(AT_QUERY,), heavy=True),
    Route("GET", "/api/me/download", download_me, gives=MeWhole, query=(AT_QUERY,), heavy=True),
    Route("DELETE", "/api/me", forget_me, gives=Forgotten),
    Route("DELETE", "/api/tables/{table}/me", forget_me_here, gives=Forgotten),
    Route("GET", "/api/push", push_key, gives=PushKey),
    Route("POST", "/api/tables/{table}/notices", subscribe, Subscribe, Done),
)
