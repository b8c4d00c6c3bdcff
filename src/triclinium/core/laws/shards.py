"""Many games under the laws, in shards that several processes play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice

from triclinium.core.decision import Json
from triclinium.core.game import AnyGame
from triclinium.core.laws import obey
from triclinium.core.laws.trial import LawBroken, Tally

SHARDS_AHEAD = 2
"""Shards that wait for each process, so that none is idle and little is begun in vain."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Some games of one table: the same shard always plays the same games."""

    game: AnyGame
    seats: int
    options: dict[str, Json]
    seeds: range
    every: int = 1
    secrets_only: bool = False

    def play(self) -> Tally:
        """Play them; raises `LawBroken`."""
        tally = Tally()
        for seed in self.seeds:
            try:
                tally.add(obey(self.game, self.seats, self.options, seed, self.every, secrets_only=self.secrets_only))
            except LawBroken as broken:
                where = f"{self.seats} seats, options {self.options}, seed {seed}"
                raise LawBroken(broken.law, f"{broken.what}; {where}", broken.record) from broken
        return tally


def play_all(shards: Iterable[Shard], workers: int = 1) -> Iterator[tuple[Shard, Tally]]:
    """Play shards as they come, and tell of each when it is done; raises `LawBroken`.

    The shards may have no end: whoever has enough stops asking.
    """
    if workers == 1:
        for shard in shards:
            yield shard, shard.play()
        return
    waiting = iter(shards)
    with ProcessPoolExecutor(workers) as pool:
        running: dict[Future[Tally], Shard] = {}
        try:
            while True:
                for shard in islice(waiting, workers * SHARDS_AHEAD - len(running)):
                    running[pool.submit(shard.play)] = shard
                if not running:
                    return
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(done), done.result()
        finally:
            for shard_left in running:
                shard_left.cancel()
