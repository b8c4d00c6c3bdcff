"""Hints: for the asking socket alone, from its seat's view alone, and only where the table gives them."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path

import pytest

from triclinium.bots.hints import Hint
from triclinium.bots.search import can_search
from triclinium.bots.workers import Workers
from triclinium.core.decision import Decision
from triclinium.games import GAMES
from triclinium.table.live import hinting

from .people import Chair, house, seated

WAIT = 300.0
"""A search may have to be compiled first."""


async def wanted(chair: Chair, decision: int, nonce: str = "hint-nonce") -> dict[str, object]:
    known = len(chair.heard)
    await chair.send("hint", decision=decision, nonce=nonce, wait=False)
    found: dict[str, object] = await chair.until(
        lambda: next((one for one in chair.heard[known:] if one.get("nonce") == nonce), None), WAIT
    )
    return found


def test_a_hint_rates_every_option_and_reaches_only_the_asker(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 4)
            assert all(chair.table["hints"] for chair in chairs)
            asked = next(chair for chair in chairs if chair.decision)
            twin = await persons[chairs.index(asked)].open(asked.id)
            await twin.until(lambda: twin.state)
            assert asked.decision is not None
            told = await wanted(asked, asked.decision["id"])
            assert (told["type"], told["decision"]) == ("hints", asked.decision["id"])
            hints = told["hints"]
            assert isinstance(hints, list)
            options = asked.decision["options"]
            assert sorted(str(hint["answer"]) for hint in hints) == sorted(str(option) for option in options)
            assert all(0 <= hint["chance"] <= 1 and hint["why"]["key"].startswith("hint.") for hint in hints)
            assert [hint["chance"] for hint in hints] == sorted((hint["chance"] for hint in hints), reverse=True)
            for chair in [twin, *(one for one in chairs if one is not asked)]:
                await chair.caught_up()
                assert not any(message["type"] == "hints" for message in chair.heard)

    asyncio.run(evening())


def test_page_the_first_hint_waits_for_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search is compiled or loaded when the server starts, not when somebody asks."""
    warmed: list[str] = []
    monkeypatch.setattr(Workers, "warm_up", lambda _workers, game: warmed.append(game))

    async def evening() -> None:
        async with house(tmp_path, warm=True):
            assert warmed == [game for game in GAMES if can_search(game)] != []

    asyncio.run(evening())


def test_a_hint_is_refused_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(
        _workers: Workers, _view: object, decision: Decision, _seed: int, _seconds: float
    ) -> Future[list[Hint]]:
        found: Future[list[Hint]] = Future()
        found.set_result([Hint(decision.options[0], 0.5, "plain", {})])
        return found

    monkeypatch.setattr(Workers, "hints", at_once)

    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 4)
            asked = next(chair for chair in chairs if chair.decision)
            other = next(chair for chair in chairs if not chair.decision)
            assert asked.decision is not None
            number = asked.decision["id"]
            assert (await wanted(other, number))["key"] == "refused.stale"
            assert (await wanted(asked, number + 1))["key"] == "refused.stale"
            made = persons[0].made  # type: ignore[attr-defined]
            watcher = place.person()
            await watcher.ask("POST", f"/api/tables/{made['id']}/watch", json={"secret": made["watch"]})
            spectator = await watcher.open(made["id"])
            assert (await wanted(spectator, number))["key"] == "refused.not_seated"
            replies = [await wanted(asked, number, f"hint-nonce-{turn}") for turn in range(hinting.HINTS_MOST + 1)]
            assert [reply["type"] for reply in replies] == ["hints"] * hinting.HINTS_MOST + ["refused"]
            assert replies[-1]["key"] == "refused.too_fast"
            _, silent = await seated(place, 4, hints=False)
            assert not silent[0].table["hints"]
            asked = next(chair for chair in silent if chair.decision)
            assert asked.decision is not None
            assert (await wanted(asked, asked.decision["id"]))["key"] == "refused.no_hints"

    asyncio.run(evening())
