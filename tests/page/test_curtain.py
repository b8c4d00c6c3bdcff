"""Two people at one screen: a whole banquet, and neither ever finds a secret of the other on the page."""

from __future__ import annotations

import json

from page.evening import next_change, open_page
from page.hands import IDLE_MOST, STEPS_MOST
from page.test_page import LINES, answer_once, cut_the_line
from sizes import many

GUESTS = ("Octavius", "Septimus", "Cassius", "Claudius", "Vespasianus", "Messalina", "Caesonia", "Agrippina")
NAMES = ("Livia", "Marcus")
ANSWERS = many(25, STEPS_MOST)
"""How many are given outside the proof, which plays to the end: banquets differ much in length."""

WATCH = """
window.seen = new Set();
const look = () => {
  const all = (where) => [...document.querySelectorAll(where)].map((one) => one.textContent);
  window.seen.add(JSON.stringify({
    curtain: all("#curtain-title").length > 0,
    over: all(".over").length > 0,
    who: all(".frame li.mine span:nth-child(2)").join(),
    secrets: all(".secret strong"),
    whispers: all("[role=log] li").filter((line) => /^Your (new )?(guest|privilege|secret)/.test(line)),
    text: all("#curtain-title").length ? document.body.textContent : "",
  }));
};
new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""Keeps every state the page was ever in, as far as secrets could be read from it."""


def at_once(route):
    """The bot answers by rule of thumb at once, and sealed answers are opened as soon as all are there."""
    wanted = route.request.post_data_json
    seats = [{"bot": "thumb"} if seat.get("bot") else {} for seat in wanted["seats"]]
    route.continue_(post_data=json.dumps({**wanted, "seats": seats, "quick": True, "window": 0}))


def lay_for_two(page):
    page.locator(".game").first.click()
    page.locator(".make select").nth(0).select_option("3")
    page.locator(".make select").nth(1).select_option("1")
    page.locator("select.here").select_option("2")
    page.locator("input.friend").fill(NAMES[1])
    page.locator("input[autocomplete=nickname]").fill(NAMES[0])
    page.locator(".make button.primary").click()
    page.wait_for_url("**/t/*")


def states(page):
    """What the page has shown since it was last asked."""
    found = [json.loads(state) for state in page.evaluate("[...window.seen]")]
    page.evaluate("window.seen.clear()")
    return found


def whispered(page, address, seat):
    """All that was told to a seat alone, from its own log."""
    table = page.url.rsplit("/", 1)[1].split("#")[0]
    events = page.request.get(f"{address}/api/tables/{table}/log?seat={seat}").json()["events"]
    return [event for event in events if event["kind"].startswith(("guest_yours", "privilege_yours", "cards_yours"))]


def check(found, page, address):
    """Nobody has seen what was told to the other alone."""
    own = {name: whispered(page, address, seat) for seat, name in enumerate(NAMES)}
    guests = {name: {event["guest"].capitalize() for event in told if "guest" in event} for name, told in own.items()}
    for state in found:
        if state["curtain"]:
            assert state["who"] == "" and not state["secrets"] and not state["whispers"]
            assert not any(guest in state["text"] for guest in GUESTS)
        elif state["who"] and not state["over"]:
            mine, others = guests[state["who"]], guests[NAMES[1 - NAMES.index(state["who"])]]
            assert not state["secrets"] or state["secrets"][0] in mine | {"Caligula"}
            told = " ".join(state["whispers"])
            assert not any(f"guest is {guest}." in told for guest in others - mine)
            assert len(state["whispers"]) <= len(own[state["who"]])


def test_two_at_one_screen_play_a_whole_banquet_and_keep_their_secrets(house):
    address, chromium = house
    page = open_page(chromium, "about:blank", script=LINES + WATCH)
    page.context.route(
        "**/api/tables", lambda route: at_once(route) if route.request.method == "POST" else route.continue_()
    )
    page.goto(address)
    page.locator(".game").first.wait_for()
    lay_for_two(page)
    page.locator("button.primary").first.click()
    page.get_by_role("heading", name="Pass the screen to").or_(
        page.get_by_role("heading", name="The others")
    ).wait_for()
    found, passed, idle, given = [], set(), 0, 0
    while not page.locator(".over").count() and (given < ANSWERS or len(passed) < 2):
        curtain = page.get_by_role("button", name="I am ")
        if curtain.count():
            passed.add(curtain.first.inner_text())
            curtain.first.click()
        elif answer_once(page):
            given += 1
        else:
            idle += 1
            assert idle < IDLE_MOST, "the game does not go on"
            next_change(page)
        if len(passed) == 2 and not found:
            # Looking away closes the curtain, and so does coming back to the page.
            page.evaluate("window.dispatchEvent(new Event('blur'))")
            curtain.first.wait_for()
            found += states(page)
            page.reload()
            curtain.first.wait_for()
            cut_the_line(page)
    assert passed == {f"I am {name}" for name in NAMES}
    found += states(page)
    assert {state["who"] for state in found} >= set(NAMES)
    assert any(state["curtain"] for state in found)
    check(found, page, address)
    if page.locator(".over").count():
        assert page.locator("article em").count() == 3
    page.context.close()
