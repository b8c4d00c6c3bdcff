"""Learn to read the others at a banquet: `python -m learning.belief`. Needs NumPy and Numba alone; see README.md.

The mind has learned; now all kinds of players play (`company`), and its player learns what kind of player each seat is,
and what each kind means by what it does (`brain/reading.py`). The mind itself stays as it is, bit for bit. Games are
kept under --out, so the same command goes on; those of another mind or another deck are not used.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import log
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy

from learning.company import BLOCK, COMPANY, Looks, blocks, gather, key_of
from learning.descent import BATCH, TINY, Descent, Practice, log_loss, parts_of
from triclinium.bots.net import Layers
from triclinium.games.banquet.brain import mind
from triclinium.games.banquet.brain.mind import BELIEVED, LYING, OUTPUTS, read_weights
from triclinium.games.banquet.brain.reading import (
    OTHERS,
    SORT_OF,
    SORTS,
    Inputs,
    Reading,
    guest_logits,
    guests_of,
    inputs_of,
    laying_logits,
    layings_of,
    players_of,
    shares_of,
    told_of_ways,
    ways_of,
)
from triclinium.games.banquet.rules.cards import CALIGULA, GUESTS, KINDS
from triclinium.games.banquet.rules.codes import ASSIGNMENTS
from triclinium.games.banquet.rules.tape import CLASS_NUMBERS, CLASSES

WEIGHTS = Path(mind.__file__).with_name("banquet.npz")
HELD_OUT = 4
"""One game in so many is not learned from: it says when to stop."""
SEARCHERS = 6.0
"""How much likelier a searcher is thought to be than any other kind, before anything is seen. Whoever searches is the
hardest to read, and being too sure of one costs more than doubting the others; people search, too."""
FIRST_LEAN, FIRST_SLIP = (0.6, 0.3), -2.0


# --- What the mind makes of them ------------------------------------------------------------------


class Lesson:
    """Looks as they are learned from: a row for each guest and each laying to guess."""

    def __init__(self, looks: Looks, net: Layers) -> None:
        self.looks, self.net = looks, net
        self.hidden = numpy.concatenate([_hidden(part, net) for part in parts_of(looks.rows)])
        told = (self.hidden @ net.last + net.last_bias)[:, BELIEVED:]
        guests = told[:, : LYING - BELIEVED].reshape(-1, OTHERS, GUESTS)
        self.held_out = looks.games % HELD_OUT == HELD_OUT - 1
        self.seated = looks.kinds >= 0
        # Guests: a row for each look and place with a guest to guess.
        self.which, self.place = numpy.nonzero(looks.guests > CALIGULA)
        at = self.which, self.place
        self.told, self.ruled = guests[at], looks.ruled[at].astype(numpy.float32)
        self.guests, self.players = looks.guests[at].astype(int), looks.kinds[at].astype(int)
        # Layings: a row for each look with cards that somebody else has laid.
        self.laid = numpy.nonzero(looks.lying[:, 0] >= 0)[0]
        self.layer = looks.active[self.laid].astype(int) - 1
        self.ways = ways_of(looks.lying[self.laid].astype(int))
        self.told_ways = told_of_ways(
            told[self.laid, LYING - BELIEVED : OUTPUTS - BELIEVED].reshape(-1, 3, KINDS), self.ways
        )
        self.right = (self.ways == looks.laid[self.laid][:, None]).all(2)
        self.laying_players = looks.kinds[self.laid, self.layer].astype(int)
        self.laying_guests = numpy.maximum(looks.guests[self.laid, self.layer], CALIGULA).astype(int)
        self.ruled_ways = looks.ruled_layings[self.laid].astype(numpy.float32)

    def inputs(self, chosen: Any) -> Inputs:
        return inputs_of(self.looks.rows[chosen].astype(numpy.float32), self.hidden[chosen])


def _hidden(rows: Any, net: Layers) -> Any:
    one = numpy.maximum(rows.astype(numpy.float32) @ net.first + net.first_bias, 0)
    return numpy.maximum(one @ net.second + net.second_bias, 0) + one


# --- Learning -------------------------------------------------------------------------------------


def fresh(inputs: Inputs) -> Reading:
    """A reading that has learned nothing: every kind of player means the same."""
    kinds = len(COMPANY)

    def nothing(*shape: int) -> Any:
        return numpy.zeros(shape, numpy.float32)

    players = nothing(inputs.table.shape[-1], kinds), nothing(inputs.seats.shape[-1], kinds), nothing(kinds)
    lean = numpy.tile(numpy.array(FIRST_LEAN, numpy.float32), (kinds, 1))
    slip = numpy.full(kinds, FIRST_SLIP, numpy.float32)
    tables = nothing(kinds, 3, KINDS), nothing(kinds, SORTS, 3, CLASSES)
    return Reading(*players, lean, slip, lean.copy(), slip.copy(), *tables)


def learn_players(reading: Reading, lesson: Lesson, practice: Practice) -> None:
    """What kind of player sits at each place: a logistic regression. All kinds weigh the same."""
    kinds, seated = lesson.looks.kinds.astype(int), lesson.seated
    learned = ~lesson.held_out
    counts = numpy.array([(kinds[learned] == kind).sum() for kind in range(len(COMPANY))])
    weight = numpy.where(seated, (counts.mean() / numpy.maximum(1, counts))[kinds], 0)
    weight = weight.astype(numpy.float32)
    truth = numpy.eye(len(COMPANY), dtype=numpy.float32)[kinds]
    table, seats = lesson.inputs(slice(0, 4 * BATCH))
    of_table, of_seat = numpy.maximum(table.std(0), 0.1), numpy.maximum(seats.std((0, 1)), 0.1)

    def told(batch: Any) -> tuple[Inputs, Any]:
        table, seats = lesson.inputs(batch)
        inputs = Inputs(table / of_table, seats / of_seat)
        return inputs, players_of(reading, inputs)

    def slopes(batch: Any) -> Sequence[Any]:
        (table, seats), shares = told(batch)
        off = (shares - truth[batch]) * weight[batch][:, :, None] / len(batch)
        flat = off.reshape(-1, len(COMPANY))
        return table.T @ off.sum(1), seats.reshape(len(flat), -1).T @ flat, flat.sum(0)

    held_out = numpy.nonzero(lesson.held_out)[0]

    def loss() -> float:
        total = 0.0
        for batch in parts_of(held_out):
            given = (told(batch)[1] * truth[batch]).sum(2)
            total -= float((numpy.log(numpy.maximum(given, TINY)) * weight[batch]).sum())
        return total / float(weight[held_out].sum())

    weights = reading.players_table, reading.players_seat, reading.players_bias
    Descent(weights, 1e-3, (0.1, 0.1, 0.0), 512).run(numpy.nonzero(learned)[0], slopes, loss, practice)
    reading.players_table[:] /= of_table[:, None]
    reading.players_seat[:] /= of_seat[:, None]


def of_kind(reading: Reading, kind: int) -> Reading:
    """The same weights, of one kind of player alone."""
    return Reading(*reading[:3], *(weight[kind : kind + 1] for weight in reading[3:]))


def slopes_of(likely: Any, anything: Any, right: Any, slip: Any) -> tuple[Any, Any]:
    """Slopes of the log-loss by the logits and by the slip, where `right` marks what is true."""
    share = 1 / (1 + numpy.exp(-slip))
    skill, chance = (likely * right).sum(1), (anything * right).sum(1)
    given = (1 - share) * skill + share * chance
    trust = (1 - share) * skill / given
    off = trust[:, None] * (likely - likely * right / numpy.maximum(skill, TINY)[:, None]) / len(likely)
    return off, ((skill - chance) * share * (1 - share) / given).mean(keepdims=True)


def learn_guests(reading: Reading, lesson: Lesson, kind: int, practice: Practice) -> None:
    """How far the mind and the rule of thumb are right about the guests of one kind of player."""
    mine = of_kind(reading, kind)
    ours = lesson.players == kind
    held_out = lesson.held_out[lesson.which]
    truth = numpy.eye(GUESTS, dtype=bool)[lesson.guests]

    def slopes(batch: Any) -> Sequence[Any]:
        told, ruled = lesson.told[batch], lesson.ruled[batch]
        possible = ruled > 0
        likely = shares_of(guest_logits(mine, told, ruled)[:, 0])
        off, slip = slopes_of(likely, possible / possible.sum(1, keepdims=True), truth[batch], mine.guests_slip)
        by_rule = numpy.log(numpy.maximum(ruled, 1))
        lean = [[(off * numpy.where(possible, told, 0)).sum(), (off * by_rule).sum()]]
        return numpy.array(lean), slip

    rows = numpy.nonzero(ours & held_out)[0]

    def loss() -> float:
        return log_loss(guests_of(mine, lesson.told[rows], lesson.ruled[rows])[:, 0], truth[rows])

    descent = Descent((mine.guests_lean, mine.guests_slip), 1e-2, (0.0, 0.0), 512)
    descent.run(numpy.nonzero(ours & ~held_out)[0], slopes, loss, practice)


def learn_layings(reading: Reading, lesson: Lesson, kind: int, practice: Practice) -> None:
    """How one kind of player lays its cards, as each guest."""
    mine = of_kind(reading, kind)
    ours = lesson.laying_players == kind
    held_out = lesson.held_out[lesson.laid]
    ruled = lesson.ruled_ways[numpy.arange(len(ours)), lesson.laying_guests]
    sorts, classes = numpy.array(SORT_OF)[lesson.laying_guests], numpy.array(CLASS_NUMBERS)[lesson.ways]

    def seen(batch: Any) -> tuple[Any, ...]:
        return lesson.told_ways[batch], lesson.ways[batch], ruled[batch], lesson.laying_guests[batch]

    def slopes(batch: Any) -> Sequence[Any]:
        likely = shares_of(laying_logits(mine, *seen(batch))[:, 0])
        off, slip = slopes_of(
            likely, numpy.full_like(likely, 1 / likely.shape[1]), lesson.right[batch], mine.layings_slip
        )
        by_rule = numpy.log(numpy.maximum(ruled[batch], 1))
        lean = numpy.array([[(off * lesson.told_ways[batch]).sum(), (off * by_rule).sum()]])
        card, sort = numpy.zeros_like(mine.layings_card), numpy.zeros_like(mine.layings_sort)
        for at in range(3):
            numpy.add.at(card[0, at], lesson.ways[batch][:, :, at], off)
            numpy.add.at(sort[0], (sorts[batch][:, None], at, classes[batch][:, :, at]), off)
        return lean, slip, card, sort

    rows = numpy.nonzero(ours & held_out)[0]

    def loss() -> float:
        return log_loss(layings_of(mine, *seen(rows))[:, 0], lesson.right[rows])

    weights = mine.layings_lean, mine.layings_slip, mine.layings_card, mine.layings_sort
    descent = Descent(weights, 5e-3, (0.0, 0.0, 0.3, 0.3), 128)
    descent.run(numpy.nonzero(ours & ~held_out)[0], slopes, loss, practice)


def learn(lesson: Lesson, passes: int, seed: int) -> Reading:
    practice = Practice(passes, numpy.random.default_rng(seed))
    reading = fresh(lesson.inputs(slice(0, 1)))
    learn_players(reading, lesson, practice)
    for kind in range(len(COMPANY)):
        learn_guests(reading, lesson, kind, practice)
        learn_layings(reading, lesson, kind, practice)
    reading.players_bias[[kind.name == "search" for kind in COMPANY]] += log(SEARCHERS)
    return reading


# --- How good it is -------------------------------------------------------------------------------


def losses(reading: Reading, lesson: Lesson, chosen: Any) -> dict[str, dict[str, list[float]]]:
    """By kind of player, in the chosen looks: the log-losses of no belief, of the rule of thumb's, and of the reading,
    for guests and for layings."""
    players = numpy.zeros((len(chosen), OTHERS, len(COMPANY)), numpy.float32)
    for batch in parts_of(numpy.nonzero(chosen)[0]):
        players[batch] = players_of(reading, lesson.inputs(batch))
    told: dict[str, dict[str, list[float]]] = {kind.name: {} for kind in COMPANY}
    rows = numpy.nonzero(chosen[lesson.which])[0]
    at, ruled = (lesson.which[rows], lesson.place[rows]), lesson.ruled[rows]
    by_kind = guests_of(reading, lesson.told[rows], ruled)
    truth = numpy.eye(GUESTS, dtype=bool)[lesson.guests[rows]]
    for number, kind in enumerate(COMPANY):
        ours = lesson.players[rows] == number
        beliefs = ruled > 0, ruled, (players[at][:, :, None] * by_kind).sum(1)
        told[kind.name]["guests"] = _losses([belief[ours] for belief in beliefs], truth[ours])
    rows = numpy.nonzero(chosen[lesson.laid])[0]
    at = lesson.laid[rows], lesson.layer[rows]
    ruled = lesson.looks.ruled[at].astype(numpy.float32)
    ruled[ruled.sum(1) == 0, CALIGULA] = 1
    logits = (lesson.hidden[at[0]] @ lesson.net.last + lesson.net.last_bias)[:, BELIEVED:LYING]
    by_kind = guests_of(reading, logits.reshape(-1, OTHERS, GUESTS)[numpy.arange(len(rows)), at[1]], ruled)
    joint = players[at][:, :, None] * by_kind
    by_rule, read = numpy.zeros((2, len(rows), len(ASSIGNMENTS)))
    for guest in range(GUESTS):
        ways = lesson.ruled_ways[rows, guest]
        by_rule += ruled[:, guest, None] * numpy.where(ways.sum(1, keepdims=True) > 0, ways, 1000 / 6)
        laid = layings_of(reading, lesson.told_ways[rows], lesson.ways[rows], ways, numpy.full(len(rows), guest))
        read += (joint[:, :, guest, None] * laid).sum(1)
    for number, kind in enumerate(COMPANY):
        ours = lesson.laying_players[rows] == number
        beliefs = numpy.ones_like(read), by_rule, read
        told[kind.name]["layings"] = _losses([belief[ours] for belief in beliefs], lesson.right[rows][ours])
    return told


def _losses(beliefs: list[Any], right: Any) -> list[float]:
    return [round(log_loss(belief / belief.sum(1, keepdims=True), right), 4) for belief in beliefs]


# --- Keeping --------------------------------------------------------------------------------------


def write_reading(path: Path, reading: Reading, record: dict[str, Any]) -> None:
    """Add a reading to a file of weights, or replace it. Everything else stays as it is."""
    with numpy.load(path) as kept:
        arrays = {name: kept[name] for name in kept.files if not name.startswith("reading_")}
    arrays |= {f"reading_{name}": weight.astype(numpy.float16) for name, weight in reading._asdict().items()}
    arrays["reading_record"] = numpy.frombuffer(json.dumps(record).encode(), numpy.uint8)
    new = path.with_suffix(".new.npz")
    numpy.savez_compressed(new, **arrays)
    new.rename(path)


def run(asked: argparse.Namespace) -> None:
    began = perf_counter()
    with asked.weights.open("rb") as file:
        net = read_weights(file).mind
    folder = asked.out / key_of(asked.weights)
    paths = []
    for path in blocks(folder, asked.seed, asked.games, asked.processes):
        paths.append(path)
        print(f"{len(paths) * BLOCK} of {asked.games} games, {perf_counter() - began:.0f} s", flush=True)
    lesson = Lesson(gather(paths), net)
    played = perf_counter()
    reading = learn(lesson, asked.passes, asked.seed)
    told = losses(reading, lesson, lesson.held_out)
    settings = {name: value for name, value in vars(asked).items() if isinstance(value, int | float)}
    record = {"settings": settings, "looks": len(lesson.hidden), "held_out": told}
    write_reading(asked.weights, reading, record)
    print(f"learned in {perf_counter() - played:.0f} s from {len(lesson.hidden):,} looks; log-losses of no belief, of")
    print("the rule of thumb's and of the reading in games that were held out:")
    for name, parts in told.items():
        for part, row in parts.items():
            print(f"{name:8} {part:8} " + " ".join(f"{loss:.3f}" for loss in row))


def settings() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.belief", description=__doc__)
    parser.add_argument(
        "--weights", type=Path, default=WEIGHTS, help="the file of the mind; the reading is added to it"
    )
    parser.add_argument("--out", type=Path, default=Path("learned-belief"), help="where the games are kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--passes", type=int, default=30, help="over all looks, at most")
    parser.add_argument("--processes", type=int, default=1)
    return parser


if __name__ == "__main__":
    run(settings().parse_args())
