"""Around the game: make tables, seat people, make links, play a rematch."""

from __future__ import annotations

import secrets
from typing import Any

from triclinium.bots import bot_names, usual_bot
from triclinium.core.datafile import check_plain
from triclinium.core.decision import Refused
from triclinium.core.game import AnyGame, BadOptions, Options, check_seats
from triclinium.core.manifest import manifest_of
from triclinium.games import GAMES, game_named
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import LiveTable
from triclinium.table.log.rows import Created, Rematched, SeatPlan
from triclinium.table.play import links, luck, seats
from triclinium.table.play.boundaries import OPTIONS_BYTES
from triclinium.table.play.luck import table_commitment
from triclinium.table.play.table import OVER, Table
from triclinium.table.play.talk import clean_name
from triclinium.table.protocol.messages import ENCODER, ClockRule
from triclinium.table.protocol.replies import Made
from triclinium.table.protocol.requests import NewTable
from triclinium.table.store import Overtaken

UNREADABLE = (TypeError, ValueError, KeyError, AttributeError, RecursionError, OverflowError)
"""The errors, besides `BadOptions`, that nonsense in options and files can cause."""


async def make_table(hub: Hub, visitor: str, address: str, wanted: NewTable) -> Made:
    """Make a table; its maker is the host."""
    if wanted.game not in GAMES:
        raise Refused("refused.no_such_game")
    game = game_named(wanted.game)
    options = await hub.heavy.do(visitor, _options, game, wanted)
    if any(seat.bot is not None and seat.bot not in bot_names(wanted.game) for seat in wanted.seats):
        raise Refused("refused.no_such_bot")
    _check_clock(wanted.clock)
    _check_lesson(wanted)
    if wanted.sit and all(seat.bot is not None for seat in wanted.seats):
        raise Refused("refused.table_full")
    name = clean_name(wanted.name)
    plans = [
        SeatPlan(bot=seat.bot, name=seats.BOT_NAMES[number % len(seats.BOT_NAMES)] if seat.bot else None)
        for number, seat in enumerate(wanted.seats)
    ]
    opened = await hub.store.open_tables(visitor)
    live = lay(
        hub,
        address,
        opened,
        Created(
            id=fresh_id(),
            game=wanted.game,
            rules=game.info.rules_version,
            options=options,
            seats=plans,
            host=visitor,
            secret=secrets.token_hex(32),
            clock=wanted.clock,
            wait=wanted.wait,
            undo=wanted.undo,
            window=wanted.window,
            quick=wanted.quick,
            hints=wanted.hints,
            language=wanted.language,
            lesson=wanted.lesson,
            lesson_luck=_lesson_luck(wanted),
        ),
    )
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


def _options(game: AnyGame, wanted: NewTable) -> Options:
    """The options of a new table, files included. Raises `Refused` with the reason if no game can start like that."""
    given: Options = {**wanted.options, **_read_files(game, wanted.files)}
    try:
        check_plain(given)
        check_seats(game.info, len(wanted.seats))
        options = game.complete(given)
        game.start(options, len(wanted.seats))
    except BadOptions as bad:
        raise Refused("refused.bad_options", reason=str(bad)) from None
    except UNREADABLE:
        raise Refused("refused.bad_options", reason="") from None
    if len(ENCODER.encode(options)) > OPTIONS_BYTES:
        raise Refused("refused.too_long")
    return options


def _read_files(game: AnyGame, files: dict[str, str]) -> Options:
    readers = {option.name: option.read_file for option in game.info.options if option.read_file is not None}
    given: Options = {}
    for name, text in files.items():
        if name not in readers:
            raise Refused("refused.no_such_file", name=name)
        try:
            given[name] = readers[name](text)
        except (BadOptions, *UNREADABLE) as bad:
            raise Refused("refused.bad_file", name=name, reason=str(bad)) from None
    return given


def _check_clock(rule: ClockRule) -> None:
    fits = {
        "none": rule.amount == 0,
        "move": rule.amount >= 5,
        "bank": rule.amount >= 30,
        "days": 1 <= rule.amount <= 30,
    }
    if not fits[rule.kind]:
        raise Refused("refused.bad_clock")


def _check_lesson(wanted: NewTable) -> None:
    """A lesson is for one person: bots wait for nobody else, and its luck may be chosen."""
    if wanted.lesson and (not wanted.sit or sum(seat.bot is None for seat in wanted.seats) != 1):
        raise Refused("refused.lesson_alone")


def _lesson_luck(wanted: NewTable) -> int | None:
    chosen = manifest_of(wanted.game).lesson_luck if wanted.lesson else ()
    return secrets.choice(chosen) if chosen else None


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
    except (BadOptions, *UNREADABLE):
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
