"""What master would have done: after the game, for one's own seat, in the workers, counted, kept, and never first."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from triclinium.bots.review import Moment, Verdict
from triclinium.bots.workers import Workers
from triclinium.table.bots.thinking import AMONG_BOTS, BESIDE_PEOPLE, HINT, REVIEW
from triclinium.table.live import reviewing

from .people import Chair, Person, house, seated


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Moment]:
    """Workers that answer at once; what they were asked."""
    moments: list[Moment] = []

    def at_once(_workers: Workers, moment: Moment, _trials: int) -> Future[Verdict | None]:
        moments.append(moment)
        found: Future[Verdict | None] = Future()
        best, cost = moment.decision.options[-1], moment.entry / 1000
        found.set_result(Verdict(moment.entry, moment.view, moment.chosen, 0.4, best, min(1.0, 0.4 + cost)))
        return found

    monkeypatch.setattr(Workers, "review", at_once)
    monkeypatch.setattr(Workers, "warming", lambda _workers, _game: [])
    return moments


async def reviewed(person: Person, chair: Chair, seat: int = 0) -> dict[str, Any]:
    """Ask until everything is judged."""
    while True:
        told: dict[str, Any] = await person.ask("GET", f"/api/tables/{chair.id}/review?seat={seat}")
        if told["over"]:
            return told


def test_every_choice_of_ones_own_seat_is_judged_by_what_it_knew(tmp_path: Path, asked: list[Moment]) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 1, bots=3)
            person, chair = persons[0], chairs[0]
            running = await person.ask("GET", f"/api/tables/{chair.id}/review?seat=0", 409)
            assert running["key"] == "refused.not_over"
            await chair.play(random.Random(3))
            told = await reviewed(person, chair)
            assert told["judged"] == told["total"] == len(told["moves"]) == len(asked)
            assert {moment.decision.seat for moment in asked} == {0}
            assert {moment.view["seat"] for moment in asked} == {0}
            steps = [move["at"] for move in told["moves"]]
            assert steps == sorted(steps)
            assert told["dearest"] == steps[::-1][:3], "the worst first"
            seen = await person.ask("GET", f"/api/tables/{chair.id}/replay?eyes=0&at={steps[0]}&count=1")
            assert seen["steps"][0]["answer"] == told["moves"][0]["answer"]
            known = len(asked)
            assert await reviewed(person, chair) == told
            assert len(asked) == known, "it is kept"

    asyncio.run(evening())


def test_only_who_holds_the_seat_may_ask_and_not_too_often(
    tmp_path: Path, asked: list[Moment], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "BEGUN_MOST", 0)

    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 1, bots=3)
            await chairs[0].play(random.Random(3))
            address = f"/api/tables/{chairs[0].id}/review"
            assert (await persons[0].ask("GET", f"{address}?seat=1", 403))["key"] == "refused.no_right"
            watcher = place.person()
            made = persons[0].made  # type: ignore[attr-defined]
            await watcher.ask("POST", f"/api/tables/{chairs[0].id}/watch", json={"secret": made["watch"]})
            assert (await watcher.ask("GET", f"{address}?seat=0", 403))["key"] == "refused.no_right"
            assert (await persons[0].ask("GET", f"{address}?seat=0", 429))["key"] == "refused.too_fast"
            assert asked == []

    asyncio.run(evening())


def test_a_review_waits_behind_everybody_who_plays() -> None:
    assert max(HINT, BESIDE_PEOPLE, AMONG_BOTS) < REVIEW
