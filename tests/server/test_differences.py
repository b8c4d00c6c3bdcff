"""A socket is sent what has changed since it was last sent the state; put together, that is the whole state."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from triclinium.core.decision import Refused
from triclinium.games import GAMES, game_named
from triclinium.table.live.live_table import LiveTable, Socket, lay_anew
from triclinium.table.live.outbox import Outbox, tell
from triclinium.table.play.broadcast import Viewer
from triclinium.table.play.pieces import Views
from triclinium.table.play.states import WholeViews, states_told, views_of
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER, Eyes, Resync

from .people import house, merged, seated, some_moves
from .room import Room, state_told
from .test_random_evenings import Evening


class Client:
    """A line with a client at its end that puts together what it is sent."""

    def __init__(self) -> None:
        self.state: dict[str, Any] | None = None
        self.states: list[dict[str, Any]] = []

    def write(self, bodies: Sequence[bytes]) -> bool:
        for body in bodies:
            message = json.loads(body)
            if message["type"] == "state":
                self.states.append(message)
                self.state = merged(self.state, message)
        return True

    def close(self, code: int) -> None:
        """Nothing more comes."""


class Gallery:
    """A table with sockets of every viewpoint, of which some come and go."""

    def __init__(self, room: Room, seed: int = 1) -> None:
        self.room = room
        self.rng = random.Random(seed)
        self.live = LiveTable(room.table)
        self.clients: dict[Socket, Client] = {}
        self.changes = 0
        """How many states were sent as changes."""
        for eyes in (*range(len(room.table.seats)), None, None, 0):
            self.come(eyes)
        self.tell()

    def come(self, eyes: Eyes) -> Socket:
        client = Client()
        visitor = "watcher" if eyes is None else self.room.table.seats[eyes].visitor or "bot"
        socket = Socket(client, self.live, Viewer(visitor, eyes, eyes))
        self.live.come(socket)
        self.clients[socket] = client
        return socket

    def go(self, socket: Socket) -> None:
        self.live.go(socket)
        del self.clients[socket]

    def some_come_and_go(self) -> None:
        """Somebody loses the line, or read too slowly and was closed, and comes back."""
        if self.rng.random() < 0.2:
            socket = self.rng.choice(list(self.clients))
            self.go(socket)
            self.come(socket.viewer.eyes)
        if self.rng.random() < 0.05:
            late = self.rng.choice(list(self.clients))
            self.live.replies.append((late, Resync(nonce="12345678", key="refused.stale"), None))

    def tell(self, *, lost: bool = False) -> None:
        """Send what is new, or lose it: the turn could not be stored."""
        outbox = Outbox()
        self.live.table = self.room.table
        tell(self.live, outbox, lambda _socket: None)
        if not lost:
            for socket, bodies in outbox.frames.items():
                socket.tell(*bodies)
                self.changes += sum(b'"since":null' not in body and b'"since":' in body for body in bodies)

    def check(self) -> None:
        """Everybody knows the whole view, the question and the clock as they are now."""
        table = self.room.table
        for socket, client in self.clients.items():
            told = state_told(table, socket.viewer.eyes, ())
            assert (client.state is None) == (told is None)
            if told is not None and client.state is not None:
                whole = json.loads(ENCODER.encode(told))
                for name in ("version", "view", "decision", "sealed", "moved"):
                    assert client.state[name] == whole[name]


class Watched(Evening):
    """An evening at random before a gallery."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        self.gallery = Gallery(self.room, seed)

    def step(self) -> None:
        self.gallery.some_come_and_go()
        often = {
            self.answer: 24, self.say: 5, self.go_on: 4, self.come_or_go: 2, self.pass_time: 2, self.stand_in: 5,
            self.hand_over: 1, self.lose: 1,
        }  # fmt: skip
        self.rng.choices(list(often), list(often.values()))[0]()
        rows = [ENCODER.encode(row) for row in self.room.table.fresh]
        self.gallery.tell()
        self.room.stored += rows
        self.gallery.check()

    def go_on(self) -> None:
        """Everybody wants to go on after a pause or a veil."""
        for seat in self.room.table.people:
            if self.room.table.resting and self.room.table.seats[seat].sockets:
                self.room.say(seat, up.Lift)

    def lose(self) -> None:
        """A turn is not stored: what was built for it is never sent, and the table is as before."""
        before = list(self.room.stored)
        self.answer()
        self.gallery.tell(lost=True)
        self.room.stored = before
        woken = self.room.woken()
        woken.now = max(woken.now, self.room.time)
        self.gallery.live.table = self.room.table
        lay_anew(self.gallery.live, woken)
        self.room.table = woken


@pytest.mark.parametrize("game", GAMES)
def test_the_changes_put_together_are_the_whole_for_everybody_at_every_step(game: str) -> None:
    """Through undo, veils, takeovers, new hands, lost turns, newcomers and resyncs."""
    changes = 0
    for seed in range(5):
        evening = Watched(game, seed)
        for _ in range(150):
            evening.step()
            if evening.room.table.phase == "over":
                break
        changes += evening.gallery.changes
    assert changes > 100


def test_a_newcomer_is_sent_the_whole_and_then_what_everybody_with_those_eyes_is_sent() -> None:
    room = Room(people=3).begin()
    gallery = Gallery(room)
    for number in range(12):
        late = gallery.come(None)
        gallery.tell()
        room.answer(room.asked()[0])
        gallery.tell()
        first, *then = gallery.clients[late].states
        assert first["since"] is None
        assert all(state["since"] is not None for state in then)
        public = [client for socket, client in gallery.clients.items() if socket.viewer.eyes is None]
        assert len(public) == number + 3
        if then:
            assert all(client.states[-1] == then[-1] for client in public)
        gallery.check()


def test_whoever_needs_a_resync_is_sent_the_whole_alone() -> None:
    room = Room(people=3).begin()
    gallery = Gallery(room)
    socket = next(iter(gallery.clients))
    gallery.live.replies.append((socket, Resync(nonce="12345678", key="refused.stale"), None))
    room.answer(room.asked()[0])
    gallery.tell()
    gallery.check()
    for one, client in gallery.clients.items():
        if client.states:
            assert (client.states[-1]["since"] is None) == (one is socket or len(client.states) == 1)


def test_what_did_not_change_is_not_sent() -> None:
    room = Room(people=4).begin()
    gallery = Gallery(room)
    sizes = []
    for _ in range(40):
        room.answer(room.asked()[0])
        gallery.tell()
        for client in gallery.clients.values():
            if client.states and client.states[-1]["since"] is not None:
                last = client.states[-1]
                sizes.append(len(last["view"]))
                assert "table" not in last["view"], "the options of a table never change"
    assert sum(sizes) / len(sizes) < len(room.table.game.view(room.table.play.state, 0)) / 2


def test_sockets_with_the_same_eyes_share_the_bytes() -> None:
    room = Room(people=3).begin()
    gallery = Gallery(room)
    twins = gallery.live.by_eyes[0]
    assert len(twins) == 2
    room.answer(room.asked()[0])
    gallery.tell()
    room.answer(room.asked()[0])
    (_, one), (_, other) = states_told(room.table, [(0, twins)], ())
    assert one is other
    assert twins[0].sent is twins[1].sent


def seen(views: Views, state: Any, taken: int, eyes: Eyes) -> Any:
    """A view in parts, after so many answers."""
    views.renew(state, taken)
    return views.seen(state, eyes)


# --- Secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_change_in_what_a_viewer_may_not_know_sends_nothing(game: str, seed: int) -> None:
    """Swap the world for another one that looks the same to a seat: nothing of its view is sent again, and nothing of
    the public one. Numbers behind a part change here, such as which guest a seat has; the part does not.
    """
    rng = random.Random(seed)
    rules = game_named(game)
    room = Room(people=min(rules.info.seats), game=game).begin()
    compared = 0
    while room.asked() and compared < 60:
        assert room.table.play is not None
        state = room.table.play.state
        for seat in range(room.people):
            world = rules.guess(rules.view(state, seat), seat, rng)
            views = views_of(rules)
            before = {eyes: seen(views, state, 1, eyes) for eyes in (seat, None)}
            for eyes in (seat, None):
                assert views.changes(seen(views, world, 2, eyes), before[eyes]) == b"{}"
            compared += 1
        seat = rng.choice(room.asked())
        room.answer(seat, rng.choice(room.table.questions[seat].decision.options))
        room.store()
    assert compared


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_two_worlds_alike_for_a_seat_give_it_the_same_bytes(game: str, seed: int) -> None:
    """One answer in both worlds: while the seat's own views are equal, so are its frames, in every byte and length."""
    rng = random.Random(seed)
    rules = game_named(game)
    room = Room(people=min(rules.info.seats), game=game).begin()
    compared = 0
    while room.asked() and compared < 60:
        play = room.table.play
        assert play is not None
        asked = rng.choice(room.asked())
        given = rng.choice(room.table.questions[asked].decision.options)
        for seat in range(room.people):
            worlds = [rules.copy(play.state), rules.guess(rules.view(play.state, seat), seat, rng)]
            cached = [views_of(rules), views_of(rules)]
            before = [seen(views, world, 1, seat) for views, world in zip(cached, worlds, strict=True)]
            try:
                for world in worlds:
                    rules.apply(world, asked, given)
            except Refused:  # in the other world this answer may not be legal
                continue
            if rules.view(worlds[0], seat) != rules.view(worlds[1], seat):
                continue
            told = [
                views.changes(seen(views, world, 2, seat), known)
                for views, world, known in zip(cached, worlds, before, strict=True)
            ]
            assert told[0] == told[1]
            compared += 1
        room.answer(asked, given)
        room.later(5_000)
        room.store()
    assert compared >= 20


# --- Fields that go ---------------------------------------------------------------------------------


def test_a_field_that_is_gone_makes_a_whole_view() -> None:
    class Game:
        """A game whose view loses a field."""

        def view(self, state: dict[str, int], eyes: Eyes) -> dict[str, int]:
            return dict(state)

    views = WholeViews(Game())
    before = views.seen({"a": 1, "b": 2}, None)
    assert views.changes(views.seen({"a": 1, "b": 3}, None), before) == b'{"b":3}'
    assert views.changes(views.seen({"a": 1, "b": 2, "c": 3}, None), before) == b'{"c":3}'
    assert views.changes(views.seen({"a": 1}, None), before) is None


def test_after_an_undo_nothing_is_left_of_what_was_taken_back() -> None:
    room = Room(people=3).begin()
    gallery = Gallery(room)
    for _ in range(30):
        seat = room.asked()[0]
        room.answer(seat, random.Random(3).choice(room.table.questions[seat].decision.options))
        gallery.tell()
        room.say(seat, up.Undo)
        gallery.tell()
        gallery.check()


# --- Over sockets -----------------------------------------------------------------------------------


def test_over_sockets_a_reconnection_and_a_watcher_know_what_everybody_knows(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            await some_moves(chairs, 10)
            again = await persons[1].open(chairs[1].id)
            await again.until(lambda: again.state)
            assert again.heard[1]["since"] is None
            await some_moves(chairs, 10)
            await again.until(lambda: again.state["version"] == chairs[1].state["version"])
            assert again.state["view"] == chairs[1].state["view"]
            assert all(state["since"] is not None for state in [m for m in again.heard if m["type"] == "state"][1:])

    asyncio.run(evening())
