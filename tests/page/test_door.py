"""The front door: living pictures, three ways in, and how each game is played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from page.evening import PHONE, open_page, say, speak
from triclinium.words import LANGUAGES

GAMES = ("banquet", "benhur", "bacchanalia")
WEB = Path(__file__).parents[2] / "web" / "src" / "games"
MOVING = """() => [...document.querySelectorAll(".picture")].map((picture) =>
  document.getAnimations().filter(({ effect }) => picture.contains(effect.target)).length)"""


def enter(house: tuple[str, Any], path: str = "", **more: Any) -> Any:
    address, chromium = house
    page = open_page(chromium, address + path, **more)
    return page


def test_every_game_has_a_living_picture_and_it_rests_for_whoever_wants_rest(house):
    for motion, lives in (("no-preference", True), ("reduce", False)):
        page = enter(house, reduced_motion=motion)
        page.locator(".game").nth(2).wait_for()
        assert [moves > 0 for moves in page.evaluate(MOVING)] == [lives] * 3
        page.context.close()


def test_one_click_seats_and_begins_a_game_against_bots(house):
    page = enter(house)
    page.locator(".now").first.click()
    page.locator(".ring").wait_for()
    assert page.complaints == []
    page.context.close()


def test_one_click_lays_a_table_for_friends_with_an_invitation_to_share(house):
    page = enter(house, size=PHONE)
    page.locator(".friends").first.click()
    page.wait_for_url("**/t/*")
    code = page.get_by_role("img", name=say("link.qr_alt"))
    expect(code).to_be_visible()
    assert "#invite=" in page.locator(".link input").first.input_value()
    expect(page.locator(".seats .free")).to_have_count(3)
    assert page.complaints == []
    page.context.close()


def test_what_can_be_set_waits_behind_a_gear(house):
    page = enter(house)
    page.locator(".gear").nth(1).click()
    expect(page.locator(".make h2")).to_have_text("Ben Hur")
    page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_how_a_game_is_played_has_an_address_and_ends_in_practice(house, game):
    page = enter(house)
    page.locator(f"a[href='/how/{game}']").click()
    titles = []
    dots = page.locator("article nav li a")
    dots.first.wait_for()
    for _ in range(dots.count()):
        titles.append(page.get_by_role("heading", level=1).inner_text())
        assert page.locator("article .scene svg").count() > 0
        page.keyboard.press("ArrowRight")
    assert len(set(titles)) == dots.count() >= 6
    assert not any("howto." in title for title in titles)
    last = page.url
    assert last.endswith(f"/how/{game}#try")
    again = enter(house, f"/how/{game}#try")
    expect(again.get_by_role("heading", level=1)).to_have_text(titles[-1])
    again.context.close()
    page.get_by_role("button", name=say("howto.practise")).click()
    page.wait_for_url("**/t/*")
    assert page.complaints == []
    page.context.close()


def test_how_a_game_is_played_fits_one_screen_of_a_phone(house):
    page = enter(house, "/how/banquet", size=PHONE)
    dots = page.locator("article nav li a")
    dots.first.wait_for()
    for language in LANGUAGES:
        speak(page, language)
        for step in range(dots.count()):
            dots.nth(step).click()
            button = page.locator("nav .primary").bounding_box()
            assert button["y"] + button["height"] <= PHONE["height"], f"{language}, step {step}"
    page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_its_words(game):
    steps = {
        language: [key for key in json.loads((WEB / game / f"words/{language}.json").read_text("utf-8"))
                   if key.startswith(f"howto.{game}.")]
        for language in LANGUAGES
    }  # fmt: skip
    assert all(found == steps["en"] for found in steps.values())
    named = {key.rsplit(".", 1)[0] for key in steps["en"]}
    source = (WEB / game / "HowTo.svelte").read_text("utf-8")
    told = json.loads(source.split("STEPS = ", 1)[1].split(";", 1)[0])
    assert {f"howto.{game}.{step}" for step in told} == named


def test_a_game_that_nobody_knows_is_not_explained(house):
    address, chromium = house
    page = open_page(chromium, address)
    answer = page.goto(f"{address}/how/whist")
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text(say("lost.title"))
    page.context.close()
