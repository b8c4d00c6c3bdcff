"""Games of each kind between two people and a bot; in the proof they are played to their ends.

One sits at a desk and knows only what a screen reader would tell; one is on a phone, drops and comes back. Nothing that
they write is ever run.
"""

from __future__ import annotations

from itertools import cycle

import pytest

from page.evening import PHONE, lay_table, next_change, open_page, open_tab, say, watched
from page.hands import STEPS_MOST, Player, Pointer, play_to_the_end
from page.heads import Head
from page.test_page import PAYLOADS
from sizes import many

GAMES = {
    "Bacchus’ Banquet": (0, {"privileges": "hidden"}),
    "Ben Hur": (1, {"length": 1}),
    "Bacchanalia": (2, {"appearances": 3}),
}
STEPS = many(12, STEPS_MOST)
"""So many steps of each: by keyboard and under the eyes of axe, all three are played to the end."""


def sit_down(chromium, address, game):
    """The host lays a table for two and a bot, the friend comes by the invitation on a phone; both begin."""
    number, options = GAMES[game]
    clipboard = ["clipboard-read", "clipboard-write"]
    host = open_page(chromium, address, wishes=options, permissions=clipboard)
    host.locator(".game").nth(2).wait_for()
    lay_table(host, number, name=PAYLOADS[1][:32], seats="3", bots="1")
    host.get_by_role("button", name="Copy the invitation").click()
    link = host.evaluate("navigator.clipboard.readText()")
    friend = open_page(chromium, link, PHONE, has_touch=True, is_mobile=True)
    friend.get_by_role("textbox", name="Your name").fill(PAYLOADS[0][:32])
    friend.get_by_role("button", name="Sit down").tap()
    friend.get_by_role("button", name=say("page.start")).tap()
    host.get_by_role("button", name=say("page.start")).click()
    for page in (host, friend):
        if game == "Bacchanalia":
            page.get_by_role("button", name="I am an adult").click()
        page.get_by_role("region", name=game, exact=True).wait_for()
    return host, friend


def drop(player):
    """The phone is put away in the middle of the game and taken out again: the seat is still its own."""
    context, url = player.page.context, player.page.url
    player.page.close()
    player.page = watched(context, url)
    player.tree = []
    player.hands = Pointer(player.page, finger=True)
    player.page.get_by_role("list", name="Seats").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_between_two_people_one_of_whom_drops_and_comes_back(house, game):
    address, chromium = house
    host, friend = sit_down(chromium, address, game)
    reader = Player(host, Pointer(host), Head(cycle(PAYLOADS)))
    traveller = Player(friend, Pointer(friend, finger=True), Head(cycle(reversed(PAYLOADS))))
    while traveller.steps < 5:
        if not (reader.go_on() or traveller.go_on()):
            next_change(host, friend)
    drop(traveller)
    open_tab(traveller.page, "Talk")
    open_tab(host, "Talk")
    for text in PAYLOADS:
        traveller.page.get_by_role("textbox", name="Say something").fill(text)
        traveller.page.get_by_role("button", name="Send", exact=True).tap()
    host.get_by_role("region", name="Talk").get_by_text(PAYLOADS[-1]).wait_for()
    traveller.page.keyboard.press("Escape")
    play_to_the_end(reader, traveller, most=STEPS)
    for page in (host, traveller.page):
        assert page.evaluate("window.caught") is None
        assert page.complaints == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        page.context.close()
