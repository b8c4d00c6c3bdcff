"""Golden records of Ben Hur: they replay to the same end, byte for byte, and cover what must be covered."""

from __future__ import annotations

import pytest

from benhur.features import WANTED, features
from benhur.make_records import FOLDER
from triclinium.core.play import replay, verify
from triclinium.core.record import read
from triclinium.games.benhur.game import GAME

FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_records_replay_to_the_same_end(file):
    text = file.read_text(encoding="utf-8")
    record = read(text)
    assert record.write() == text
    assert replay(GAME, record).record.ending == record.ending
    assert verify(GAME, record) == []


def test_records_cover_everything_wanted():
    seen = set().union(*(features(read(file.read_text(encoding="utf-8"))) for file in FILES))
    assert seen >= WANTED
