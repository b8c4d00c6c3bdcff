"""Where the blocks of a study are played: on all cores of this machine, or on a Ray cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from triclinium.lab.bulk import Block, warm
from triclinium.lab.grid import Task

Played = tuple[Task, Block]
RAY_AHEAD = 2
"""Blocks queued for each core of the cluster."""


def play_task(task: Task) -> Block:
    """Play a block. A module-level function, so that other processes can be told to run it."""
    return task.play()


def compile_first(tasks: Sequence[Task]) -> None:
    """Compile once here what the processes will need."""
    for bots in {task.table.bots for task in tasks}:
        first = next(task for task in tasks if task.table.bots == bots)
        warm(first.table, sys.maxsize if first.compiled else 0)


def on_this_machine(tasks: Sequence[Task], processes: int) -> Iterator[Played]:
    """Play on several cores; yields blocks as they finish."""
    compile_first(tasks)
    with ProcessPoolExecutor(processes) as pool:
        waiting = {pool.submit(play_task, task): task for task in tasks}
        for done in as_completed(waiting):
            yield waiting[done], done.result()


def on_ray(tasks: Sequence[Task], address: str) -> Iterator[Played]:
    """Play on a Ray cluster whose machines have this package; `local` starts one here."""
    import ray

    started: Any = ray.init(
        address=None if address == "local" else address, include_dashboard=False, log_to_driver=False
    )
    try:
        play = ray.remote(play_task)
        resources: Any = ray.cluster_resources
        cores = int(resources().get("CPU", 1))
        left = iter(tasks)
        waiting: dict[Any, Task] = {}
        for task, _ in zip(left, range(cores * RAY_AHEAD), strict=False):
            waiting[play.remote(task)] = task
        while waiting:
            (done,), _ = ray.wait(list(waiting), num_returns=1)
            task = waiting.pop(done)
            yield task, ray.get(done)
            if (following := next(left, None)) is not None:
                waiting[play.remote(following)] = following
    finally:
        started.disconnect()
        ray.shutdown()
