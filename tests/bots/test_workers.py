"""Searching bots think in processes of their own; where one is lost a quick bot answers."""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import subprocess
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace

import pytest

from bots.moments import SEARCHED, moments
from server.people import house, seated, some_moves
from triclinium.bots.search import warm_up
from triclinium.bots.workers import LOWEST_PRIORITY, Workers
from triclinium.core.player import Look
from triclinium.games.banquet.game import GAME
from triclinium.table.bots.thinking import Thinking


def test_a_worker_answers_gives_hints_and_is_replaced_when_lost():
    warm_up("banquet")
    workers = Workers(1, priority=1)  # at the lowest it would starve beside other tests
    try:
        play, decision = next(moments("banquet", 3, 5))
        view = GAME.view(play.state, decision.seat)
        assert workers.choose("banquet", "easy", view, decision, 1).result(300) in decision.options
        told = workers.hints(view, decision, 1, None, 200).result(300)
        assert [hint.answer for hint in told] != []
        (process,) = workers._pool._processes.values()
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.getpriority(os.PRIO_PROCESS, 0) + 1
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            workers.choose("banquet", "easy", view, decision, 1).result(300)
        assert workers.choose("banquet", "thumb", view, decision, 1).result(300) in decision.options
    finally:
        workers.close()


SERVER = """
import os, sys, time
from triclinium.bots.workers import Workers

if __name__ == "__main__":
    workers = Workers(1, priority=1)
    print(workers._submit(os.getpid).result(300), flush=True)
    workers._submit(time.sleep, 3600)
    sys.stdin.read()
"""


def test_table_11_a_worker_ends_with_its_server_however_that_ends(tmp_path):
    (tmp_path / "server.py").write_text(SERVER)
    server = subprocess.Popen(
        [sys.executable, str(tmp_path / "server.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    worker = os.pidfd_open(int(server.stdout.readline()))
    try:
        server.kill()
        server.wait()
        ended, _, _ = select.select([worker], [], [], 60)
        assert ended, "the worker is still there"
    finally:
        os.close(worker)
        server.stdin.close()
        server.stdout.close()


def test_workers_give_way_to_everything_else():
    assert Workers().priority == LOWEST_PRIORITY == 19


class _Broken:
    """Workers whose process is lost."""

    count = 1

    def ready(self, game):
        return True

    def choose(self, *asked):
        future = Future()
        future.set_exception(BrokenProcessPool("lost"))
        return future

    def close(self):
        return


def thinks(workers, lines):
    """A strong bot's thought at a table where nobody waits."""
    play, decision = next(moments("banquet", 3, 5))
    made = SimpleNamespace(game="banquet", quick=True, host="host", language="en")
    table = SimpleNamespace(made=made, people=[0])
    thinking = Thinking(workers, SimpleNamespace(trouble=lambda what, line: lines.append(line)))
    thought = asyncio.run(thinking.bot(table, "strong", Look(GAME, play.state, decision, random.Random(1))))
    thinking.close()
    assert thought.answer in decision.options
    return thought


def test_the_table_lets_a_quick_bot_answer_when_a_process_is_lost():
    lines = []
    assert thinks(_Broken(), lines).hurried
    assert lines == ["a searching bot of banquet lost its process; a quick one answers"]


def test_nobody_waits_while_a_search_is_compiled():
    workers = Workers(1)
    workers._warm["banquet"] = [Future()]
    assert thinks(workers, []).hurried


@pytest.mark.parametrize("game", SEARCHED)
def test_searching_bots_play_at_a_table(tmp_path, game):
    warm_up(game)

    async def evening():
        async with house(tmp_path) as place:
            workers = place.hub.scheduler.thinking.workers = Workers(1, priority=0)
            assert not workers.ready(game)
            while not workers.ready(game):
                await asyncio.sleep(0.05)
            plan = [{}, {"bot": "easy"}, {"bot": "easy"}]
            _, chairs = await seated(place, 1, game=game, seats=plan)
            await some_moves(chairs, 8)
            assert place.hub.counts.bots > 0
            assert not [line for line in place.lines if "trouble" in line]

    asyncio.run(evening())
