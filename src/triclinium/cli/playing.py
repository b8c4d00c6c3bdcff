"""Commands to play in the terminal: `games`, `play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from triclinium.bots import bot_named, usual_bot
from triclinium.cli.arguments import (
    NAMES,
    NO_LANGUAGE,
    GameName,
    Language,
    OptionTexts,
    Seats,
    chosen_bots,
    chosen_game,
    chosen_options,
    chosen_words,
    clear_errors,
    console,
    fail,
)
from triclinium.core.play import Play
from triclinium.core.player import MODEL_KEY, AsksModel, BadAddress, Player
from triclinium.games import GAMES
from triclinium.terminal.board import board_named
from triclinium.terminal.table import TerminalTable, save
from triclinium.words import LANGUAGES, NoWords, Words

app = typer.Typer()


@app.command()
def games(lang: Language = "en") -> None:
    """List the games with their options and bots, and what they mean."""
    from triclinium.terminal.catalogue import entry

    if lang not in LANGUAGES:
        fail(NO_LANGUAGE.format(lang))
    for game in GAMES:
        try:
            for part in entry(game, lang):
                console.print(part)
        except NoWords as missing:  # a game from elsewhere may speak fewer languages
            console.print(Text(str(missing), style="dim"))
        console.print()


@app.command()
def play(
    game: GameName,
    seats: Seats = 4,
    lang: Language = "en",
    bots: Annotated[str, typer.Option(help="Bots for the other seats, separated by commas.")] = "",
    seat: Annotated[int, typer.Option(help="Your seat, counted from 1.")] = 1,
    name: Annotated[str, typer.Option(help="Your name.")] = "",
    option: OptionTexts = None,
    save_as: Annotated[Path | None, typer.Option("--save", help="Save the record of the game in this file.")] = None,
    narrator_url: Annotated[
        str | None,
        typer.Option(
            help="Let a language model at this OpenAI-compatible address tell for the narrators. "
            f"If it needs a key, put it in {MODEL_KEY}."
        ),
    ] = None,
    narrator_model: Annotated[str, typer.Option(help="The name of that model.")] = "",
    narrator_consent: Annotated[
        bool,
        typer.Option(
            "--narrator-consent",
            help="Agree to send the story, with all names, lines and veils, to that address.",
        ),
    ] = False,
) -> None:
    """Play in the terminal against bots."""
    with clear_errors():
        chosen = chosen_game(game)
        words = chosen_words(lang, game)
        options = chosen_options(chosen, option)
        if not 1 <= seat <= seats:
            fail(f"seat {seat} is not at a table of {seats}; choose 1 to {seats}")
        others = chosen_bots(game, bots or usual_bot(game))
        names = list(NAMES[:seats])
        names[seat - 1] = name or names[seat - 1]
        if narrator_url and not narrator_consent:
            fail(
                "the model at that address would be sent the whole story, with names, lines and veils; "
                "if everybody agrees, add --narrator-consent"
            )
        players = {
            number: seated_bot(game, others[index % len(others)], words, narrator_url, narrator_model)
            for index, number in enumerate(number for number in range(seats) if number != seat - 1)
        }
        console.print(Text(words.say("game.name"), style="bold magenta"))
        console.print(Text(words.say("game.tagline"), style="italic"))
        if words.has("deck.reconstruction"):
            console.print(Text(words.say("deck.reconstruction"), style="dim"))
        for asked in {each.asked_at for each in players.values() if isinstance(each, AsksModel)} - {None}:
            console.print(Text(words.say("ui.narrator_sends", address=str(asked)), style="yellow"))
        console.print(Text(words.say("ui.help_keys"), style="dim"))
        table = TerminalTable(console, words, board_named(game, words, names), seat - 1, players)
        played = table.sit(chosen, seats, options)
        end_of(played, words, names, save_as)


def seated_bot(game: str, name: str, words: Words, url: str | None, model: str) -> Player:
    """A bot for a seat in the terminal. A narrator tells in the person's language, through a model if one is given."""
    player = bot_named(game, name)
    if not isinstance(player, AsksModel):
        return player
    said: list[str] = []

    def say(fault: str) -> None:
        """Say each fault once, until another one comes."""
        if said[-1:] != [fault]:
            console.print(Text(words.say("ui.narrator_silent", fault=words.name("fault", fault)), style="yellow"))
        said.append(fault)

    try:
        return player.asking(words.language, url, model, say)
    except BadAddress as bad:
        fail(str(bad))


def end_of(played: Play[object], words: Words, names: list[str], save_as: Path | None) -> None:
    """Say who won, and save the record if asked to."""
    result = played.game.result(played.state)
    if result is not None:
        winners = [names[seat] for seat in result.winners]
        # A game that nobody can win has its own word for that.
        none = "ui.no_winner" if words.has("ui.no_winner") else "ui.nobody_wins"
        text = words.say("ui.winner", names=winners) if winners else words.say(none)
        console.print(Text(text, style="bold green"))
    if save_as is not None:
        save(played, save_as)
        console.print(Text(words.say("ui.saved", file=str(save_as))))
    console.print(Text(words.say("ui.goodbye")))
