"""A passage veiled by another and one rewritten by its author: the old words are gone from every screen at once."""

from __future__ import annotations

import json

from page.evening import DESKTOP, next_change, open_page
from page.hands import IDLE_MOST, LOOKS, Player, Pointer
from page.test_games import sit_down

FIRST, NAME = "A drowned bell rings under Bertinoro.", "Spurius the ringer"
SECOND, ANEW = "She sells eels at the north gate.", "She mends nets at the south gate."
HALF = "Half a sentence, and then"
OPTIONS = "Options for this passage"
TRACES = """() => [
  document.documentElement.outerHTML,
  ...[...document.querySelectorAll("input, textarea")].map((field) => field.value),
  JSON.stringify({ ...localStorage }),
].join("\\n")"""
"""All that a page shows, has in its fields, and keeps in its browser."""


def until_one_writes(pages):
    """Play until somebody is asked who they are; gives that page first, then the other."""
    players = [Player(page, Pointer(page)) for page in pages]
    for _ in range(IDLE_MOST):
        for player, page in zip(players, pages, strict=True):
            if page.get_by_role("textbox", name="Your words").count():
                return page, next(other for other in pages if other is not page)
            player.go_on()
        next_change(*pages)
    raise AssertionError("nobody was asked to write")


def tell(page, text, name=None):
    page.get_by_role("textbox", name="Your words").fill(text)
    if name:
        page.get_by_label("A name for your character").fill(name)
    page.get_by_role("button", name="Put it into the story").click()
    page.locator(".passage", has_text=text).wait_for()


def watcher(chromium, address, host):
    """Somebody who came by the link to watch."""
    table = host.url.rsplit("/", 1)[1].split("#")[0]
    links = json.loads(host.evaluate("(table) => localStorage.getItem('triclinium-links-' + table)", table))
    page = open_page(chromium, f"{address}/t/{table}#watch={links['watch']}")
    page.get_by_role("button", name="I am an adult").click()
    return page


def gone(page, *texts):
    """Whether nothing of the texts is left on the page or in its browser, soon."""
    for _ in range(LOOKS * 4):
        if not any(text in page.evaluate(TRACES) for text in texts):
            return True
        next_change(page)
    return False


def test_bc_23_bc_24_a_veil_and_a_rewriting_reach_every_screen(house):
    address, chromium = house
    host, friend = sit_down(chromium, address, "Bacchanalia")
    friend.set_viewport_size(DESKTOP)  # on a phone one turns the page to what one has told
    author, reader = until_one_writes((host, friend))
    assert not reader.locator(".who.writing").count(), "nobody types yet"
    author.get_by_role("textbox", name="Your words").fill(FIRST)
    reader.locator(".who.writing").wait_for()
    assert FIRST not in reader.evaluate(TRACES), "that somebody types is seen, not what"
    tell(author, FIRST, NAME)
    tell(author, SECOND)
    author.get_by_role("textbox", name="Your words").fill(HALF)
    spectator = watcher(chromium, address, host)
    everybody = (author, reader, spectator)
    for page in everybody:
        page.locator(".passage", has_text=SECOND).wait_for()
        assert all(text in page.evaluate(TRACES) for text in (FIRST, NAME))
    assert FIRST in author.evaluate("JSON.stringify({ ...localStorage })"), "there is a draft to be thrown away"
    assert spectator.get_by_role("button", name=OPTIONS).count() == 0

    told = reader.locator(".passage", has_text=FIRST)
    options = told.get_by_role("button", name=OPTIONS)
    options.click()
    assert told.get_by_role("button", name="Rewrite").count() == 0
    told.get_by_role("button", name="Veil this passage").click()
    group = reader.get_by_role("group", name="Veil it for everybody?")
    group.get_by_role("button", name="Cancel").click()
    assert options.evaluate("(button) => button === document.activeElement")
    options.click()
    told.get_by_role("button", name="Veil this passage").click()
    group.get_by_role("button", name="Veil it").click()
    for page in everybody:
        assert gone(page, FIRST, NAME)
        assert page.locator(".passage", has_text="A veil lies over this passage.").count() == 1
        assert SECOND in page.evaluate(TRACES)

    told = author.locator(".passage", has_text=SECOND)
    told.get_by_role("button", name=OPTIONS).click()
    told.get_by_role("button", name="Rewrite").click()
    desk = author.locator(".passage form")
    assert desk.get_by_role("textbox").input_value() == SECOND
    desk.get_by_role("textbox").fill(ANEW)
    desk.get_by_role("button", name="Save").click()
    for page in everybody:
        page.locator(".passage", has_text=ANEW).wait_for()
        assert gone(page, SECOND)
    desk.wait_for(state="detached")
    assert author.get_by_role("textbox", name="Your words").input_value() == HALF
    for page in everybody:
        assert page.complaints == []
        page.context.close()
