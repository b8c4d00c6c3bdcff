"""What the first visit costs: every byte of the first load, letters included, as it comes over the line."""

from __future__ import annotations

from page.evening import lay_table, open_page, say

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
    assert sum(loaded.values()) <= MOST, sorted(loaded.items(), key=lambda one: -one[1])
    page.context.close()


BOARD_MOST = 60_000
"""What the board of a race may cost more than the page that is there already."""


def test_the_board_of_a_race_is_light(house):
    address, chromium = house
    page = open_page(chromium, address, service_workers="block")
    page.locator(".game").nth(2).wait_for()
    lay_table(page, 1, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).wait_for()
    page.wait_for_load_state("networkidle")
    before = dict(page.evaluate(LOADED))  # with the shell of every table, which is fetched when the first is opened
    page.get_by_role("button", name=say("page.start")).click()
    page.locator(".circus").wait_for()
    page.wait_for_load_state("networkidle")
    more = {name: size for name, size in page.evaluate(LOADED) if name not in before and not name.endswith(".woff2")}
    print(f"the board of a race: {sum(more.values())} bytes more")
    assert sum(more.values()) <= BOARD_MOST, sorted(more.items(), key=lambda one: -one[1])
    page.context.close()
