"""The list of games: what each is, its options and its bots, with what they mean."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from triclinium.bots import bot_names, usual_bot
from triclinium.core.game import Option
from triclinium.games import game_named
from triclinium.words import Words


def entry(game: str, language: str) -> Iterator[RenderableType]:
    words, info = Words(language, game), game_named(game).info
    yield Text.assemble((f"{game}", "bold magenta"), "  ", (words.say("game.name"), "bold"))
    yield Text(words.say("game.tagline"), style="italic")
    yield Text(words.say("ui.players", **{"from": info.seats.start, "to": info.seats.stop - 1}))
    options = Table.grid(padding=(0, 2))
    for option in info.options:
        options.add_row(Text(option.name, style="cyan"), Text(words.say(f"option.{option.name}")))
        for choice, meaning in _choices(option, words):
            options.add_row(Text(f"  {choice}", style="dim cyan"), Text(meaning, style="dim"))
    yield options
    bots = Table.grid(padding=(0, 2))
    for name in bot_names(game):
        mark = "*" if name == usual_bot(game) else " "
        bots.add_row(Text(f"{mark}{name}", style="green"), Text(_line(words, name)))
    yield bots


def _choices(option: Option, words: Words) -> Iterator[tuple[str, str]]:
    for choice in option.choices:
        key = f"option.{option.name}.{str(choice).lower()}"
        yield f"{choice}{' *' if choice == option.default else ''}", words.say(key) if words.has(key) else ""


def _line(words: Words, bot: str) -> str:
    if not words.has(f"bot.{bot}"):
        return ""
    return words.say("ui.labelled", label=words.say(f"bot.{bot}"), text=words.say(f"bot.{bot}.line"))
