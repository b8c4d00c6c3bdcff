"""The banquet's page: what every guest wants, how cards are laid and given, and what is told at the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.evening import MOVING, PHONE, TWICE_AS_FAST, go_home, lay_table, next_change, open_page, open_settings, say
from page.test_page import answer_once, begin, play_to_the_end
from triclinium.games.banquet.rules.cards import GUEST_NAMES, KIND_NAMES
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


WATCH_FLYERS = """() => {
  [window.flown, window.overEnding] = [0, 0];
  new MutationObserver((all) => {
    for (const { addedNodes } of all) window.flown += addedNodes.length;
    if (document.querySelector(".ending")) window.overEnding += document.querySelectorAll(".flyer").length;
  }).observe(document.querySelector(".flying"), { childList: true });
}"""
HIDDEN_CARDS = """() => [...document.querySelectorAll(".slot")].filter((slot) => {
  const { x, y, width, height } = slot.getBoundingClientRect();
  return !slot.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).length"""


SWITCH_COVERED = """() => {
  const held = document.querySelector(".secret [role=switch]");
  if (!held) return null;
  const { left, top, right, bottom } = held.getBoundingClientRect();
  const [wide, high] = [right - left, bottom - top];
  const spots = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * wide, top + y * high]));
  return spots.filter(([x, y]) => !held.contains(document.elementFromPoint(x, y))).length;
}"""
"""How many of nine spots on the switch to pass are under something, or out of sight; null where there is no switch."""


def lines(page):
    return page.locator("section[aria-labelledby=away-title] li")


def feast(house, size=None, seats="3", **more):
    """A table with bots, at its first question."""
    address, chromium = house
    page = open_page(chromium, address, size, **more)
    page.locator(".game").first.wait_for()
    sit_down(page, seats)
    return page


def sit_down(page, seats="3"):
    lay_table(page, 0, seats=seats, bots=str(int(seats) - 1))
    begin(page)
    page.locator(".ring").wait_for()


def until_we_lead(page):
    """Answer everything until three cards are to be laid, at another table if a game ends before."""
    while not page.locator(".slot button").count():
        if page.locator(".over").count():
            go_home(page)
            sit_down(page)
        elif not answer_once(page):
            next_change(page)


def test_page_1_every_guests_goal_is_seen_and_who_is_refuted_is_struck_out(house):
    page = feast(house)
    words = Words("en", "banquet")
    goals = {guest: words.say(f"guest.{guest}.goal", different_dishes=False) for guest in GUEST_NAMES}
    own = page.locator(".secret strong").inner_text()
    if own == "Caligula":  # one's own goal is told with one's secrets
        caligula = page.locator(".secret")
    else:
        caligula = page.locator("article").filter(has=page.locator("em", has_text="Caligula"))
    expect(caligula).to_contain_text(goals["caligula"])
    hidden = page.locator("article").filter(has_not=page.locator("em"))
    hidden.first.locator(".bust").click()
    sheet = page.get_by_role("dialog")
    for guest, goal in goals.items():
        portrait = sheet.locator("li", has=page.get_by_text(words.name("guest", guest), exact=True))
        expect(portrait).to_contain_text(goal)
        expect(portrait.locator("svg")).to_have_count(1)
    struck = {text.strip() for text in sheet.locator("li.struck strong").all_inner_texts()}
    assert struck == {"Caligula", own}, "the table refutes nobody else at the beginning"
    assert page.complaints == []
    page.context.close()


def test_a_doubt_of_ones_own_is_kept(house):
    page = feast(house)
    hidden = page.locator("article").filter(has_not=page.locator("em")).first
    hidden.locator(".bust").click()
    doubt = page.get_by_role("dialog").get_by_role("button", name="Strike out").first
    name = doubt.inner_text()
    doubt.click()
    expect(doubt).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.reload()
    page.locator(".ring").wait_for()
    hidden.locator(".bust").click()
    again = page.get_by_role("dialog").get_by_role("button", name=name.strip().removeprefix("✗").strip())
    expect(again).to_have_attribute("aria-pressed", "true")
    page.context.close()


class Dragging:
    """Cards and the Gift are dragged where they belong."""

    size, more = None, {}

    def lay(self, page, number):
        target = page.locator(".plate button").nth(2 - number)
        page.locator(".slot button:not(.laid)").nth(number).drag_to(target)

    def offer(self, page):
        page.locator(".plate .still").nth(2).drag_to(page.locator("article[data-drop]").first)


class Touching:
    """A finger on a phone."""

    size, more = PHONE, {"has_touch": True, "is_mobile": True}

    def lay(self, page, number):
        page.locator(".slot button:not(.laid)").nth(number).tap()

    def offer(self, page):
        page.locator("article .offer").first.tap()


class Typing:
    """Numbers on the keyboard."""

    size, more = None, {}

    def lay(self, page, number):
        page.keyboard.press(str(2 * number + 1))

    def offer(self, page):
        page.keyboard.press("1")


@pytest.mark.parametrize("hand", [Dragging, Touching, Typing])
def test_a_lead_takes_four_gestures(house, hand):
    with_it = hand()
    page = feast(house, with_it.size, wishes={"privileges": "none"}, **with_it.more)
    offered = False
    while not offered:
        until_we_lead(page)
        for number in range(3):
            with_it.lay(page, number)
        page.wait_for_function("() => document.querySelectorAll('.slot button').length === 0")
        # Somebody hungry may claim the Gift before it is offered to anyone (BB-3).
        page.wait_for_function(
            "() => document.querySelector('article .offer') || !document.querySelector('.plate .still')"
        )
        if page.locator("article .offer").count():
            told = page.locator(".log li", has_text="offers the Gift")
            before = told.count()
            with_it.offer(page)
            page.wait_for_function(
                "(before) => [...document.querySelectorAll('.log li')]"
                ".filter((one) => one.textContent.includes('offers the Gift')).length > before",
                arg=before,
            )
            offered = True
    assert page.complaints == []
    page.context.close()


def test_whoever_wants_to_be_asked_lays_the_cards_down_by_a_button(house):
    page = feast(house)
    open_settings(page)
    page.get_by_role("checkbox", name=say("settings.confirm")).check()
    page.keyboard.press("Escape")
    until_we_lead(page)
    down = page.get_by_role("button", name=say("page.confirm"))
    expect(down).to_be_disabled()
    for number in (0, 1, 2):
        page.locator(".slot button").nth(number).click()
    expect(down).to_be_enabled()
    page.locator(".plate button").first.click()
    expect(down).to_be_disabled()
    page.locator(".slot button").nth(3).click()
    down.click()
    page.wait_for_function("() => document.querySelectorAll('.slot button').length === 0")
    page.context.close()


def test_a_card_is_looked_at_closely_with_what_it_does(house):
    page = feast(house)
    until_we_lead(page)  # nothing moves away from under the mouse
    words = Words("en", "banquet")
    card = page.locator(".slot .card").first
    name = card.locator(".name").inner_text()
    card.hover()
    closer = page.locator(".closer")
    expect(closer).to_contain_text(name)
    kind = next(kind for kind in KIND_NAMES if words.name("card", kind) == name)
    expect(closer.locator("p")).to_contain_text(words.say(f"card.{kind}.text", value=2).split(":")[0][:20])
    box = closer.bounding_box()
    assert box["x"] >= 0 and box["y"] >= 0 and box["y"] + box["height"] <= 900
    page.mouse.move(2, 2)
    expect(closer).to_have_count(0)
    page.context.close()


def test_a_long_press_looks_and_does_not_lay(house):
    page = feast(house, PHONE, has_touch=True, is_mobile=True)
    until_we_lead(page)
    box = page.locator(".slot button").first.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator(".closer")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".closer")).to_have_count(0)
    expect(page.locator(".slot button[aria-pressed=true]")).to_have_count(0)
    page.context.close()


def test_the_switch_to_pass_is_in_sight_on_a_phone_whatever_is_asked(house):
    page = feast(house, PHONE)
    asked = {}
    for _ in range(40):
        page.locator("#question, .over, .dock [role=status]").first.wait_for()
        if page.locator("#question").count() and (covered := page.evaluate(SWITCH_COVERED)) is not None:
            asked.setdefault(page.locator("#question").inner_text(), covered)
        if page.locator(".over").count():
            break
        if not answer_once(page):
            next_change(page)
    assert len(asked) > 1
    assert not any(asked.values()), asked
    page.context.close()


def test_the_end_lifts_every_mask_tells_the_evening_and_leaves_no_card_lying(house):
    """What still flies when the game ends has arrived before the masks are lifted."""
    page = feast(house, script=TWICE_AS_FAST, **MOVING)
    page.evaluate(WATCH_FLYERS)
    play_to_the_end(page)
    page.locator(".ending").wait_for()
    assert page.evaluate("window.flown") > 0
    assert page.evaluate("window.overEnding") == 0
    assert page.locator(".flyer").count() == 0
    masks = page.locator(".masks li")
    expect(masks).to_have_count(3)
    assert all(masks.nth(number).locator("em").inner_text() for number in range(3))
    assert page.locator(".masks li .goal").count() == 3
    expect(page.get_by_role("img", name="The belts through the evening")).to_be_visible()
    expect(page.get_by_role("heading", name="Who fed whom")).to_be_visible()
    page.get_by_role("button", name="Show the table").press("Enter")
    expect(page.locator("article em")).to_have_count(3)
    back = page.locator(".dock").get_by_role("button", name=say("page.show_ending"))
    expect(back, "the keyboard is not lost").to_be_focused()
    back.press("Enter")
    expect(masks).to_have_count(3)
    expect(page.locator("#ending")).to_be_focused()
    expect(back).to_have_count(0)
    assert page.complaints == []
    page.context.close()


def test_no_answer_looks_as_if_it_were_advised(house):
    page = feast(house)
    for _ in range(12):
        if not answer_once(page):
            next_change(page)
        assert page.locator(".dock [data-choices] .primary").count() == 0
    page.context.close()


def come_back(house, size=None):
    """At a table of which no more than the beginning was seen."""
    address, chromium = house
    page = open_page(chromium, address, size)
    lay_table(page, 0, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).click()
    page.locator(".ring").wait_for()
    told = page.locator(".log li")
    while told.count() < 60 and not page.locator(".over").count():
        if not answer_once(page):
            next_change(page)
    if page.locator(".over").count():  # the cards can end a banquet early
        page.context.close()
        return come_back(house, size)
    expect(lines(page)).to_have_count(0)
    page.wait_for_function(SEEN)
    table = page.url
    page.goto("about:blank")
    page.goto(address)
    page.evaluate(FORGET)
    page.goto(table)
    return page, told


def test_what_was_missed_lies_over_nothing_that_one_reaches_for(house):
    page, _ = come_back(house, PHONE)
    chip = page.get_by_role("button", name=say("away.title"))
    expect(chip).to_be_visible()
    page.locator(".slot .card").nth(6).wait_for()
    assert page.evaluate(HIDDEN_CARDS) == 0
    chip.click()
    expect(lines(page).first).to_be_visible()
    page.get_by_role("button", name=say("away.close")).click()
    expect(chip).to_have_count(0)
    page.context.close()


def test_whoever_comes_back_is_told_a_handful_of_what_was_missed(house):
    page, told = come_back(house)
    expect(lines(page).first).to_be_visible()
    assert 1 <= lines(page).count() <= 6
    assert lines(page).first.inner_text() in told.all_inner_texts()
    page.get_by_role("button", name="I see").click()
    expect(lines(page)).to_have_count(0)
    page.wait_for_function(SEEN)
    assert page.complaints == []
    page.context.close()
