"""Friends at one screen: one visitor has several seats; each seat's socket and log tell its own secrets alone."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from .people import house, some_moves


def test_a_visitor_takes_more_seats_by_their_numbers_only(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make(bots=1, people=3)
            assert (await host.sit(made, "Marcus"))["seat"] == 0
            assert (await host.sit(made, "Marcus", seat=1))["seat"] == 1
            assert (await host.sit(made, "Marcus", seat=1))["seat"] == 1
            guest = place.person()
            assert (await guest.sit(made, "Flavia"))["seat"] == 2
            refused = await host.ask(
                "POST",
                f"/api/tables/{made['id']}/seats",
                409,
                json={"secret": made["invite"], "name": "Titus", "seat": 2},
            )
            assert refused["key"] == "refused.seat_taken"

    asyncio.run(evening())


def test_two_people_of_one_screen_play_to_the_end_and_each_log_keeps_its_own_secrets(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            host = place.person()
            made = await host.make(bots=1, people=2)
            await host.sit(made, "Marcus", seat=1)
            chairs = [await host.open(made["id"], f"?seat={seat}") for seat in (0, 1)]
            for chair in chairs:
                await chair.ready()
            for chair in chairs:
                await chair.reveal()
            for chair in chairs:
                await chair.until(lambda chair=chair: chair.state)
            await some_moves(chairs, 6)
            for chair in chairs:
                log = await host.ask("GET", f"/api/tables/{made['id']}/log?seat={chair.seat}")
                told = [event for event in log["events"] if event["kind"] == "guest_yours"]
                assert all(event["seat"] == chair.seat for event in told)
                assert chair.state["view"]["seat"] == chair.seat
            rng = random.Random(5)
            await asyncio.gather(*(chair.play(rng) for chair in chairs))
            assert all(chair.over for chair in chairs)

    asyncio.run(evening())
