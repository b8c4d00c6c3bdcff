"""What the server keeps of a visitor, on the page: seen, downloaded, deleted after a second question."""

from __future__ import annotations

import json
from pathlib import Path

from page.evening import lay_table, open_page, open_settings, say
from page.eyes import look, open_with_axe

NAME = "Trimalchio"
LINE = "my cook sings at noon"


def host_and_friend(house):
    """Two people at a banquet; the host has said something."""
    address, chromium = house
    clipboard = ["clipboard-read", "clipboard-write"]
    host = open_page(chromium, address, permissions=clipboard)
    host.locator(".game").nth(2).wait_for()
    lay_table(host, 0, name=NAME, seats="3", bots="1")
    host.get_by_role("button", name="Copy the invitation").click()
    friend = open_page(chromium, host.evaluate("navigator.clipboard.readText()"))
    friend.get_by_role("textbox", name="Your name").fill("Fortunata")
    friend.get_by_role("button", name="Sit down").click()
    for page in (friend, host):
        page.get_by_role("button", name=say("page.start")).click()
    for page in (host, friend):
        page.get_by_role("list", name="Seats").wait_for()
    return host, friend


def said(page, text) -> None:
    page.evaluate(
        """async (text) => {
          const socket = new WebSocket(location.href.replace("http", "ws").replace("/t/", "/ws/"));
          await new Promise((done) => (socket.onopen = done));
          socket.send(JSON.stringify({type: "chat", nonce: "nonce-of-a-line", text}));
          await new Promise((done) => (socket.onmessage = (told) => told.data.includes("nonce-of-a-line") && done()));
          socket.close();
        }""",
        text,
    )


def test_a_visitor_sees_downloads_and_deletes_what_is_kept(house, tmp_path: Path) -> None:
    host, friend = host_and_friend(house)
    said(host, LINE)
    friend.get_by_text(LINE).first.wait_for(state="attached")
    open_settings(host)
    kept = host.get_by_role("region", name="What this server stores about you")
    kept.get_by_role("button", name="Show me").click()
    kept.get_by_text(f"the name {NAME}").wait_for()
    kept.get_by_text("1 line of talk").wait_for()
    with host.expect_download() as download:
        kept.get_by_role("button", name="Download it all").click()
    file = tmp_path / "me.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["tables"][0]["lines"][0]["text"] == LINE
    kept.get_by_role("button", name="Delete everything about me").click()
    kept.get_by_role("button", name="Keep it").click()
    kept.get_by_text(f"the name {NAME}").wait_for()
    kept.get_by_role("button", name="Delete everything about me").click()
    kept.get_by_role("button", name="Delete for good").click()
    kept.get_by_text("Nothing about you is left on this server.").wait_for()
    assert not host.context.cookies()
    assert host.evaluate("Object.keys(localStorage).filter((key) => key.includes('links')).length") == 0
    seats = friend.get_by_role("list", name="Seats")
    seats.get_by_text("Guest 1").wait_for()
    assert NAME not in seats.inner_text()
    friend.wait_for_function("(line) => !document.body.innerText.includes(line)", arg=LINE)
    assert friend.get_by_text(LINE).count() == 0
    assert friend.complaints == []


def test_the_privacy_page_says_how_long_in_every_language(house) -> None:
    address, chromium = house
    page = open_with_axe(chromium, address)
    page.get_by_role("link", name="Privacy").click()
    page.get_by_role("heading", name="Privacy", level=1).wait_for()
    page.get_by_text("finished games after 180 days").wait_for()
    found = look(page, "privacy")
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("Nothing about you is stored here.").wait_for()
    page.reload()
    page.get_by_role("heading", name="Privacy", level=1).wait_for()
    for language, words in {
        "fr": "Vie privée",
        "nl": "afgelopen spellen na 180 dagen",
        "it": "dopo 180 giorni",
        "es": "tras 180 días",
    }.items():
        page.get_by_role("banner").get_by_role("combobox").select_option(language)
        page.get_by_text(words).first.wait_for()
    assert found == []
    assert page.complaints == []
