"""A new table as its maker wishes it: checked, with all options of its game."""

from __future__ import annotations

import secrets

from triclinium.bots import bot_names
from triclinium.core.datafile import check_plain
from triclinium.core.decision import Refused
from triclinium.core.game import AnyGame, BadOptions, Options, check_seats
from triclinium.core.manifest import manifest_of
from triclinium.games import GAMES, game_named
from triclinium.table.log.rows import Created, SeatPlan
from triclinium.table.play import seats
from triclinium.table.play.boundaries import OPTIONS_BYTES
from triclinium.table.protocol.messages import ENCODER, ClockRule
from triclinium.table.protocol.requests import NewTable, SeatWanted

UNREADABLE = (TypeError, ValueError, KeyError, AttributeError, RecursionError, OverflowError)
"""The errors, besides `BadOptions`, that nonsense in options and files can cause."""


def game_of(name: str) -> AnyGame:
    """Raises `Refused`."""
    if name not in GAMES:
        raise Refused("refused.no_such_game")
    return game_named(name)


def options_of(game: AnyGame, wanted: NewTable) -> Options:
    """The options of a new table, files included. Raises `Refused` with the reason if no game can start like that."""
    options = complete(game, {**wanted.options, **_read_files(game, wanted.files)}, len(wanted.seats))
    if len(ENCODER.encode(options)) > OPTIONS_BYTES:
        raise Refused("refused.too_long")
    return options


def complete(game: AnyGame, given: Options, seats: int) -> Options:
    """All options, if a game can start with them. Raises `Refused`."""
    try:
        check_plain(given)
        check_seats(game.info, seats)
        options = game.complete(given)
        game.start(options, seats)
    except BadOptions as bad:
        raise Refused("refused.bad_options", reason=str(bad)) from None
    except UNREADABLE:
        raise Refused("refused.bad_options", reason="") from None
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


def check(wanted: NewTable) -> None:
    """Raise `Refused` if a table cannot be made like that, whatever its options."""
    check_bots(wanted.game, wanted.seats)
    _check_clock(wanted.clock)
    _check_lesson(wanted)
    if wanted.sit and all(seat.bot is not None for seat in wanted.seats):
        raise Refused("refused.table_full")


def check_bots(game: str, wanted: list[SeatWanted]) -> None:
    if any(seat.bot is not None and seat.bot not in bot_names(game) for seat in wanted):
        raise Refused("refused.no_such_bot")


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


def plans_of(wanted: list[SeatWanted]) -> list[SeatPlan]:
    """The seats of a new table, with names for the bots."""
    return [
        SeatPlan(bot=seat.bot, name=seats.BOT_NAMES[number % len(seats.BOT_NAMES)] if seat.bot else None)
        for number, seat in enumerate(wanted)
    ]


def made(wanted: NewTable, options: Options, host: str, id: str) -> Created:
    """The first row of a table."""
    return Created(
        id=id,
        game=wanted.game,
        rules=game_named(wanted.game).info.rules_version,
        options=options,
        seats=plans_of(wanted.seats),
        host=host,
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
    )


def _lesson_luck(wanted: NewTable) -> int | None:
    chosen = manifest_of(wanted.game).lesson_luck if wanted.lesson else ()
    return secrets.choice(chosen) if chosen else None
