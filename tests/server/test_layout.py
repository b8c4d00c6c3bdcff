"""The store's own layout: earlier ones are brought up to date, later ones refused, and only the owner reads it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from triclinium.table.log.rows import ROW
from triclinium.table.play import waking
from triclinium.table.store import StoreFailed, layout
from triclinium.table.store.files import FILE, back_up, check_integrity
from triclinium.table.store.layout import LAYOUT
from triclinium.table.store.sqlite_file import SqliteFile

STORES = Path(__file__).parent / "stores"


def kept(folder: Path, number: int) -> Path:
    """A folder with the store of an earlier layout."""
    folder.mkdir()
    shutil.copy(STORES / f"layout-{number}.sqlite", folder / FILE)
    return folder


def all_rows(path: Path) -> list[tuple[object, ...]]:
    database = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    found = [*database.execute('select id, sequence, body from rows join tables on number = "table" order by row')]
    found += [*database.execute("select * from visits order by visitor")]
    database.close()
    return found


def version_of(path: Path) -> int:
    database = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    version: int = database.pragma("user_version")
    database.close()
    return version


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("number", range(1, LAYOUT))
def test_a_store_of_an_earlier_layout_is_brought_up_to_date_and_a_copy_is_kept(tmp_path: Path, number: int) -> None:
    folder = kept(tmp_path / "data", number)
    before = all_rows(folder / FILE)
    SqliteFile(folder).close()
    assert version_of(folder / FILE) == LAYOUT
    assert all_rows(folder / FILE) == before
    assert check_integrity(folder / FILE) is None
    copy = folder / f"{FILE}.layout-{number}"
    assert version_of(copy) == number
    assert all_rows(copy) == before
    assert mode_of(copy) == 0o600
    SqliteFile(folder).close()
    assert len(list(folder.glob(f"{FILE}.layout-*"))) == 1, "only the first time"


@pytest.mark.parametrize("number", range(1, LAYOUT))
def test_a_migration_that_fails_changes_nothing(tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = kept(tmp_path / "data", number)
    before = all_rows(folder / FILE)
    broken = {**layout.MIGRATIONS, LAYOUT - 1: layout.MIGRATIONS[LAYOUT - 1] + "insert into nowhere values(1);"}
    monkeypatch.setattr(layout, "MIGRATIONS", broken)
    with pytest.raises(StoreFailed):
        SqliteFile(folder)
    assert version_of(folder / FILE) == number
    assert all_rows(folder / FILE) == before
    monkeypatch.undo()
    SqliteFile(folder).close()
    assert version_of(folder / FILE) == LAYOUT
    assert len(list(folder.glob(f"{FILE}.layout-{number}*"))) == 2, "each try has a copy of its own"


def test_a_store_of_a_later_layout_is_refused_in_one_line_and_left_alone(tmp_path: Path) -> None:
    SqliteFile(tmp_path).close()
    database = apsw.Connection(str(tmp_path / FILE))
    database.pragma("user_version", LAYOUT + 1)
    database.close()
    before = (tmp_path / FILE).read_bytes()
    files = sorted(path.name for path in tmp_path.iterdir())
    command = [sys.executable, "-m", "triclinium.cli", "serve", "--port", "0", "--data", str(tmp_path), "--no-warm"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"newer version of this program (layout {LAYOUT + 1}; this one knows {LAYOUT})" in done.stderr
    assert (tmp_path / FILE).read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == files


def test_a_migration_is_written_down_for_every_layout() -> None:
    assert sorted(layout.MIGRATIONS) == list(range(1, LAYOUT))
    assert all((STORES / f"layout-{number}.sqlite").exists() for number in range(1, LAYOUT))


def columns(path: Path) -> dict[str, list[tuple[object, ...]]]:
    database = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    names = [name for (name,) in database.execute("select name from sqlite_schema where type = 'table' order by name")]
    found = {name: sorted(row[1:5] for row in database.execute(f"pragma table_info({name})")) for name in names}
    database.close()
    return found


def test_a_file_that_was_migrated_is_laid_out_like_a_new_one(tmp_path: Path) -> None:
    SqliteFile(tmp_path / "new").close()
    SqliteFile(kept(tmp_path / "old", 1)).close()
    assert columns(tmp_path / "old" / FILE) == columns(tmp_path / "new" / FILE)


def test_table_10_only_the_owner_reads_what_is_stored(tmp_path: Path) -> None:
    folder = tmp_path / "house" / "data"
    store = SqliteFile(folder)
    store.create("a", "banquet")
    store.append("a", 0, [b"{}"])
    store.commit()
    assert mode_of(folder) == 0o700
    assert {path.name: mode_of(path) for path in folder.iterdir()} == dict.fromkeys(
        ("lock", FILE, f"{FILE}-wal", f"{FILE}-shm"), 0o600
    )
    together = SqliteFile(folder, shared=True)
    assert mode_of(folder / "turn") == 0o600
    together.close()
    store.close()
    back_up(folder, tmp_path / "copy")
    assert mode_of(tmp_path / "copy") == 0o600


def test_table_10_files_that_others_could_read_are_closed_to_them(tmp_path: Path) -> None:
    folder = kept(tmp_path / "data", 1)
    (folder / FILE).chmod(0o644)
    SqliteFile(folder).close()
    assert mode_of(folder / FILE) == 0o600
    assert all(mode_of(path) == 0o600 for path in folder.iterdir())


@pytest.mark.parametrize("number", range(1, LAYOUT + 1))
def test_tables_of_every_layout_can_be_read(tmp_path: Path, number: int) -> None:
    if number == LAYOUT and not (STORES / f"layout-{number}.sqlite").exists():
        pytest.skip("today's layout has no file until there is another one")
    store = SqliteFile(kept(tmp_path / "data", number))
    for table in [*store.running(), *store.tables_of("visitor0")]:
        rows = [ROW.decode(row) for row in store.load(table)]
        assert waking.wake(rows).made.id == table
    store.close()
