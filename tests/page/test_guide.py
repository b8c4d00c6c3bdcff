"""Learning by playing, the rules at hand and a hint when asked for, in a real browser."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

from page.evening import PHONE, next_change, open_page, open_tab, say, speak
from page.test_page import answer_once
from page.test_starts import listen

NOT_THREE = """
const Line = window.WebSocket;
window.WebSocket = class extends Line {
  send(text) {
    const said = JSON.parse(text);
    if (said.answer?.kind === "pick") said.answer.slots = [0, 0, 0];
    super.send(JSON.stringify(said));
  }
};
"""
"""A page that picks the same card three times, which the table refuses."""

HINTS = """
const Line = window.WebSocket;
window.WebSocket = class extends Line {
  set onmessage(hear) {
    this.hear = (message) => hear({ data: JSON.stringify(message) });
    super.onmessage = (event) => {
      const told = JSON.parse(event.data);
      if (told.type === "table") told.hints = %s;
      if (told.type === "state") this.decision = told.decision;
      this.hear(told);
    };
  }
  send(text) {
    const said = JSON.parse(text);
    if (said.type !== "hint") return super.send(text);
    const hints = this.decision.options.slice(0, 2).map((answer, n) => (
      { answer, chance: 0.43 - 0.12 * n, why: { key: "hint.x", arguments: {} } }));
    this.hear({ type: "hints", decision: said.decision, hints });
  }
};
"""
"""A table that has two hints for everything, or none."""


def learn(page, game):
    page.locator(".card", has_text=game).locator(".learn").click()
    page.wait_for_url("**/t/*")


def until_asked_to_pick(page):
    """Play a guided banquet until we have the lead."""
    learn(page, "Banquet")
    page.locator(".ring").wait_for()
    read_on = page.locator("section.guide button.primary:visible")
    while not page.locator(".slot button").count():
        if read_on.count():
            read_on.first.click()
        elif page.locator(".over").count():
            page.goto(page.url.split("/t/")[0])
            learn(page, "Banquet")
        elif not answer_once(page):
            next_change(page)


def press(page, name):
    """Press a button of the guide by keyboard alone."""
    button = page.locator(".guide").get_by_role("button", name=name).or_(page.locator("button.guide", has_text=name))
    button.first.focus()
    page.keyboard.press("Enter")


def play_guided(page):
    """Play to the end as a newcomer does: read what is new, then answer what is asked."""
    titles = []
    title = page.locator(".guide-mark .bubble h3:visible, section.guide h3:visible")
    go_on = page.locator(".guide-mark .bubble button.primary:visible, section.guide button.primary:visible")
    while not page.locator(".over").count():
        if go_on.count():
            titles.append(title.first.inner_text(timeout=3000))
            with suppress(PlaywrightTimeout):
                go_on.first.click(timeout=1500)
        elif not answer_once(page):
            next_change(page)
    return titles


@pytest.mark.long
def test_page_7_a_first_banquet_is_explained_to_its_end_and_leads_on_to_a_race(house):
    address, chromium = house
    page = open_page(chromium, address, PHONE)
    listen(page)
    learn(page, "Banquet")
    bubble = page.locator(".guide-mark .bubble")
    expect(bubble.get_by_role("heading")).to_have_text("A seat at Caligula’s table")
    expect(bubble).to_be_in_viewport(ratio=1)
    expect(page.locator(".guide-mark .lamp")).to_be_visible()
    assert not [said for said in page.sent if said["type"] == "reading" and not said["on"]], "the bots wait"
    bubble.get_by_role("button", name=say("guide.more")).click()
    guide = page.locator("section.guide")
    expect(guide.get_by_role("heading", level=3)).to_have_text("A seat at Caligula’s table")
    expect(bubble).to_be_hidden()
    press(page, "Put away")
    expect(page.get_by_role("button", name="Call the guide")).to_be_focused()
    expect(page.locator(".guide-mark")).to_have_count(0)
    press(page, "Call the guide")
    expect(page.locator("#guide-title")).to_be_focused()
    page.keyboard.press("Escape")
    told = play_guided(page)
    assert len(set(told)) >= 4
    assert [said["on"] for said in page.sent if said["type"] == "reading"][-1] is False
    open_tab(page, say("guide.title"))
    expect(guide.get_by_role("heading", level=3)).to_have_text("The feast is over")
    guide.locator("summary").click()
    assert guide.locator("li button").count() >= 6
    guide.locator("li button").first.click()
    expect(guide.locator("li button[aria-current=step]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    guide.get_by_role("button", name="Learn Ben Hur").click()
    expect(bubble.get_by_role("heading")).to_have_text("In the circus")
    assert page.complaints == []
    page.context.close()


def test_a_first_tale_is_explained_in_the_language_of_the_reader(house):
    address, chromium = house
    page = open_page(chromium, address)
    learn(page, "Bacchanalia")
    page.get_by_role("button", name="I am an adult").click()
    title = page.locator("section.guide").get_by_role("heading", level=3)
    expect(title).to_have_text("A story you tell together")
    speak(page, "it")
    expect(title).to_have_text("Una storia a più voci")
    assert page.complaints == []
    page.context.close()


def test_a_prompt_and_a_refusal_lead_to_their_paragraph_and_back(house):
    address, chromium = house
    page = open_page(chromium, "about:blank", script=NOT_THREE)
    page.goto(f"{address}/#rules/benhur/variant-3")
    expect(page.locator("#rule-variant-3")).to_be_focused()
    page.goto(address)
    page.reload()
    until_asked_to_pick(page)
    table = page.url
    mark = page.get_by_role("button", name=say("rules.paragraph").replace("{name}", "BB-1")).first
    mark.click()
    note = page.get_by_role("note")
    expect(note).to_be_in_viewport(ratio=1)
    expect(note).to_contain_text("three cards")
    note.get_by_role("link", name=say("rules.all")).click()
    expect(note).to_be_hidden()
    expect(page).to_have_url(re.compile("#rules/banquet/BB-1$"))
    expect(page.locator("#rule-BB-1")).to_be_focused()
    expect(page.locator("#rule-BB-1")).to_be_in_viewport()
    page.go_back()
    expect(page).to_have_url(table)
    expect(page.locator(".ring")).to_be_visible()
    mark.click()
    note.get_by_role("link", name=say("rules.all")).click()
    page.get_by_role("button", name="Back to the table").click()
    expect(page).to_have_url(table)
    expect(mark).to_be_focused()
    refusal = page.get_by_role("alert")
    read_on = page.locator(".guide-mark .bubble button.primary:visible")
    while not refusal.count():
        if read_on.count():
            read_on.first.click()
        elif not answer_once(page):
            next_change(page)
    expect(refusal).to_contain_text("Pick three different cards")
    refusal.get_by_role("button").first.click()
    expect(note).to_contain_text("three cards")
    page.context.close()


@pytest.mark.parametrize("given", ["true", "false"])
def test_hints_come_when_asked_for_and_only_where_the_table_gives_them(house, given):
    address, chromium = house
    page = open_page(chromium, address, script=HINTS % given)
    until_asked_to_pick(page)  # the bots may begin, and they wait for whoever reads
    ask = page.get_by_role("button", name="What would you do?")
    if given == "false":
        assert ask.count() == 0
    else:
        ask.click()
        hints = page.get_by_role("region", name="What would you do?").get_by_role("listitem")
        expect(hints).to_have_count(2)
        expect(hints.first).to_contain_text("about 43 %")
    page.context.close()
