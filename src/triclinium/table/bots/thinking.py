"""Who thinks next: hints first, then bots beside people, bots among themselves, and reviews; visitors take turns.

A search occupies a worker for a second or longer, and there are few workers. Whoever makes many tables of strong bots
waits behind their own tables; others do not wait behind them. A bot that would wait too long answers quickly instead,
and its table is told so.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from msgspec import to_builtins

from triclinium.bots import bot_named, searches, usual_bot
from triclinium.bots.hints import HINT_SECONDS, Hint
from triclinium.bots.review import Moment, Verdict
from triclinium.bots.search import can_search, level_of
from triclinium.bots.workers import Workers
from triclinium.core.decision import Answer, Decision, Refused
from triclinium.core.game import View
from triclinium.core.player import Look, Speaks
from triclinium.table.bots.fair import Crowded, Turns
from triclinium.table.bus import NobodyThinks, Question
from triclinium.table.log.rows import Created
from triclinium.table.ops.journal import Journal
from triclinium.table.play.table import Table

if TYPE_CHECKING:
    from triclinium.table.bus.questions import Questions

HINT, BESIDE_PEOPLE, AMONG_BOTS, REVIEW = range(4)
EACH_WAITING, WAITING_MOST = 4, 64
"""How many questions may wait, of one visitor and of all, at each of these levels."""
REVIEW_TRIALS = 600
"""How long a worker thinks about one move of a finished game: short, because a bot may have to wait for it."""
PATIENCE_SECONDS = 8.0
"""How long a bot waits for a worker before it answers quickly."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's answer; `hurried` if there was no time to search."""

    answer: Answer
    hurried: bool = False


class Thinking:
    """Lets bots and hints think outside the loop."""

    def __init__(self, workers: Workers, journal: Journal) -> None:
        self.workers = workers
        self.journal = journal
        self.elsewhere: Questions | None = None
        """Machines that do nothing but think, if there are any."""
        self._turns = Turns(
            workers.count,
            each_at_once=workers.count,
            each_waiting=EACH_WAITING,
            waiting_most=WAITING_MOST,
            ranks=4,
        )
        self._quick = ThreadPoolExecutor(1, "bots")
        self._random = random.SystemRandom()

    async def bot(self, table: Table, name: str, look: Look) -> Thought:
        """The answer of a bot. A quick one thinks in a thread, a searching one in a worker process."""
        made = table.made
        hurried = False
        if searches(name):
            if self.elsewhere is not None and self.elsewhere.there:
                with suppress(NobodyThinks):
                    return Thought(await self._ask_elsewhere(self.elsewhere, made, name, look))
            if can_search(made.game) and self.workers.ready(made.game):
                try:
                    return Thought(await self._search(table, name, look))
                except BrokenProcessPool:
                    self.journal.trouble("bot", f"a searching bot of {made.game} lost its process; a quick one answers")
                except (Crowded, TimeoutError):
                    pass
            name, hurried = usual_bot(made.game), True
        answer = await asyncio.get_running_loop().run_in_executor(self._quick, _choose, made, name, look)
        return Thought(answer, hurried)

    async def _ask_elsewhere(self, questions: Questions, made: Created, name: str, look: Look) -> Answer:
        """The answer of a thinker, at the full time of its level. Raises `NobodyThinks`."""
        loop = asyncio.get_running_loop()
        seconds = 0.0 if made.quick else level_of(made.game, name).seconds
        due = loop.time() + seconds
        question = Question(made.game, name, look.view, to_builtins(look.decision), self.seed())
        answer = await questions.ask(made.host, question, PATIENCE_SECONDS + seconds)
        await asyncio.sleep(max(0.0, due - loop.time()))
        return cast("Answer", answer)

    async def _search(self, table: Table, name: str, look: Look) -> Answer:
        """A searching bot's answer, delayed to the full time of its level: a shorter time would tell something about
        its hand.
        """
        made = table.made
        loop = asyncio.get_running_loop()
        rank = BESIDE_PEOPLE if table.people else AMONG_BOTS
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._turns.begin(made.host, rank)
        try:
            due = loop.time() + (0.0 if made.quick else level_of(made.game, name).seconds)
            asked = self.workers.choose(made.game, name, look.view, look.decision, self.seed())
            answer = await asyncio.wrap_future(asked)
        finally:
            self._turns.end(made.host)
        await asyncio.sleep(max(0.0, due - loop.time()))
        return answer

    async def hints(self, visitor: str, view: View, decision: Decision, waits: Callable[[int], None]) -> list[Hint]:
        """Hints for a visitor. Calls `waits` with the number of others before it, if any. Raises `Refused`."""
        if ahead := self._turns.ahead(visitor, HINT):
            waits(ahead)
        try:
            async with self._turns.turn(visitor, HINT):
                return await asyncio.wrap_future(self.workers.hints(view, decision, self.seed(), HINT_SECONDS))
        except Crowded:
            raise Refused("refused.too_fast") from None

    async def verdict(self, visitor: str, moment: Moment) -> Verdict | None:
        """What the strongest player says of a move, once nobody who plays needs a worker. Raises `Crowded`."""
        await asyncio.gather(*map(asyncio.wrap_future, self.workers.warming(str(moment.view["game"]))))
        async with self._turns.turn(visitor, REVIEW):
            return await asyncio.wrap_future(self.workers.review(moment, REVIEW_TRIALS))

    def seed(self) -> int:
        return self._random.getrandbits(64)

    def close(self) -> None:
        self.workers.close()
        self._quick.shutdown(wait=False, cancel_futures=True)


def _choose(made: Created, name: str, look: Look) -> Answer:
    """The answer of a bot. A narrator tells in the language of the table."""
    player = bot_named(made.game, name)
    return (player.speaking(made.language) if isinstance(player, Speaks) else player).choose(look)
