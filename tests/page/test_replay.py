"""Looking back on the page: one request for a block of steps, a board that fits its step, and everything open."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from page.evening import lay_table, next_change, open_page, open_tab, say
from page.test_page import answer_once, begin
from sizes import many

SEATS = 4
DRAGGED = many(1_000, 10_000)
"""Over how many steps the slider is dragged."""
MAKE = """async (game) => {
  const seats = Array(game.seats).fill({bot: game.bot});
  const body = JSON.stringify({game: game.name, seats, name: "Livia", sit: false, quick: true, window: 0});
  const headers = {"content-type": "application/json"};
  return (await (await fetch("/api/tables", {method: "POST", headers, body})).json()).id;
}"""
OVER = """async (id) => {
  for (;;) {
    const {tables} = await (await fetch("/api/tables")).json();
    if (tables.find((table) => table.id === id).phase === "over") return;
    await new Promise((done) => setTimeout(done, 300));
  }
}"""
DRAG = """(slider) => {
  for (let at = 0; at <= Number(slider.max); at++) {
    slider.value = String(at);
    slider.dispatchEvent(new Event("input", {bubbles: true}));
  }
}"""


DRAG_FAR = """async ([slider, steps]) => {
  const total = Number(slider.max);
  for (let dragged = 0; dragged < steps; dragged++) {
    const round = Math.floor(dragged / total);
    slider.value = String(round % 2 ? total - (dragged % total) : dragged % total);
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    if (dragged % 50 === 0) await new Promise((drawn) => requestAnimationFrame(drawn));
  }
}"""
MY_FIRST_MOVE = """async (table) => {
  const {steps} = await (await fetch(`/api/tables/${table}/replay?eyes=0&at=0&count=200`)).json();
  return steps.find((step) => step.seat === 0 && step.answer);
}"""
PILE_AT = """async ([table, at]) => {
  const {view} = await (await fetch(`/api/tables/${table}/replay?eyes=public&at=${at}&count=1`)).json();
  return Object.values(view.pile).reduce((sum, number) => sum + number, 0);
}"""

HALF_HIDDEN = """() => {
  const told = document.querySelector(".replay .told");
  const { bottom } = told.getBoundingClientRect();
  const written = document.createRange();
  const lines = [...told.querySelectorAll("p, li")].flatMap((one) => {
    written.selectNodeContents(one);
    return [...written.getClientRects()];
  });
  const cut = lines.filter((line, n) => line.bottom > bottom + 1 && (line.top < bottom - 2 || n === 0));
  const below = bottom > Math.min(innerHeight, told.parentElement.getBoundingClientRect().bottom) + 1;
  return [...(below ? ["below the dock"] : []), ...cut.map((line) => `${line.top} to ${line.bottom} of ${bottom}`)];
}"""
"""The lines of what happened that are cut by the lower edge; there is always room for the first."""


STEPS = """async (table) =>
  (await (await fetch(`/api/tables/${table}/replay?eyes=public&at=0&count=200`)).json()).steps"""
CUT_PRIVILEGES = """() => [...document.querySelectorAll(".board article")].flatMap((couch) => {
  const box = (one) => one.getBoundingClientRect();
  const within = (one, frame) => box(one).bottom <= box(frame).bottom + 1 && box(one).right <= box(frame).right + 1;
  const over = (one, other) => box(one).left < box(other).right - 1 && box(other).left < box(one).right - 1
    && box(one).top < box(other).bottom - 1 && box(other).top < box(one).bottom - 1;
  const [body, before] = [couch.querySelector(".body"), couch.querySelector(".before")];
  const lying = [...before.querySelectorAll(".scrolls i, .card")];
  const named = [...couch.querySelectorAll(".held")];
  const cut = [
    ...lying.filter((one) => !within(one, before)),
    ...[before, ...named].filter((one) => !within(one, body)),
    ...named.filter((held) => !box(held).width || held.scrollHeight > held.clientHeight + 1),
    ...named.flatMap((held) => [...lying, ...couch.querySelectorAll(".goal, .belt")].filter((one) => over(held, one))),
  ];
  return cut.map((one) => `${couch.getAttribute("aria-label")}: ${one.getAttribute("class")}`);
})"""
"""What is cut on a couch, or lies under the names of privileges."""
MANY_CARDS = {"cup": 1, "hymn": 1, "amphora": 1}


def slide_to(page, at) -> None:
    page.get_by_role("slider").evaluate(
        f'(slider) => {{ slider.value = {at}; slider.dispatchEvent(new Event("input", {{bubbles: true}})); }}'
    )
    step_shown(page, at)


def look_back(house, game, bot):
    """A finished game of bots, opened to be looked back at; and what is asked of the server from then on."""
    address, chromium = house
    page = open_page(chromium, address)
    page.locator(".game").nth(2).wait_for()
    table = page.evaluate(MAKE, {"name": game, "bot": bot, "seats": SEATS})
    page.evaluate(OVER, table)
    asked: list[str] = []
    page.on("response", lambda told: asked.append(f"{told.status} {told.url}") if "/replay?" in told.url else None)
    page.goto(f"{address}/t/{table}#replay")
    page.get_by_role("slider").wait_for()
    return page, table, asked


def total_of(page) -> int:
    page.wait_for_function("() => document.querySelector('input[type=range]').max > 0")
    return int(page.get_by_role("slider").get_attribute("max"))


def open_everything(page) -> None:
    page.get_by_role("combobox", name=say("page.eyes")).select_option("open")


def step_shown(page, at) -> None:
    page.get_by_text(re.compile(rf"\b{at} of \d+")).first.wait_for()


def test_page_6_dragging_asks_once_for_a_block(house) -> None:
    page, _, asked = look_back(house, "banquet", "random")
    total = total_of(page)
    for _ in range(3):
        page.get_by_role("slider").evaluate(DRAG)
    step_shown(page, total)
    assert len(asked) <= total // 64 + 1
    assert all(one.startswith("200") for one in asked)
    told = page.locator(".dock .head [role=status]")
    assert told.is_visible()
    page.get_by_role("slider").press("Home")
    step_shown(page, 0)
    assert not told.count(), "the board is the step's"
    assert page.complaints == []


def test_the_slider_and_the_choice_of_eyes_stay_while_steps_are_fetched(house) -> None:
    page, table, _ = look_back(house, "banquet", "random")
    address, _ = house
    held: list[Any] = []

    def hold(asked: Any) -> None:
        held.append(asked)

    page.route("**/replay?**", hold)
    page.goto("about:blank")
    page.goto(f"{address}/t/{table}#replay")
    slider = page.get_by_role("slider").element_handle()
    while not held:
        next_change(page)
    page.unroute("**/replay?**")  # what was held goes on
    total = total_of(page)
    page.locator(".pile .count").wait_for()
    assert slider.evaluate("(one) => one.isConnected"), "what is held when the first step comes is not let go"
    slide_to(page, total // 2)
    eyes = page.get_by_role("combobox", name=say("page.eyes"))
    eyes.focus()
    eyes.select_option("open")
    page.locator("article header em").nth(SEATS - 1).wait_for()
    assert eyes.evaluate("(one) => one === document.activeElement"), "the keyboard stays where it was"
    assert page.complaints == []
    page.context.close()


def test_page_6_everything_open_opens_the_guests(house) -> None:
    page, _, _ = look_back(house, "banquet", "random")
    total_of(page)
    page.get_by_role("button", name=say("replay.chapter_on")).click()
    page.locator(".replay li", has_text="Round 1").wait_for()  # all have their guests, and nobody is out
    expect(page.locator("article header em"), "Caligula alone is known").to_have_count(1)
    for wide, high in ((1440, 900), (1280, 800), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate(HALF_HIDDEN) == [], f"at {wide}x{high}"
    open_everything(page)
    expect(page.locator("article header em")).to_have_count(SEATS)
    assert page.complaints == []


def test_two_privileges_are_read_to_their_end_beside_three_cards(house) -> None:
    address, chromium = house
    page = open_page(chromium, address, {"width": 1280, "height": 800})
    page.locator(".game").nth(2).wait_for()
    table = page.evaluate(MAKE, {"name": "banquet", "bot": "random", "seats": 3})
    page.evaluate(OVER, table)

    def with_cards(route: Any) -> None:
        told = route.fetch().json()
        for seat in told["view"]["seats"]:
            seat["accepted"] = MANY_CARDS
        route.fulfill(json=told)

    page.route("**/replay?**", with_cards)
    steps = page.evaluate(STEPS, table)
    at = next(step["at"] for step in steps if any(event["kind"] == "round_began" for event in step["events"]))
    caligula = next(event["seat"] for step in steps for event in step["events"] if event["kind"] == "caligula_seated")
    for eyes, known in (("open", 3), (caligula, 1)):
        page.goto("about:blank")
        page.goto(f"{address}/t/{table}#replay/{at}/{eyes}")
        expect(page.locator(".held")).to_have_count(known)
        for wide, high in ((1440, 900), (1280, 800)):
            page.set_viewport_size({"width": wide, "height": high})
            assert page.evaluate(CUT_PRIVILEGES) == [], f"{eyes} at {wide}x{high}"
    page.context.close()


def test_the_room_of_a_branch_says_that_it_is_one(house) -> None:
    page, table, _ = look_back(house, "banquet", "random")
    total_of(page)
    page.get_by_role("button", name=say("page.branch")).click()
    note = page.get_by_role("note")
    note.filter(has_text=say("room.branch")).wait_for()
    assert table in note.get_by_role("link", name=say("room.branch_look")).get_attribute("href")
    assert page.complaints == []


def test_page_6_everything_open_opens_the_hands(house) -> None:
    page, _, _ = look_back(house, "benhur", "driver")
    slide_to(page, total_of(page) // 2)
    assert page.locator(".ruts").get_attribute("d").startswith("M"), "who looks back sees what was driven before"
    assert page.locator(".hand").count() == 0
    open_everything(page)
    page.locator(".hand").nth(SEATS - 1).wait_for()
    assert page.complaints == []


def test_a_long_drag_is_never_refused_and_the_board_is_its_steps(house) -> None:
    page, table, asked = look_back(house, "banquet", "random")
    total = total_of(page)
    slider = page.get_by_role("slider").element_handle()
    page.evaluate(DRAG_FAR, [slider, DRAGGED])
    for at in (total, total // 3, 0, total // 2, 7):
        slide_to(page, at)
        assert page.locator(".pile .count").inner_text() == str(page.evaluate(PILE_AT, [table, at]))
    refused = [one for one in asked if not one.startswith("200")]
    assert refused == []
    blocks = [one for one in asked if "count=1" not in one.split("&")]
    assert len(blocks) <= total // 64 + 1
    assert page.complaints == []
    page.context.close()


def test_a_step_has_an_address(house) -> None:
    page, table, _ = look_back(house, "banquet", "random")
    at = min(10, total_of(page) // 2)  # early: no guest has left the feast yet, and nobody waits for another
    slide_to(page, at)
    page.wait_for_url(f"**/t/*#replay/{at}/public")
    address, _ = house
    page.goto("about:blank")
    page.goto(f"{address}/t/{table}#replay/{at + 1}/open")
    step_shown(page, at + 1)
    expect(page.get_by_role("slider")).to_have_value(str(at + 1))
    page.locator("article header em").nth(SEATS - 1).wait_for()
    page.context.close()


def test_a_game_is_played_again_by_itself_by_arrows_and_by_chapters(house) -> None:
    page, _, _ = look_back(house, "banquet", "random")
    total_of(page)
    step_shown(page, 0)
    page.keyboard.press("ArrowRight")
    step_shown(page, 1)
    page.keyboard.press("ArrowLeft")
    step_shown(page, 0)
    page.get_by_role("button", name=say("replay.chapter_on")).click()
    page.locator(".replay li", has_text="Round 1").wait_for()
    page.get_by_role("button", name=say("replay.chapter_on")).click()
    page.locator(".replay li", has_text="Round 2").wait_for()
    begun = int(page.get_by_role("slider").input_value())
    page.get_by_role("button", name=say("replay.play"), exact=True).click()
    page.wait_for_function("(begun) => document.querySelector('input[type=range]').value > begun + 3", arg=begun)
    page.get_by_role("button", name=say("replay.stop")).click()
    page.get_by_role("button", name=say("replay.play"), exact=True).wait_for()
    assert page.complaints == []
    page.context.close()


SEEN_WHOLE = """([over, stage]) => over.getBoundingClientRect().top >= stage.getBoundingClientRect().bottom - 1"""
"""The board is seen from side to side: what is told lies below it."""


def test_master_says_what_cost_most_and_leads_there(house) -> None:
    address, chromium = house
    page = open_page(chromium, address)
    lay_table(page, 0, seats="3", bots="2")
    begin(page)
    while not answer_once(page):
        next_change(page)
    open_tab(page, "People")
    page.get_by_role("button", name=say("people.end")).click()
    page.get_by_text("The game is over.").first.wait_for()
    table = page.url.rpartition("/t/")[2].partition("#")[0]
    at = page.evaluate(MY_FIRST_MOVE, table)
    move = {"at": at["at"], "answer": at["answer"], "chance": 0.31, "best": at["answer"], "best_chance": 0.42}
    told = {"id": table, "seat": 0, "judged": 1, "total": 1, "over": True, "moves": [move], "dearest": [at["at"]]}
    page.route("**/review?seat=0", lambda route: route.fulfill(json=told))
    page.goto("about:blank")
    page.goto(f"{address}/t/{table}#replay/0/public")
    page.get_by_role("button", name=say("review.ask")).click()
    dearest = page.get_by_role("region", name=say("review.ask"))
    dearest.get_by_text(say("review.dearest")).wait_for()
    dearest.get_by_role("button", name=re.compile(r"31 %.*42 %")).click()
    step_shown(page, at["at"])
    dearest.locator(".here", has_text="42 %").wait_for()
    for wide, high in ((1440, 900), (1280, 800)):
        page.set_viewport_size({"width": wide, "height": high})
        both = [dearest.element_handle(), page.locator(".stage").element_handle()]
        page.wait_for_function(SEEN_WHOLE, arg=both)  # once the window has its new size
    dearest.get_by_role("button", name=say("review.dearest")).click()
    dearest.get_by_role("button", name=re.compile(r"31 %.*42 %")).wait_for()
    assert page.complaints == []
    page.context.close()


def test_a_replay_is_looked_at_while_the_server_does_not_answer(house) -> None:
    """What is here stays, what is missing is said, and it goes on when there is a line again."""
    address, chromium = house
    page = open_page(chromium, address)
    lay_table(page, 0, seats="3", bots="2")
    begin(page)
    while not answer_once(page):
        next_change(page)
    open_tab(page, "People")
    page.get_by_role("button", name=say("people.end")).click()
    page.get_by_role("button", name=say("review.ask")).wait_for()
    page.route("**/api/games", lambda route: route.abort())
    page.get_by_role("button", name=say("page.show_replay")).click()
    page.get_by_text(say("replay.no_master")).wait_for()
    page.get_by_role("button", name=say("page.step_on")).click()
    step_shown(page, 1)
    page.route("**/replay?*", lambda route: route.abort())
    page.get_by_label(say("page.eyes")).select_option("open")
    page.get_by_role("alert").get_by_text(say("page.no_answer")).wait_for()
    page.unroute("**/replay?*")
    page.get_by_role("button", name=say("page.step_on")).click()
    step_shown(page, 2)
    assert not [told for told in page.complaints if "ERR_FAILED" not in told]
    page.context.close()
