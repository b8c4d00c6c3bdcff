"""Check the laws on many games, split into shards for several processes."""

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
"""Shards queued for each process, so that none is idle and little work is wasted at the end."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Some games of one table. The same shard always plays the same games."""

    game: AnyGame
    seats: int
    options: dict[str, Json]
    seeds: range
    every: int = 1
    secrets_only: bool = False

    def play(self) -> Tally:
        tally = Tally()
        for seed in self.seeds:
            try:
                tally.add(obey(self.game, self.seats, self.options, seed, self.every, secrets_only=self.secrets_only))
            except LawBroken as broken:
                where = f"{self.seats} seats, options {self.options}, seed {seed}"
                raise LawBroken(broken.law, f"{broken.what}; {where}", broken.record) from broken
        return tally


def play_all(shards: Iterable[Shard], workers: int = 1) -> Iterator[tuple[Shard, Tally]]:
    """Play shards as they come and yield each one with its tally. Raises `LawBroken`.

    The shards may be endless: stop iterating to stop.
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
