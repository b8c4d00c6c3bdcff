"""The list of games: what each is, its options and its bots, with what they mean."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from triclinium.bots import bot_names, usual_bot
from triclinium.core.decision import Json
from triclinium.core.game import Option
from triclinium.games import game_named
from triclinium.words import Words


def entry(game: str, language: str) -> Iterator[RenderableType]:
    words, info = Words(language, game), game_named(game).info
    yield Text.assemble((f"{game}", "bold magenta"), "  ", (words.say("game.name"), "bold"))
    yield Text(words.say("game.tagline"), style="italic")
    yield Text(
        words.say("ui.players", **{"from": info.seats.start, "to": info.seats.stop - 1}, fixed=len(info.seats) == 1)
    )
    options = Table.grid(padding=(0, 2))
    for option in info.options:
        options.add_row(Text(option.name, style="cyan"), Text(words.say(f"option.{option.name}")))
        for choices, meaning in _choices(option, words):
            options.add_row(Text(f"  {choices}", style="dim cyan"), Text(meaning, style="dim"))
    if info.options:
        yield Text(words.say("ui.catalogue_options"), style="bold")
        yield Padding(options, (0, 0, 0, 2))
    bots = Table.grid(padding=(0, 2))
    for name in bot_names(game):
        bots.add_row(Text(_marked(name, usual_bot(game)), style="green"), Text(_line(words, name)))
    yield Text(words.say("ui.catalogue_bots"), style="bold")
    yield Padding(bots, (0, 0, 0, 2))


def _choices(option: Option, words: Words) -> Iterator[tuple[str, str]]:
    """Each choice, as it is typed, with its meaning. Numbers share a row, which says what the first and last mean."""
    numbers = [choice for choice in option.choices if type(choice) is int]
    for choice in option.choices:
        if choice not in numbers or type(choice) is bool:
            yield _marked(choice, option.default), _meaning(option, choice, words)
    if numbers:
        ends = dict.fromkeys(_meaning(option, choice, words) for choice in (numbers[0], numbers[-1]))
        typed = " ".join(_marked(choice, option.default) for choice in numbers)
        yield "", f"{typed}  {' … '.join(ends)}"
    elif not option.choices and type(option.default) is int:
        yield "", _marked(option.default, option.default)


def _meaning(option: Option, choice: Json, words: Words) -> str:
    key = f"option.{option.name}.{str(choice).lower()}"
    return words.say(key) if words.has(key) else ""


def _marked(choice: Json, usual: Json) -> str:
    return f"{str(choice).lower()}{'*' if choice == usual and type(choice) is type(usual) else ''}"


def _line(words: Words, bot: str) -> str:
    if not words.has(f"bot.{bot}"):
        return ""
    return words.say("ui.labelled", label=words.say(f"bot.{bot}"), text=words.say(f"bot.{bot}.line"))
