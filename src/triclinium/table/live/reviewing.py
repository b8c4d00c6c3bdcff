"""After a game: what the strongest bot would have done in a seat's place, worked out beside the play and kept.

The moves are read off the record in a thread and judged one by one in the bots' workers, at the lowest urgency: a bot
at another table waits for one move at most. Who asks again is told how far it has come.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace

from triclinium.bots.hints import gives_hints
from triclinium.bots.review import Moment, Verdict, costliest, moments
from triclinium.core.decision import Refused
from triclinium.core.record import Record
from triclinium.table.bots.fair import Crowded, Turns
from triclinium.table.bots.thinking import Thinking
from triclinium.table.live.heavy import Heavy
from triclinium.table.live.replays import kept_record
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Buckets
from triclinium.table.play.table import Table
from triclinium.table.protocol.history_replies import MoveJudged, ReviewTold

REVIEWS_KEPT = 64
AT_ONCE, WAITING_MOST = 2, 16
"""How many reviews are worked on at once, and how many may wait; one of each visitor."""
BEGUN_MOST, IN_SECONDS = 6, 600.0
"""How many a visitor may begin: each costs some seconds of a worker."""


@dataclass(slots=True)
class _Review:
    """One seat's moves, as far as they are judged."""

    task: asyncio.Task[None] | None = None
    total: int = 0
    judged: int = 0
    verdicts: list[Verdict] = field(default_factory=list)
    """Without their views, which are long."""
    refused: Refused | None = None


class Reviewing:
    def __init__(self, journal: Journal, thinking: Thinking, heavy: Heavy) -> None:
        self.journal = journal
        self.thinking = thinking
        self.heavy = heavy
        self._kept: OrderedDict[tuple[str, int], _Review] = OrderedDict()
        self._begun = Buckets(BEGUN_MOST, IN_SECONDS)
        self._turns = Turns(AT_ONCE, each_at_once=1, each_waiting=1, waiting_most=WAITING_MOST)

    def told(self, table: Table, visitor: str, seat: int) -> ReviewTold:
        """What is known by now of a seat's moves in a finished game; begins to judge them. Raises `Refused`."""
        found = self._kept.get((table.made.id, seat))
        if found is not None and found.refused is not None:
            del self._kept[table.made.id, seat]  # the next request tries again
            raise found.refused
        return _told(table.made.id, seat, found or self._begin(table, visitor, seat))

    def forget(self, table: str) -> None:
        """Forget a table that is gone."""
        for key in [key for key in self._kept if key[0] == table]:
            _stop(self._kept.pop(key))

    def close(self) -> None:
        for review in self._kept.values():
            _stop(review)

    def _begin(self, table: Table, visitor: str, seat: int) -> _Review:
        if not gives_hints(table.made.game):
            raise Refused("refused.no_hints")
        if not self._begun.take(visitor, time.monotonic()):
            raise Refused("refused.too_fast")
        review = self._kept[table.made.id, seat] = _Review()
        work = self._work(table.made.id, kept_record(table), visitor, seat, review)
        review.task = asyncio.get_running_loop().create_task(work)
        while len(self._kept) > REVIEWS_KEPT:
            _stop(self._kept.popitem(last=False)[1])
        return review

    async def _work(self, table: str, record: Record, visitor: str, seat: int, review: _Review) -> None:
        try:
            async with self._turns.turn(visitor):
                found: list[Moment] = await self.heavy.do(visitor, lambda: list(moments(record, seat)))
                review.total = len(found)
                for moment in found:
                    verdict = await self.thinking.verdict(visitor, moment)
                    review.judged += 1
                    if verdict is not None:
                        review.verdicts.append(replace(verdict, view={}))
        except (Crowded, BrokenProcessPool):
            review.refused = Refused("refused.busy")
        except Refused as refused:
            review.refused = refused
        except Exception as error:
            self.journal.fault("review", error, table)
            review.refused = Refused("refused.no_hints")


def _stop(review: _Review) -> None:
    if review.task is not None:
        review.task.cancel()


def _told(table: str, seat: int, review: _Review) -> ReviewTold:
    over = review.task is not None and review.task.done()
    moves = [
        MoveJudged(
            at=verdict.entry,
            answer=dict(verdict.chosen),
            chance=round(verdict.chance, 3),
            best=dict(verdict.best),
            best_chance=round(verdict.best_chance, 3),
        )
        for verdict in review.verdicts
    ]
    dearest = [verdict.entry for verdict in costliest(review.verdicts)] if over else []
    return ReviewTold(
        id=table, seat=seat, judged=review.judged, total=review.total, over=over, moves=moves, dearest=dearest
    )
