"""The folder of a study: its plan, its games as Parquet, its tables as CSV, its report.

A block of games is two Parquet files, each written completely or not at all. The file of games comes last: if it
exists, the block is done. A stopped study continues with the blocks that lack it.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as arrow
from pyarrow import parquet

from triclinium.core.game import BadOptions
from triclinium.core.ledger import CARDS, DECISIONS, ENDING, LENGTH, WINNERS, ledger_of
from triclinium.lab.bulk import Block
from triclinium.lab.grid import Grid, Task

PLAN = "plan.json"
PARTS = "parts"
Row = Mapping[str, Any]


class Study:
    def __init__(self, folder: Path, grid: Grid, resume: bool) -> None:
        """Start in an empty folder, or continue the same study. Raises `BadOptions`."""
        self.folder = folder
        self.grid = grid
        self.ledger = ledger_of(grid.game)
        plan = folder / PLAN
        if plan.exists():
            if not resume:
                raise BadOptions(f"{folder} already holds a study; continue it with --resume, or choose another --out")
            if json.loads(plan.read_text(encoding="utf-8")) != grid.as_json():
                raise BadOptions(f"{folder} holds another study ({PLAN}); choose another --out for this one")
        (folder / PARTS).mkdir(parents=True, exist_ok=True)
        _whole(plan, lambda path: path.write_text(json.dumps(grid.as_json(), indent=1) + "\n", encoding="utf-8"))

    def missing(self) -> list[Task]:
        """The blocks still to play."""
        return [task for task in self.grid.tasks() if not self._part("games", task).exists()]

    def _part(self, kind: str, task: Task) -> Path:
        return self.folder / PARTS / f"{kind}-{task.cell:03}-{task.first:09}.parquet"

    def keep(self, task: Task, block: Block) -> None:
        seats, games = self._seats_table(task, block), self._games_table(task, block)
        _whole(self._part("seats", task), lambda path: parquet.write_table(seats, path))
        _whole(self._part("games", task), lambda path: parquet.write_table(games, path))

    def _games_table(self, task: Task, block: Block) -> arrow.Table:
        return arrow.table(
            {
                "cell": arrow.array([task.cell] * len(block.games), arrow.int16()),
                "game": arrow.array(range(block.first, block.first + len(block.games)), arrow.int64()),
                "ending": _named([row[ENDING] for row in block.games], self.ledger.endings),
                "length": arrow.array([row[LENGTH] for row in block.games], arrow.int32()),
                "decisions": arrow.array([row[DECISIONS] for row in block.games], arrow.int32()),
            }
        )

    def _seats_table(self, task: Task, block: Block) -> arrow.Table:
        table = task.table
        names = sorted(set(table.bots))
        numbers = range(block.first, block.first + len(block.games))
        rows = [row for seats in block.seats for row in seats]
        columns = {
            "cell": arrow.array([task.cell] * len(rows), arrow.int16()),
            "game": arrow.array([number for number in numbers for _ in range(table.seats)], arrow.int64()),
            "seat": arrow.array(list(range(table.seats)) * len(block.games), arrow.int8()),
            "bot": _named([names.index(table.bot_at(s, n)) for n in numbers for s in range(table.seats)], names),
            "won": arrow.array(
                [bool(game[WINNERS] >> seat & 1) for game in block.games for seat in range(table.seats)]
            ),
            "cards": arrow.array([row[CARDS] for row in rows], arrow.int64()),
        }
        for column, trait in enumerate(self.ledger.traits, start=1):
            columns[trait.name] = _named([row[column] for row in rows], trait.values)
        return arrow.table(columns)

    def read(self, kind: str) -> arrow.Table:
        """All games, or all seats, played so far."""
        paths = sorted((self.folder / PARTS).glob(f"{kind}-*.parquet"))
        return arrow.concat_tables([parquet.read_table(path) for path in paths]).unify_dictionaries()

    def write_tables(self, tables: Mapping[str, Sequence[Row]]) -> None:
        """Write each table as CSV and Parquet."""
        for name, rows in tables.items():
            if not rows:
                continue
            with (self.folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
            parquet.write_table(arrow.Table.from_pylist([dict(row) for row in rows]), self.folder / f"{name}.parquet")


def _named(numbers: Sequence[int], names: Sequence[str]) -> arrow.DictionaryArray:
    """Numbers with their names; a negative number has none."""
    indices = arrow.array([number if number >= 0 else None for number in numbers], arrow.int16())
    return arrow.DictionaryArray.from_arrays(indices, arrow.array(list(names), arrow.string()))


def _whole(path: Path, write: Any) -> None:
    """Write a file under a temporary name and move it into place, so that it is never half written."""
    beside = path.with_name(path.name + ".writing")
    write(beside)
    beside.replace(path)
