"""The commands of the lab: studies of a game's balance."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from triclinium import __version__
from triclinium.bots import bot_names, usual_bot
from triclinium.core.decision import Json
from triclinium.core.game import AnyGame, BadOptions
from triclinium.core.options import typed_option
from triclinium.games import GAMES, game_named
from triclinium.lab.bulk import games_ahead
from triclinium.lab.grid import STANDARD, Grid, Variant, check_grid, variants_of

if TYPE_CHECKING:
    from triclinium.lab.store import Study

app = typer.Typer(no_args_is_help=True, help="Let bots play many games, and report on a game's balance.")
console = Console()
PROGRAM = "triclinium"
USER_ERROR = 2
INTERRUPTED = 130
"""The exit code of a command stopped by Ctrl-C, as shells count it."""
VALUES_APART = ","
EXTRA = "studies need more packages: pip install 'triclinium[lab]'"
RAY_EXTRA = "a Ray cluster needs one more package: pip install 'triclinium[ray]'"

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")]
SeatCounts = Annotated[str, typer.Option("--seats", help="Numbers of seats, separated by commas; all by default.")]
Bots = Annotated[
    str,
    typer.Option(
        help="Bots, separated by commas; thumb+random seats two kinds at one table; search:N simulates N games a move."
    ),
]
Games = Annotated[int, typer.Option(min=1, help="Games for each cell of the grid.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]
Out = Annotated[Path, typer.Option("--out", help="The folder of the study.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the study in this folder.")]
Processes = Annotated[int, typer.Option(min=1, help="Processes to use; all cores by default.")]
Ray = Annotated[
    str, typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one here.")
]
Gpu = Annotated[
    bool, typer.Option("--gpu", help="Run the simulations of searching bots on this machine's NVIDIA graphics card.")
]
CORES = os.cpu_count() or 1


def fail(message: str) -> NoReturn:
    """Print one line and exit with the code for a user's mistake."""
    Console(stderr=True).print(Text(f"triclinium: {message}", style="red"), soft_wrap=True)
    raise typer.Exit(USER_ERROR)


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn errors that a user can fix into one line."""
    try:
        yield
    except BadOptions as error:
        fail(str(error))
    except ModuleNotFoundError as error:
        fail(RAY_EXTRA if error.name == "ray" else EXTRA)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def chosen_game(name: str) -> AnyGame:
    if name not in GAMES:
        raise BadOptions(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return game_named(name)


def chosen_seats(game: AnyGame, text: str) -> tuple[int, ...]:
    if not text:
        return tuple(game.info.seats)
    numbers = text.split(VALUES_APART)
    if not all(number.strip().isdecimal() for number in numbers):
        raise BadOptions(f"{text!r} are not numbers of seats; write them as 3,4,5")
    return tuple(dict.fromkeys(int(number) for number in numbers))


def chosen_bots(game: str, text: str) -> tuple[tuple[str, ...], ...]:
    """The bots at the tables: one kind at each, or several joined by +."""
    tables = [
        tuple(name.strip() for name in table.split("+")) for table in (text or usual_bot(game)).split(VALUES_APART)
    ]
    known = bot_names(game)
    for name in (name for names in tables for name in names):
        if name not in known and not (games_ahead(game, name) is not None and "strong" in known):
            raise BadOptions(f"there is no bot {name!r} for {game}; there are {', '.join(known)}")
    return tuple(dict.fromkeys(tables))


def typed(game: AnyGame, text: str) -> tuple[str, Json]:
    return typed_option(game.info, text, lambda file: Path(file).read_text(encoding="utf-8"))


def chosen_choices(game: AnyGame, texts: Sequence[str]) -> dict[str, list[tuple[str, Json]]]:
    """The values to try for each option: name=one,other."""
    choices: dict[str, list[tuple[str, Json]]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        for value in values.split(VALUES_APART):
            option, meant = typed(game, f"{name}={value}")
            choices.setdefault(option, []).append((Path(value).name, meant))
    return choices


@app.command()
def balance(
    game: GameName,
    seats: SeatCounts = "",
    options: Annotated[
        list[str] | None,
        typer.Option("--options", "-o", help="Values to try, as name=value,value; may be repeated."),
    ] = None,
    bots: Bots = "",
    games: Games = 10_000,
    seed: Seed = 1,
    out: Out = Path("study"),
    resume: Resume = False,
    processes: Processes = CORES,
    ray: Ray = "",
    gpu: Gpu = False,
) -> None:
    """Play a grid of seats, options and bots, and report who wins, how, when and with which cards."""
    with clear_errors():
        chosen = chosen_game(game)
        variants = variants_of(chosen, {}, chosen_choices(chosen, options or []))
        grid = Grid(game, chosen_seats(chosen, seats), chosen_bots(game, bots), variants, games, seed)
        study(grid, out, resume, processes, ray, gpu)


@app.command()
def compare(
    game: GameName,
    changed: Annotated[
        list[str],
        typer.Option("--with", help="What differs from the standard, as name=value or deck=FILE; may be repeated."),
    ],
    seats: SeatCounts = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", help="An option of both, as name=value; may be repeated."),
    ] = None,
    bots: Bots = "",
    games: Games = 10_000,
    seed: Seed = 1,
    out: Out = Path("comparison"),
    resume: Resume = False,
    processes: Processes = CORES,
    ray: Ray = "",
    gpu: Gpu = False,
) -> None:
    """Compare a house rule or your own deck with the standard, and say which differences are real."""
    with clear_errors():
        chosen = chosen_game(game)
        both = dict(typed(chosen, text) for text in option or [])
        other = {**both, **dict(typed(chosen, text) for text in changed)}
        name = " ".join(f"{text.partition('=')[0]}={Path(text.partition('=')[2]).name}" for text in changed)
        variants = (Variant(STANDARD, chosen.complete(both)), Variant(name, chosen.complete(other)))
        grid = Grid(game, chosen_seats(chosen, seats), chosen_bots(game, bots), variants, games, seed)
        study(grid, out, resume, processes, ray, gpu)


def study(grid: Grid, folder: Path, resume: bool, processes: int, ray: str, gpu: bool) -> None:
    """Play what is missing, then write tables and report."""
    from triclinium.lab.report import Origin, report_of
    from triclinium.lab.store import Study
    from triclinium.lab.tables import tables_of

    if ray and gpu:
        raise BadOptions("a study runs on a Ray cluster or on this machine's graphics card; leave out --ray or --gpu")
    check_grid(grid)
    kept = Study(folder, grid, resume)
    try:
        play_missing(kept, processes, ray, gpu)
    except KeyboardInterrupt:
        console.print()
    if missing := sum(task.games for task in kept.missing()):
        played = grid.games * len(grid.cells) - missing
        console.print(
            Text(f"Stopped. {folder} keeps {played:,} games; --resume plays the other {missing:,}."), soft_wrap=True
        )
        raise typer.Exit(INTERRUPTED)
    tables = tables_of(kept)
    kept.write_tables(tables)
    report = folder / "report.html"
    origin = Origin(__version__, date.today().isoformat(), command_line())
    report.write_text(report_of(grid, tables, origin), encoding="utf-8")
    print_summary(tables["lengths"], tables["wins"], tables["differences"])
    console.print(Text(f"The report is {report}; its tables are in the same folder."))


def command_line() -> str:
    """The command as it was typed, without the folders of this machine."""
    return shlex.join([PROGRAM, *(re.sub(r"[^=,]*/", "", word) for word in sys.argv[1:])])


def play_missing(kept: Study, processes: int, ray: str, gpu: bool) -> None:
    """Play the missing blocks and keep each as it comes. The first Ctrl-C stops after the blocks being played."""
    from triclinium.lab.gpu import on_gpu
    from triclinium.lab.runners import compile_first, on_ray, on_this_machine, stop_on_interrupt

    tasks = kept.missing()
    total = kept.grid.games * len(kept.grid.cells)
    if not ray and not gpu:
        compile_first(tasks)

    def tell() -> None:
        console.print(Text("Stopping after the games being played; press Ctrl-C again to stop at once."))

    with (
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        ) as progress,
        stop_on_interrupt(tell) as stopped,
    ):
        bar = progress.add_task(kept.grid.game, total=total, completed=total - sum(task.games for task in tasks))
        if ray:
            blocks = on_ray(tasks, ray, stopped)
        elif gpu:
            blocks = on_gpu(tasks, processes, stopped)
        else:
            blocks = on_this_machine(tasks, processes, stopped)
        for task, block in blocks:
            kept.keep(task, block)
            progress.advance(bar, task.games)


def print_summary(
    lengths: Sequence[dict[str, object]], wins: Sequence[dict[str, object]], differences: Sequence[dict[str, object]]
) -> None:
    shown = Table("seats", "bots", "variant", "games", "median", "least, of the mean", "most, of the mean")
    for row in lengths:
        place = (row["seats"], row["bots"], row["variant"])
        first = next(iter(wins))["trait"]
        here = [r for r in wins if (r["seats"], r["bots"], r["variant"]) == place and r["trait"] == first]
        by_share = sorted(here, key=lambda r: float(str(r["against_mean"])))
        ends = [f"{r['called']} {float(str(r['against_mean'])):.2f}" for r in (by_share[0], by_share[-1])]
        shown.add_row(*map(str, place), f"{row['games']:,}", f"{row['median']} {row['counted_in']}", *ends)
    console.print(shown)
    for row in differences:
        if row["verdict"] == "real":
            console.print(Text(f"{row['seats']} seats, {row['bots']}: {row['sentence']}"))
    if differences:
        real = sum(row["verdict"] == "real" for row in differences)
        console.print(Text(f"{real} of {len(differences)} measures differ; for the others no difference was found."))
