"""The golden records: games that must replay for ever, and that together show everything the rules can do."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from banquet.features import WANTED, features
from banquet.make_records import FOLDER, PLANS, found
from triclinium.core.play import Play, ending_of, replay, verify
from triclinium.core.record import BadRecord, Record, read
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.state import State

PATHS = sorted(FOLDER.glob("*.jsonl"))
SHORT = FOLDER / "32-too-few-cards.jsonl"
RECORDS = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def load(path: Path) -> Record:
    return read(path.read_bytes().decode("ascii"))


# --- Each record ----------------------------------------------------------------------------------------------


@RECORDS
def test_records_come_back_byte_for_byte(path: Path) -> None:
    assert load(path).write().encode() == path.read_bytes()


@RECORDS
def test_records_are_accepted_by_the_rules_and_end_as_they_say(path: Path) -> None:
    record = load(path)
    play: Play[State] = replay(GAME, record)
    result = GAME.result(play.state)
    assert result is not None
    assert ending_of(result) == record.ending
    assert play.record.write() == record.write()


@RECORDS
def test_records_have_no_fault(path: Path) -> None:
    assert verify(GAME, load(path)) == []


@RECORDS
def test_records_lose_no_card_on_the_way(path: Path) -> None:
    record = load(path)
    play: Play[State] = Play(GAME, Record(record.game, record.rules_version, record.seats, record.options))
    cards = GAME.conserved(play.state)
    for entry in record.entries:
        assert play.pending() != (), "a game that runs always asks somebody"
        play.answer(entry.seat, entry.answer)
        assert GAME.conserved(play.state) == cards
    assert play.pending() == ()


@RECORDS
def test_records_can_be_cut_anywhere_and_go_on(path: Path) -> None:
    """A replay up to some entry, and the rest answered from there, is the whole game."""
    record = load(path)
    whole = GAME.numbers(replay(GAME, record).state)
    for length in (0, len(record.entries) // 3, len(record.entries) - 1):
        play: Play[State] = replay(GAME, record, length)
        for entry in record.entries[length:]:
            play.answer(entry.seat, entry.answer)
        assert GAME.numbers(play.state) == whole


# --- All of them ------------------------------------------------------------------------------------------------


def test_records_are_a_small_set() -> None:
    assert 20 <= len(PATHS) <= 40
    assert [path.name for path in PATHS] == [f"{number:02}-{plan.name}.jsonl" for number, plan in enumerate(PLANS, 1)]


def test_records_cover_everything_that_is_wanted() -> None:
    covered: set[str] = set()
    for path, plan in zip(PATHS, PLANS, strict=True):
        shown = features(load(path))
        assert shown >= set(plan.marks), f"{path.name} does not show what it is kept for"
        covered |= shown
    assert WANTED - covered == set()


def test_records_are_made_the_same_way_again() -> None:
    (plan,) = (plan for plan in PLANS if SHORT.stem.endswith(plan.name))
    assert found(plan).write().encode() == SHORT.read_bytes()


# --- A changed record -------------------------------------------------------------------------------------------


def is_caught(data: bytes) -> bool:
    """Whether reading refuses these bytes or checking finds a fault."""
    try:
        return verify(GAME, read(data.decode("latin-1"))) != []
    except BadRecord:
        return True


def flipped(data: bytes, place: int, bit: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]


def test_records_one_changed_bit_anywhere_is_caught() -> None:
    data = SHORT.read_bytes()
    rng = random.Random(7)
    for _ in range(500):
        place, bit = rng.randrange(len(data)), rng.randrange(8)
        assert is_caught(flipped(data, place, bit)), f"bit {bit} of byte {place}"


@pytest.mark.parametrize("field", ["table", "commitment", "value", "digest", "secret", "winners", "ending"])
def test_records_one_changed_bit_in_what_seals_them_is_caught(field: str) -> None:
    """Every bit that turns a small letter into a capital one, and one other bit, of every such field."""
    data = SHORT.read_bytes()
    for match in re.finditer(rf'"{field}":("[^"]*"|\[[^\]]*\])'.encode(), data):
        for place in range(match.start(1), match.end(1)):
            for bit in (5, place % 5):
                assert is_caught(flipped(data, place, bit)), f"bit {bit} of byte {place} in {field}"


def test_records_a_lost_doubled_or_moved_line_is_caught() -> None:
    lines = SHORT.read_bytes().splitlines(keepends=True)
    for at in range(len(lines)):
        assert is_caught(b"".join(lines[:at] + lines[at + 1 :])), f"line {at + 1} is lost"
        assert is_caught(b"".join(lines[: at + 1] + lines[at:])), f"line {at + 1} is doubled"
    for at in range(len(lines) - 1):
        if lines[at] != lines[at + 1]:
            moved = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
            assert is_caught(b"".join(moved)), f"line {at + 1} is moved"


def test_records_two_records_cannot_be_mixed() -> None:
    one, other = (path.read_bytes().splitlines(keepends=True) for path in PATHS[:2])
    assert is_caught(b"".join([other[0], *one[1:]]))
    assert is_caught(b"".join([*one[:-1], other[-1]]))
