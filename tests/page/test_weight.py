"""What the first visit costs: every byte of the first load, letters included, as it comes over the line."""

from __future__ import annotations

import pytest

from page.evening import lay_table, open_page, say
from sizes import PROOF

MOST = 180_000
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !new URL(name).pathname.startsWith("/api"))
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""


def test_the_first_load_is_light(house):
    address, chromium = house
    page = open_page(chromium, address, service_workers="block")
    page.locator(".game").nth(2).wait_for()
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    loaded = dict(page.evaluate(LOADED))
    fonts = [name for name in loaded if name.endswith(".woff2")]
    assert 2 <= len(fonts) <= 3, f"the letters of the first page, and no others: {fonts}"
    print(f"the first load: {sum(loaded.values())} bytes")
    assert sum(loaded.values()) <= MOST, sorted(loaded.items(), key=lambda one: -one[1])
    page.context.close()


BOARD_MOST = 60_000
"""What a board may cost more than the page that is there already."""
BOARDS = {0: ".ring", 1: ".circus", 2: ".codex"}


@pytest.mark.parametrize("game", BOARDS if PROOF else [1])
def test_a_board_is_light(house, game):
    address, chromium = house
    page = open_page(chromium, address, service_workers="block")
    page.locator(".game").nth(2).wait_for()
    lay_table(page, game, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).wait_for()
    page.wait_for_load_state("networkidle")
    before = dict(page.evaluate(LOADED))  # with the shell of every table, which is fetched when the first is opened
    page.get_by_role("button", name=say("page.start")).click()
    if game == 2:
        page.get_by_role("button", name="I am an adult").click()
    page.locator(BOARDS[game]).wait_for()
    page.wait_for_load_state("networkidle")
    more = {name: size for name, size in page.evaluate(LOADED) if name not in before and not name.endswith(".woff2")}
    print(f"board {game}: {sum(more.values())} bytes more")
    assert sum(more.values()) <= BOARD_MOST, sorted(more.items(), key=lambda one: -one[1])
    page.context.close()
