"""On a phone everything that is tapped measures at least 44 by 44 pixels; and nothing is told by colour alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.evening import PHONE, lay_table, next_change, open_page, say
from page.hands import Player, Pointer
from page.tree import read

SMALL = """() => {
  const written = (node) => node.nodeType === 3 && node.data.trim();
  const inside = (one) => [...(one.closest("p, li, dd")?.childNodes ?? [])].some(written);
  const measured = (one) => {
    const around = one.closest("label") ?? (one.labels?.length ? one.labels[0] : null);
    const boxes = [one, around].filter(Boolean).map((each) => each.getBoundingClientRect());
    return [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
  };
  return [...document.querySelectorAll("a, button, input, select, textarea, summary, [role=button], [role=radio]")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.getBoundingClientRect().right > 0)
    .filter((one) => !(one.tagName === "A" && !one.classList.contains("button") && inside(one)))
    .map((one) => [one, ...measured(one)])
    .filter(([, width, height]) => width < 43.9 || height < 43.9)
    .map(([one, width, height]) => `${Math.round(width)}x${Math.round(height)} ${one.outerHTML.slice(0, 160)}`);
}"""
"""What is smaller than a fingertip. A box counts with its label; a link in a sentence may be as high as its line."""

QUESTIONS = {
    "Bacchus’ Banquet": ["Pick three", "To whom do you offer", "The Gift lies before"],
    "Ben Hur": ["Which card do you play", "which deck"],
    "Bacchanalia": ["Choose a Deus", "Who are you", "Tell your scene", "Will you lock", "The turn is ending"],
}


def visitor(house, **more):
    address, chromium = house
    page = open_page(chromium, address, PHONE, has_touch=True, is_mobile=True, **more)
    page.locator(".game").nth(2).wait_for()
    return page


def open_all(page):
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")


@pytest.mark.parametrize("number", range(3), ids=QUESTIONS)
def test_every_target_is_as_large_as_a_fingertip(house, number):
    page = visitor(house, wishes=[{}, {"length": 1, "steering": "free"}, {"appearances": 3}][number])
    page.locator(".game").nth(number).click()
    open_all(page)
    found = {"lobby": page.evaluate(SMALL)}
    page.get_by_role("button", name="Settings").tap()
    found["settings"] = page.evaluate(SMALL)
    page.keyboard.press("Escape")
    lay_table(page, number, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).wait_for()
    expect(page.get_by_role("button", name=say("page.start"))).to_be_in_viewport(ratio=1)
    found["waiting room"] = page.evaluate(SMALL)
    page.get_by_role("button", name=say("page.start")).tap()
    if number == 2:
        page.get_by_role("button", name="I am an adult").tap()
    player = Player(page, Pointer(page, finger=True))
    wanted = list(QUESTIONS.values())[number]
    while wanted and not player.head.over(tree := player.tree or read(page)):
        player.tree = tree
        asked = player.head.asked(tree) or ""
        if any(one in asked for one in wanted):
            open_all(page)
            found[asked] = page.evaluate(SMALL)
            wanted = [one for one in wanted if one not in asked]
        if not player.go_on():
            next_change(page)
    assert {screen: small for screen, small in found.items() if small} == {}
    page.context.close()


SHAPES = (
    """(where) => [...document.querySelectorAll(where)].map((one) => one.innerHTML.replace(/ class="[^"]*"/g, ""))"""
)


def test_nothing_at_the_race_is_told_by_colour_alone(house):
    page = visitor(house, wishes={"length": 1})
    lay_table(page, 1, seats="6", bots="5")
    page.get_by_role("button", name=say("page.start")).tap()
    keep, ways = page.get_by_role("button", name="Keep the hand"), page.get_by_role("radiogroup")
    keep.or_(ways).first.wait_for()  # who holds few accidents is not asked: there is only one answer
    if keep.count():
        keep.tap()
    ways.wait_for()
    verdicts = page.evaluate(SHAPES, "div.bar li svg")
    assert len(set(verdicts)) == len(verdicts) == 4
    assert len(set(page.locator("section[aria-labelledby=ranking] li > svg text").all_text_contents())) == 6
    bands = set(page.evaluate(SHAPES, ".card.normal .band")) & set(page.evaluate(SHAPES, ".card.risky .band"))
    assert bands == set()
    page.context.close()


def test_nothing_at_the_banquet_is_told_by_colour_alone(house):
    page = visitor(house)
    lay_table(page, 0, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).tap()
    page.locator(".slot .card").first.wait_for()
    cards = page.locator(".slot .card")
    assert all(text.strip() for text in cards.locator(".name").all_inner_texts())
    drawings = dict(
        zip(cards.locator(".name").all_inner_texts(), page.evaluate(SHAPES, ".slot .card svg"), strict=True)
    )
    assert len(set(drawings.values())) == len(drawings)
    assert page.locator("li.asked", has_text="▶").count() == page.locator("li.asked").count() > 0
    page.context.close()
