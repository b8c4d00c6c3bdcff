"""Records: one way to write them, and clear words for what is not one."""

from __future__ import annotations

import pytest

from triclinium.core.fairness import Pledge, SeededLuck
from triclinium.core.play import Play, replay
from triclinium.core.record import BadRecord, Entry, read
from triclinium.games.banquet.game import GAME


def played(entries=40):
    play = Play.begin(GAME, 3, pledge=Pledge.fresh(3))
    luck = SeededLuck(3)
    while len(play.record.entries) < entries and (pending := play.pending()):
        if pending[0].seat == -1:
            play.draw(luck)
        else:
            play.answer(pending[0].seat, pending[0].options[-1])
    return play


def test_a_record_reads_back_to_the_same_bytes_and_state():
    play = played()
    text = play.record.write()
    again = read(text)
    assert again.write() == text
    assert GAME.numbers(replay(GAME, again).state) == GAME.numbers(play.state)


def test_a_replay_stops_where_it_is_told():
    play = played()
    for length in (0, 7, 20):
        assert len(replay(GAME, play.record, length).record.entries) == length


TEXT = played().record.write()
LINES = TEXT.split("\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("hello\n", "line 1 is not JSON"),
        ("[]\n", "line 1 is not a record's line"),
        ('{"a":1}\n', "not a Triclinium record"),
        ('{"triclinium":2}\n', "newer format"),
        ('{"game":"banquet","triclinium":1}\n', "line 1 lacks"),
        (TEXT.replace('"seats":3', '"seats":99', 1), "99 seats"),
        (TEXT.replace('"game"', '"gamer":1,"game"', 1), "line 1"),
        ("\n".join([LINES[0], LINES[1] + " ", *LINES[2:]]), "line 2 is not written the way records are"),
        ("\n".join([LINES[0], '{"answer":{},"seat":7}']), "line 2 is not an answer of a seat"),
        ("\n".join([LINES[0], '{"answer":[],"seat":0}']), "line 2 is not an answer of a seat"),
        ("\n".join([LINES[0], '{"answer":{},"seat":true}']), "line 2 is not an answer of a seat"),
        ("\n".join([LINES[0], '{"end":{}}']), "line 2 is not the end"),
        ("\n".join([LINES[0], '{"nonsense":1}']), "line 2 is neither"),
        ("\n".join([LINES[0], "[" * 100_000]), "line 2"),
        ("\n".join([LINES[0], '"' + "x" * 300_000 + '"']), "line 2 is too long"),
    ],
)
def test_a_damaged_or_foreign_file_is_told_in_one_line(text, says):
    with pytest.raises(BadRecord, match=says) as told:
        read(text)
    assert "\n" not in str(told.value)


def test_an_answer_the_rules_refuse_is_told_with_its_line():
    lines = [*LINES[:3], '{"answer":{"kind":"pass"},"seat":0}', ""]
    with pytest.raises(BadRecord, match="line 4: the rules refuse"):
        replay(GAME, read("\n".join(lines)))


def test_another_rules_version_is_told_where_it_makes_a_difference():
    record = read(TEXT)
    record.rules_version += 1
    assert replay(GAME, record).record.rules_version == record.rules_version
    record.entries[2] = Entry(0, {"kind": "pass"})
    with pytest.raises(BadRecord, match=r"rules version \d of banquet; under version \d .*: line 4: the rules refuse"):
        replay(GAME, record)


def test_another_game_is_told():
    record = read(TEXT)
    record.game = "chess"
    with pytest.raises(BadRecord, match="record of chess"):
        replay(GAME, record)


def test_impossible_options_are_told():
    record = read(TEXT)
    record.options = {**record.options, "edition": "xx"}
    with pytest.raises(BadRecord, match="option edition"):
        replay(GAME, record)
