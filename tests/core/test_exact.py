"""Answers, records and actions are read by exact type: 0.0, true and "0" are no seat, 1 is no yes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from triclinium.core.copies import copied
from triclinium.core.decision import Malformed
from triclinium.core.exact import among, flag, kind_of, named, number_in, same
from triclinium.core.fairness import SeededLuck
from triclinium.core.game import BadOptions
from triclinium.core.play import Play, run, verify
from triclinium.core.player import RandomPlayer, chooser
from triclinium.core.record import BadRecord, digest_of, one_line, read
from triclinium.games import game_named

NO_NUMBERS: list[Any] = [0.0, 1.0, -0.0, True, False, "0", "1", None, [0], {"a": 0}, float("nan")]


@pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
def test_no_number(value: Any) -> None:
    with pytest.raises(Malformed, match=r"refused\.here"):
        number_in(value, range(-2, 5), "refused.here")


@pytest.mark.parametrize("value", [0, 1, 0.0, "true", None, []], ids=repr)
def test_no_flag(value: Any) -> None:
    with pytest.raises(Malformed):
        flag(value, "refused.here")


@pytest.mark.parametrize("value", [0, None, ["dates"], "Dates", "dates ", ""], ids=repr)
def test_no_name(value: Any) -> None:
    with pytest.raises(Malformed):
        named(value, ("boar", "dates"), "refused.here")


@pytest.mark.parametrize(
    "answer",
    [None, 7, "offer", ["kind"], {}, {"kind": None}, {"kind": ["offer"]}, {"kind": "offer"}, {"kind": "no", "to": 1},
     {"kind": "offer", "to": 1, "more": 1}],
    ids=repr,
)  # fmt: skip
def test_no_message(answer: Any) -> None:
    with pytest.raises(Malformed):
        kind_of(answer, {"offer": {"kind", "to"}}, "refused.unknown", "refused.fields")


def test_what_is_meant_is_taken() -> None:
    assert number_in(3, range(4), "refused.here") == 3
    assert flag(False, "refused.here") is False
    assert named("dates", ("boar", "dates"), "refused.here") == 1
    assert kind_of({"kind": "offer", "to": 1}, {"offer": {"kind", "to"}}, "", "") == "offer"


@pytest.mark.parametrize(
    ("one", "other"),
    [(0, 0.0), (0, False), (1, True), (1.0, True), ([1], [1.0]), ({"a": [{"b": 0}]}, {"a": [{"b": False}]}),
     ({"a": 1}, {"a": 1, "b": 1}), ([1], [1, 1]), (None, 0), ("1", 1)],
)  # fmt: skip
def test_values_that_are_not_the_same(one: Any, other: Any) -> None:
    assert not same(one, other)
    assert not same(other, one)
    assert not among({"kind": one}, [{"kind": other}])


def test_the_same_written_again_is_the_same_and_apart() -> None:
    value = {"a": [1, 2.5, True, None, {"b": "c"}]}
    again = copied(value)
    assert same(value, json.loads(json.dumps(value))) and same(value, again)
    again["a"][4]["b"] = "d"
    assert value["a"][4] == {"b": "c"}


# --- Records ------------------------------------------------------------------------------------


def finished(game: str = "banquet") -> list[dict[str, Any]]:
    """The lines of a game that has ended."""
    play = Play.begin(game_named(game), 3, {})
    run(play, [chooser(RandomPlayer(), random.Random(1))] * 3, SeededLuck(1))
    return [json.loads(line) for line in play.record.write().splitlines()]


def written(lines: list[dict[str, Any]]) -> str:
    """Lines as a record, sealed anew."""
    texts = [one_line(line) for line in lines[:-1]]
    return "\n".join([*texts, one_line({**lines[-1], "digest": digest_of(texts)})]) + "\n"


@pytest.mark.parametrize("value", [1.0, True, "1"], ids=repr)
@pytest.mark.parametrize("name", ["triclinium", "rules"])
def test_a_record_of_a_format_or_version_that_is_no_whole_number(name: str, value: Any) -> None:
    lines = finished()
    lines[0][name] = value
    with pytest.raises(BadRecord):
        read(written(lines))


def test_a_record_with_a_seat_or_an_answer_that_is_no_whole_number() -> None:
    lines = finished()
    at = next(number for number, line in enumerate(lines) if line.get("answer", {}).get("kind") == "offer")
    for value in (float(lines[at]["answer"]["to"]), str(lines[at]["answer"]["to"])):
        changed = copied(lines)
        changed[at]["answer"]["to"] = value
        with pytest.raises(BadRecord, match=f"line {at + 1}"):
            verify(game_named("banquet"), read(written(changed)))
    changed = copied(lines)
    changed[at]["seat"] = float(lines[at]["seat"])
    with pytest.raises(BadRecord, match=f"line {at + 1}"):
        read(written(changed))


def test_a_record_whose_ending_is_written_with_other_types_is_no_sound_one() -> None:
    lines = finished()
    lines[-1]["end"]["scores"] = [int(score) for score in lines[-1]["end"]["scores"]]
    assert "verify.ending" in verify(game_named("banquet"), read(written(lines)))


def test_luck_is_told_in_texts() -> None:
    lines = finished()
    share = {"commitment": 5, "value": "00" * 16}
    lines[0]["luck"] = {"table": "t", "commitment": "c", "contributions": [share] * 3}
    with pytest.raises(BadRecord, match="luck"):
        read(written(lines))


def test_a_record_whose_options_are_nested_too_deep_is_refused() -> None:
    deep: Any = []
    for _ in range(600):
        deep = [deep]
    with pytest.raises(BadOptions, match="nested too deep"):
        game_named("banquet").complete({"deck": deep})


# --- What is handed out is one's own ------------------------------------------------------------


def test_bb_4_who_writes_on_an_option_changes_no_later_game() -> None:
    game = game_named("banquet")

    def first_pick() -> Any:
        play = Play.begin(game, 4, {})
        play.draw(SeededLuck(3))
        return play.pending()[0].options

    before = json.dumps(first_pick())
    for option in first_pick():
        option["slots"].append(7)
        option["kind"] = "feast"
    assert json.dumps(first_pick()) == before


@pytest.mark.parametrize("game", ["banquet", "benhur", "bacchanalia"])
def test_who_writes_on_the_options_of_a_game_changes_no_default(game: str) -> None:
    before = json.dumps(game_named(game).complete({}))
    complete: Any = game_named(game).complete({})
    complete["deck"].clear()
    assert json.dumps(game_named(game).complete({})) == before


def test_who_writes_on_an_answer_afterwards_does_not_change_the_record() -> None:
    play = Play.begin(game_named("banquet"), 4, {})
    play.draw(SeededLuck(3))
    decision = play.pending()[0]
    answer: Any = decision.options[0]
    play.answer(decision.seat, answer)
    before = play.record.write()
    answer["slots"].append(3)
    assert play.record.write() == before
