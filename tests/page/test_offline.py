"""A game against bots without a network: fetched once, played, kept through a reload, and taken online."""

from __future__ import annotations

from page.evening import open_page, say
from page.hands import Player, Pointer, play_to_the_end

STEPS = 4
STARTS_WITHIN = 120_000
"""Milliseconds: to start Python takes four seconds of a processor, and others may want it, too."""


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
    page.goto(address)
    page.get_by_text(say("offline.no_network")).wait_for()
    page.get_by_role("button", name="Play Bacchus’ Banquet here").click()
    page.locator(".board").wait_for()
    table = page.url
    player = Player(page, Pointer(page))
    play_to_the_end(player, most=STEPS)
    assert player.steps >= STEPS or player.over()
    page.reload()
    page.locator(".board").wait_for()
    assert page.url == table
    assert not [url for url in asked if not url.startswith(address)], "nothing is asked of anybody else"
    page.context.set_offline(False)
    page.get_by_role("button", name=say("bar.menu")).click()
    page.get_by_role("link", name=say("page.lobby")).click()
    page.get_by_role("button", name=say("offline.online")).click()
    page.wait_for_url(lambda url: "/t/" in url and url != table)
    page.locator(".board").wait_for()
    assert page.evaluate("localStorage.getItem('triclinium-local')") == "[]", "it is at the server now"
    page.context.close()
