"""The command line."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from triclinium.book.box import OFFSET_MOST, PARTS, Order, printed
from triclinium.book.box import PAPERS as SHEETS
from triclinium.book.drawings import NoDrawings
from triclinium.book.names import BadNames, keep_names_of, kept_names
from triclinium.book.press import NoPress
from triclinium.book.story import FORMATS, PAPERS, NoTale, Wish, book_of
from triclinium.bots import NoSearch, bot_named, bot_names, usual_bot
from triclinium.bots.review import TRIALS, costliest, review
from triclinium.core.decision import Json
from triclinium.core.event import told_to
from triclinium.core.game import AnyGame, BadOptions
from triclinium.core.intervals import Share
from triclinium.core.laws import LawBroken, Tally, option_sets
from triclinium.core.laws.shards import Shard, play_all
from triclinium.core.manifest import NoPart, manifest_of
from triclinium.core.options import typed_option
from triclinium.core.play import Play, replay, verify
from triclinium.core.player import MODEL_KEY, AsksModel, BadAddress, Player
from triclinium.core.record import BadRecord, Record, read
from triclinium.games import GAMES, game_named
from triclinium.lab.commands import app as lab_commands
from triclinium.lab.sim import Report, simulate
from triclinium.table.commands import app as table_commands
from triclinium.terminal.board import board_named
from triclinium.terminal.table import TerminalTable, save
from triclinium.words import LANGUAGES, NoWords, Words

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="Three Roman games at one table."
)
app.add_typer(table_commands)
app.add_typer(lab_commands, name="lab")
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


@app.command()
def sim(
    game: GameName,
    seats: Seats = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    bots: Annotated[str, typer.Option(help="Bots, separated by commas; they take the seats in turn.")] = "random",
    option: OptionTexts = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON instead of tables.")] = False,
) -> None:
    """Let bots play many games, and report who won."""
    with clear_errors():
        chosen = chosen_game(game)
        options = chosen_options(chosen, option)
        names = chosen_bots(game, bots)
        quiet = as_json or not console.is_terminal
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=quiet,
            transient=True,
        ) as progress:
            task = progress.add_task(game, total=games)
            report = simulate(
                chosen, seats, games, seed, names, options, lambda done: progress.update(task, completed=done)
            )
        if as_json:
            sys.stdout.write(json.dumps(report.as_json(), indent=2) + "\n")
        else:
            print_report(report)


def print_report(report: Report) -> None:
    told = report.as_json()
    console.print(
        f"{told['games']:,} games of {report.game}, {report.seats} seats: {told['decisions']:,} decisions in "
        f"{told['seconds']} s ({told['decisions_per_second']:,}/s), {told['mean_decisions']} a game"
    )
    endings = {ending: Share(count, report.games) for ending, count in report.endings.most_common()}
    for title, shares in {"ending": endings, **report.shares()}.items():
        table = Table(title, "games", "share", "95 %", title_justify="left")
        for name, share in shares.items():
            table.add_row(name, f"{share.count:,}", f"{share.share:.1%}", f"{share.low:.1%} – {share.high:.1%}")
        console.print(table)


@app.command(name="replay")
def replay_command(
    file: RecordFile,
    seat: Annotated[int | None, typer.Option(help="Show what this seat saw, counted from 1.")] = None,
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many answers.")] = None,
    lang: Language = "en",
) -> None:
    """Retell a recorded game, as everybody or as one seat saw it."""
    with clear_errors():
        game, record = load(file)
        words = chosen_words(lang, record.game)
        if seat is not None and not 1 <= seat <= record.seats:
            fail(f"seat {seat} is not at this table of {record.seats}; choose 1 to {record.seats}")
        viewer = None if seat is None else seat - 1
        names = list(NAMES[: record.seats])
        board = board_named(record.game, words, names)
        options = replay(game, record, at).record.options
        stage = Play(game, Record(record.game, record.rules_version, record.seats, options))
        for entry in record.entries[:at]:
            for event in told_to(stage.answer(entry.seat, entry.answer), viewer):
                if line := board.tell(event):
                    console.print(Text("· " + line))
        console.print(board.draw(game.view(stage.state, viewer)))
        say_version(game, record, words)


@app.command(name="review")
def review_command(
    file: RecordFile,
    seat: Annotated[int, typer.Option(help="Whose moves, counted from 1.")] = 1,
    most: Annotated[int, typer.Option(min=1, help="How many moves to tell of.")] = 3,
    trials: Annotated[int, typer.Option(min=1, help="How long to think about each.")] = TRIALS,
    lang: Language = "en",
) -> None:
    """Tell which moves of a seat cost most, and what the strongest bot would have done, knowing what the seat knew."""
    with clear_errors():
        _, record = load(file)
        words = chosen_words(lang, record.game)
        if not 1 <= seat <= record.seats:
            fail(f"seat {seat} is not at this table of {record.seats}; choose 1 to {record.seats}")
        board = board_named(record.game, words, list(NAMES[: record.seats]))
        try:
            found = costliest(review(record, seat - 1, trials), most)
        except NoSearch as missing:
            fail(str(missing))
        for verdict in found:
            had, could = round(100 * verdict.chance), round(100 * verdict.best_chance)
            labels = {name: board.label(verdict.view, getattr(verdict, name)) for name in ("chosen", "best")}
            console.print(Text(words.say("review.move", number=verdict.entry, had=had, could=could, **labels)))
        if not found:
            console.print(Text(words.say("review.sound")))


@app.command()
def show(
    file: RecordFile,
    svg: Annotated[Path, typer.Option("--svg", help="Where to write the picture.")],
    at: Annotated[int | None, typer.Option(min=0, help="Stop after this many answers.")] = None,
) -> None:
    """Draw a recorded position as an SVG picture (Ben Hur)."""
    with clear_errors():
        game, record = load(file)
        record.options = replay(game, record, at).record.options
        draw = manifest_of(record.game).part("picture")
        svg.write_text(draw(game, record, at), encoding="utf-8")


@app.command(name="story")
def story_command(
    file: RecordFile,
    form: Annotated[str, typer.Option("--format", help=f"One of: {', '.join(FORMATS)}.")] = "md",
    lang: Language = "en",
    teller: Annotated[
        list[str] | None,
        typer.Option(help="A player's name, one for each seat; '-' for one who is not to be named."),
    ] = None,
    keep_names: Annotated[
        bool,
        typer.Option("--keep-names", help="Keep the names beside the record, in a file of their own to be deleted."),
    ] = False,
    margin: Annotated[bool, typer.Option(help="Note the cards of each scene beside it.")] = True,
    told_on: Annotated[str, typer.Option("--date", help="The day it was told, as 2026-08-01.")] = "",
    paper: Annotated[str, typer.Option(help="For a PDF: a5, or booklet (A5 on A4, to fold).")] = "a5",
    out: Annotated[Path | None, typer.Option("--out", help="Write to this file instead of the screen.")] = None,
) -> None:
    """Make a book of the story of a recorded game of Bacchanalia."""
    with clear_errors():
        if form not in FORMATS:
            fail(f"there is no format {form!r}; there are {', '.join(FORMATS)}")
        if paper not in PAPERS:
            fail(f"there is no paper {paper!r}; there are {', '.join(PAPERS)}")
        if out is None and form in ("pdf", "epub"):
            fail(f"a story as {form} is no text for the screen; say where to write it with --out FILE.{form}")
        game, record = load(file)
        words = chosen_words(lang, record.game)
        names = chosen_names(file, record, teller, keep_names)
        wish = Wish(form, names, margin, chosen_day(told_on), paper=paper)
        try:
            book = book_of(game, replay(game, record).state, words, wish)
        except NoTale:
            fail(f"{file} is a record of {record.game}, which tells no story")
        except NoPress as missing:
            fail(str(missing))
        if out is None:
            sys.stdout.write(book.decode())
        else:
            out.write_bytes(book)
            console.print(Text(words.say("book.saved", file=str(out))))


def chosen_names(file: Path, record: Record, teller: list[str] | None, keep: bool) -> list[str | None]:
    """Who agreed to be named: as said, or as kept beside the record."""
    if teller is None and keep:
        fail("there are no names to keep; give one --teller for each seat, '-' for one who is not to be named")
    if teller is None:
        return kept_names(file, record.seats)
    if len(teller) != record.seats:
        fail(f"{record.seats} sat at that table; name as many tellers, with '-' for one who is not to be named")
    names = [None if name.strip() in ("", "-") else name.strip() for name in teller]
    if keep:
        keep_names_of(file, names)
    return names


def chosen_day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        fail(f"{text!r} is no day; write it as 2026-08-01")


@app.command(name="print")
def print_command(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", help="Where to write the PDF.")],
    form: Annotated[str, typer.Option("--format", help="Only pdf.")] = "pdf",
    lang: Annotated[str, typer.Option("--lang", "--language", help=f"Language: {', '.join(LANGUAGES)}.")] = "en",
    edition: Annotated[str, typer.Option(help="The edition, where a game has several.")] = "",
    deck: Annotated[str, typer.Option(metavar="FILE", help="Print your own deck.")] = "",
    option: OptionTexts = None,
    paper: Annotated[str, typer.Option(help=f"One of: {', '.join(SHEETS)}.")] = "a4",
    part: Annotated[str, typer.Option(help=f"Only some of: {', '.join(PARTS)}, separated by commas.")] = "",
    duplex: Annotated[bool, typer.Option("--duplex", help="Let each sheet be followed by its backs.")] = False,
    offset: Annotated[str, typer.Option(help="Shift backs by so many mm, right and down: 0.5,-1.")] = "0,0",
    cut_marks: Annotated[bool, typer.Option(help="Mark where to cut.")] = True,
    booklet: Annotated[bool, typer.Option("--booklet", help="The rules alone, as a booklet to fold.")] = False,
) -> None:
    """Print a game to cut out: cards, pieces to scale and the rules."""
    with clear_errors():
        chosen = chosen_game(game)
        if form != "pdf":
            fail(f"there is no format {form!r}; a game is printed as pdf")
        if paper not in SHEETS:
            fail(f"there is no paper {paper!r}; there are {', '.join(SHEETS)}")
        if booklet and (part or duplex or paper != "a4"):
            fail("a booklet holds the rules alone, on A4; leave out --part, --duplex and --paper")
        words = chosen_words(lang, game)
        named = [f"{name}={value}" for name, value in (("edition", edition), ("deck", deck)) if value]
        options = chosen_options(chosen, [*named, *(option or [])])
        parts = ("rules",) if booklet else chosen_parts(part)
        order = Order(paper, parts, duplex, chosen_offset(offset), cut_marks, booklet)
        try:
            out.write_bytes(printed(chosen, words, options, order))
        except (NoPress, NoDrawings) as missing:
            fail(str(missing))
        console.print(Text(words.say("book.saved", file=str(out))))


def chosen_parts(text: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in text.split(",")) if text else PARTS
    for part in parts:
        if part not in PARTS:
            fail(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    return parts


def chosen_offset(text: str) -> tuple[float, float]:
    try:
        right, down = (float(number) for number in text.split(","))
    except ValueError:
        fail(f"{text!r} is no offset; write two numbers of millimetres, as 0.5,-1")
    if not (abs(right) <= OFFSET_MOST and abs(down) <= OFFSET_MOST):
        fail(f"an offset of {text} is too large; {OFFSET_MOST:g} mm is the most to either side")
    return right, down


@app.command(name="verify")
def verify_command(file: RecordFile, lang: Language = "en") -> None:
    """Check a finished game offline: every answer, every draw, the result, the seal."""
    with clear_errors():
        game, record = load(file)
        words = chosen_words(lang, record.game)
        faults = verify(game, record)
        for fault in faults:
            console.print(Text(words.say(fault), style="red"))
        if faults:
            raise typer.Exit(1)
        console.print(Text(words.say("verify.sound"), style="green"))
        say_version(game, record, words)


def say_version(game: AnyGame, record: Record, words: Words) -> None:
    """Say so if a record was played under another version of the rules."""
    if record.rules_version != (today := game.info.rules_version):
        console.print(Text(words.say("verify.other_rules", rules=record.rules_version, today=today), style="dim"))


@app.command()
def check(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="Games for each number of seats and set of options.")] = 1,
    every: Annotated[int, typer.Option(min=1, help="Try the laws on every Nth step.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes to use.")] = 1,
) -> None:
    """Play a game with every option and number of seats, and check the laws that all games obey."""
    chosen = chosen_game(game)
    tally = Tally()
    tables = [(seats, options) for options in option_sets(chosen) for seats in chosen.info.seats]
    shards = (Shard(chosen, *table, range(seed, seed + 1), every) for seed in range(games) for table in tables)
    try:
        for _, checked in play_all(shards, workers):
            tally.add(checked)
    except LawBroken as broken:
        crash = keep_crash(broken, game)
        fail(f"{broken}; kept in {crash}")
    console.print(
        f"{game} obeys the laws: {tally.games:,} games, {tally.decisions:,} decisions, {tally.views:,} views, "
        f"{tally.comparisons:,} comparisons of worlds, {tally.mutants:,} mutants"
    )


@app.command()
def fuzz(
    game: GameName,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to play.")] = 10.0,
    seed: Annotated[int | None, typer.Option(help="The first seed; random by default.")] = None,
) -> None:
    """Play at random for a while and check the laws. A game that breaks one is saved, to be replayed."""
    chosen = chosen_game(game)
    rng = random.Random(seed)
    tables = [(seats, options) for seats in chosen.info.seats for options in option_sets(chosen)]
    until = time.monotonic() + seconds
    tally = Tally()
    while time.monotonic() < until:
        seats, options = rng.choice(tables)
        number = rng.getrandbits(32)
        try:
            tally.add(Shard(chosen, seats, options, range(number, number + 1)).play())
        except LawBroken as broken:
            console.print(Text(f"{broken}", style="red"))
            console.print(f"kept in {keep_crash(broken, game)}")
            raise typer.Exit(1) from None
    console.print(f"{tally.games:,} games, {tally.decisions:,} decisions, {tally.views:,} views: no law broken")


def keep_crash(broken: LawBroken, name: str) -> Path:
    """Save the record that broke a law, for `triclinium replay`."""
    path = Path(f"{name}.crash.jsonl")
    path.write_text(broken.record, encoding="utf-8")
    return path


def main() -> None:
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
