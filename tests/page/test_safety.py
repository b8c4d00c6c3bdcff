"""Stop, pause, lines and veils, who may speak for me, leaving for good: on the page, for two who tell together."""

from __future__ import annotations

import pytest

from page.evening import lay_table, open_tab, say
from page.eyes import find, open_with_axe

SPIDERS = "spiders in a bed"


def visitor(house, game):
    address, chromium = house
    page = open_with_axe(chromium, address, wishes={"appearances": 3} if game == 2 else {})
    page.locator(".game").nth(2).wait_for()
    return page


def two_in_the_room(house, game=2):
    """A host and a friend in the waiting room, with a bot."""
    address, _ = house
    host, friend = visitor(house, game), visitor(house, game)
    lay_table(host, game, "Livia", seats="3", bots="1")
    table = host.url.rsplit("/", 1)[1].split("#")[0]
    where = f"{address}/api/tables/{table}/links"
    made = host.request.post(where, data={"kind": "invite"}, headers={"Origin": address}).json()
    friend.goto(f"{address}/t/{table}#invite={made['secret']}")
    friend.get_by_label("Your name").fill("Gaius")
    friend.get_by_role("button", name="Sit down").click()
    return host, friend


def begin(*pages):
    for page in pages:
        page.get_by_role("button", name=say("page.start")).click()
    for page in pages:
        page.get_by_role("button", name="I am an adult").click()
        page.locator(".safety").wait_for()


def close(*pages):
    for page in pages:
        assert page.complaints == []
        page.context.close()


def test_bc_23_lines_and_veils_from_every_seat_before_and_in_the_game(house):
    host, friend = two_in_the_room(house)
    lines = friend.get_by_role("region", name="Lines: never in this story")
    lines.get_by_role("textbox").fill(SPIDERS)
    lines.get_by_role("button", name="Add").click()
    host.get_by_text(SPIDERS).wait_for()
    assert not host.get_by_role("button", name=f"Take back: {SPIDERS}").count()
    assert find(friend) == []
    begin(host, friend)
    for page in (host, friend):
        page.locator(".safety").get_by_role("button", name="Lines and veils").click()
        page.get_by_role("dialog").get_by_text(SPIDERS).wait_for()
    assert find(friend) == []
    veils = host.get_by_role("dialog").get_by_role("region", name="Veils: only behind a curtain")
    veils.get_by_role("textbox").fill("the sacrifice")
    veils.get_by_role("textbox").press("Enter")
    friend.get_by_role("dialog").get_by_text("the sacrifice").wait_for()
    friend.get_by_role("button", name=f"Take back: {SPIDERS}").click()
    host.get_by_role("dialog").get_by_text(SPIDERS).wait_for(state="detached")
    host.keyboard.press("Escape")
    host.get_by_role("dialog").wait_for(state="detached")
    close(host, friend)


@pytest.mark.parametrize(
    ("stop", "said"), [("Pause", "The game rests"), ("Stop, please", "Somebody has asked to stop")]
)
def test_bc_23_a_stop_at_once_for_both_and_both_go_on(house, stop, said):
    host, friend = two_in_the_room(house)
    begin(host, friend)
    friend.locator(".safety").get_by_role("button", name=stop).click()
    for page in (host, friend):
        page.get_by_text(said).first.wait_for()
        assert find(page) == []
        assert "Gaius would" not in page.locator("body").inner_text()
    host.get_by_role("button", name="I am ready to go on (0 of 2)").click()
    friend.get_by_role("button", name="I am ready to go on (1 of 2)").click()
    for page in (host, friend):
        page.locator(".safety").get_by_role("button", name="Pause").wait_for()
    close(host, friend)


def test_bc_21_who_may_speak_for_me_is_mine_to_say(house):
    host, friend = two_in_the_room(house)
    switch = friend.get_by_role("checkbox", name="a bot may tell in my name")
    assert not switch.is_checked()
    switch.check()
    begin(host, friend)
    open_tab(friend, "People")
    again = friend.get_by_role("checkbox", name="a bot may tell in my name")
    again.wait_for()
    assert again.is_checked()
    open_tab(host, "People")
    assert not host.get_by_role("checkbox", name="a bot may tell in my name").is_checked()
    close(host, friend)
    host, friend = two_in_the_room(house, 0)
    assert host.get_by_role("checkbox", name="a bot may play for me").is_checked()
    close(host, friend)


def test_whether_the_book_may_name_me_is_mine_to_say(house):
    host, friend = two_in_the_room(house)
    tick = friend.get_by_role("checkbox", name="The book may name me")
    assert not tick.is_checked()
    tick.check()
    begin(host, friend)
    for page, agreed in ((friend, True), (host, False)):
        open_tab(page, "People")
        tick = page.get_by_role("checkbox", name="The book may name me")
        tick.wait_for()
        assert tick.is_checked() == agreed
    assert find(friend) == []
    close(host, friend)
    host, friend = two_in_the_room(house, 0)
    assert host.get_by_role("checkbox", name="The book may name me").count() == 0
    close(host, friend)


def test_leaving_for_good_asks_twice_and_away_from_the_cards(house):
    host, friend = two_in_the_room(house)
    begin(host, friend)
    open_tab(friend, "People")
    leave = friend.get_by_role("button", name="Leave for good", exact=True)
    leave.click()
    friend.get_by_text("you cannot come back").wait_for()
    friend.get_by_role("button", name="Stay", exact=True).click()
    leave.click()
    assert find(friend) == []
    friend.get_by_role("button", name="Yes, leave for good").click()
    friend.wait_for_url("**/")
    host.get_by_text("nobody speaks in their name").wait_for()
    close(host, friend)
