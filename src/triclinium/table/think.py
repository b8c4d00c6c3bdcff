"""A machine that does nothing but think: searching bots of all nodes of a house, taken from the queue."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable

from triclinium.bots import bot_names, searches
from triclinium.bots.search import can_search
from triclinium.bots.workers import Workers
from triclinium.core.decision import Answer, Decision
from triclinium.games import GAMES
from triclinium.table.bus import Question
from triclinium.table.bus.choosing import thinker_at, try_bus
from triclinium.table.ops.journal import Journal

STOPS = (signal.SIGTERM, signal.SIGINT)


class Refusing(Exception):
    """A question that no searching bot of this version can answer."""


async def answer(workers: Workers, question: Question) -> Answer:
    """What a searching bot answers. Only what its seat may see has come here."""
    if question.game not in GAMES or not searches(question.bot) or question.bot not in bot_names(question.game):
        raise Refusing(question.game)
    asked = dict(question.decision)
    asked["options"], asked["weights"] = tuple(asked["options"]), tuple(asked["weights"])
    chosen = workers.choose(question.game, question.bot, question.view, Decision(**asked), question.seed)
    return await asyncio.wrap_future(chosen)


def run(url: str, house: str, at_once: int | None, say: Callable[[int], None]) -> None:
    """Think until a signal says to stop, and then end by it: nobody waits for a bot that thinks. Raises `BusFailed`."""
    asyncio.run(_think(url, house, at_once, say))


async def _think(url: str, house: str, at_once: int | None, say: Callable[[int], None]) -> None:
    await try_bus(url)
    workers, journal = Workers(at_once, priority=0), Journal()
    thinker = thinker_at(url, house, journal, workers.count, lambda question: answer(workers, question))

    def stop(name: signal.Signals) -> None:
        journal.note("stopped", answers=thinker.answered)
        _end_by(name)

    for name in STOPS:
        asyncio.get_running_loop().add_signal_handler(name, stop, name)
    say(workers.count)
    try:
        await _compile(workers, journal)
        await thinker.run()
    finally:
        workers.close()


async def _compile(workers: Workers, journal: Journal) -> None:
    """Compile every search, or load it. Until then nodes think by themselves: they would wait for nothing here."""
    warming = [asyncio.wrap_future(one) for game in GAMES if can_search(game) for one in workers.warming(game)]
    for error in await asyncio.gather(*warming, return_exceptions=True):
        if isinstance(error, Exception):
            journal.fault("bot", error)


def _end_by(name: signal.Signals) -> None:
    """End at once, with the workers: one that compiles would go on."""
    for worker in multiprocessing.active_children():
        worker.kill()
    signal.signal(name, signal.SIG_DFL)
    signal.raise_signal(name)
