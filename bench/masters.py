"""What start places, decks and a lead are worth among masters of Ben Hur: `python -m bench.masters --races 600`.

Masters sit everywhere, by trials as on the ladder; `--bot master:300` drives the same with fewer of them. Every race is
a line of JSON in the file, and is not driven again. `bench.habits` asks the same of racers, who need no search.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.habits import RISKY, foremost_at_half, take_files
from bench.races import Table, races_at
from triclinium.core.compiled import compile_kernels
from triclinium.core.intervals import Share
from triclinium.games.benhur.rules.codes import REFILL_FROM, WHIP_AT
from triclinium.games.benhur.rules.state import NOBODY

SEEDS_FROM = 900_000
"""Apart from the races of the ladder."""
TO_REFILL = range(REFILL_FROM, WHIP_AT)


@cache
def foremost() -> Any:
    return compile_kernels((foremost_at_half,))[foremost_at_half]


@dataclass(frozen=True, slots=True)
class Raced:
    """A race: where each seat started, who won, who was first at half the race, and what was drawn by choice."""

    bot: str
    seats: int
    seed: int
    places: Sequence[int]
    winners: Sequence[int]
    leader: int
    drawn: int
    risky: int


class Watch:
    """Sees every answer that a master searched for."""

    def __init__(self) -> None:
        self.leader, self.drawn, self.risky = NOBODY, 0, 0

    def __call__(self, s: Any, code: int) -> None:
        if code in TO_REFILL:
            self.drawn += 1
            self.risky += code == REFILL_FROM + RISKY
        if self.leader == NOBODY:
            self.leader = int(foremost()(s))


def drive(bot: str, table: Table, seed: int) -> Raced:
    watch, seats = Watch(), table.seats
    end = races_at(table).race((bot,) * seats, seed, watch)
    winners = [seat for seat in range(seats) if (int(end["winners"]) >> seat) & 1]
    places = [int(place) for place in end["place"][:seats]]
    return Raced(bot, seats, seed, places, winners, watch.leader, watch.drawn, watch.risky)


def kept_in(path: Path, bot: str, seats: int) -> list[Raced]:
    """The races of a file, if it exists."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [one for one in (Raced(**json.loads(line)) for line in lines) if (one.bot, one.seats) == (bot, seats)]


def driven(bot: str, table: Table, seeds: Sequence[int], processes: int) -> Iterator[Raced]:
    if seeds:
        drive(f"{bot.partition(':')[0]}:1", table, seeds[0])  # compile once here; the processes load it
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from (one.result() for one in as_completed([pool.submit(drive, bot, table, seed) for seed in seeds]))


def report(races: Sequence[Raced]) -> None:
    for place in range(1, 1 + max(max(race.places) for race in races)):
        started = [(race, race.places.index(place)) for race in races if place in race.places]
        share = Share(sum(seat in race.winners for race, seat in started), len(started))
        print(f"  place {place}: {share.share:.1%} ({share.low:.1%} to {share.high:.1%})")
    led = Share(sum(race.leader in race.winners for race in races), len(races))
    print(f"  first at half the race wins {led.share:.1%} ({led.low:.1%} to {led.high:.1%})")
    print(
        f"  from the risky deck {sum(race.risky for race in races) / sum(race.drawn for race in races):.1%}", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.masters", description=__doc__)
    parser.add_argument("--races", type=int, default=600)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    take_files(parser)
    asked = parser.parse_args()
    races = kept_in(asked.out, asked.bot, asked.seats)
    seen = {race.seed for race in races}
    todo = [seed for seed in range(SEEDS_FROM, SEEDS_FROM + asked.races) if seed not in seen]
    with asked.out.open("a", encoding="utf-8") as lines:
        for race in driven(asked.bot, Table(asked.seats, asked.deck, asked.track), todo, asked.processes):
            races.append(race)
            lines.write(json.dumps(asdict(race)) + "\n")
            lines.flush()
    print(asked.seats, "chariots,", len(races), "races")
    report(races)


if __name__ == "__main__":
    main()
