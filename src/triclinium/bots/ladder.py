"""The ladder: each pair of a game's bots plays many games, and the results give ratings.

    python -m triclinium.bots.ladder banquet --games 500 --by-trials --processes 2 --out ladder.jsonl

Each game is one line of JSON; games already in the file are not played again. Seats rotate from game to game, and each
deal is played in every seating before the next. `--table PAGE` rates the bots with openskill and writes the game's
section of a page; with `--games 0` it only rates.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

from triclinium.bots import bot_named, bot_names, searches
from triclinium.bots.search import SearchPlayer, level_of, warm_up
from triclinium.core.fairness import SeededLuck
from triclinium.core.intervals import Share
from triclinium.core.manifest import Level
from triclinium.core.play import Chooser, Play, run
from triclinium.core.player import Player, chooser
from triclinium.games import GAMES, game_named


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game to play: two bots, the number of seats, and the number of the game."""

    game: str
    pair: tuple[str, str]
    seats: int
    number: int
    by_trials: bool

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.game, self.pair, self.seats, self.number, self.by_trials)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a meeting: who sat where, and which seats won."""

    game: str
    pair: tuple[str, str]
    seats: int
    number: int
    by_trials: bool
    bots: tuple[str, ...]
    winners: tuple[int, ...]
    ending: str
    seconds: float

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.game, self.pair, self.seats, self.number, self.by_trials)

    def won(self, name: str) -> bool:
        return any(self.bots[seat] == name for seat in self.winners)


# --- Playing --------------------------------------------------------------------------------------


def seatings(pair: tuple[str, str], seats: int) -> list[tuple[str, ...]]:
    """Every way to seat two bots, half of the seats each; with an odd number, one seat more or less."""
    one, other = pair
    sizes = sorted({seats // 2, seats - seats // 2})
    places = [chosen for size in sizes for chosen in combinations(range(seats), size)]
    return [tuple(one if seat in chosen else other for seat in range(seats)) for chosen in places]


def player(game: str, name: str, by_trials: bool) -> Player:
    """A bot that thinks as long as at a table, or with a fixed number of trials.

    `search:N` simulates N games, `master:N` is master with N trials.
    """
    prefix, _, trials = name.partition(":")
    if prefix == "search":
        return SearchPlayer(game, Level(0.0, int(trials)), by_trials=True)
    if trials and searches(prefix):
        return SearchPlayer(game, replace(level_of(game, prefix), trials=int(trials)), by_trials=True)
    if by_trials and searches(name):
        return SearchPlayer(game, level_of(game, name), by_trials=True)
    return bot_named(game, name)


def meet(meeting: Meeting) -> Outcome:
    players = {name: player(meeting.game, name, meeting.by_trials) for name in meeting.pair}
    return met(meeting, lambda name, rng: chooser(players[name], rng))


def met(meeting: Meeting, seated: Callable[[str, random.Random], Chooser]) -> Outcome:
    """Play a meeting with whoever sits down for a name."""
    began = perf_counter()
    ways = seatings(meeting.pair, meeting.seats)
    deal, way = divmod(meeting.number, len(ways))
    bots = ways[way]
    choosers = [
        seated(name, random.Random(f"{meeting.pair}/{meeting.number}/{seat}")) for seat, name in enumerate(bots)
    ]
    luck = SeededLuck(random.Random(f"{meeting.game}/{meeting.seats}/{deal}").getrandbits(63))
    result = run(Play.begin(game_named(meeting.game), meeting.seats), choosers, luck)
    spent = round(perf_counter() - began, 3)
    return Outcome(**asdict(meeting), bots=bots, winners=result.winners, ending=result.ending, seconds=spent)


def meetings(game: str, bots: Sequence[str], seats: Sequence[int], games: int, by_trials: bool) -> Iterator[Meeting]:
    """All games to play. The pairings alternate, so that an unfinished ladder is balanced."""
    for number in range(games):
        for count in seats:
            for pair in combinations(bots, 2):
                yield Meeting(game, pair, count, number, by_trials)


def read_outcomes(path: Path) -> list[Outcome]:
    """The games in a file, if it exists. A truncated line is skipped, and its game is played again."""
    outcomes = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        lists = {name: tuple(row[name]) for name in ("pair", "bots", "winners")}
        outcomes.append(Outcome(**{**row, **lists}))
    return outcomes


def play_all(todo: Sequence[Meeting], out: Path, processes: int) -> None:
    """Play, and write a line for each game as soon as it is over."""
    with out.open("a", encoding="utf-8") as lines:
        if out.stat().st_size:
            lines.write("\n")
        for number, outcome in enumerate(_outcomes(todo, processes), start=1):
            lines.write(json.dumps(asdict(outcome)) + "\n")
            lines.flush()
            if number % 50 == 0:
                print(f"{number} of {len(todo)}", file=sys.stderr)


def _outcomes(todo: Sequence[Meeting], processes: int) -> Iterator[Outcome]:
    if processes == 1:
        yield from map(meet, todo)
        return
    for game in {meeting.game for meeting in todo if any(map(searches, meeting.pair))}:
        warm_up(game)  # compile once here; the processes load it from the cache
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for future in as_completed([pool.submit(meet, meeting) for meeting in todo]):
            yield future.result()


# --- Rating ---------------------------------------------------------------------------------------


def ratings(outcomes: Sequence[Outcome]) -> dict[str, tuple[float, float]]:
    """Each bot's strength and its uncertainty, by openskill. Games are rated in the order of their numbers."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Any] = {}
    for outcome in sorted(outcomes, key=lambda outcome: (outcome.number, outcome.seats, outcome.pair)):
        teams = [[known.setdefault(name, model.rating(name=name))] for name in outcome.pair]
        ranks = [0.0 if outcome.won(name) else 1.0 for name in outcome.pair]
        for name, (rated,) in zip(outcome.pair, model.rate(teams, ranks=ranks), strict=True):
            known[name] = rated
    return {name: (rating.mu, rating.sigma) for name, rating in known.items()}


def as_markdown(game: str, outcomes: Sequence[Outcome], rated: Mapping[str, tuple[float, float]]) -> str:
    lines = [f"## {game}", "", "| bot | rating | ± |", "| --- | ---: | ---: |"]
    ranked = sorted(rated, key=lambda name: rated[name][0], reverse=True)
    lines += [f"| {name} | {rated[name][0]:.1f} | {2 * rated[name][1]:.1f} |" for name in ranked]
    lines += ["", "| meeting | seats | games | won by the first alone | by the second alone | by both or none |"]
    lines[-1] += " the first wins of those decided, 95 % |"
    lines += ["| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for seats in sorted({outcome.seats for outcome in outcomes}):
        for other, one in combinations(reversed(ranked), 2):
            played = [outcome for outcome in outcomes if outcome.seats == seats and set(outcome.pair) == {one, other}]
            if played:
                lines.append(_row(one, other, seats, played))
    return "\n".join(lines) + "\n"


def _row(one: str, other: str, seats: int, played: Sequence[Outcome]) -> str:
    first = sum(outcome.won(one) and not outcome.won(other) for outcome in played)
    second = sum(outcome.won(other) and not outcome.won(one) for outcome in played)
    share = Share(first, first + second)
    return (
        f"| {one} – {other} | {seats} | {len(played)} | {first} | {second} | {len(played) - first - second} "
        f"| {share.share:.1%} ({share.low:.1%} to {share.high:.1%}) |"
    )


def write_section(path: Path, game: str, section: str) -> None:
    """Write a game's section of the page, replacing the old one."""
    page = path.read_text(encoding="utf-8") if path.exists() else ""
    head = f"## {game}\n"
    before, _, rest = page.partition(head)
    _, more, after = rest.partition("\n## ")
    parts = [before.rstrip("\n"), section.rstrip("\n"), *([f"## {after}".rstrip("\n")] if more else [])]
    path.write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m triclinium.bots.ladder", description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=500, help="games of every two bots; 0 only rates")
    parser.add_argument("--bots", default="", help="separated by commas; all there are if not given")
    parser.add_argument("--seats", default="4", help="how many sit at the table; several numbers by commas")
    parser.add_argument("--by-trials", action="store_true", help="think by games played ahead, not by time")
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 1) - 1))
    parser.add_argument("--out", type=Path, default=Path("ladder.jsonl"), help="a line for each game")
    parser.add_argument("--table", type=Path, help="where the ratings go, as Markdown")
    asked = parser.parse_args()
    bots = asked.bots.split(",") if asked.bots else bot_names(asked.game)
    seats = [int(count) for count in asked.seats.split(",")]
    played = {outcome.key for outcome in read_outcomes(asked.out)}
    wanted = meetings(asked.game, bots, seats, asked.games, asked.by_trials)
    play_all([meeting for meeting in wanted if meeting.key not in played], asked.out, asked.processes)
    if asked.table is not None:
        outcomes = [outcome for outcome in read_outcomes(asked.out) if outcome.game == asked.game]
        write_section(asked.table, asked.game, as_markdown(asked.game, outcomes, ratings(outcomes)))


if __name__ == "__main__":
    main()
