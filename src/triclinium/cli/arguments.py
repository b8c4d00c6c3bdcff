"""What the commands share: their arguments, what a user chose, and mistakes told in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from triclinium.book.names import BadNames
from triclinium.bots import bot_names
from triclinium.core.decision import Json
from triclinium.core.game import AnyGame, BadOptions
from triclinium.core.manifest import NoPart
from triclinium.core.options import typed_option
from triclinium.core.record import BadRecord, Record, read
from triclinium.games import GAMES, game_named
from triclinium.words import LANGUAGES, NoWords, Words

console = Console()
USER_ERROR = 2
NAMES = ("Livia", "Marcus", "Flavia", "Gaius", "Drusilla", "Titus")
"""Default names by seat."""

NO_LANGUAGE = "there is no language {!r}; there are " + ", ".join(LANGUAGES)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a game.")]
Language = Annotated[str, typer.Option("--lang", help=f"Language: {', '.join(LANGUAGES)}.")]
Seats = Annotated[int, typer.Option("--seats", "-n", help="The number of players, bots included.")]
OptionTexts = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value; may be repeated.")
]


def fail(message: str) -> NoReturn:
    """Print one line and exit with the code for a user's mistake."""
    Console(stderr=True).print(Text(f"triclinium: {message}", style="red"), soft_wrap=True)
    raise typer.Exit(USER_ERROR)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn errors that a user can fix into one line."""
    try:
        yield
    except (BadNames, BadOptions, BadRecord, NoPart) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def chosen_game(name: str) -> AnyGame:
    try:
        return game_named(name)
    except KeyError:
        fail(f"there is no game {name!r}; there are {', '.join(GAMES)}")


def chosen_words(language: str, game: str) -> Words:
    if language not in LANGUAGES:
        fail(NO_LANGUAGE.format(language))
    try:
        return Words(language, game)
    except NoWords as missing:
        fail(f"{missing}; choose another --lang")


def chosen_options(game: AnyGame, texts: list[str] | None) -> dict[str, Json]:
    options = dict(typed_option(game.info, text, lambda file: read_text(Path(file))) for text in texts or [])
    return game.complete(options)


def read_text(path: Path) -> str:
    """The text of a file. Exits with one line if it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        fail(f"{path} is not text, so it cannot be a record or a data file")


def load(path: Path) -> tuple[AnyGame, Record]:
    record = read(read_text(path))
    if record.game not in GAMES:
        fail(f"{path} is a record of {record.game!r}, a game this program does not know")
    return game_named(record.game), record


def chosen_bots(game: str, text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in bot_names(game):
            fail(f"there is no bot {name!r} for {game}; there are {', '.join(bot_names(game))}")
    return names
