"""What the first visit costs: every byte of the first load, letters included, as it comes over the line."""

from __future__ import annotations

from page.evening import open_page

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
