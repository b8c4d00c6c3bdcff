"""Where the blocks of a study are played: on all cores of this machine, or on a Ray cluster.

Blocks are handed out a few at a time. Whoever wants to stop gives out no more, and keeps what was begun.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any, NoReturn, TypeAlias

from triclinium.lab.bulk import Block, warm
from triclinium.lab.grid import Task

Played = tuple[Task, Block]
Stopped: TypeAlias = Callable[[], bool]
"""Whether no more blocks are wanted."""
RAY_AHEAD = 2
"""Blocks queued for each core of the cluster."""


def never() -> bool:
    return False


def interrupt() -> NoReturn:
    raise KeyboardInterrupt


class Interrupts:
    """Ctrl-C: the first asks to stop after the blocks being played, the second one stops at once."""

    def __init__(self, first: Callable[[], None], second: Callable[[], None]) -> None:
        self.asked = False
        self.first, self.second = first, second

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            self.second()
        self.asked = True
        self.first()


@contextmanager
def stop_on_interrupt(tell: Callable[[], None]) -> Iterator[Stopped]:
    """While this lasts, the first Ctrl-C is told and only asks to stop."""
    interrupts = Interrupts(tell, interrupt)
    before = signal.signal(signal.SIGINT, interrupts)
    try:
        yield lambda: interrupts.asked
    finally:
        signal.signal(signal.SIGINT, before)


def finish_when_interrupted() -> None:
    """In a process that plays blocks: Ctrl-C reaches every process of a terminal, so this one counts them too."""
    signal.signal(signal.SIGINT, Interrupts(lambda: None, lambda: os._exit(0)))


def play_task(task: Task) -> Block:
    """Play a block. A module-level function, so that other processes can be told to run it."""
    return task.play()


def compile_first(tasks: Sequence[Task]) -> None:
    """Compile once here what the processes will need."""
    for bots in {task.table.bots for task in tasks}:
        first = next(task for task in tasks if task.table.bots == bots)
        warm(first.table, sys.maxsize if first.compiled else 0)


def on_this_machine(tasks: Sequence[Task], processes: int, stopped: Stopped = never) -> Iterator[Played]:
    """Play on several cores; yields blocks as they finish."""
    left = iter(tasks)
    with ProcessPoolExecutor(processes, initializer=finish_when_interrupted) as pool:
        # One block more than processes, so that none of them waits while a block is stored.
        playing: dict[Future[Block], Task] = {
            pool.submit(play_task, task): task for task in islice(left, processes + 1)
        }
        while playing:
            done, _ = wait(playing, return_when=FIRST_COMPLETED)
            for future in done:
                task = playing.pop(future)
                if not stopped() and (following := next(left, None)) is not None:
                    playing[pool.submit(play_task, following)] = following
                yield task, future.result()
            if stopped():
                playing = {future: task for future, task in playing.items() if not future.cancel()}


def on_ray(tasks: Sequence[Task], address: str, stopped: Stopped = never) -> Iterator[Played]:
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
        playing: dict[Any, Task] = {play.remote(task): task for task in islice(left, cores * RAY_AHEAD)}
        while playing:
            (done,), _ = ray.wait(list(playing), num_returns=1)
            task = playing.pop(done)
            yield task, ray.get(done)
            if not stopped() and (following := next(left, None)) is not None:
                playing[play.remote(following)] = following
    finally:
        started.disconnect()
        ray.shutdown()
