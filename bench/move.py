"""What a move costs in the server's own code: real rules, rows and frames, but no sockets and no disk.

python -m bench.move                            processor time of a move, in microseconds
valgrind --tool=cachegrind --cache-sim=no python -m bench.move --moves N
    instructions; what two runs of different length differ by, divided by the moves, leaves out the start
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from triclinium.core.decision import Decision, Listed, Listing
from triclinium.core.fairness import CONTRIBUTION_BYTES, Contribution, commitment, seat_label
from triclinium.games import game_named
from triclinium.table.live import commits
from triclinium.table.live.hub import Hub
from triclinium.table.live.live_table import LiveTable, Socket
from triclinium.table.log.rows import Created, Sat, SeatPlan
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Bucket, Most, Quotas
from triclinium.table.play.broadcast import Viewer
from triclinium.table.protocol.messages import ClockRule

SEATS = 4
TABLES = 20
WITHOUT_LIMIT = 10**15


class Nowhere:
    """A line that takes everything and keeps nothing."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *_, **__: 0

    def write(self, bodies: Sequence[bytes]) -> bool:
        return True


class NothingStored(Nowhere):
    """A store that takes everything and keeps nothing."""

    def write(self) -> asyncio.Future[frozenset[str]]:
        return asyncio.get_running_loop().run_in_executor(None, frozenset)


class AtOnce(asyncio.SelectorEventLoop):
    """A loop that does in its own thread what others would be asked to do."""

    def run_in_executor(self, executor: Any, work: Any, *given: Any) -> Any:
        done = self.create_future()
        done.set_result(work(*given))
        return done


class Banquets:
    """Tables of four at which everybody answers at random."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.hub = Hub(NothingStored(), Journal(), quotas=Quotas(Most(address_bytes=WITHOUT_LIMIT)))
        self.sent = 0
        self._known: dict[Listing, Sequence[Any]] = {}

    def say(self, socket: Socket, **message: Any) -> None:
        self.sent += 1
        self.hub.inbox.received(socket, json.dumps({"nonce": f"{self.sent:016x}", **message}))

    def lay(self) -> tuple[LiveTable, list[Socket]]:
        """A table with everybody there, dealt."""
        game = game_named("banquet")
        made = Created(
            id=f"{self.random.getrandbits(128):032x}", game="banquet", rules=game.info.rules_version,
            seats=[SeatPlan() for _ in range(SEATS)], secret=f"{self.random.getrandbits(256):064x}", host="visitor0",
            options=game.complete({}), clock=ClockRule(), wait=60, undo="free", window=0, quick=True,
        )  # fmt: skip
        live = self.hub.create(made)
        sockets = []
        for seat in range(SEATS):
            live.table.write(Sat(seat=seat, visitor=f"visitor{seat}", name=f"Person {seat}"))
            socket = Socket(Nowhere(), live, Viewer(f"visitor{seat}", seat, seat))
            socket.bucket = Bucket(WITHOUT_LIMIT, 1.0)
            self.hub.join(socket)
            sockets.append(socket)
        values = [self.random.randbytes(CONTRIBUTION_BYTES) for _ in range(SEATS)]
        shares = [
            Contribution(commitment(seat_label(seat), made.id, value), value) for seat, value in enumerate(values)
        ]
        for socket, share in zip(sockets, shares, strict=True):
            self.say(socket, type="ready", commitment=share.commitment)
        for socket, share in zip(sockets, shares, strict=True):
            self.say(socket, type="reveal", value=share.value.hex())
        return live, sockets

    async def play(self, moves: int) -> float:
        """Seconds of processor time for so many moves, without what laying new tables takes."""
        tables = [self.lay() for _ in range(TABLES)]
        await self._turn()
        gc.collect()
        gc.freeze()
        done, began = 0, time.process_time()
        while done < moves:
            for place, (live, sockets) in enumerate(tables):
                table = live.table
                if asked := [seat for seat in table.questions if seat not in table.sealed]:
                    seat = self.random.choice(asked)
                    decision = table.questions[seat].decision
                    given = self.random.choice(self._options(decision))
                    self.say(sockets[seat], type="answer", decision=decision.id, answer=given)
                    done += 1
                elif table.phase == "over":
                    before = time.process_time()
                    self.hub.drop(live)
                    tables[place] = self.lay()
                    await self._turn()
                    began += time.process_time() - before
            await self._turn()
        return time.process_time() - began

    def _options(self, decision: Decision) -> Sequence[Any]:
        """What may be answered. Written out once for each list: a server does not write it out for a move."""
        if not isinstance(decision, Listed):
            return decision.options
        if decision.listing not in self._known:
            self._known[decision.listing] = decision.options
        return self._known[decision.listing]

    async def _turn(self) -> None:
        for _ in range(4):
            await asyncio.sleep(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    commits.TURN_SECONDS = math.inf  # under valgrind everything is slow, and turns would be cut short

    async def measured() -> float:
        return await Banquets(wanted.seed).play(wanted.moves)

    with asyncio.Runner(loop_factory=AtOnce) as runner:
        seconds = runner.run(measured())
    print(json.dumps({"moves": wanted.moves, "us_per_move": round(1e6 * seconds / wanted.moves, 1)}))


if __name__ == "__main__":
    main()
