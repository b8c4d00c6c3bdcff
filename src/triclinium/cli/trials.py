"""Commands that let bots play many games: `sim` for who wins, `check` and `fuzz` for the laws of all games."""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from triclinium.cli.arguments import (
    GameName,
    OptionTexts,
    Seats,
    chosen_bots,
    chosen_game,
    chosen_options,
    clear_errors,
    console,
    fail,
)
from triclinium.core.intervals import Share
from triclinium.core.laws import LawBroken, Tally, option_sets
from triclinium.core.laws.shards import Shard, play_all
from triclinium.lab.sim import Report, simulate

app = typer.Typer()


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
