"""A tale on the page: a sheet with dice, scraps to quote, the way out, a scene that unfolds, the book at the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from page.evening import MOVING, lay_table, next_change, open_page, say
from page.hands import IDLE_MOST, Player, Pointer
from page.tree import read


def sit_down(house, **more):
    address, chromium = house
    page = open_page(chromium, address, wishes={"appearances": 3}, **more)
    page.locator(".game").nth(2).wait_for()
    lay_table(page, 2, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).click()
    page.get_by_role("button", name="I am an adult").click()
    page.locator(".codex").wait_for()
    return page, Player(page, Pointer(page))


def play_until(page, player, wanted):
    """Play until a question begins so."""
    for _ in range(IDLE_MOST):
        player.tree = read(page)
        if wanted in (player.head.asked(player.tree) or ""):
            return
        if not player.go_on():
            next_change(page)
    raise AssertionError(f"never asked: {wanted}")


def test_the_sheet_lights_what_is_asked_is_written_ahead_and_the_dice_suggest_a_roman_name(house):
    page, player = sit_down(house)
    play_until(page, player, "Who are you")
    sheet = page.get_by_role("group", name="Who you are")
    expect(sheet.locator("ol > li")).to_have_count(6)
    expect(sheet.locator("li[aria-current=step]")).to_contain_text("Who are you")
    dice = page.get_by_role("group", name="Let the dice suggest a name")
    name = page.get_by_label("A name for your character")
    dice.get_by_role("button", name="A woman’s").click()
    assert re.fullmatch(r"[A-Z][a-z]+a", name.input_value())
    dice.get_by_role("button", name="A man’s").click()
    assert re.fullmatch(r"[A-Z][a-z]+", name.input_value())
    later = sheet.get_by_role("textbox")
    expect(later).to_have_count(5)
    for number in range(5):
        later.nth(number).press_sequentially(f"Written ahead, {number}.")
    paper = page.get_by_role("textbox", name="Your words")
    expect(paper).to_have_value("")
    paper.fill("I keep bees.")
    page.get_by_role("button", name="Put it into the story").click()
    expect(sheet.locator("li", has_text="I keep bees.")).to_have_count(1)
    expect(sheet.locator("li[aria-current=step]")).to_contain_text("mirror")
    expect(paper).to_have_value("Written ahead, 0.")
    assert [later.nth(number).input_value() for number in range(4)] == [f"Written ahead, {n}." for n in range(1, 5)]
    assert page.complaints == []
    page.context.close()


UNSEEN = """() => {
  const counsel = document.querySelector(".counsel");
  const { bottom } = counsel.getBoundingClientRect();
  return [...counsel.querySelectorAll(":is(.must, .must_not) :is(h3, li:first-child)")]
    .filter((one) => one.getBoundingClientRect().bottom > bottom + 1).map((one) => one.textContent);
}"""
"""What a scene must or must not show, and is not seen unless one scrolls."""


def test_a_scrap_is_dragged_onto_the_paper_or_pressed_and_what_is_asked_ticks_itself(house):
    page, player = sit_down(house)
    play_until(page, player, "Tell your scene")
    for wide, high in ((1440, 900), (1280, 800)):
        page.set_viewport_size({"width": wide, "height": high})
        assert page.evaluate(UNSEEN) == [], f"at {wide}x{high}"
    paper = page.get_by_role("textbox", name="Your words")
    page.get_by_role("tab", name="Scraps").click()
    scraps = page.locator("#verso .gallery button:enabled")
    first, second = (re.search("“(.*)”", scraps.nth(n).inner_text())[1] for n in (0, 1))
    scraps.nth(0).drag_to(paper)
    expect(paper).to_have_value(first)
    scraps.nth(1).focus()
    page.keyboard.press("Enter")
    expect(paper).to_have_value(f"{first} {second}")
    page.get_by_role("tab", name="Gods").click()
    done = page.locator(".counsel li.yes")
    expect(done.filter(has_text="lock a card")).to_have_count(1)
    paper.fill("Nobody else is here.")
    expect(done.filter(has_text="lock a card")).to_have_count(0)
    assert page.complaints == []
    page.context.close()


def test_bc_27_the_way_out_lies_on_another_leaf_and_asks_twice_and_the_book_is_read_and_printed(house):
    page, player = sit_down(house)
    play_until(page, player, "draw 4")
    leave = page.get_by_role("button", name="Leave the story for good")
    expect(leave).to_have_count(0)
    page.get_by_role("tab", name="Cast").click()
    leave.click()
    page.get_by_role("button", name="Stay in the story").click()
    leave.click()
    page.get_by_role("button", name="Yes, end my story here").click()
    book = page.locator(".book")
    for _ in range(IDLE_MOST):
        if book.count():
            break
        player.tree = []
        if not player.go_on():  # who has left is still asked for a vote
            next_change(page)
    expect(book.get_by_role("heading", name="The cast")).to_be_attached()
    assert book.locator(".chapter .first").count() >= 3, "a drop capital in each chapter that has words"
    assert "Livia" not in book.inner_text(), "nobody is named who did not agree"
    status = book.get_by_role("status")
    expect(status).to_contain_text("Leaf 1 of")
    book.get_by_role("button", name="Turn the page").click()
    expect(status).to_contain_text("Leaf 2 of")
    page.keyboard.press("ArrowLeft")
    expect(status).to_contain_text("Leaf 1 of")
    page.emulate_media(media="print")
    expect(page.locator(".dock")).to_be_hidden()
    expect(book.get_by_role("button", name="Print")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") > 2000, "all of it is on paper, not one spread"
    page.emulate_media(media="screen")
    book.get_by_role("button", name="Back to the table").click()
    page.get_by_role("button", name="Read the tale").click()
    expect(book).to_be_visible()
    assert page.complaints == []
    page.context.close()


SHOW_ALL = """() => {
  const all = document.querySelector("button.all");
  const words = all?.closest(".passage").querySelectorAll(".text span").length ?? 0;
  all?.click();
  return words;
}"""


def test_a_scene_of_another_unfolds_word_by_word_and_is_shown_at_once_on_request(house):
    page, player = sit_down(house, **MOVING)
    unfolding = 0
    for _ in range(IDLE_MOST):
        unfolding = page.evaluate(SHOW_ALL)
        if unfolding:
            break
        player.tree = []
        if not player.go_on():
            next_change(page)
    assert unfolding > 3, "each word comes by itself"
    assert page.complaints == []
    page.context.close()
