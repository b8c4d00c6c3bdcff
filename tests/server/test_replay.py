"""A finished game step by step: as differences, bounded, beside the loop, and never from the beginning again."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sizes import many
from triclinium.core.play import replay
from triclinium.core.record import Record
from triclinium.games import game_named
from triclinium.table.live import replays
from triclinium.table.live.changes import changes, patched
from triclinium.table.live.heavy import ANSWERS_EACH, ANSWERS_WAITING
from triclinium.table.live.positions import EVERY, GAMES_KEPT, Positions
from triclinium.table.log.kept import Teller
from triclinium.table.protocol.history_replies import Change, Replay
from triclinium.table.protocol.messages import ENCODER
from triclinium.table.web import heavy

from .games import finished, with_long_words
from .people import Chair, House, Person, house, seated

GAMES = [("banquet", 5), ("benhur", 3), ("bacchanalia", 3)]
REPLAY = msgspec.json.Decoder(Replay, strict=True)
CHANGES = msgspec.json.Decoder(list[Change])
WHOLE_BLOCKS = "triclinium.table.live.replays.BLOCK_BYTES"

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from([0.0, 1.0, "", "a"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=20,
)


# --- Differences --------------------------------------------------------------------------------


def as_sent(value: Any) -> Any:
    """The value in one order of its fields."""
    return msgspec.json.encode(value, order="deterministic")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(plain, plain)
def test_changes_lead_from_one_view_to_the_other(old: Any, new: Any) -> None:
    sent = CHANGES.decode(ENCODER.encode(changes(old, new)))
    before = as_sent(old)
    assert as_sent(patched(old, sent)) == as_sent(new)
    assert as_sent(old) == before, "what was there is left alone"
    assert (not sent) == (as_sent(old) == as_sent(new)), "true is not 1, and 1 is not 1.0"


def test_what_changes_look_like() -> None:
    told = ["one", "two", "three"] * 20
    assert ENCODER.encode(changes({"a": 1, "b": [*told, {"c": 2}]}, {"b": [*told, {"c": 3}, 4]})) == (
        b'[{"path":["a"]},{"path":["b",60,"c"],"value":3},{"path":["b",61],"value":4}]'
    )
    assert ENCODER.encode(changes([1, 2, 3], [1])) == b'[{"path":[1]}]'
    assert ENCODER.encode(changes({"a": 1}, {"a": None})) == b'[{"path":["a"],"value":null}]'
    assert ENCODER.encode(changes([1, 2, 3, 4], [5, 6, 7, 8])) == b'[{"path":[],"value":[5,6,7,8]}]'


# --- Blocks -------------------------------------------------------------------------------------


def block(record: Record, eyes: str, at: int, count: int, positions: Positions | None = None) -> Replay:
    game = game_named(record.game)
    walk = (positions or Positions()).walk("table", 0, game, record, at)
    return REPLAY.decode(replays.block("table", walk, record, game, eyes, count))


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_table_5_patched_steps_are_the_whole_views(name: str, seats: int) -> None:
    record, game = finished(name, seats), game_named(name)
    rng = random.Random(name)
    positions = Positions()
    for _ in range(many(2, 4)):
        at = rng.randrange(len(record.entries))
        for eyes in ("open", "public", str(rng.randrange(seats))):
            told = block(record, eyes, at, 20, positions)
            base = int(eyes) if eyes.isdecimal() else None
            view = told.view
            for step in told.steps:
                view = patched(view, step.changes)
                state = replay(game, record, step.at).state
                assert as_sent(view) == as_sent(game.view(state, base))
                assert set(step.seats) == ({str(seat) for seat in range(seats)} if eyes == "open" else set())
                for seat, differs in step.seats.items():
                    assert as_sent(patched(view, differs)) == as_sent(game.view(state, int(seat)))
            assert [step.at for step in told.steps] == list(range(at, min(at + 20, len(record.entries) + 1)))
            assert not told.steps[0].changes


def test_only_the_requested_viewpoint_sees_answers_and_events() -> None:
    record = finished("banquet", 5)
    everything = block(record, "open", 0, 200)
    public = block(record, "public", 0, 200)
    assert all(step.answer is None for step in public.steps)
    assert any(step.seat == -1 and step.answer for step in everything.steps)
    assert not any(step.seat == -1 for step in public.steps)
    assert sum(len(step.events) for step in public.steps) < sum(len(step.events) for step in everything.steps)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_table_5_a_block_with_everything_open_is_small(name: str, seats: int) -> None:
    record, game = finished(name, seats), game_named(name)
    walk = Positions().walk("table", 0, game, record, 0)
    body = replays.block("table", walk, record, game, "open", replays.STEPS_MOST)
    assert len(body) <= replays.BLOCK_BYTES


def test_table_5_a_block_of_long_words_is_cut_and_says_so() -> None:
    record = with_long_words(finished("bacchanalia", 3), 30_000)
    game = game_named("bacchanalia")
    at, bodies, seen = 0, 0, []
    while at <= len(record.entries):
        walk = Positions().walk("table", 0, game, record, at)
        body = replays.block("table", walk, record, game, "open", replays.STEPS_MOST)
        told = REPLAY.decode(body)
        whole = len(ENCODER.encode(told.view))
        longest = max(len(ENCODER.encode(step)) for step in told.steps)
        assert len(body) <= whole + replays.BLOCK_BYTES + longest + 200
        seen += [step.at for step in told.steps]
        at = told.steps[-1].at + 1
        bodies += 1
    assert seen == list(range(len(record.entries) + 1))
    assert bodies > 1 + len(record.entries) // replays.STEPS_MOST, "some were cut"


# --- Positions ----------------------------------------------------------------------------------


class Counting:
    """A game that counts the answers it takes."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.applied = 0

    def apply(self, *given: Any) -> Any:
        self.applied += 1
        return self.game.apply(*given)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def test_table_5_looking_here_and_there_does_not_replay_from_the_beginning() -> None:
    record = finished("benhur", 3)
    game: Any = Counting(game_named("benhur"))
    positions = Positions()
    end = len(record.entries)
    next(positions.walk("table", 0, game, record, end))
    assert game.applied == end
    for at in (end, end - 3, end // 2, end // 2 + 1):
        game.applied = 0
        next(positions.walk("table", 0, game, record, at))
        assert game.applied <= EVERY
    next(positions.walk("table", 1, game, record, end))
    assert game.applied > end, "changed words are replayed from the beginning"


def test_positions_of_few_games_are_kept() -> None:
    record, game = finished("banquet", 5), game_named("banquet")
    positions = Positions()
    for number in range(2 * GAMES_KEPT):
        next(positions.walk(f"table {number}", 0, game, record, 40))
    assert len(positions._games) == GAMES_KEPT
    positions.forget(f"table {2 * GAMES_KEPT - 1}")
    assert len(positions._games) == GAMES_KEPT - 1


# --- At a real server ---------------------------------------------------------------------------


async def over(place: House) -> tuple[Person, Chair]:
    persons, chairs = await seated(place, 1, bots=3)
    await chairs[0].play(random.Random(3))
    return persons[0], chairs[0]


def test_table_5_heavy_routes_run_beside_the_loop(tmp_path: Path) -> None:
    threads: dict[str, str] = {}

    def noting(name: str, work: Any) -> Any:
        def noted(*given: Any, **named: Any) -> Any:
            threads[name] = threading.current_thread().name
            return work(*given, **named)

        return noted

    async def evening() -> None:
        async with house(tmp_path) as place:
            person, chair = await over(place)
            with (
                patch("triclinium.table.live.replays.block", noting("replay", replays.block)),
                patch("triclinium.table.live.replays.told_log", noting("log", replays.told_log)),
                patch("triclinium.core.record.Record.write", noting("record", Record.write)),
                patch("triclinium.table.live.branching.Teller", noting("branch", Teller)),
                patch("triclinium.table.play.luck._begin_anew", side_effect=AssertionError("replayed in the loop")),
            ):
                for route in ("replay?eyes=open&count=64", "log", "record"):
                    await person.ask("GET", f"/api/tables/{chair.id}/{route}")
                wanted = {"at": 40, "seat": 2, "name": "What if"}
                made = await person.ask("POST", f"/api/tables/{chair.id}/branch", json=wanted)
                again = await person.open(made["id"])
                await again.ready()
                await again.reveal()
                await again.until(again.to_answer)
            assert {name[:5] for name in threads.values()} == {"heavy"}
            assert set(threads) == {"replay", "log", "record", "branch"}
            whole = await person.ask("GET", f"/api/tables/{made['id']}/log")
            assert len(whole["events"]) == again.state["events_at"] + len(again.state["events"])

    asyncio.run(evening())


def test_table_5_a_branch_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            person, chair = await over(place)
            wanted = {"at": 40, "seat": 2, "name": "What if"}
            made = await person.ask("POST", f"/api/tables/{chair.id}/branch", json=wanted)
            again = await person.open(made["id"])
            await again.ready()
            await again.reveal()
            await again.until(again.to_answer)
            before = place.hub.live[made["id"]].table
            told = (before.event_counts, before.play.record.entries, before.play.marks, before.play.draws)
            await again.close()
        async with house(tmp_path) as place:
            table = (await place.hub.find(made["id"])).table
            assert (table.event_counts, table.play.record.entries, table.play.marks, table.play.draws) == told

    asyncio.run(evening())


def test_table_5_a_client_that_does_not_read_holds_little_and_is_dropped() -> None:
    async def evening() -> None:
        handed: list[int] = []
        ended: list[bool] = []
        stuck = asyncio.Event()

        async def send(message: Any) -> None:
            handed.append(len(message.get("body", b"")))
            if len(handed) > 3:
                await stuck.wait()

        answer = heavy.Chunked(bytes(600_000), "application/json", lambda: ended.append(True), {})
        with patch("triclinium.table.web.heavy.CHUNK_SECONDS", 0.01):
            await answer({"type": "http"}, None, send)
        assert max(handed) <= heavy.CHUNK_BYTES
        assert sum(handed) <= 3 * heavy.CHUNK_BYTES
        assert ended == [True]

    asyncio.run(evening())


def test_table_5_answers_of_one_address_are_bounded(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            person, chair = await over(place)
            busy = place.hub.heavy
            for _ in range(ANSWERS_EACH):
                await busy.begin_answer("127.0.0.1")
            path = f"/api/tables/{chair.id}/replay?eyes=open&count=64"
            asking = [asyncio.create_task(person.http.get(path)) for _ in range(ANSWERS_WAITING + 3)]
            done, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
            assert {one.result().json()["key"] for one in done} == {"refused.busy"}
            await busy.begin_answer("192.0.2.1")  # others need not wait
            for _ in range(ANSWERS_EACH):
                busy.end_answer("127.0.0.1")
            codes = [(await one).status_code for one in asking]
            assert codes.count(429) < len(codes), "the others were answered in turn"
            assert (await person.http.get(path)).status_code == 200, "everything is given back"

    asyncio.run(evening())


def test_table_5_the_page_makes_the_same_changes() -> None:
    """The page's own test makes these changes and looks at what comes of them."""
    pairs = msgspec.json.decode((Path(__file__).parents[2] / "web/src/lib/changes.pairs.json").read_bytes())
    assert len(pairs) > 60
    for old, new, told in pairs:
        assert msgspec.to_builtins(changes(old, new)) == told
