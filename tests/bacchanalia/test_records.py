"""The golden stories: they must replay for ever, and together show every ending of either edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from bacchanalia.features import WANTED, features
from bacchanalia.make_records import FOLDER, PLANS, found
from triclinium.book.plain import escaped
from triclinium.book.story import tale_of as in_words
from triclinium.core.play import Play, ending_of, replay, verify
from triclinium.core.record import Record, read
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.cards import LEFT
from triclinium.games.bacchanalia.rules.state import State
from triclinium.words import LANGUAGES, Words

PATHS = sorted(FOLDER.glob("*.jsonl"))
RECORDS = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def load(path: Path) -> Record:
    return read(path.read_bytes().decode("ascii"))


def tale_of(record: Record, language: str = "en") -> str:
    return in_words(GAME, replay(GAME, record).state, Words(language, "bacchanalia"))


@RECORDS
def test_records_come_back_byte_for_byte(path: Path) -> None:
    record = load(path)
    play: Play[State] = replay(GAME, record)
    result = GAME.result(play.state)
    assert result is not None
    assert ending_of(result) == record.ending
    assert play.record.write().encode() == record.write().encode() == path.read_bytes()


@RECORDS
def test_records_have_no_fault(path: Path) -> None:
    assert verify(GAME, load(path)) == []


@RECORDS
def test_records_read_as_a_tale(path: Path) -> None:
    """Every word that was written is in the tale, and every story has its end."""
    record = load(path)
    state = replay(GAME, record).state
    tale = tale_of(record)
    assert tale.startswith(f"# {state.title}\n")
    words = Words("en", "bacchanalia")
    for passage in state.story:
        assert passage.text is None or escaped(passage.text) in tale
    for outcome in state.outcomes:
        assert outcome == LEFT or words.name("outcome", outcome) in tale


@pytest.mark.parametrize("language", LANGUAGES)
def test_records_can_be_read_in_every_language(language: str) -> None:
    words = Words(language, "bacchanalia")
    tale = tale_of(load(PATHS[0]), language)
    assert words.say("story.cast") in tale
    assert words.say("story.ends") in tale
    assert "story." not in tale


@pytest.mark.parametrize("at", [0, 7, -1])
def test_a_veil_over_a_golden_story_takes_its_words_out_of_the_tale(at: int) -> None:
    record = load(PATHS[0])
    told = [passage for passage in replay(GAME, record).state.story if passage.text is not None]
    passage = told[at]
    assert passage.text is not None
    before, after = tale_of(record), tale_of(GAME.veil(record, passage.number))
    assert after.count(escaped(passage.text)) == before.count(escaped(passage.text)) - 1
    assert after.count("A veil lies over this passage.") == before.count("A veil lies over this passage.") + 1


def test_records_cover_every_ending_and_event() -> None:
    assert [path.name for path in PATHS] == [f"{number:02}-{plan.name}.jsonl" for number, plan in enumerate(PLANS, 1)]
    covered: set[str] = set()
    for path, plan in zip(PATHS, PLANS, strict=True):
        shown = features(load(path))
        assert shown >= set(plan.marks), f"{path.name} does not show what it is kept for"
        covered |= shown
    assert WANTED - covered == set()


def test_records_are_made_the_same_way_again() -> None:
    assert found(PLANS[0]).write().encode() == PATHS[0].read_bytes()
