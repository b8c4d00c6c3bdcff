"""The banquet's page: what every guest wants, and what whoever comes back has missed."""

from __future__ import annotations

from playwright.sync_api import expect

from page.evening import next_change, open_page
from page.test_guide import learn
from page.test_page import answer_once
from triclinium.games.banquet.rules.cards import GUEST_NAMES
from triclinium.words import Words

SEEN = """() => {
  const [key] = Object.keys(localStorage).filter((one) => one.startsWith("triclinium-seen-"));
  return Number(localStorage.getItem(key)) === document.querySelectorAll(".log li").length;
}"""
"""Whether all that is in the log is kept as seen."""
FORGET = """() => {
  const [key] = Object.keys(localStorage).filter((one) => one.startsWith("triclinium-seen-"));
  localStorage.setItem(key, "20");
}"""
"""Let no more than the beginning have been seen."""


def lines(page):
    return page.locator("section[aria-labelledby=away-title] li")


def test_page_1_every_guests_goal_and_caligulas_are_on_the_board(house):
    address, chromium = house
    page = open_page(chromium, address)
    learn(page, "Banquet")
    page.locator(".ring").wait_for()
    words = Words("en", "banquet")
    goals = {guest: words.say(f"guest.{guest}.goal", different_dishes=False) for guest in GUEST_NAMES}
    page.get_by_role("button", name="The guests and their goals").click()
    listed = page.get_by_role("dialog")
    for guest, goal in goals.items():
        expect(listed).to_contain_text(words.name("guest", guest))
        expect(listed).to_contain_text(goal)
    page.keyboard.press("Escape")
    emperor = page.locator("article.panel").filter(has=page.locator("em", has_text="Caligula"))
    expect(emperor).to_contain_text(goals["caligula"])
    page.get_by_role("button", name="Who could it be?").first.click()
    notes = page.get_by_role("dialog")
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
    while told.count() < 60 and not page.locator(".over").count():
        if not answer_once(page):
            next_change(page)
    expect(lines(page)).to_have_count(0)
    page.wait_for_function(SEEN)
    table = page.url
    page.goto("about:blank")
    page.goto(address)
    page.evaluate(FORGET)
    page.goto(table)
    expect(lines(page).first).to_be_visible()
    assert 1 <= lines(page).count() <= 6
    assert lines(page).first.inner_text() in told.all_inner_texts()
    page.get_by_role("button", name="I see").click()
    expect(lines(page)).to_have_count(0)
    page.wait_for_function(SEEN)
    assert page.complaints == []
    page.context.close()
