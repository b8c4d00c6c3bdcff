"""A game against bots without a network: fetched once, played, kept through a reload, and taken online."""

from __future__ import annotations

import time

from page.evening import go_home, open_page, say
from page.hands import STEPS_MOST, Player, Pointer, play_to_the_end
from sizes import PROOF, many

STEPS = many(4, STEPS_MOST)
"""How far a game is played without a network: in the proof to its end."""
STARTS = 3
"""How often the start is measured in the proof."""
STARTS_WITHIN = 120_000
"""Milliseconds: to start Python takes four seconds of a processor, and others may want it, too."""


def start(page, address) -> float:
    """From the app's address to a game against bots; in seconds."""
    began = time.monotonic()
    page.goto(address)
    page.get_by_text(say("offline.no_network")).wait_for()
    page.get_by_role("button", name="Play Bacchus’ Banquet here").click()
    page.locator(".board").wait_for()
    return time.monotonic() - began


def test_a_game_is_played_without_a_network_and_taken_online(house):
    address, chromium = house
    page = open_page(chromium, address, reduced_motion="reduce", service_workers="allow")
    page.set_default_timeout(STARTS_WITHIN)
    page.locator(".game").nth(2).wait_for()
    page.get_by_role("button", name=say("offline.fetch")).click()
    page.get_by_text(say("offline.ready")).wait_for()
    page.evaluate("navigator.serviceWorker.ready")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    for _ in range(STARTS if PROOF else 0):
        print(f"from the address to a board without a network: {start(page, address):.1f} s")
        page.goto(address)
        page.get_by_role("button", name=say("offline.drop")).click()
        page.get_by_role("button", name=say("offline.drop")).wait_for(state="detached")
    start(page, address)
    table = page.url
    player = Player(page, Pointer(page))
    play_to_the_end(player, most=STEPS)
    assert player.steps >= STEPS or player.over()
    page.reload()
    page.locator(".board").wait_for()
    assert page.url == table
    assert not [url for url in asked if not url.startswith(address)], "nothing is asked of anybody else"
    page.context.set_offline(False)
    go_home(page)
    page.get_by_role("button", name=say("offline.online")).click()
    page.wait_for_url(lambda url: "/t/" in url and url != table)
    page.locator(".board").wait_for()
    assert page.evaluate("localStorage.getItem('triclinium-local')") == "[]", "it is at the server now"
    page.context.close()
