"""Routes of a table: make it, sit down, watch, invite, be notified."""

from __future__ import annotations

import asyncio
from typing import Any

from triclinium.core.decision import Refused
from triclinium.table.live import listing, lobby, taking_along
from triclinium.table.log.rows import Subscribed
from triclinium.table.play import links, luck, seats, talk
from triclinium.table.protocol.replies import (
    Done,
    Games,
    Invitation,
    LinkMade,
    Made,
    PushKey,
    TableList,
    Taken,
    Watching,
)
from triclinium.table.protocol.requests import Link, NewLink, Subscribe, TakeSeat
from triclinium.table.store import StoreFailed
from triclinium.table.web.asks import Ask

LISTED_MOST = 50


def games_here() -> Games:
    """The games that can be played here, with their options and bots."""
    return Games(games=listing.games())


async def list_games(_ask: Ask) -> Games:
    """The games that can be played here, with their options and bots."""
    return games_here()


async def list_tables(ask: Ask) -> TableList:
    """The visitor's tables."""
    lines = []
    own = await ask.hub.store.tables_of(ask.visitor) if ask.visitor else []
    for table in own[:LISTED_MOST]:
        try:
            seen = await ask.hub.peek(table)
            if seen is not None and seats.may_enter(seen, ask.visitor):
                lines.append(listing.line(seen, ask.visitor))
        except StoreFailed:
            raise
        except Exception as error:
            if not isinstance(error, Refused):
                ask.hub.falter(table, error, "list")
            lines.append(listing.put_away_line(table, await ask.hub.store.game_of(table)))
        await asyncio.sleep(0)  # waking a table takes a while: other work comes first
    return TableList(tables=lines)


async def make_table(ask: Ask) -> Made:
    """Make a table and sit down at it."""
    return await lobby.make_table(ask.hub, ask.visitor, ask.address, ask.body)


async def take_along(ask: Ask) -> Made:
    """Go on here with a game that was begun without a network; the rules check all of it."""
    return await taking_along.take_along(ask.hub, ask.visitor, ask.address, ask.body)


async def read_invitation(ask: Ask) -> Invitation:
    """Who invites to what: for whoever has the secret of a link and has not used it yet. Nothing is stored."""
    body: Link = ask.body
    return listing.invitation((await ask.live()).table, body.secret)


async def take_seat(ask: Ask) -> Taken:
    """Take a seat with an invitation or hand-over link."""
    live = await ask.live()
    body: TakeSeat = ask.body
    name = talk.clean_name(body.name)
    seat = seats.sit(live.table, ask.visitor, name, body.secret, body.seat, body.avatar)
    luck.gather(live.table)
    ask.hub.touch(live)
    return Taken(id=live.id, seat=seat)


async def watch(ask: Ask) -> Watching:
    """Watch with a spectator link."""
    live = await ask.live()
    eyes = seats.watch(live.table, ask.visitor, ask.body.secret)
    ask.hub.touch(live)
    return Watching(id=live.id, eyes=eyes)


async def make_link(ask: Ask) -> LinkMade:
    """Make a link: invite, watch, shoulder (see a seat's view) or seat (hand it over)."""
    live = await ask.inside()
    body: NewLink = ask.body
    secret = links.make_link(live.table, ask.visitor, body.kind, body.seat)
    ask.hub.touch(live)
    return LinkMade(kind=body.kind, seat=body.seat, secret=secret)


async def void_links(ask: Ask) -> Done:
    """Void all links of a kind; whoever watches by them is disconnected."""
    live = await ask.inside()
    links.void_links(live.table, ask.visitor, ask.body.kind, ask.body.seat)
    ask.hub.touch(live)
    return Done(id=live.id)


async def push_key(ask: Ask) -> PushKey:
    """What a browser needs to subscribe to pushes."""
    post = ask.hub.post
    if post is None:
        return PushKey(key=None, webhook_hosts=[])
    key = await asyncio.to_thread(post.public_key)
    return PushKey(key=key, webhook_hosts=sorted(post.webhook_hosts))


async def subscribe(ask: Ask) -> Done:
    """Get notices of one's turn by push or webhook, or stop them."""
    live = await ask.inside()
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
