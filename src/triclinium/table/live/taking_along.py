"""A game that was begun without a network, taken along to this server.

Every answer in it, and every draw, is played again by the rules here: what they do not allow is refused. Whether the
draws were fair nobody can tell, because the browser drew them; so no pledge verifies such a game, as with a branch.
"""

from __future__ import annotations

from msgspec import Raw

from triclinium.core.decision import Refused
from triclinium.core.game import AnyGame, BadOptions, EditsPassages, Options
from triclinium.core.record import Record
from triclinium.table.live import lobby
from triclinium.table.live.hub import Hub
from triclinium.table.log.kept import Teller
from triclinium.table.play import making, seats
from triclinium.table.play.again import counted_events
from triclinium.table.play.pieces import Begun
from triclinium.table.play.talk import clean_name
from triclinium.table.protocol.messages import ClockRule
from triclinium.table.protocol.replies import Made
from triclinium.table.protocol.requests import NewTable, TakenAlong


async def take_along(hub: Hub, visitor: str, address: str, game_so_far: TakenAlong) -> Made:
    """A table that goes on where the game stood. Raises `Refused`."""
    wanted = _wish(game_so_far)
    game = making.game_of(wanted.game)
    making.check(wanted)
    if sum(seat.bot is None for seat in wanted.seats) != 1:
        raise Refused("refused.lesson_alone")
    if game_so_far.rules != game.info.rules_version:
        raise Refused("refused.other_rules")
    name = clean_name(wanted.name)
    own = next(number for number, seat in enumerate(wanted.seats) if seat.bot is None)
    options, begun, told, tellings = await hub.heavy.do(visitor or address, _played, game, wanted, game_so_far)
    entries = begun.play.record.entries
    made = making.made(wanted, options, visitor, lobby.fresh_id())
    made.entries = [(entry.seat, entry.answer) for entry in entries]
    made.told = told
    made.tellers = [visitor if entries[entry].seat == own else "" for entry in tellings]
    live = lobby.lay(hub, address, await hub.store.open_tables(visitor), made)
    live.table.begun = begun
    seat = seats.take_free(live.table, visitor, name, own, wanted.avatar)
    return lobby.told_made(hub, live, visitor, seat)


def _wish(along: TakenAlong) -> NewTable:
    return NewTable(
        game=along.game,
        seats=along.seats,
        name=along.name,
        avatar=along.avatar,
        options=along.options,
        clock=ClockRule(),
        wait=None,
        undo=along.undo,
        quick=along.quick,
        language=along.language,
    )


def _played(game: AnyGame, wanted: NewTable, along: TakenAlong) -> tuple[Options, Begun, Raw, list[int]]:
    """The options, and the game played again with them: where it stands, what was told, which entries tell passages."""
    options = making.options_of(game, wanted)
    record = Record(along.game, along.rules, len(along.seats), options)
    try:
        teller = Teller(game, record)
        told = teller.keep([(entry.seat, entry.answer) for entry in along.entries])
    except (Refused, BadOptions, *making.UNREADABLE):
        raise Refused("refused.not_by_the_rules") from None
    play = teller.play
    tellings = game.tellings(play.record) if isinstance(game, EditsPassages) else []
    return options, Begun(play, counted_events(play, len(along.seats))), told, tellings
