"""What happens is played smoothly, also on a slow phone.

What is measured is the processor's time of each task in a trace, times four: what a phone that is four times as slow
would need, whatever else this machine is doing.
"""

from __future__ import annotations

import json

import pytest

from page.evening import MOVING, PHONE, open_page
from sizes import PROOF

SLOWED = 4
LONGEST = 50
SECONDS = 20
GAMES = {
    "banquet": {"game": "banquet", "bot": "thumb"},
    "benhur": {"game": "benhur", "bot": "driver", "options": {"format": "laps", "length": 2}},
    "bacchanalia": {"game": "bacchanalia", "bot": "narrator", "options": {"appearances": 3}},
}
# These bots take their time, as they do for people: `evening.WITHOUT_PAUSES` knows only the short address.
MAKE = """async ({ game, bot, options = {} }) => {
  const seats = Array(4).fill({ bot });
  const body = JSON.stringify({ game, seats, name: "Livia", sit: false, quick: false, window: 0, options });
  const headers = { "content-type": "application/json" };
  return (await (await fetch(`${location.origin}/api/tables`, { method: "POST", headers, body })).json()).id;
}"""
PLAYED = """(seconds) => new Promise((done) => {
  let played = 0;
  new MutationObserver((all) => (played += all.length))
    .observe(document.querySelector(".board"), { childList: true, subtree: true, attributes: true });
  setTimeout(() => done(played), seconds * 1000);
})"""


def tasks_in(trace: bytes) -> list[float]:
    """How long the tasks of the page took on the slow phone, the longest first; in milliseconds."""
    events = json.loads(trace)["traceEvents"]
    pages = {(one["pid"], one["tid"]) for one in events if one.get("args", {}).get("name") == "CrRendererMain"}
    took = [one.get("tdur", 0) for one in events if (one["pid"], one["tid"]) in pages and "RunTask" in one["name"]]
    return sorted((SLOWED * time / 1000 for time in took), reverse=True)


@pytest.mark.skipif(not PROOF, reason="a measurement")
@pytest.mark.parametrize("game", GAMES)
def test_no_task_is_longer_than_fifty_milliseconds_while_it_plays(house, game):
    """A game of bots, seen on a phone whose processor is four times as slow."""
    address, chromium = house
    page = open_page(chromium, address, PHONE, **MOVING)
    page.locator(".game").nth(2).wait_for()
    table = page.evaluate(MAKE, GAMES[game])
    page.goto(f"{address}/t/{table}")
    if game == "bacchanalia":
        page.get_by_role("button", name="I am an adult").click()
    page.locator(".dock").wait_for()
    page.wait_for_load_state("networkidle")
    chromium.start_tracing(page=page, categories=["toplevel"])
    played = page.evaluate(PLAYED, SECONDS)
    tasks = tasks_in(chromium.stop_tracing())
    print(f"{game}: the longest tasks at {SLOWED}x take {[round(time) for time in tasks[:5]]} ms")
    assert played > 0
    assert tasks[0] <= LONGEST
    page.context.close()
