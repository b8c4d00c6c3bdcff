"""A whole evening over real sockets: made, joined, played to the end, exported, verified, replayed, played again."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from triclinium.core.play import verify
from triclinium.core.record import read
from triclinium.games import game_named

from .people import house, seated


@pytest.mark.parametrize("people", [1, 3])
def test_a_game_from_the_invitation_to_the_verified_record(tmp_path: Path, people: int) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, people, bots=4 - people)
            rng = random.Random(people)
            await asyncio.gather(*(chair.play(rng) for chair in chairs))
            text = await persons[0].ask("GET", f"/api/tables/{chairs[0].id}/record")
            record = read(text)
            assert record.ending is not None
            assert verify(game_named("banquet"), record) == []
            assert chairs[0].table["luck"]["secret"] == record.pledge.secret.hex()
            replay = await persons[0].ask("GET", f"/api/tables/{chairs[0].id}/replay?eyes=open&at=20&count=2")
            assert [step["at"] for step in replay["steps"]] == [20, 21]
            assert replay["view"]["seat"] is None
            assert set(replay["steps"][0]["seats"]) == {"0", "1", "2", "3"}

    asyncio.run(evening())
