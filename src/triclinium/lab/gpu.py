"""Who plays the blocks of a study on an NVIDIA graphics card: processes that keep the games, one that keeps the card.

All games of a block are played at once. Each is a search that asks for answers to be tried ahead; what all of them ask
at one time is one batch for the card.
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
from triclinium.lab.bulk import Block, Rows, Table, course, games_ahead, seated_bot
from triclinium.lab.crew import Played
from triclinium.lab.grid import Task

AT_ONCE = 1024
"""Games tried ahead between two looks at who is beaten: more than on a core, since a card plays them side by side."""

Wins: TypeAlias = Sequence[int]
TryAll: TypeAlias = Callable[[Any], Any]
"""Plays what a batch asks for: `try_all` of a game's part `gpu`."""


def check_gpu(tasks: Sequence[Task]) -> None:
    """Refuse tables at which a card would have nothing to do."""
    for table in {id(task.table): task.table for task in tasks}.values():
        if manifest_of(table.game).gpu is None or all(games_ahead(table.game, bot) is None for bot in table.bots):
            able = ", ".join(name for name, manifest in manifests().items() if manifest.gpu is not None)
            raise BadOptions(f"a graphics card plays ahead for the searching bots of {able} only; leave --gpu out")


def on_gpu(tasks: Sequence[Task], processes: int) -> Iterator[Played]:
    """Play on this machine's card, so many blocks at once; blocks come as they are done. Raises `BadOptions`."""
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
            yield waiting[done], done.result()
    for host, ours in hosts:
        ours.send(None)
        host.join()


def _serve(task: Task, free: SimpleQueue[Connection], gpu: Any) -> Block:
    """Have a process that is free play a block, and play ahead for it."""
    host = free.get()
    host.send(task)
    while not isinstance(told := host.recv(), Block):
        host.send(gpu.try_all(told))
    free.put(host)
    return told


def _keep_games(gpu: Connection) -> None:
    """Play the blocks one is given, in a process of its own; the card is asked through the connection."""

    def try_all(batch: Any) -> Any:
        gpu.send(batch)
        return gpu.recv()

    while (task := gpu.recv()) is not None:
        gpu.send(play_together(task.table, task.seed, task.first, task.games, try_all))


def play_together(table: Table, seed: int, first: int, games: int, try_all: TryAll) -> Block:
    """Play a block, all its games at once; the games are the ones of `bulk.play_block`, the luck ahead another."""
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
"""A game going on that asks for nothing but answers to be tried ahead."""


def _thinking(table: Table, seed: int, number: int) -> _Thinking:
    """A game whose searching bots think on the card; all others answer by themselves."""
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
