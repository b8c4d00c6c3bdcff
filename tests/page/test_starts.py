"""Friends begin together: every share of luck counts, at once, and nobody is refused anything."""

from __future__ import annotations

import json

import pytest

from page.evening import lay_table, open_page, say


def listen(page):
    """Keep what the page's sockets send and hear."""
    page.sent, page.heard = [], []

    def opened(socket):
        socket.on("framesent", lambda body: page.sent.append(json.loads(body)))
        socket.on("framereceived", lambda body: page.heard.append(json.loads(body)))

    page.on("websocket", opened)


def check(page, seats):
    """Each seat has committed once and shown once, nothing was refused, and no share counts as zeros."""
    assert [message["key"] for message in page.heard if message["type"] == "refused"] == []
    for kind in ("ready", "reveal"):
        assert sum(message["type"] == kind for message in page.sent) == seats, kind
    told = [message for message in page.heard if message["type"] == "table"][-1]
    assert all(value is not None for value in told["luck"]["values"])
    assert not page.get_by_role("alert").count()


@pytest.mark.parametrize("turn", range(3))
def test_page_3_two_friends_begin_without_a_refusal(house, turn):
    address, chromium = house
    host, guest = (open_page(chromium, address) for _ in range(2))
    listen(host)
    lay_table(host, 0, seats="3", bots="1")
    table = host.url.rsplit("/", 1)[1].split("#")[0]
    made = host.request.post(
        f"{address}/api/tables/{table}/links", data={"kind": "invite"}, headers={"Origin": address}
    ).json()
    listen(guest)
    guest.goto(f"{address}/t/{table}#invite={made['secret']}")
    guest.locator("input[autocomplete=nickname]").fill("Gaius")
    guest.locator(".join button.primary").click()
    pages = (host, guest) if turn % 2 else (guest, host)
    for page in pages:
        page.get_by_role("button", name=say("page.start")).click()
    for page in pages:
        page.locator("div.frame").wait_for()
        check(page, 1)
        page.context.close()


def test_page_4_friends_at_one_screen_do_not_wait_for_a_lost_share(house):
    address, chromium = house
    page = open_page(chromium, address)
    listen(page)
    page.locator(".game").first.click()
    page.locator(".make select").nth(0).select_option("3")
    page.locator(".make select").nth(1).select_option("1")
    page.locator("select.here").select_option("2")
    page.locator("input.friend").fill("Marcus")
    page.locator("input[autocomplete=nickname]").fill("Livia")
    page.locator(".make button.primary").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("button", name=say("page.start")).click()
    page.locator("#curtain-title").wait_for()
    check(page, 2)
    page.context.close()
