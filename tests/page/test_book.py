"""The tale to keep, from the page: a book in every form, which names who has ticked it, and the names as a file."""

from __future__ import annotations

import json
from pathlib import Path

from page.evening import lay_table, next_change, open_page, open_tab, say
from page.hands import LOOKS


def downloaded(page, name) -> str:
    with page.expect_download() as waiting:
        page.get_by_role("link", name=name).click()
    return Path(waiting.value.path()).read_bytes().decode("utf-8", "replace")


def test_the_book_of_a_tale_names_whoever_has_ticked_it(house):
    address, chromium = house
    page = open_page(chromium, address, reduced_motion="reduce", accept_downloads=True)
    page.locator(".game").nth(2).wait_for()
    lay_table(page, 2, name="Zoë Ferrari", seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).click()
    page.get_by_role("button", name="I am an adult").click()
    open_tab(page, "People")
    page.get_by_role("button", name=say("people.end")).click()
    page.get_by_text(say("page.tale"), exact=True).click()
    for format, opening in {"html": "<!doctype html>", "pdf": "%PDF-", "booklet": "%PDF-", "epub": "PK"}.items():
        book = downloaded(page, say(f"page.tale.{format}"))
        assert book.startswith(opening) and "Zoë" not in book
    tick = page.locator("details", has_text=say("page.tale")).get_by_role("checkbox", name=say("seat.credit"))
    assert not tick.is_checked()
    assert "Zoë Ferrari" not in downloaded(page, say("page.tale.names"))
    tick.check()
    for _ in range(LOOKS):
        names = json.loads(downloaded(page, say("page.tale.names")))
        if any(names):
            break
        next_change(page)
    assert names.count("Zoë Ferrari") == 1 and names.count(None) == 2
    assert "Zoë Ferrari" in downloaded(page, say("page.tale.html"))
    assert page.complaints == []
    page.context.close()
