"""The banquet's page: what every guest wants, and what whoever comes back has missed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.evening import browser, open_page, served
from page.test_guide import learn
from page.test_page import answer_once
from triclinium.games.banquet.rules.cards import GUEST_NAMES
from triclinium.words import Words

SEEN = """() => {
  const [key] = Object.keys(localStorage).filter((one) => one.startsWith("triclinium-seen-"));
  const seen = Number(localStorage.getItem(key));
  localStorage.setItem(key, "%d");
  return seen;
}"""
"""How much was seen; and let this much have been seen when the page is opened next."""


@pytest.fixture(scope="module")
def house():
    with served() as address, browser() as chromium:
        yield address, chromium


def lines(page):
    return page.locator("section:has(#away-title) li")


def test_page_1_every_guests_goal_and_caligulas_are_on_the_board(house):
    address, chromium = house
    page = open_page(chromium, address)
    learn(page, "Banquet")
    page.locator(".ring").wait_for()
    words = Words("en", "banquet")
    goals = {guest: words.say(f"guest.{guest}.goal", different_dishes=False) for guest in GUEST_NAMES}
    page.locator("summary", has_text="The guests and their goals").click()
    listed = page.locator("details", has=page.locator("summary", has_text="The guests and their goals"))
    for guest, goal in goals.items():
        expect(listed).to_contain_text(words.name("guest", guest))
        expect(listed).to_contain_text(goal)
    emperor = page.locator("article.panel").filter(has=page.locator("em", has_text="Caligula"))
    expect(emperor).to_contain_text(goals["caligula"])
    notes = page.locator("article.panel details").first
    notes.locator("summary").click()
    for guest in GUEST_NAMES[1:]:
        button = notes.get_by_role("button", name=words.name("guest", guest))
        expect(button).to_contain_text(goals[guest])
    assert page.complaints == []
    page.context.close()


def test_whoever_comes_back_is_told_a_handful_of_what_was_missed(house):
    address, chromium = house
    page = open_page(chromium, address)
    learn(page, "Banquet")
    page.locator(".ring").wait_for()
    told = page.locator(".log li")
    while told.count() < 60 and not page.locator("p.result").count():
        if not answer_once(page):
            page.wait_for_timeout(100)
    expect(lines(page)).to_have_count(0)
    page.wait_for_function("Object.keys(localStorage).some((key) => key.startsWith('triclinium-seen-'))")
    assert page.evaluate(SEEN % 20) >= 50
    page.goto("about:blank")
    page.go_back()
    expect(lines(page).first).to_be_visible()
    assert 1 <= lines(page).count() <= 6
    assert lines(page).first.inner_text() in told.all_inner_texts()
    page.get_by_role("button", name="I see").click()
    expect(lines(page)).to_have_count(0)
    assert page.evaluate(SEEN % 0) == told.count(), "what was seen is kept anew"
    assert page.complaints == []
    page.context.close()
