"""The speed of random play, ours and our peers', in one run: `python -m bench.speed`."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import banquet, benhur, peers
from bench.rounds import WARM_UP_SECONDS, Case, Figure, Wanted, in_rounds, on_one_core

GAMES: tuple[ModuleType, ...] = (banquet, benhur)
"""A game's module has a NAME, its `cases()` and the figures WANTED of them."""

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("triclinium", "numpy", "numba", "llvmlite", *peers.PACKAGES, "pgx", "jax")
SPREAD_OF_A_QUIET_MACHINE = 0.25
VERDICTS = {True: "reached", False: "missed", None: "not known: the peer did not run"}
COMPILE_NOTE = (
    "Compiling is not timed. The first run after a change of the rules compiles them, which takes some twenty seconds, "
    "and then the compiled loop was seen to be about a seventh slower than when it is loaded from the cache."
)
PEERS_NOTE = (
    "OpenSpiel inside C++ is a search of one simulation whose evaluator plays the games; the deal is left out of its "
    "time, and its decisions are games times the mean length of each deal's games. From Python, chance is drawn in the "
    "fastest way the game allows. RLCard and PettingZoo make an observation for every decision; our figures and those "
    "of OpenSpiel list the legal answers and make none. The games differ in length and in what a decision costs."
)


@dataclass(frozen=True, slots=True)
class Report:
    """One game's figures beside those of the peers."""

    seconds: float
    rounds: int
    pinned: bool
    own: Mapping[str, Figure]
    others: Mapping[str, Figure]
    absent: Mapping[str, Exception]
    wanted: tuple[Wanted, ...]
    notes: tuple[str, ...] = (COMPILE_NOTE, PEERS_NOTE)

    @property
    def figures(self) -> dict[str, Figure]:
        return {**self.own, **self.others}

    def ratio(self, name: str, peer: str) -> float:
        """How many times as many decisions our case makes in the same time."""
        return self.own[name].decisions_per_second / self.others[peer].decisions_per_second

    def verdicts(self) -> list[tuple[str, str]]:
        """Each wanted figure in words, and whether it is reached."""
        figures = self.figures
        rows = []
        for wanted in self.wanted:
            aim = f"ahead of {wanted.ahead_of}" if wanted.ahead_of else f"at least {wanted.least:,} decisions/s"
            rows.append((f"{wanted.case}: {aim}", VERDICTS[wanted.reached(figures)]))
        return rows

    def quiet(self) -> bool:
        """Whether the rounds are close together; otherwise something else used the processor."""
        return all(figure.spread <= SPREAD_OF_A_QUIET_MACHINE for figure in self.figures.values())

    def method(self) -> str:
        """How it was measured."""
        where = "one process on one core" if self.pinned else "one process, not bound to a core"
        busy = "" if self.quiet() else " The rounds lie far apart: the machine was busy, so measure again."
        return (
            f"{cpu_name()}, Python {platform.python_version()}, {where}. Median of {self.rounds} interleaved rounds of "
            f"{self.seconds:g} s; the spread is (largest - smallest) / median. Random play among all legal answers; a "
            f"decision is a player's, chance is not counted.{busy}"
        )


def cpu_name() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def package_versions() -> dict[str, str]:
    """The versions of the measured packages that are installed."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions


def measure(games: tuple[ModuleType, ...], seconds: float, rounds: int, *, with_peers: bool) -> dict[str, Report]:
    """Warm up all cases, time them in the same rounds, and make a report for each game."""
    own: dict[str, list[Case]] = {game.NAME: game.cases() for game in games}
    others, absent = peers.cases() if with_peers else ([], {})
    everything = [case for cases in own.values() for case in cases] + others
    with on_one_core() as pinned:
        for case in everything:
            case.run(min(WARM_UP_SECONDS, seconds))
        figures = {figure.name: figure for figure in in_rounds(everything, seconds, rounds)}
    return {
        game.NAME: Report(
            seconds,
            rounds,
            pinned,
            {case.name: figures[case.name] for case in own[game.NAME]},
            {case.name: figures[case.name] for case in others},
            absent,
            game.WANTED,
        )
        for game in games
    }


def as_json(report: Report) -> dict[str, Any]:
    """The report for programs: no machine names, no paths."""
    return {
        "cpu": cpu_name(),
        "python": platform.python_version(),
        "packages": package_versions(),
        "rounds": report.rounds,
        "seconds": report.seconds,
        "pinned_to_one_core": report.pinned,
        "quiet": report.quiet(),
        "cases": {
            figure.name: {
                "decisions_per_second": round(figure.decisions_per_second),
                "spread": round(figure.spread, 3),
                "games_per_second": round(figure.games_per_second, 1),
                "decisions_per_game": round(figure.decisions_per_game, 1),
                "rounds": [round(rate) for rate in figure.rates],
            }
            for figure in report.figures.values()
        },
        "did_not_run": {name: type(error).__name__ for name, error in report.absent.items()},
        "times_as_fast_as": {
            name: {peer: round(report.ratio(name, peer), 2) for peer in report.others} for name in report.own
        },
        "wanted": dict(report.verdicts()),
    }


def figure_rows(report: Report) -> list[list[str]]:
    rows = [["case", "decisions/s", "spread", "games/s", "decisions/game"]]
    for figure in report.figures.values():
        rows.append(
            [
                figure.name,
                f"{figure.decisions_per_second:,.0f}",
                f"{figure.spread:.0%}",
                f"{figure.games_per_second:,.0f}",
                f"{figure.decisions_per_game:.1f}",
            ]
        )
    rows += [[name, "did not run", "", "", ""] for name in report.absent]
    return rows


def ratio_rows(report: Report) -> list[list[str]]:
    """Our figures as multiples of each peer's."""
    rows = [["times as fast as", *report.own]]
    rows += [[peer, *(_times(report.ratio(name, peer)) for name in report.own)] for peer in report.others]
    return rows


def _times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"


def as_markdown(name: str, report: Report) -> str:
    packages = ", ".join(f"{package} {number}" for package, number in package_versions().items())
    parts = [
        f"# Speed of random play: {name}",
        f"Written by `make bench`. {report.method()}",
        f"Packages: {packages}.",
        _markdown_table(figure_rows(report)),
        _markdown_table(ratio_rows(report)),
        _markdown_table([["wanted", ""], *([aim, verdict] for aim, verdict in report.verdicts())]),
        *report.notes,
    ]
    return "\n\n".join(parts) + "\n"


def _markdown_table(rows: list[list[str]]) -> str:
    ruler = ["---"] + ["---:"] * (len(rows[0]) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [rows[0], ruler, *rows[1:]])


def show(console: Console, name: str, report: Report) -> None:
    for title, rows in ((name, figure_rows(report)), ("", ratio_rows(report))):
        table = Table(*rows[0], title=title or None)
        for column in table.columns[1:]:
            column.justify = "right"
        for row in rows[1:]:
            table.add_row(*row)
        console.print(table)
    console.print(report.method())
    for peer, error in report.absent.items():
        console.print(f"{peer} did not run: {type(error).__name__}: {error}", style="yellow", markup=False)
    for aim, verdict in report.verdicts():
        console.print(f"{aim}: {verdict}", style="green" if verdict == VERDICTS[True] else "red", markup=False)


def write(folder: Path, name: str, report: Report) -> None:
    """Write the report to `NAME-speed.json` and `NAME-speed.md`."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(as_json(report), indent=2) + "\n"
    (folder / f"{name}-speed.json").write_text(text, encoding="utf-8")
    (folder / f"{name}-speed.md").write_text(as_markdown(name, report), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.speed", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each case plays in a round")
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder the reports are written to")
    arguments = parser.parse_args()
    console = Console()
    for name, report in measure(GAMES, arguments.seconds, arguments.rounds, with_peers=True).items():
        show(console, name, report)
        write(arguments.results, name, report)


if __name__ == "__main__":
    main()
