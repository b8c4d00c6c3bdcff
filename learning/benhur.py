"""Learn to judge races of Ben Hur: `python -m learning.benhur --out DIR`. Needs NumPy and Numba alone; see README.md.

The judge (`brain/judge.py`) says how likely a chariot's seat wins. It learns from how races end that racers drive
against each other, with some whims. DIR holds a line of `curve.jsonl` for every iteration, the checkpoint, and the
weights as the bots read them. The same command goes on from the checkpoint.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy

from learning.races import play_lesson
from triclinium.bots.net import Layers
from triclinium.core.compiled import compile_kernels, dtype_of, write_record
from triclinium.games.benhur.brain.judge import room
from triclinium.games.benhur.brain.race_book import book_for
from triclinium.games.benhur.brain.senses import ROW
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules.state import State

TABLES: tuple[tuple[int, int, dict[str, Any]], ...] = (
    (10, 4, {}),
    (5, 6, {}),
    (3, 3, {}),
    (2, 5, {}),
    (2, 4, {"length": 1}),
    (1, 3, {"chariots": 2}),
    (1, 4, {"format": "long", "length": 2}),
    (2, 4, {"club": True}),
    (2, 4, {"format": "races", "length": 2}),
)
"""How often each kind of table is played: a share, the seats, the options."""
KEPT = 1_000_000
"""How many moments are learned from at once: the newest."""
SHARE = 20
"""How many moments in a hundred are kept."""
A_RACE = 120
"""Room for the moments of a race."""
WHIM = 24
"""How many answers in a hundred are given at random: mostly decks and whips, so that their worth is seen."""
BATCH = 2048
STEADY, STEADIER, TINY = 0.9, 0.999, 1e-8
"""Of Adam."""


class Table(NamedTuple):
    start: Any
    book: tuple[Any, Any]


def table_for(seats: int, options: dict[str, Any]) -> Table:
    state = GAME.start(options, seats)
    start = numpy.zeros(1, dtype_of(State))
    write_record(start[0], state)
    return Table(start, book_for(state))


def fresh(hidden: int, rng: numpy.random.Generator) -> Layers:
    """A net that does not correct anything yet."""

    def layer(inputs: int, outputs: int) -> Any:
        return rng.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)).astype(numpy.float32)

    def bias(outputs: int) -> Any:
        return numpy.zeros(outputs, numpy.float32)

    half = hidden // 2
    last = numpy.zeros((half, 1), numpy.float32)
    return Layers(layer(ROW, hidden), bias(hidden), layer(hidden, half), bias(half), last, bias(1))


class Learner:
    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.rng = numpy.random.default_rng(asked.seed)
        self.net = fresh(asked.hidden, self.rng)
        self.moments = [[numpy.zeros_like(one) for one in self.net] for _ in range(2)]
        self.steps, self.done, self.races, self.seconds = 0, 0, 0, 0.0
        self.rows = numpy.zeros((0, ROW + 1), numpy.float32)
        self._lesson = compile_kernels((play_lesson,))[play_lesson]
        self.tables = [table_for(seats, options) for _, seats, options in TABLES[: asked.tables]]
        self.shares = numpy.array([share for share, _, _ in TABLES[: asked.tables]], float)
        self.shares /= self.shares.sum()
        self.states = numpy.zeros(1, dtype_of(State))
        self.dice = numpy.zeros(1, numpy.int64)

    def play(self, races: int) -> Any:
        """What was seen in so many races, and how they ended for who saw it."""
        rows = numpy.zeros((races * A_RACE, ROW + 1), numpy.float32)
        whose = numpy.zeros(len(rows), numpy.int64)
        notes = room(self.net).notes
        used = 0
        for _ in range(races):
            table = self.tables[self.rng.choice(len(self.tables), p=self.shares)]
            seed = int(self.rng.integers(1 << 60))
            race = self.states, table.start, seed, *table.book, notes, self.dice
            used = int(self._lesson(*race, WHIM, SHARE, rows, whose, used))
        self.races += races
        return rows[:used]

    # --- Learning -----------------------------------------------------------------------------------

    def learn(self, passes: int) -> None:
        """Go over what was seen."""
        for _ in range(passes):
            order = self.rng.permutation(len(self.rows))
            for first in range(0, len(order) - BATCH + 1, BATCH):
                batch = self.rows[order[first : first + BATCH]]
                self._step(batch[:, :ROW], batch[:, ROW:])

    def losses(self, rows: Any) -> tuple[float, float]:
        """The log-loss of the first estimate and of the judge."""
        seen, won = rows[:, :ROW], rows[:, ROW:]
        return log_loss(seen[:, :1], won), log_loss(self._logit(seen)[2], won)

    def _logit(self, rows: Any) -> tuple[Any, Any, Any]:
        net = self.net
        one = numpy.maximum(rows @ net.first + net.first_bias, 0)
        two = numpy.maximum(one @ net.second + net.second_bias, 0)
        return one, two, rows[:, :1] + two @ net.last + net.last_bias

    def _step(self, rows: Any, won: Any) -> None:
        net = self.net
        one, two, logit = self._logit(rows)
        off = (1 / (1 + numpy.exp(-logit)) - won) / len(rows)
        to_two = (off @ net.last.T) * (two > 0)
        to_one = (to_two @ net.second.T) * (one > 0)
        self._adam(Layers(rows.T @ to_one, to_one.sum(0), one.T @ to_two, to_two.sum(0), two.T @ off, off.sum(0)))

    def _adam(self, slopes: Layers) -> None:
        self.steps += 1
        rate = self.asked.rate * max(0.05, 1 - self.done / self.asked.iterations)
        for weight, slope, mean, square in zip(self.net, slopes, *self.moments, strict=True):
            mean[:] += (1 - STEADY) * (slope - mean)
            square[:] += (1 - STEADIER) * (slope * slope - square)
            sure = mean / (1 - STEADY**self.steps)
            weight[:] -= rate * sure / (numpy.sqrt(square / (1 - STEADIER**self.steps)) + TINY)

    def iterate(self) -> dict[str, float]:
        """Play, see how well races are judged that were never learned from, and learn from them."""
        rows = self.play(self.asked.races)
        by_standing, by_judge = self.losses(rows)
        self.rows = numpy.concatenate((self.rows, rows))[-KEPT:]
        self.learn(self.asked.passes)
        self.done += 1
        return {"moments": float(len(self.rows)), "by_standing": by_standing, "by_judge": by_judge}

    # --- Keeping ------------------------------------------------------------------------------------

    def save(self, line: dict[str, Any]) -> None:
        out = self.asked.out
        kept = {"done": self.done, "races": self.races, "steps": self.steps, "seconds": self.seconds}
        arrays = {f"net_{name}": one for name, one in self.net._asdict().items()}
        for at, moments in enumerate(self.moments):
            arrays |= {f"moment{at}_{number}": one for number, one in enumerate(moments)}
        numpy.savez(out / "checkpoint.new.npz", kept=json.dumps(kept), rows=self.rows, **arrays)
        (out / "checkpoint.new.npz").rename(out / "checkpoint.npz")
        settings = {name: value for name, value in vars(self.asked).items() if isinstance(value, int | float | str)}
        record = {"settings": settings, **kept, "at_the_end": line}
        halves = {name: one.astype(numpy.float16) for name, one in self.net._asdict().items()}
        written = numpy.frombuffer(json.dumps(record).encode(), numpy.uint8)
        numpy.savez_compressed(out / "benhur.npz", record=written, **halves)

    def load(self) -> None:
        path = self.asked.out / "checkpoint.npz"
        if not path.exists():
            return
        with numpy.load(path) as found:
            kept = json.loads(str(found["kept"]))
            self.done, self.races, self.steps, self.seconds = (
                kept[name] for name in ("done", "races", "steps", "seconds")
            )
            self.net = Layers(*(found[f"net_{name}"] for name in Layers._fields))
            self.moments = [[found[f"moment{at}_{number}"] for number in range(len(self.net))] for at in range(2)]
            self.rows = found["rows"]
        self.rng = numpy.random.default_rng((self.asked.seed, self.done))


def log_loss(logit: Any, won: Any) -> float:
    return float((numpy.logaddexp(0, logit) - won * logit).mean())


def learn(asked: argparse.Namespace) -> None:
    asked.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(asked)
    learner.load()
    before, began = learner.seconds, perf_counter()
    with (asked.out / "curve.jsonl").open("a", encoding="utf-8") as curve:
        while learner.done < asked.iterations:
            told = learner.iterate()
            learner.seconds = round(before + perf_counter() - began, 1)
            line: dict[str, Any] = {"iteration": learner.done, "seconds": learner.seconds, "races": learner.races}
            line |= {name: round(value, 4) for name, value in told.items()}
            print(json.dumps(line), file=curve, flush=True)
            print(json.dumps(line), flush=True)
            learner.save(line)
            if perf_counter() - began > 60 * asked.minutes:
                break


def settings() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.benhur", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("learned-benhur"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=12)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop then; go on with the same command")
    parser.add_argument("--races", type=int, default=3_000, help="in each iteration")
    parser.add_argument("--passes", type=int, default=3, help="over what was seen, in each iteration")
    parser.add_argument("--tables", type=int, default=len(TABLES), help="how many kinds of tables")
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    return parser


def main() -> None:
    learn(settings().parse_args())


if __name__ == "__main__":
    main()
