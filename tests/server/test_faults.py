"""One fault stays one fault: the journal says where, the table is put away, the others play on."""

from __future__ import annotations

import json

from triclinium.core.decision import Refused
from triclinium.core.play import Play
from triclinium.games import game_named
from triclinium.table.journal import Journal

from .people import Lines


def test_table_4_the_journal_names_the_place_and_no_values() -> None:
    lines: list[str] = []
    journal = Journal(Lines(lines))  # type: ignore[arg-type]
    try:
        Play.begin(game_named("banquet"), 3).answer(0, {"kind": "a secret answer"})
    except Refused as error:
        journal.fault("table", error, "0123456789abcdef" * 2)
    told = json.loads(lines[0])
    assert told["level"] == "trouble"
    assert told["what"] == "table"
    assert told["error"] == "NotAsked"
    assert told["table"] == "01234567"
    place, name = told["place"].split(" ")
    assert place.startswith("triclinium/core/play.py:")
    assert name == "_take"
    assert "secret" not in lines[0]


def test_table_4_a_fault_outside_our_code_is_told_without_a_place() -> None:
    lines: list[str] = []
    Journal(Lines(lines)).fault("task", ValueError("a secret"))  # type: ignore[arg-type]
    assert json.loads(lines[0])["place"] == ""
    assert "secret" not in lines[0]
