"""Simulated games on an NVIDIA graphics card: the kernel functions of `lookahead`, compiled for the GPU.

It plays many questions at once, because a GPU is fast only with tens of thousands of games: one for each thread.
`search` decides what to try; this module plays it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import cache
from typing import Any

from triclinium.bots.search import Estimate
from triclinium.core.compiled import compile_with, dtype_of, write_record
from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.gpu import cuda_here, for_gpu
from triclinium.core.player import Look
from triclinium.games.banquet.brain.belief import imagine
from triclinium.games.banquet.brain.lookahead import simulated_answer
from triclinium.games.banquet.brain.rule_of_thumb import ROOM
from triclinium.games.banquet.brain.search import Question, Trying, search
from triclinium.games.banquet.rules.cards import GUESTS, SEATS_MOST
from triclinium.games.banquet.rules.codes import ASSIGNMENTS, OPTIONS_MOST
from triclinium.games.banquet.rules.engine import apply, asked, luck_code, luck_total
from triclinium.games.banquet.rules.state import OVER, PICK, State

THREADS = 64
"""Threads in a block."""
LUCKS = 64
"""Seeds for each world: one for the world itself, one for the game after each answer."""
WARP = 0xFFFFFFFF
"""All 32 threads of a warp."""
RANKS = 64
"""More than the threads in a warp and more than the phases."""
DONE = RANKS - 1
"""The phase of a thread that has no games left."""


@cache
def request_type() -> Any:
    """The record of one question for the GPU: its state and belief, the answers to try, and the number of worlds."""
    import numpy

    return numpy.dtype(
        [
            ("state", dtype_of(State)),
            ("guests", "i8", (SEATS_MOST, GUESTS)),
            ("layings", "i8", (GUESTS, len(ASSIGNMENTS))),
            ("answers", "i8", (OPTIONS_MOST,)),
            ("seat", "i8"),
            ("count", "i8"),
            ("worlds", "i8"),
            ("seed", "i8"),
            ("until", "i8"),  # the end of this request's games, counted over the whole batch
        ],
        align=True,
    )


class Request:
    """A question, written as a record for the GPU."""

    def __init__(self, question: Question) -> None:
        import numpy

        self.row = numpy.zeros(1, request_type())
        row = self.row[0]
        write_record(row["state"], question.state)
        row["guests"][: question.state.seats] = question.belief.guests
        row["layings"] = question.belief.layings
        row["seat"] = question.look.seat
        row["seed"] = (question.seed >> LUCKS.bit_length()) * LUCKS

    def asks(self, trying: Trying) -> None:
        """Set what to try next, in worlds not tried before."""
        row = self.row[0]
        row["seed"] += int(row["worlds"]) * LUCKS
        row["count"], row["worlds"] = len(trying.codes), trying.worlds
        row["answers"][: len(trying.codes)] = trying.codes


def batch_of(requests: Iterable[Request]) -> Any:
    import numpy

    batch = numpy.concatenate([request.row for request in requests])
    batch["until"] = numpy.cumsum(batch["count"] * batch["worlds"].astype(numpy.int64))
    return batch


@cache
def gpu_kernel() -> Any:
    """The CUDA kernel that plays every game of a batch and counts the wins by request and answer."""
    from numba import from_dtype, int64

    cuda = cuda_here()
    record = from_dtype(dtype_of(State))
    ours: Sequence[Any] = (sow, below, imagine, asked, luck_total, luck_code, simulated_answer, apply)
    compiled = compile_with(for_gpu, ours)
    sow_, below_, imagine_, asked_, luck_total_, luck_code_, habit_, apply_ = (compiled[one] for one in ours)

    def try_all(batch: Any, won: Any) -> None:
        states = cuda.local.array(1, record)
        dice = cuda.local.array(1, int64)
        out = cuda.local.array(ROOM, int64)
        games = batch[len(batch) - 1].until
        game = cuda.grid(1) - cuda.gridsize(1)
        s = states[0]
        s.phase = OVER
        s.winners = 0
        request = 0
        number = 0
        me = 0
        while True:
            # The 32 threads of a warp run fast only while they do the same. So in each round the threads whose games
            # are in the same phase move together, largest group first, and then all wait for each other.
            phase = int64(s.phase) if game < games else int64(DONE)
            mine = int64(-1)
            alike = cuda.popc(cuda.match_any_sync(WARP, phase))
            if phase != DONE:
                rank = 0 if phase == PICK else 1 if phase == OVER else 2
                mine = (rank * RANKS + alike) * RANKS + phase
            moves = max(mine, cuda.shfl_xor_sync(WARP, mine, 16))
            moves = max(moves, cuda.shfl_xor_sync(WARP, moves, 8))
            moves = max(moves, cuda.shfl_xor_sync(WARP, moves, 4))
            moves = max(moves, cuda.shfl_xor_sync(WARP, moves, 2))
            moves = max(moves, cuda.shfl_xor_sync(WARP, moves, 1))
            if moves < 0:
                break
            if mine == moves:
                who = me
                code = int64(0)
                if phase == OVER:
                    if (s.winners >> me) & 1:
                        cuda.atomic.add(won, (request, number), 1)
                    game += cuda.gridsize(1)
                    if game < games:
                        while batch[request].until <= game:
                            request += 1
                        left = batch[request].until - 1 - game
                        number = left // batch[request].worlds
                        seed = batch[request].seed + left % batch[request].worlds * LUCKS
                        me = batch[request].seat
                        states[0] = batch[request].state
                        sow_(dice, seed)
                        imagine_(s, me, batch[request].guests, batch[request].layings, dice)
                        sow_(dice, seed + 1 + number)
                        who = me
                        code = batch[request].answers[number]
                else:
                    who = asked_(s)
                    chance = who == CHANCE
                    code = luck_code_(s, below_(dice, luck_total_(s))) if chance else habit_(s, who, dice, out)
                if game < games:
                    apply_(s, who, code)

    return cuda.jit(try_all)


class Gpu:
    """The graphics card of this machine."""

    def __init__(self) -> None:
        """Raises `BadOptions` if there is no usable graphics card."""
        self._cuda = cuda_here()

    def try_all(self, batch: Any) -> Any:
        """Play a batch. Returns a row for each request with the wins after each answer."""
        import numpy

        stream = self._cuda.stream()
        won = self._cuda.to_device(numpy.zeros((len(batch), OPTIONS_MOST), numpy.int32), stream)
        blocks = -(-int(batch["until"][-1]) // THREADS)
        gpu_kernel()[blocks, THREADS, stream](self._cuda.to_device(batch, stream), won)
        counts = won.copy_to_host(stream=stream)
        stream.synchronize()
        return counts


def estimates(look: Look, games: int | None, at_once: int) -> Generator[Request, Sequence[int], list[Estimate]]:
    """Search a question: yields what to try, and is sent how often each answer won."""
    question = Question(look)
    request = Request(question)
    searching = search(question, None, games, at_once)
    try:
        trying = next(searching)
        while True:
            request.asks(trying)
            won = yield request
            trying = searching.send(won[: len(trying.codes)])
    except StopIteration as over:
        found: list[Estimate] = over.value
        return found
