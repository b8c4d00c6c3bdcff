"""The page in a real browser: whole games, a phone, a broken line, and nothing that players write is ever run."""

from __future__ import annotations

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from page.evening import PHONE, lay_table, next_change, open_page, open_tab, speak
from page.hands import IDLE_MOST

PAYLOADS = [
    "<script>window.caught=1</script>",
    "<img src=x onerror=window.caught=1>",
    "{seat}'\"><svg/onload=window.caught=1>",
    "javascript:window.caught=1",
]
LINES = """
window.lines = [];
window.WebSocket = class extends window.WebSocket {
  constructor(address) {
    super(window.cut ? address.replace("/ws/", "/nowhere/") : address);
    window.lines.push(this);
  }
};
"""
"""Keeps the lines to the table, so that they can be cut; as long as they are, new ones lead nowhere."""
ASKED = """() => document.querySelector(".ask")?.innerHTML ?? "" """


def begin(page):
    page.locator(".seats").first.wait_for()
    page.locator("button.primary").first.click()


def answer_once(page):
    """Answer whatever the banquet asks; true if something was asked. A question may be gone before the click."""
    ask = page.locator(".ask")
    if ask.count() == 0 or ask.get_by_role("status").count():
        return False
    asked = page.evaluate(ASKED)
    try:
        if page.locator(".slot button").count() >= 3:
            for _ in range(3):
                page.locator(".slot button:not(.laid)").first.click(timeout=1500)
        else:
            ask.locator("button").first.click(timeout=1500)
        page.wait_for_function(f"(asked) => ({ASKED})() !== asked", arg=asked, timeout=1500)
    except PlaywrightTimeout:
        return False
    return True


def play_to_the_end(*pages):
    """Play for as long as something happens."""
    idle = 0
    while not pages[0].locator(".over").count():
        if any(answer_once(page) for page in pages):
            idle = 0
            continue
        idle += 1
        assert idle < IDLE_MOST, "the game does not go on"
        next_change(*pages)


def cut_the_line(page):
    """The line breaks, the page says so, and comes back by itself."""
    page.evaluate("window.cut = true, window.lines.forEach((line) => line.close())")
    page.locator(".lost").wait_for()
    page.evaluate("window.cut = false")
    page.locator(".lost").wait_for(state="detached")


def test_the_lobby_offers_three_games_and_complains_of_nothing(house):
    address, chromium = house
    page = open_page(chromium, address)
    page.locator(".game").nth(2).wait_for()
    assert page.locator(".game").count() == 3
    assert page.complaints == []
    page.context.close()


def test_a_whole_banquet_against_bots_on_a_phone_with_a_broken_line(house):
    address, chromium = house
    page = open_page(chromium, address, PHONE, script=LINES)
    page.locator(".game").first.wait_for()
    lay_table(page, 0, seats="3", bots="2")
    begin(page)
    page.locator(".ring").wait_for()
    cut_the_line(page)
    play_to_the_end(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.context.close()


def test_a_friend_sits_down_by_the_link_and_what_is_written_is_never_run(house):
    address, chromium = house
    host = open_page(chromium, address, permissions=["clipboard-read", "clipboard-write"])
    host.locator(".game").first.wait_for()
    lay_table(host, 0, name=PAYLOADS[1][:32], seats="3", bots="1")
    host.get_by_role("button", name="Copy the invitation").click()
    link = host.evaluate("navigator.clipboard.readText()")
    assert "#invite=" in link
    friend = open_page(chromium, link)
    friend.locator("input[autocomplete=nickname]").fill(PAYLOADS[0][:32])
    friend.locator("button.primary").click()
    begin(friend)
    begin(host)
    host.locator(".ring").wait_for()
    open_tab(host, "Talk")
    open_tab(friend, "Talk")
    for text in PAYLOADS:
        friend.get_by_label("Say something").fill(text)
        friend.get_by_role("button", name="Send").click()
    host.get_by_text(PAYLOADS[3]).wait_for()
    assert host.evaluate("window.caught") is None
    assert friend.evaluate("window.caught") is None
    assert "invite" not in friend.url
    host.context.close()
    friend.context.close()


@pytest.mark.parametrize("game", [1, 2])
def test_a_race_and_a_tale_begin_and_complain_of_nothing(house, game):
    address, chromium = house
    page = open_page(chromium, address)
    page.locator(".game").nth(game).wait_for()
    lay_table(page, game)
    begin(page)
    if game == 2:
        page.get_by_role("button", name="I am an adult").click()
    page.locator(".ask").wait_for()
    assert page.complaints == []
    page.context.close()


@pytest.mark.parametrize("language", ["fr", "nl", "it", "es"])
def test_every_language_shows_words_and_no_keys(house, language):
    address, chromium = house
    page = open_page(chromium, address)
    page.locator(".game").first.wait_for()
    speak(page, language)
    text = page.locator("body").inner_text()
    assert "page." not in text
    assert "option." not in text
    page.context.close()
