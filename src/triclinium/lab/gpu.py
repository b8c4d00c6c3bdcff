"""Play the blocks of a study on an NVIDIA graphics card: several processes run the games, one runs the card.

All games of a block run at once. Each is a search that asks for answers to be tried; together their requests form one
batch for the card.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, TypeAlias

from triclinium.core.game import BadOptions
from triclinium.core.manifest import manifest_of, manifests
from triclinium.lab.bulk import Block, Lineup, Rows, course, games_ahead, seated_bot
from triclinium.lab.grid import Task
from triclinium.lab.runners import Played, Stopped, finish_when_interrupted, never

AT_ONCE = 1024
"""Simulated games between two checks for beaten answers: more than on a core, because a card runs them in parallel."""

Wins: TypeAlias = Sequence[int]
TryAll: TypeAlias = Callable[[Any], Any]
"""Plays a batch: `try_all` of a game's part `gpu`."""


def check_gpu(tasks: Sequence[Task]) -> None:
    """Raise `BadOptions` for tables that would not use a card."""
    for table in {id(task.table): task.table for task in tasks}.values():
        if manifest_of(table.game).gpu is None or all(games_ahead(table.game, bot) is None for bot in table.bots):
            able = ", ".join(name for name, manifest in manifests().items() if manifest.gpu is not None)
            raise BadOptions(f"a graphics card helps only the searching bots of {able}; leave out --gpu")


def on_gpu(tasks: Sequence[Task], processes: int, stopped: Stopped = never) -> Iterator[Played]:
    """Play on this machine's card, several blocks at once; yields blocks as they finish. Raises `BadOptions`."""
    check_gpu(tasks)
    if not tasks:
        return
    gpu = manifest_of(tasks[0].table.game).part("gpu").Gpu()
    context = get_context("spawn")
    free: SimpleQueue[Connection] = SimpleQueue()
    hosts = []
    for _ in range(min(processes, len(tasks))):
        ours, theirs = context.Pipe()
        host = context.Process(target=_keep_games, args=(theirs,), daemon=True)
        host.start()
        theirs.close()
        hosts.append((host, ours))
        free.put(ours)
    with ThreadPoolExecutor(max(1, len(hosts))) as pool:
        waiting = {pool.submit(_serve, task, free, gpu): task for task in tasks}
        for done in as_completed(waiting):
            if done.cancelled():
                continue
            yield waiting[done], done.result()
            if stopped():
                pool.shutdown(wait=False, cancel_futures=True)
    for host, ours in hosts:
        ours.send(None)
        host.join()


def _serve(task: Task, free: SimpleQueue[Connection], gpu: Any) -> Block:
    """Let a free process play a block, and run its simulations."""
    host = free.get()
    host.send(task)
    while not isinstance(told := host.recv(), Block):
        host.send(gpu.try_all(told))
    free.put(host)
    return told


def _keep_games(gpu: Connection) -> None:
    """In a process of its own: play the blocks that come through the connection, and ask the card through it."""

    def try_all(batch: Any) -> Any:
        gpu.send(batch)
        return gpu.recv()

    finish_when_interrupted()
    while (task := gpu.recv()) is not None:
        gpu.send(play_together(task.table, task.seed, task.first, task.games, try_all))


def play_together(table: Lineup, seed: int, first: int, games: int, try_all: TryAll) -> Block:
    """Play a block, all its games at once. They are the games of `bulk.play_block`, but the searches use other luck."""
    rows: dict[int, Rows] = {}
    going: dict[int, tuple[_Thinking, Any]] = {}

    def go_on(number: int, thinking: _Thinking, wins: Wins | None) -> None:
        try:
            going[number] = thinking, next(thinking) if wins is None else thinking.send(wins)
        except StopIteration as over:
            going.pop(number, None)
            rows[number] = over.value

    batch_of = manifest_of(table.game).part("gpu").batch_of
    for number in range(first, first + games):
        go_on(number, _thinking(table, seed, number), None)
    while going:
        now = list(going.items())
        wins = try_all(batch_of([request for _, (_, request) in now])).tolist()
        for (number, (thinking, _)), won in zip(now, wins, strict=True):
            go_on(number, thinking, won)
    ordered = [rows[number] for number in sorted(rows)]
    return Block(table, first, [row for row, _ in ordered], [seats for _, seats in ordered])


_Thinking: TypeAlias = Generator[Any, Wins, Rows]
"""A game in progress that asks only for answers to be tried."""


def _thinking(table: Lineup, seed: int, number: int) -> _Thinking:
    """A game whose searching bots use the card; all others answer by themselves."""
    others = {name: seated_bot(table.game, name) for name in table.bots if games_ahead(table.game, name) is None}
    asking = course(table, seed, number)
    estimates = manifest_of(table.game).part("gpu").estimates
    try:
        bot, look = next(asking)
        while True:
            if bot in others:
                answer = others[bot].choose(look)
            elif len(look.decision.options) == 1:
                answer = look.decision.options[0]
            else:
                answer = (yield from estimates(look, games_ahead(table.game, bot), AT_ONCE))[0].answer
            bot, look = asking.send(answer)
    except StopIteration as over:
        rows: Rows = over.value
        return rows
