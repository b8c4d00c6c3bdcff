"""The tale of a table, to be read: for those at the table, in their language, with names only by consent (BC-23)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from triclinium.book.press import NoPress, Sheets, TooLong
from triclinium.table.web import history_routes

from .people import house, seated
from .test_passages import SECRET, passage_of, telling


def test_the_tale_is_given_to_those_at_the_table_and_a_veil_takes_its_words(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs, _ = await telling(place)
            address = f"/api/tables/{chairs[0].id}/story"
            tale = await persons[0].ask("GET", address)
            assert tale.startswith("# A bacchanal without a title\n") and SECRET in tale
            assert "the first teller" in tale and "Livia" not in tale
            assert "Livia" not in await persons[1].ask("GET", f"{address}?format=txt")
            page = await persons[0].http.get(f"{address}?format=html&language=it")
            assert page.headers["content-type"].startswith("text/html")
            assert page.headers["content-disposition"].startswith("attachment;")
            assert '<html lang="it">' in page.text and "la prima voce" in page.text
            for form, opening in {"pdf": b"%PDF-", "epub": b"PK", "pdf&paper=booklet": b"%PDF-"}.items():
                book = await persons[0].http.get(f"{address}?format={form}&language=fr&margin=no")
                assert book.status_code == 200 and book.content.startswith(opening)
            await place.person().ask("GET", f"{address}?format=pdf", expect=403)
            await place.person().ask("GET", address, expect=403)
            await persons[0].ask("GET", f"{address}?format=exe", expect=400)
            assert (await chairs[1].send("veil_passage", passage=passage_of(chairs[0])))["type"] == "ack"
            assert SECRET not in await persons[0].ask("GET", address)

    asyncio.run(evening())


def test_a_server_that_cannot_press_or_takes_too_long_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs, _ = await telling(place)
            address = f"/api/tables/{chairs[0].id}/story?format=pdf"
            for error, key in ((NoPress, "refused.no_press"), (TooLong, "refused.book_long")):

                def fails(_sheets: Sheets, error: type[Exception] = error) -> bytes:
                    raise error

                monkeypatch.setattr(history_routes, "apart", fails)
                assert (await persons[0].ask("GET", address, expect=409))["key"] == key

    asyncio.run(evening())


def test_a_game_without_a_story_says_so(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            persons, chairs = await seated(place, 3)
            refused = await persons[0].ask("GET", f"/api/tables/{chairs[0].id}/story", expect=409)
            assert refused["key"] == "refused.no_story"

    asyncio.run(evening())
