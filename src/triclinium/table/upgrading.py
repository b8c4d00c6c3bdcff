"""What today's rules make of all tables in a store, and doing it before a server runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import apsw

# Importing these modules registers what their rows do.
from triclinium.table.live import edits as _edits  # noqa: F401
from triclinium.table.log.rows import ROW, Row, Upgraded
from triclinium.table.ops.journal import SHORT
from triclinium.table.play.filling import filled
from triclinium.table.play.waking import wake
from triclinium.table.protocol.messages import ENCODER
from triclinium.table.store import StoreFailed
from triclinium.table.store.files import FILE, check_layout, open_to_read, why
from triclinium.table.store.layout import name_beside
from triclinium.table.store.sqlite_file import SqliteFile

SAME, GOES_ON, FROZEN, UNREADABLE = "same", "goes_on", "frozen", "unreadable"
MEANINGS = {
    SAME: "as they are",
    GOES_ON: "go on under today's rules",
    FROZEN: "frozen: they can be read, but not played on",
    UNREADABLE: "cannot be read; their rows are left alone",
}


@dataclass(slots=True)
class Survey:
    """The tables by outcome, with the short ids of the journal."""

    tables: dict[str, list[str]] = field(default_factory=lambda: {what: [] for what in MEANINGS})
    filled: int = 0
    """Tables whose rows lacked their events."""

    def lines(self) -> Iterator[str]:
        count = sum(map(len, self.tables.values()))
        yield "1 table" if count == 1 else f"{count} tables"
        for what, meaning in MEANINGS.items():
            if names := self.tables[what]:
                yield f"{len(names)} {meaning}" + ("" if what == SAME else f": {', '.join(names)}")
        if self.filled:
            yield f"{self.filled} get the events of their answers written beside them"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one table, the rows that are completed, and the new row."""

    what: str
    lacking: dict[int, Row] = field(default_factory=dict)
    new: Row | None = None


def outcome_of(bodies: Sequence[bytes]) -> Outcome:
    try:
        rows = [ROW.decode(body) for body in bodies]
        table = wake(rows)
        lacking = filled(rows)
    except Exception:
        return Outcome(UNREADABLE)
    if table.past is not None:
        return Outcome(FROZEN)
    if table.upgraded_from is None:
        return Outcome(SAME, lacking)
    return Outcome(GOES_ON, lacking, Upgraded(at=rows[-1].at, before=table.upgraded_from, to=table.rules))


def survey(folder: Path) -> Survey:
    """What would become of every table. Writes nothing; works while a server runs."""
    path = folder / FILE
    if not path.exists():
        raise StoreFailed(f"{path}: there are no tables here")
    check_layout(path)
    found = Survey()
    try:
        database = open_to_read(path)
        try:
            for number, table in list(database.execute("select number, id from tables order by number")):
                rows = database.execute('select body from rows where "table" = ? order by sequence', (number,))
                _count(found, table, outcome_of([body for (body,) in rows]))
        finally:
            database.close()
    except apsw.Error as error:
        raise StoreFailed(f"{path}: {why(error)}") from None
    return found


def upgrade(folder: Path) -> tuple[Survey, Path]:
    """Upgrade every table while no server runs; also returns the backup made before."""
    path = folder / FILE
    if not path.exists():
        raise StoreFailed(f"{path}: there are no tables here")
    store = SqliteFile(folder)
    try:
        copy = name_beside(path, "before-upgrade")
        store.backup(copy)
        found = Survey()
        for table in store.all_tables():
            bodies = store.load(table)
            outcome = outcome_of(bodies)
            _count(found, table, outcome)
            if outcome.what != UNREADABLE:
                written = {place: ENCODER.encode(row) for place, row in outcome.lacking.items()}
                store.replace(table, written, wipe=False)
                store.append(table, len(bodies), [ENCODER.encode(outcome.new)] if outcome.new else [])
                store.complete(table)
                store.commit()
    finally:
        store.close()
    return found, copy


def _count(found: Survey, table: str, outcome: Outcome) -> None:
    found.tables[outcome.what].append(table[:SHORT])
    found.filled += bool(outcome.lacking)
