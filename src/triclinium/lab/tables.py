"""The tables of a study: shares of wins, endings, lengths, card values, and how variants differ from the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy
import pyarrow as arrow

from triclinium.core.intervals import Share
from triclinium.core.ledger import Ledger
from triclinium.lab.difference import SURE, Difference, holm, of_lengths, of_shares
from triclinium.lab.grid import Cell, Grid
from triclinium.lab.store import Study
from triclinium.words import Words

QUANTILES = {"p5": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95}
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A number for each row, and the name of each number."""

    numbers: Any
    names: tuple[str, ...]


class Figures:
    """The games of one study, ready to count."""

    def __init__(self, study: Study) -> None:
        self.grid: Grid = study.grid
        self.ledger: Ledger = study.ledger
        self.words = Words("en", study.grid.game)
        games, seats = study.read("games"), study.read("seats")
        self.cell_of_game = games["cell"].to_numpy()
        self.lengths = games["length"].to_numpy()
        self.endings = _column(games["ending"])
        self.cell_of_seat = seats["cell"].to_numpy()
        self.won = seats["won"].to_numpy()
        self.cards = seats["cards"].to_numpy()
        places = tuple(str(seat) for seat in range(max(self.grid.seats)))
        self.traits = {trait.name: _column(seats[trait.name]) for trait in self.ledger.traits}
        self.traits["seat"] = Column(seats["seat"].to_numpy(), places)
        self.traits["bot"] = _column(seats["bot"])
        self.outcomes = [trait.name for trait in self.ledger.traits if trait.outcome]
        self.groups = {trait.name: trait.words for trait in self.ledger.traits}

    def named(self, group: str, name: str) -> str:
        """The game's word for something."""
        key = f"{group}.{name}"
        return self.words.say(key) if group and self.words.has(key) else name.replace("_", " ")

    def shares(self, cell: int, trait: str) -> dict[str, Share]:
        """Wins by a trait of the seat; for an outcome, how often it happened."""
        here = self.cell_of_seat == cell
        column = self.traits[trait]
        size = len(column.names)
        numbers = column.numbers[here]
        of = numpy.bincount(numbers[numbers >= 0], minlength=size)
        if trait in self.outcomes:
            return {name: Share(int(of[n]), int(of.sum())) for n, name in enumerate(column.names) if of[n]}
        wins = numpy.bincount(numbers[(numbers >= 0) & self.won[here]], minlength=size)
        return {name: Share(int(wins[n]), int(of[n])) for n, name in enumerate(column.names) if of[n]}

    def shares_of_endings(self, cell: int) -> dict[str, Share]:
        numbers = self.endings.numbers[self.cell_of_game == cell]
        counts = numpy.bincount(numbers, minlength=len(self.endings.names))
        return {name: Share(int(counts[n]), len(numbers)) for n, name in enumerate(self.endings.names) if counts[n]}


def _column(chunks: arrow.ChunkedArray) -> Column:
    whole = chunks.combine_chunks()
    if isinstance(whole, arrow.ChunkedArray):
        whole = whole.chunk(0)
    return Column(whole.indices.fill_null(-1).to_numpy(zero_copy_only=False), tuple(whole.dictionary.to_pylist()))


def tables_of(study: Study) -> dict[str, list[Row]]:
    """All tables, by file name."""
    figures = Figures(study)
    return {
        "wins": list(wins(figures)),
        "outcomes": list(outcomes(figures)),
        "endings": list(endings(figures)),
        "lengths": list(lengths(figures)),
        "length_counts": list(length_counts(figures)),
        "cards": list(cards(figures)),
        "differences": list(differences(figures)),
    }


def _place(cell: Cell) -> Row:
    return {"seats": cell.seats, "bots": "+".join(cell.bots), "variant": cell.variant}


def _told(share: Share) -> Row:
    return {"count": share.count, "of": share.of, "share": share.share, "low": share.low, "high": share.high}


def wins(figures: Figures) -> Iterator[Row]:
    """Shares of wins by every trait, with Wilson's interval, compared with the mean of all seats at the table."""
    for number in range(len(figures.grid.cells)):
        mean = float(figures.won[figures.cell_of_seat == number].mean())
        for trait in figures.traits:
            if trait not in figures.outcomes:
                for row in _by_trait(figures, number, trait):
                    yield {**row, "against_mean": row["share"] / mean if mean else 0.0}


def outcomes(figures: Figures) -> Iterator[Row]:
    for number in range(len(figures.grid.cells)):
        for trait in figures.outcomes:
            yield from _by_trait(figures, number, trait)


def _by_trait(figures: Figures, cell: int, trait: str) -> Iterator[Row]:
    group = figures.groups.get(trait, "")
    for name, share in figures.shares(cell, trait).items():
        told = {"trait": trait, "value": name, "called": figures.named(group, name)}
        yield {**_place(figures.grid.cells[cell]), **told, **_told(share)}


def endings(figures: Figures) -> Iterator[Row]:
    for number, cell in enumerate(figures.grid.cells):
        for name, share in figures.shares_of_endings(number).items():
            yield {**_place(cell), "ending": name, **_told(share)}


def lengths(figures: Figures) -> Iterator[Row]:
    for number, cell in enumerate(figures.grid.cells):
        here = figures.lengths[figures.cell_of_game == number]
        told = {name: float(numpy.quantile(here, share)) for name, share in QUANTILES.items()}
        yield {
            **_place(cell),
            "counted_in": figures.ledger.length,
            "games": len(here),
            "mean": float(here.mean()),
            **told,
        }


def length_counts(figures: Figures) -> Iterator[Row]:
    """How many games lasted how long."""
    for number, cell in enumerate(figures.grid.cells):
        counts = numpy.bincount(figures.lengths[figures.cell_of_game == number])
        for length, count in enumerate(counts):
            if count:
                yield {**_place(cell), "length": length, "count": int(count), "share": float(count / counts.sum())}


def cards(figures: Figures) -> Iterator[Row]:
    """Wins of seats that ever had a card, compared with those that never had it."""
    for number, cell in enumerate(figures.grid.cells):
        here = figures.cell_of_seat == number
        held, won = figures.cards[here], figures.won[here]
        rows = []
        for card, name in enumerate(figures.ledger.cards):
            had = (held >> card) & 1 == 1
            with_it = Share(int(won[had].sum()), int(had.sum()))
            without = Share(int(won[~had].sum()), int((~had).sum()))
            if with_it.of and without.of:
                rows.append((name, with_it, without, of_shares(without, with_it)))
        corrected = holm([difference.p for *_, difference in rows])
        for (name, with_it, without, difference), p in zip(rows, corrected, strict=True):
            told = {"card": name, "called": figures.named("card", name)}
            shares = {
                "seats_with": with_it.of,
                "share_with": with_it.share,
                "seats_without": without.of,
                "share_without": without.share,
            }
            yield {**_place(cell), **told, **shares, **_difference(difference, p)}


def _difference(difference: Difference, p: float) -> Row:
    return {
        "difference": difference.effect,
        "low": difference.low,
        "high": difference.high,
        "p": p,
        "verdict": "real" if p < SURE else "not shown",
    }


# --- Variants against the first ---------------------------------------------------------------------


def differences(figures: Figures) -> Iterator[Row]:
    """Every variant compared with the first, with the same seats and bots. Holm's correction over each pair."""
    cells = list(figures.grid.cells)
    for number, cell in enumerate(cells):
        base = Cell(cell.seats, cell.bots, figures.grid.variants[0].name)
        if cell != base:
            yield from _pair(figures, cells.index(base), number)


@dataclass(frozen=True, slots=True)
class Found:
    """One measure of two variants."""

    measure: str
    value: str
    called: str
    first: float
    second: float
    difference: Difference


def _pair(figures: Figures, first: int, second: int) -> Iterator[Row]:
    cell, against = figures.grid.cells[second], figures.grid.cells[first].variant
    found = [*_traits_found(figures, first, second), *_endings_found(figures, first, second)]
    one, other = (figures.lengths[figures.cell_of_game == number] for number in (first, second))
    unit = figures.ledger.length
    found.append(Found("length", unit, unit, float(one.mean()), float(other.mean()), of_lengths(one, other)))
    corrected = holm([each.difference.p for each in found])
    for each, p in zip(found, corrected, strict=True):
        told = {"against": against, "measure": each.measure, "value": each.value, "called": each.called}
        row = {**_place(cell), **told, "first": each.first, "second": each.second, **_difference(each.difference, p)}
        yield {**row, "sentence": sentence(row, figures)}


def _traits_found(figures: Figures, first: int, second: int) -> Iterator[Found]:
    for trait in figures.traits:
        if trait == "bot":
            continue
        then, now = figures.shares(first, trait), figures.shares(second, trait)
        for name in then:
            if name in now:
                called = figures.named(figures.groups.get(trait, ""), name)
                yield Found(trait, name, called, then[name].share, now[name].share, of_shares(then[name], now[name]))


def _endings_found(figures: Figures, first: int, second: int) -> Iterator[Found]:
    then, now = figures.shares_of_endings(first), figures.shares_of_endings(second)
    nowhere = Share(0, figures.grid.games)
    for name in sorted(then.keys() | now.keys()):
        one, other = then.get(name, nowhere), now.get(name, nowhere)
        yield Found("end", name, name.replace("_", " "), one.share, other.share, of_shares(one, other))


def sentence(row: Mapping[str, Any], figures: Figures) -> str:
    """One difference in words: how large, how certain."""
    measure, called = row["measure"], row["called"]
    scale, unit = (1.0, f" {figures.ledger.length}") if measure == "length" else (100.0, " points")
    if measure == "length":
        subject = "A mean game lasts"
    elif measure == "end" or measure in figures.outcomes:
        subject = f"{called} ({measure}) comes"
    else:
        subject = f"{called} ({measure.replace('_', ' ')}), {figures.ledger.win}:"
    effect = f"{scale * row['difference']:+.1f}{unit} ({scale * row['low']:+.1f} to {scale * row['high']:+.1f})"
    sure = "p < 0.001" if row["p"] < 0.001 else f"p = {row['p']:.3f}"
    verdict = "the difference is real" if row["verdict"] == "real" else "a difference is not shown"
    return f"{subject} {effect} with {row['variant']} against {row['against']}; {verdict} ({sure})."
