"""Nothing that happens moves the board: whole games in windows of four sizes, and no layout shift at all."""

from __future__ import annotations

from typing import Any

import pytest

from page.evening import MOVING, TWICE_AS_FAST, lay_table, next_change, open_page, say
from page.hands import IDLE_MOST, Player, Pointer
from page.tree import read
from sizes import PROOF
from triclinium.words import LANGUAGES, Words

GAMES = {"Bacchus’ Banquet": {}, "Ben Hur": {"length": 1}, "Bacchanalia": {"appearances": 3}}
SIZES = {"1440x900": (1440, 900), "1280x800": (1280, 800), "820x1180": (820, 1180), "390x844": (390, 844)}
USUAL = [("Bacchus’ Banquet", "390x844"), ("Ben Hur", "1280x800"), ("Bacchanalia", "820x1180")]
EVERY = [(game, size) for game in GAMES for size in SIZES]
STEPS = 8
"""How many steps of a game are looked at in `make test`; the proof plays to the end."""

SHIFTS = """
window.shifts = [];
window.watchShifts = () => new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
    const named = (node) => node?.className?.baseVal ?? node?.className ?? node?.nodeName;
    const told = ({ node, previousRect, currentRect }) => `${named(node?.parentElement)} > ${named(node)} `
      + `"${node?.textContent?.trim().slice(0, 30)}" from ${place(previousRect)} to ${place(currentRect)}`;
    window.shifts.push([entry.value.toFixed(5), ...entry.sources.map(told)].join(" | "));
  }
}).observe({ type: "layout-shift", buffered: false });
"""
"""Every shift counts, also those after a click, which browsers forgive."""

COVERED = """() => [...document.querySelectorAll(".board [data-player]")].flatMap((seat) => {
  const { left, top, width, height } = seat.getBoundingClientRect();
  const at = Array.from({ length: 9 }, (_, n) => 0.02 + n * 0.12);
  const spots = at.flatMap((x) => at.map((y) => [left + x * width, top + y * height]));
  const hit = spots.map(([x, y]) => document.elementFromPoint(x, y));
  const over = hit.filter((one) => one?.closest(".ring, .dock, .notices"));
  const what = [...new Set(over.map((one) => one.closest("[class]").getAttribute("class")))];
  return what.length ? [`${seat.getAttribute("aria-label")}: ${over.length} of ${spots.length} spots by ${what}`] : [];
})"""
"""The seats over which the table, the dock or a notice lies."""
CUT_GOALS = """(said) => [...document.querySelectorAll(".board article:not(.mine)")].flatMap((seat) => {
  seat.querySelector(".goal")?.remove();
  const goal = document.createElement("p");
  goal.className = `goal ${[...seat.classList].find((one) => one.startsWith("svelte-"))}`;
  goal.textContent = said;
  seat.querySelector(".body").append(goal);
  const cut = goal.scrollHeight - goal.clientHeight;
  const { width, height } = seat.getBoundingClientRect();
  return cut > 1 ? [`${Math.round(width)}x${Math.round(height)}: by ${cut}`] : [];
})"""
"""The couches on which a goal could not be read to its end; where there is no room at all, the bust tells it."""
MIDDLING = ((701, 900), (768, 844), (768, 1024), (820, 1180), (900, 700), (1024, 768), (1100, 800))

LOOK = """() => {
  const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; };
  const inside = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  };
  const marked = { question: "#question", own: "[data-own]", seat: ".board [data-player], header.bar li" };
  const outside = Object.entries(marked).flatMap(([what, where]) => [...document.querySelectorAll(where)]
    .filter((one) => !inside(one)).map((one) => `${what}: ${one.textContent.trim().slice(0, 30)} ${box(one)}`));
  const page = document.scrollingElement;
  return {
    stage: box(document.querySelector(".stage")),
    dock: box(document.querySelector(".dock")),
    scrolls: [page.scrollTop, page.scrollWidth > innerWidth, page.scrollHeight > innerHeight],
    outside,
    own: document.querySelectorAll("[data-own]").length,
  };
}"""


def sit_down(house: tuple[str, Any], game: str, size: str) -> Any:
    address, chromium = house
    wide, high = SIZES[size]
    page = open_page(chromium, address, {"width": wide, "height": high}, GAMES[game], SHIFTS + TWICE_AS_FAST, **MOVING)
    page.locator(".game").nth(2).wait_for()
    number = list(GAMES).index(game)
    lay_table(page, number, seats="4", bots="3")
    page.get_by_role("button", name=say("page.start")).click()
    if number == 2:
        page.get_by_role("button", name="I am an adult").click()
    page.locator(".dock").wait_for()
    return page


@pytest.mark.parametrize("seats", ["3", "5"])
def test_nothing_lies_over_a_seat_between_phone_and_desktop(house, seats):
    address, chromium = house
    page = open_page(chromium, address, {"width": 768, "height": 844})
    lay_table(page, 0, seats=seats, bots=str(int(seats) - 1))
    page.get_by_role("button", name=say("page.start")).click()
    page.locator(".ring").wait_for()
    longest = max((Words(one, "banquet").say("guest.caligula.goal") for one in LANGUAGES), key=len)
    found = {}
    for wide, high in (*MIDDLING, *SIZES.values()):
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        if covered := page.evaluate(COVERED):
            found[f"{wide}x{high}"] = covered
        if (wide, high) in SIZES.values() and (cut := page.evaluate(CUT_GOALS, longest)):
            found[f"{wide}x{high}, goals"] = cut
    assert found == {}
    page.context.close()


@pytest.mark.parametrize(("game", "size"), EVERY if PROOF else USUAL)
def test_page_8_nothing_that_happens_moves_the_board(house, game, size):
    page = sit_down(house, game, size)
    page.evaluate("document.fonts.ready")
    player = Player(page, Pointer(page))
    first, looked, idle = None, 0, 0
    while idle < IDLE_MOST and not player.head.over(tree := player.tree or read(page)) and (PROOF or looked < STEPS):
        player.tree = tree
        if player.head.asked(tree):
            seen = page.evaluate(LOOK)
            if first is None:
                page.evaluate("window.watchShifts()")
            first = first or seen
            looked += 1
            assert (seen["stage"], seen["dock"]) == (first["stage"], first["dock"])
            assert seen["scrolls"] == [0, False, False]
            assert seen["outside"] == []
            assert seen["own"] > 0
        idle = 0 if player.go_on() else idle + 1
        if idle:
            next_change(page)
    assert looked >= STEPS or player.head.over(tree), "a game may be over before that"
    assert looked > 0
    shifts = page.evaluate("window.shifts")
    assert not shifts, "\n".join(shifts)
    assert page.complaints == []
    page.context.close()
