"""Nothing leaves for a viewer that the viewer may not know: whole games, every frame, every game there is."""

from __future__ import annotations

import asyncio
import copy
import random
from pathlib import Path
from typing import Any

import pytest

from triclinium.games import GAMES, game_named
from triclinium.table.play.links import hashed
from triclinium.table.play.pieces import Question
from triclinium.table.protocol.messages import ENCODER

from .people import House, house, seated, some_moves
from .room import Room, state_told

COMPARED_LEAST = 180
FRAMES_LEAST = 150


@pytest.mark.parametrize("game", GAMES)
def test_every_frame_is_the_same_in_every_world_its_viewer_could_be_in(game: str) -> None:
    """Deal anew all that a seat does not know: its frames, and the public ones, are the same bytes."""
    people = min(game_named(game).info.seats)
    rng = random.Random(11)
    compared = 0
    while compared < COMPARED_LEAST:
        room = Room(people=people, game=game, window=4).begin()
        while room.asked():
            if compared < COMPARED_LEAST:
                for seat in range(people):
                    compared += 1
                    in_another_world(room, seat, rng)
            seat = rng.choice(room.asked())
            room.answer(seat, rng.choice(room.table.questions[seat].decision.options))
            room.later(5_000)
            room.store()
        assert room.table.phase == "over"


def in_another_world(room: Room, seat: int, rng: random.Random) -> None:
    table = room.table
    play = table.play
    assert play is not None
    game = table.game
    own, public = ENCODER.encode(state_told(table, seat, ())), ENCODER.encode(state_told(table, None, ()))
    world = game.guess(game.view(play.state, seat), seat, rng)
    other = copy.copy(table)
    other.play = copy.copy(play)
    other.play.state = world
    other.questions = {
        decision.seat: Question(
            decision, table.questions[decision.seat].since if decision.seat in table.questions else 0
        )
        for decision in game.pending(world)
        if decision.seat >= 0
    }
    assert ENCODER.encode(state_told(other, seat, ())) == own
    assert ENCODER.encode(state_told(other, None, ())) == public


@pytest.mark.parametrize("game", GAMES)
def test_no_planted_secret_is_in_any_frame(tmp_path: Path, game: str) -> None:
    """Seat keys, hashes, links, the luck of the table, others' nonces and unshown shares: searched in every byte."""

    async def evening() -> None:
        async with house(tmp_path) as place:
            searched = 0
            while searched < FRAMES_LEAST:  # two chariots may wreck each other early
                searched += await no_secret_in_a_game(place, game)

    asyncio.run(evening())


async def no_secret_in_a_game(place: House, game: str) -> int:
    """Play a game before a watcher, and search every frame and log line of it; how many frames there were."""
    people = min(game_named(game).info.seats)
    persons, chairs = await seated(place, people, game=game)
    made = persons[0].made  # type: ignore[attr-defined]
    table = place.hub.live[made["id"]].table
    friend = place.person()
    await friend.ask("POST", f"/api/tables/{made['id']}/watch", json={"secret": made["watch"]})
    watcher = await friend.open(made["id"])
    await some_moves(chairs, 400)
    everybody = [*chairs, watcher]
    frames_before_the_end = [(chair, text) for chair in everybody for text in chair.raw if '"phase":"over"' not in text]
    keys = [value for person in (*persons, friend) for value in person.http.cookies.values()]
    canaries = [*keys, *(hashed(key) for key in keys), made["invite"], made["watch"], hashed(made["invite"])]
    assert len(canaries) >= 2 * people + 4
    for _, text in frames_before_the_end:
        assert not any(canary in text for canary in canaries)
        assert table.made.secret not in text
    nonces = {chair: {one["nonce"] for one in chair.heard if one.get("nonce")} for chair in chairs}
    for chair in everybody:
        others = set().union(*(found for owner, found in nonces.items() if owner is not chair))
        assert not any(nonce in text for nonce in others for text in chair.raw)
    for line in place.lines:
        assert not any(canary in line for canary in [*canaries, table.made.secret, "Livia", "Guest"])
    return len(frames_before_the_end)


def test_a_planted_leak_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of worlds is no empty promise: a frame that shows another's guest fails it."""
    room = Room(people=4, window=4).begin()
    game = room.table.game
    honest = type(game).view

    def leaking(self: Any, state: Any, seat: int | None) -> object:
        return {**honest(self, state, seat), "peek": list(state.guest)}

    monkeypatch.setattr(type(game), "view", leaking)
    with pytest.raises(AssertionError):
        for number in range(20):
            in_another_world(room, 1, random.Random(number))
