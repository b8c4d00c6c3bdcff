"""Nothing overflows: every screen at three widths, in an English of longer words and in the other languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from page.evening import lay_table, open_page, open_settings, speak
from page.eyes import languages
from page.overflow import other_widths, report, speak_longer, too_wide, widths

FREE_SEATS = ".seats .free button"
FEWER = "([what, before]) => document.querySelectorAll(what).length < before"


def open_all(page: Any, details: str) -> None:
    page.locator(details).first.wait_for()
    page.locator(details).evaluate_all("all => all.forEach((one) => { one.open = true })")


def screens(page: Any, address: str) -> Iterator[str]:
    """Walk through the house; stops at each screen."""
    page.locator(".game").nth(2).wait_for()
    for game in range(3):
        page.locator(".game").nth(game).click()
        open_all(page, ".make details")
        yield f"lobby, options of game {game}"
    open_settings(page)
    yield "settings"
    page.keyboard.press("Escape")
    for game in ("banquet", "benhur", "bacchanalia"):
        page.goto(f"{address}/how/{game}")
        for step in range(page.locator("article nav li").count() or 7):
            page.locator("article nav li a").nth(step).click()
            yield f"how {game} is played, step {step}"
    for game in range(3):
        page.goto(address)
        page.locator(".game").nth(game).wait_for()
        lay_table(page, game, bots="2")
        page.locator(".seats").wait_for()
        open_all(page, ".room details")
        if game == 0:
            yield "waiting room"
        while free := page.locator(FREE_SEATS).count():
            page.locator(FREE_SEATS).first.click()
            page.wait_for_function(FEWER, arg=[FREE_SEATS, free])
        page.locator(".room button.primary").click()
        if game == 2:
            page.locator("button.primary").first.wait_for()
            yield "for adults"
            page.locator("button.primary").first.click()
        page.locator(".ask").wait_for()
        for tab in ("log", "chat", "guide", "rules", "people"):
            page.locator(f"#tab-{tab}").evaluate("tab => tab.click()")
            yield f"board of game {game}, with {tab}"
    open_settings(page)
    yield "settings at a table"
    page.keyboard.press("Escape")
    page.locator("#tab-people").evaluate("tab => tab.click()")
    page.locator("button.end").click()
    page.locator(".over button[aria-pressed]").last.click()
    page.get_by_role("slider").wait_for()
    yield "replay"
    page.goto(address)
    page.locator(".finished summary").first.click()
    yield "one’s tables"


@pytest.mark.long
def test_nothing_overflows_with_longer_words_and_in_four_languages(house):
    """One walk for both: English has the longer words, so that its own fit all the more."""
    address, chromium = house
    page = open_page(chromium, "about:blank", service_workers="block")
    speak_longer(page.context)
    page.goto(address)
    found = {}
    for screen in screens(page, address):
        if wrong := too_wide(page, other_widths(screen)):
            found[f"{screen}, longer"] = wrong
        for language in languages(screen)[:-1]:
            speak(page, language)
            if wrong := too_wide(page, widths(screen)):
                found[f"{screen}, {language}"] = wrong
        speak(page, "en")
    assert "èè" in page.locator("main").inner_text()
    page.context.close()
    assert not found, report(found)


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("<p style='width: 30rem; margin-left: 50rem'>far out</p>", "the page is"),
        ("<button style='width: 4rem; overflow: hidden; white-space: nowrap'>A long label</button>", "cut off"),
        ("<label style='display: block; height: 1rem; width: 6rem'>Three lines of a label, not one</label>", "cut off"),
        ("<select style='width: 4rem'><option>Nederlands en nog wat</option></select>", "cut off"),
        ("<button>All is well</button><select><option>Nederlands</option></select>", ""),
    ],
)
def test_the_eye_sees_what_overflows(house, body, seen):
    _, chromium = house
    page = open_page(chromium, "about:blank")
    page.set_content(body)
    found = too_wide(page)
    page.context.close()
    assert seen in report(found) if seen else not found
