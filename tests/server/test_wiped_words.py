"""What was deleted or written over is nowhere in the store's files, whatever SQLite has moved meanwhile."""

from __future__ import annotations

import random
import string
from pathlib import Path

import apsw
import pytest

from triclinium.table.store.clean import without_remains
from triclinium.table.store.files import FILE, check_integrity
from triclinium.table.store.sqlite_file import SqliteFile


class Evening:
    """Tables that come and go, and every word that was ever taken out of them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.store = SqliteFile(folder)
        self.rng = random.Random(seed)
        self.tables: dict[str, list[bytes]] = {}
        self.gone: list[bytes] = []
        self.made = 0

    def words(self) -> bytes:
        return "".join(self.rng.choices(string.ascii_letters, k=self.rng.choice([20, 60, 200, 700, 1500]))).encode()

    def create(self) -> None:
        self.made += 1
        name = f"{self.made:024}"
        self.store.create(name, "banquet")
        self.tables[name] = []

    def append(self) -> None:
        name = self.rng.choice(list(self.tables))
        words = self.words()
        self.store.append(name, len(self.tables[name]), [words])
        self.tables[name].append(words)

    def replace(self) -> None:
        name = self.rng.choice([name for name, rows in self.tables.items() if rows])
        place = self.rng.randrange(len(self.tables[name]))
        words = self.words()
        self.store.replace(name, {place: words})
        self.gone.append(self.tables[name][place])
        self.tables[name][place] = words

    def remove(self) -> None:
        name = self.rng.choice(list(self.tables))
        self.store.remove([name])
        self.gone += self.tables.pop(name)


@pytest.mark.parametrize("seed", range(4))
def test_no_word_outlives_its_row_where_pages_were_balanced(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path, seed)
    for _ in range(3):
        evening.create()
        evening.append()
        evening.store.commit()
    for _ in range(900):
        act = evening.rng.choices([evening.create, evening.append, evening.replace, evening.remove], [6, 80, 2, 1])[0]
        if len(evening.tables) > 2 or act is not evening.remove:
            act()
        evening.store.commit()
    kept = {name: evening.store.load(name) for name in evening.tables}
    evening.store.close()
    assert kept == evening.tables
    assert check_integrity(tmp_path / FILE) is None
    assert [path.name for path in tmp_path.iterdir() if FILE in path.name] == [FILE], "no log is left"
    content = (tmp_path / FILE).read_bytes()
    pieces = [words[start : start + 20] for words in evening.gone for start in range(0, len(words), 20)]
    assert len(pieces) > 1000
    assert [piece for piece in pieces if piece in content and len(piece) == 20] == []


def test_a_start_while_somebody_reads_the_log_is_a_start(tmp_path: Path) -> None:
    """The log cannot be emptied then: it is as soon as the reader has gone."""
    store = SqliteFile(tmp_path)
    store.create("a", "banquet")
    store.append("a", 0, [b"a word that goes"])
    store.commit()
    store.replace("a", {0: b"another"})
    reader = apsw.Connection(str(tmp_path / FILE))
    reader.execute("begin; select count(*) from rows").fetchall()
    store.commit()
    store.close()
    store = SqliteFile(tmp_path)
    assert store.load("a") == [b"another"]
    reader.close()
    store.append("a", 1, [b"one more"])
    store.commit()
    for path in tmp_path.glob(f"{FILE}*"):
        assert b"a word that goes" not in path.read_bytes()
    store.close()


def test_only_the_middle_of_a_tree_page_is_cleared() -> None:
    page = bytearray(b"\xff" * 64)
    page[:8] = bytes([0x0D, 0, 0, 0, 2, 0, 40, 0])
    cleared = without_remains(bytes(page), 4096)
    assert cleared == bytes(page[:12]) + bytes(28) + bytes(page[40:])
    overflow = b"\x00\x00\x00\x07" + b"words" * 12
    assert without_remains(overflow, 4096) == overflow
