"""Random games under proof: what a seat may not know never shows, and play always ends.

    python -m bench.proof_games views --game banquet --views 1000000 --workers 16
    python -m bench.proof_games games --game bacchanalia --seats 4 --games 100000 --workers 16
    python -m bench.proof_games laws --game benhur --games 200 --workers 16

`views` plays under the laws of secrets (`core/laws/secrets.py`) until this many views have been compared with other
worlds. `games` plays to the end with every option and length, and counts the cards. `laws` is `triclinium check`. Each
prints one line of JSON for each shard and one in total. A shard can be played again, because its seeds are named. With
`--out FILE` the lines are saved there, and their shards are not played again. Everything runs on the standard library
alone; with Numba, kernel games are played compiled.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

from bench.random_games import play_games, tables
from triclinium.core.laws import LawBroken, option_sets
from triclinium.core.laws.shards import Shard
from triclinium.games import GAMES, game_named

SOURCES = Path(__file__).parents[1] / "src" / "triclinium"
SHARD_GAMES = {"banquet": 8, "benhur": 2, "bacchanalia": 2}
"""Games of one shard under the laws: about ten seconds."""
RANDOM_SHARD = {"banquet": 2_000, "benhur": 500, "bacchanalia": 250}
VIEWS, GAMES_A_SEAT_COUNT, GAMES_A_TABLE = 1_000_000, 100_000, 200
AHEAD = 2
Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """A shard of a proof, named by everything that decides what it plays."""

    proof: str
    game: str
    seats: int
    options: dict[str, Any]
    seeds: tuple[int, int]
    code: str

    def key(self) -> str:
        return json.dumps([self.proof, self.game, self.seats, self.options, self.seeds, self.code])

    def play(self) -> Told:
        """Play it; returns its counts, and what broke."""
        began = time.process_time()
        seeds = range(*self.seeds)
        faults: list[Any] = []
        counts: Told = {}
        try:
            if self.proof == "games":
                counts = play_games(self.game, self.seats, self.options, seeds)
            else:
                shard = Shard(game_named(self.game), self.seats, self.options, seeds, 1, self.proof == "views")
                counts = asdict(shard.play())
        except LawBroken as broken:
            faults.append({"law": broken.law, "what": str(broken), "record": broken.record})
        return {**asdict(self), **counts, "seconds": round(time.process_time() - began, 3), "faults": faults}


def code(game: str) -> str:
    """A digest of a game's rules and views and of the laws: a proof holds only for the code it was run on."""
    folder = SOURCES / "games" / game
    mark = hashlib.sha256()
    for part in (SOURCES / "core", folder / "rules", folder / "views", folder / "data", folder / "game.py"):
        files = sorted(part.rglob("*.*")) if part.is_dir() else [part]
        for file in files:
            if file.suffix != ".pyc":
                mark.update(file.read_bytes())
    return mark.hexdigest()[:12]


# --- Shards -------------------------------------------------------------------------------------


def law_tasks(proof: str, game: str, games: int | None = None, size: int | None = None) -> Iterator[Task]:
    """Every table of a game, again and again with other seeds, until each has played this many games."""
    size, mark = size or SHARD_GAMES[game], code(game)
    chosen = game_named(game)
    for first in count(0, size) if games is None else range(0, games, size):
        last = first + size if games is None else min(first + size, games)
        for options in option_sets(chosen):
            for seats in chosen.info.seats:
                yield Task(proof, game, seats, options, (first, last), mark)


def game_tasks(game: str, seats: int, games: int, size: int | None = None) -> Iterator[Task]:
    """This many games with this many seats, over all options in turn."""
    size, mark = size or RANDOM_SHARD[game], code(game)
    several = tables(game_named(game), seats)
    for first in range(0, games, size):
        options = several[first // size % len(several)]
        yield Task("games", game, seats, options, (first, min(first + size, games)), mark)


def play_all(tasks: Iterable[Task], workers: int) -> Iterator[Told]:
    """Play tasks in several processes; the tasks may be endless."""
    waiting = iter(tasks)
    if workers == 1:
        yield from (task.play() for task in waiting)
        return
    with ProcessPoolExecutor(workers) as pool:
        running: set[Future[Told]] = set()
        try:
            while True:
                running |= {pool.submit(task.play) for task in islice(waiting, workers * AHEAD - len(running))}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        finally:
            for each in running:
                each.cancel()


# --- Proofs -------------------------------------------------------------------------------------


class Proof:
    """The results so far, of this run and of those saved in a file."""

    def __init__(self, out: Path | None = None) -> None:
        self.out = out
        self.told: list[Told] = []
        self.kept: dict[str, Told] = {}
        if out is not None and out.exists():
            for line in map(json.loads, out.read_text().splitlines()):
                if "seeds" in line:
                    self.kept[Task(**{name: line[name] for name in Task.__slots__}).key()] = line

    def run(self, tasks: Iterable[Task], workers: int, enough: int | None = None) -> Told:
        """Play what is not saved yet, until there are this many views; returns the sums."""
        began = time.perf_counter()
        if enough is None or self.sum("views") < enough:
            for told in play_all(self._not_kept(tasks, enough), workers):
                self._tell(told)
                if told["faults"] or (enough is not None and self.sum("views") >= enough):
                    break
        return self._sums(time.perf_counter() - began, workers)

    def _not_kept(self, tasks: Iterable[Task], enough: int | None) -> Iterator[Task]:
        for task in tasks:
            if (told := self.kept.get(task.key())) is None:
                yield task
            else:
                self.told.append(told)
                if enough is not None and self.sum("views") >= enough:
                    return

    def _tell(self, told: Told) -> None:
        self.told.append(told)
        line = json.dumps(told)
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        if self.out is not None:
            with self.out.open("a") as file:
                file.write(line + "\n")

    def sum(self, name: str) -> int:
        return sum(told.get(name, 0) for told in self.told)

    def _sums(self, seconds: float, workers: int) -> Told:
        names = ("games", "decisions", "views", "comparisons", "mutants")
        sums = {name: total for name in names if (total := self.sum(name))}
        busy = sum(told["seconds"] for told in self.told)
        endings: Counter[str] = Counter()
        for told in self.told:
            endings.update(told.get("endings", {}))
        if endings:
            sums["longest"] = max(told.get("longest", 0) for told in self.told)
        return {
            **sums,
            **({"endings": dict(endings)} if endings else {}),
            "shards": len(self.told),
            "core_seconds": round(busy, 1),
            "rate": round(self.sum("views" if "views" in sums else "games") / busy, 1) if busy else None,
            "workers": workers,
            "seconds": round(seconds, 1),
            "faults": [fault for told in self.told for fault in told["faults"]],
        }


def prove_views(game: str, views: int, workers: int = 1, out: Path | None = None, *, shard: int | None = None) -> Told:
    """This many views of a game, each compared with a world that its seat cannot tell apart."""
    return Proof(out).run(law_tasks("views", game, size=shard), workers, views)


def prove_games(
    game: str, seats: Iterable[int], games: int, workers: int = 1, out: Path | None = None, *, shard: int | None = None
) -> Told:
    """This many random games for each number of seats: every one ends, and no card is lost."""
    tasks = (task for number in seats for task in game_tasks(game, number, games, shard))
    return Proof(out).run(tasks, workers)


def prove_laws(game: str, games: int, workers: int = 1, out: Path | None = None) -> Told:
    """This many games at every table under all laws."""
    return Proof(out).run(law_tasks("laws", game, games), workers)


def prove(proof: str, size: int, _seed: int) -> Told:
    """A proof of every game on all cores; shards are saved in the folder TRICLINIUM_SHARDS, if that is set."""
    workers = os.cpu_count() or 1
    folder = os.environ.get("TRICLINIUM_SHARDS")
    of: dict[str, Told] = {}
    for game in GAMES:
        out = Path(folder) / f"{proof}-{game}.jsonl" if folder else None
        if proof == "views":
            of[game] = prove_views(game, size, workers, out)
        elif proof == "games":
            of[game] = prove_games(game, game_named(game).info.seats, size, workers, out)
        else:
            of[game] = prove_laws(game, size, workers, out)
    faults = [fault for told in of.values() for fault in told.pop("faults")]
    return {
        "of": of,
        "seconds": round(sum(told["core_seconds"] for told in of.values()) / workers, 1),
        "faults": faults,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", choices=("views", "games", "laws"))
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--seats", type=int, help="games: only so many seats; all numbers if not given")
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--games", type=int, help="games: for each number of seats; laws: for each table")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep the lines here, and go on from what is kept")
    wanted = parser.parse_args()
    if wanted.proof == "views":
        told = prove_views(wanted.game, wanted.views, wanted.workers, wanted.out)
    elif wanted.proof == "games":
        seats = game_named(wanted.game).info.seats if wanted.seats is None else (wanted.seats,)
        told = prove_games(wanted.game, seats, wanted.games or GAMES_A_SEAT_COUNT, wanted.workers, wanted.out)
    else:
        told = prove_laws(wanted.game, wanted.games or GAMES_A_TABLE, wanted.workers, wanted.out)
    sys.stdout.write(json.dumps({"proof": wanted.proof, "game": wanted.game, **told}) + "\n")
    sys.exit(1 if told["faults"] else 0)


if __name__ == "__main__":
    main()
