"""Games and tables as lists show them."""

from __future__ import annotations

from triclinium.bots import bot_names, usual_bot
from triclinium.bots.hints import gives_hints
from triclinium.core.game import Option
from triclinium.games import GAMES, game_named
from triclinium.table.play.fields import PLAYING
from triclinium.table.play.host import host_of
from triclinium.table.play.links import INVITE, SEAT, SHOULDER, WATCH, linked
from triclinium.table.play.table import Table
from triclinium.table.protocol.replies import GameTold, Invitation, LimitTold, OptionTold, SeatInvited, TableLine

PUT_AWAY = "put_away"
"""Shown in lists, instead of a phase, for a table that a fault keeps from waking."""


def games() -> list[GameTold]:
    """All games that can be played here."""
    told = []
    for name in GAMES:
        info = game_named(name).info
        told.append(
            GameTold(
                id=info.id,
                rules=info.rules_version,
                seats_least=info.seats.start,
                seats_most=info.seats.stop - 1,
                options=[_option(option) for option in info.options],
                bots=list(bot_names(name)),
                usual_bot=usual_bot(name),
                hints=gives_hints(name),
            )
        )
    return told


def _option(option: Option) -> OptionTold:
    """An option for a client. The default of a data file is left out: it is long, and nobody edits it in a form."""
    return OptionTold(
        name=option.name,
        default=None if isinstance(option.default, dict) else option.default,
        choices=list(option.choices),
        limits=[
            LimitTold(least=limit.least, most=limit.most, option=limit.option, value=limit.value)
            for limit in option.limits
        ],
        file=option.read_file is not None,
    )


def line(table: Table, visitor: str) -> TableLine:
    """A table in a visitor's list."""
    own = table.seats_of(visitor)
    return TableLine(
        id=table.made.id,
        game=table.made.game,
        phase=table.phase,
        seats=[seat.name for seat in table.seats],
        your_seat=own[0] if own else None,
        your_turn=table.phase == PLAYING and any(seat in table.questions and seat not in table.sealed for seat in own),
        asked=sorted(table.questions) if table.phase == PLAYING else [],
        since=table.told_at,
        title=str(table.made.options.get("title", "")),
        winners=_winners(table),
    )


def invitation(table: Table, secret: str) -> Invitation:
    """What a link is for: not more than whoever uses it is told at once. Raises `Refused`."""
    kind, seat = linked(table, secret, INVITE, SEAT, WATCH, SHOULDER)
    own = table.seats_of(host_of(table))
    return Invitation(
        id=table.made.id,
        kind=kind,
        seat=seat,
        host=table.seats[own[0]].name if own else None,
        game=table.made.game,
        phase=table.phase,
        options=table.options,
        boundaries=list(table.game.info.boundaries),
        seats=[
            SeatInvited(name=one.name, bot=one.bot, taken=one.person or one.bot is not None, avatar=one.avatar)
            for one in table.seats
        ],
        clock=table.made.clock,
        wait=table.made.wait,
        undo=table.made.undo,
    )


def _winners(table: Table) -> list[int]:
    if table.past is not None:
        return [] if table.past.ending is None else list(table.past.ending["winners"])
    result = None if table.play is None else table.game.result(table.play.state)
    return [] if result is None else list(result.winners)


def put_away_line(table: str, game: str) -> TableLine:
    """A table that a fault keeps from waking, in a visitor's list."""
    return TableLine(
        id=table,
        game=game,
        phase=PUT_AWAY,
        seats=[],
        your_seat=None,
        your_turn=False,
        asked=[],
        since=0,
        title="",
        winners=[],
    )
