"""Comforts of the page: a name asked once, a face, talk and signs, QR, invitations, one press to play, and Back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from page.evening import PHONE, be_called, lay_table, open_page, say, watched
from page.eyes import speak
from triclinium.words import LANGUAGES

SECRET = "(id) => JSON.parse(localStorage.getItem('triclinium-links-' + id)).invite"


def table_of(page):
    return page.url.rsplit("/", 1)[1].split("#")[0]


def invite(page):
    table = table_of(page)
    return f"/t/{table}#invite={page.evaluate(SECRET, table)}"


def start(page):
    return page.get_by_role("button", name=say("page.start"))


def test_a_name_is_asked_once_and_nobody_is_nobody(house):
    address, chromium = house
    page = open_page(chromium, address)
    lay_table(page, 0, "Julia", seats="3", bots="1")
    start(page).wait_for()
    page.goto(address)
    page.locator(".game").first.wait_for()
    expect(page.locator("input[autocomplete=nickname]")).to_have_count(0)
    expect(page.locator(".me")).to_contain_text("Julia")
    be_called(page, "Livia")
    page.get_by_role("button", name=say("who.done")).click()
    expect(page.locator(".me")).to_contain_text("Livia")
    assert page.complaints == []
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_gives_no_name_is_a_guest(house, language):
    address, chromium = house
    page = open_page(chromium, address)
    page.locator(".game").first.wait_for()
    speak(page, language)
    page.locator(".game").first.click()
    page.locator(".make button.primary").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".seats .mine strong")).to_contain_text(say("page.guest", language))
    page.context.close()


def test_a_face_is_chosen_and_shown_to_the_others(house):
    address, chromium = house
    host = open_page(chromium, address)
    lay_table(host, 0, "Livia", seats="3", bots="1")
    start(host).wait_for()
    host.get_by_role("button", name=say("who.change")).click()
    host.get_by_text(say("who.picture")).click()
    host.get_by_role("radio", name=say("who.bust.soldier")).check(force=True)
    host.get_by_role("radio", name=say("who.colour.saffron")).check(force=True)
    guest = open_page(chromium, address + invite(host))
    cloth = guest.locator("article li .avatar").first
    expect(cloth).to_have_attribute("style", re.compile("saffron"))
    assert host.complaints == guest.complaints == []
    host.context.close()
    guest.context.close()


def test_an_invitation_says_who_invites_to_what_and_is_a_picture_too(house):
    address, chromium = house
    host = open_page(chromium, address)
    scripts = []
    host.on("request", lambda request: scripts.append(request.url) if request.url.endswith(".js") else None)
    host.locator(".game").nth(2).wait_for()
    before = len(scripts)
    lay_table(host, 1, "Livia", seats="3", bots="1")
    start(host).wait_for()
    expect(host.get_by_role("img", name=say("link.qr_alt"))).to_be_visible()
    assert len(scripts) > before, "what draws it is fetched when it is wanted"
    host.get_by_role("button", name=say("link.qr")).click()
    expect(host.get_by_role("img", name=say("link.qr_alt"))).to_have_count(0)
    guest = open_page(chromium, address + invite(host), PHONE)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Livia invites you to Ben Hur")
    expect(guest.get_by_role("list", name=say("page.seats")).get_by_role("listitem")).to_have_count(3)
    guest.get_by_text(say("room.agreed")).click()
    expect(guest.get_by_text(say("make.undo"), exact=True)).to_be_visible()
    be_called(guest, "Gaius")
    guest.get_by_role("button", name=say("page.sit_down")).click()
    expect(guest.locator(".seats")).to_contain_text("Gaius")
    assert host.complaints == guest.complaints == []
    host.context.close()
    guest.context.close()


def test_people_talk_and_react_before_the_game(house):
    address, chromium = house
    host = open_page(chromium, address)
    lay_table(host, 0, "Livia", seats="3", bots="1")
    start(host).wait_for()
    guest = open_page(chromium, address + invite(host))
    be_called(guest, "Gaius")
    guest.get_by_role("button", name=say("page.sit_down")).click()
    guest.get_by_role("button", name=say("react.cheers")).click()
    guest.get_by_label(say("page.say_something")).fill("Salve!")
    guest.keyboard.press("Enter")
    talk = host.locator(".chat")
    expect(talk).to_contain_text("Salve!")
    expect(talk.get_by_role("listitem").first).to_contain_text(say("react.cheers"))
    assert host.complaints == guest.complaints == []
    host.context.close()
    guest.context.close()


def test_one_press_plays_against_bots(house):
    address, chromium = house
    page = open_page(chromium, address, PHONE)
    page.get_by_role("button", name=re.compile("^Play now: Ben Hur")).click()
    page.locator("div.frame").wait_for()
    assert page.complaints == []
    page.context.close()


def test_friends_at_one_screen_are_offered_and_bots_get_up_for_them(house):
    address, chromium = house
    page = open_page(chromium, address)
    page.locator(".game").first.click()
    page.locator("select.here").select_option("3")
    assert page.locator(".make select").nth(1).input_value() == "1"
    page.locator(".make select").nth(1).select_option("2")
    expect(page.locator("select.here")).to_have_value("2")
    page.context.close()


@pytest.mark.parametrize("path", ["/nowhere", "/t/cut-short"])
def test_who_is_lost_reads_so_and_finds_the_way(house, path):
    address, chromium = house
    page = watched(chromium.new_context(locale="fr-FR"), address + path)
    expect(page.get_by_role("heading", level=1)).to_have_text(say("lost.title", "fr"))
    page.get_by_role("link", name=say("page.lobby", "fr")).click()
    page.locator(".game").nth(2).wait_for()
    page.context.close()
