"""A table and a record keep the cards and the track that they were made with, whatever a new game has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw

from benhur.make_records import FOLDER
from triclinium.core.play import replay, verify
from triclinium.core.record import read
from triclinium.games import game_named
from triclinium.games.benhur.rules.deck import parse_deck
from triclinium.games.benhur.rules.track import parse_track
from triclinium.table.log.rows import ROW, Created

from .room import Room, to_the_end

HERE = Path(__file__).parent
FIRST = HERE.parents[1] / "docs/decks"
GAME: Any = game_named("benhur")


def first_files() -> dict[str, Any]:
    """The decks and the track that a new race had before they were tuned."""
    return {
        "deck": parse_deck((FIRST / "ben-hur-first-cards.toml").read_text(encoding="utf-8")),
        "track": parse_track((FIRST / "ben-hur-first-track.toml").read_text(encoding="utf-8")),
    }


def stored_race(layout: int) -> list[bytes]:
    """The rows of the race in a kept store, which was made with the options of its day."""
    database = apsw.Connection(str(HERE / f"stores/layout-{layout}.sqlite"), flags=apsw.SQLITE_OPEN_READONLY)
    rows = [*database.execute('select id, body from rows join tables on number = "table" order by row')]
    database.close()
    made = [(table, ROW.decode(body)) for table, body in rows]
    [race] = [table for table, row in made if isinstance(row, Created) and row.game == "benhur"]
    return [body for table, body in rows if table == race]


def test_a_new_race_has_other_decks_and_another_track_than_the_first() -> None:
    today = GAME.complete({})
    assert today["deck"] != first_files()["deck"] and today["track"] != first_files()["track"]


def test_a_stored_race_goes_on_with_its_own_decks_and_track() -> None:
    room = Room(people=2, game="benhur")
    room.stored = stored_race(layout=1)
    room = room.again()
    assert room.table.phase == "playing"
    state, first = room.table.play.state, GAME.start(first_files(), 2)
    assert (state.deck, state.place_x) == (first.deck, first.place_x)
    to_the_end(room)
    record = read(room.table.play.record.write())
    assert {name: record.options[name] for name in ("deck", "track")} == first_files()
    assert verify(GAME, record) == []


def test_records_replay_with_their_own_decks_and_track() -> None:
    for file in sorted(FOLDER.glob("*.jsonl")):
        record = read(file.read_text(encoding="utf-8"))
        assert {name: record.options[name] for name in ("deck", "track")} == first_files()
        assert replay(GAME, record).record.ending == record.ending
