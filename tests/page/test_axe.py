"""Axe finds nothing against WCAG 2.2 AA on any screen, in any language, by day or by night."""

from __future__ import annotations

import pytest

from page.evening import lay_table, next_change, open_tab, say
from page.eyes import look, open_with_axe
from page.hands import Player, Pointer
from page.test_curtain import lay_for_two
from page.tree import read

SCREENS = {
    "Bacchus’ Banquet": ["Pick three", "To whom do you offer", "The Gift is on its way", "The Gift lies before"],
    "Ben Hur": ["Which card do you play", "which deck"],
    "Bacchanalia": ["Choose a Deus", "Who are you", "Tell your scene", "Will you lock", "The turn is ending"],
}
OPTIONS = [{}, {"length": 1}, {"appearances": 3}]


def visitor(house, number):
    address, chromium = house
    page = open_with_axe(chromium, address, wishes=OPTIONS[number])
    page.locator(".game").nth(2).wait_for()
    return page


@pytest.mark.parametrize("number", range(3), ids=SCREENS)
def test_axe_finds_nothing_in_the_lobby(house, number):
    page = visitor(house, number)
    page.locator(".game").nth(number).click()
    page.locator("form summary").first.click()
    found = look(page, "lobby")
    if number == 0:
        page.get_by_role("button", name="Settings").click()
        found += look(page, "settings")
    assert found == []
    page.context.close()


def test_axe_finds_nothing_in_how_a_game_is_played(house):
    page = visitor(house, 0)
    found = []
    for game in ("banquet", "benhur", "bacchanalia"):
        page.goto(f"{house[0]}/how/{game}")
        page.get_by_role("button", name=say("howto.next")).click()
        found += look(page, f"how {game} is played")
    assert found == []
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize("number", range(3), ids=SCREENS)
def test_axe_finds_nothing_at_the_table(house, number):
    page = visitor(house, number)
    lay_table(page, number, seats="3", bots="2")
    begin = page.get_by_role("button", name=say("page.start"))
    begin.wait_for()
    found = look(page, "waiting room")
    begin.click()
    if number == 2:
        adult = page.get_by_role("button", name="I am an adult")
        adult.wait_for()
        found += look(page, "gate")
        adult.click()
    found += look_through(page, list(SCREENS.values())[number])
    open_tab(page, "The rules at hand")
    found += look(page, "the end, with the rules")
    page.get_by_role("button", name="Look back at this game").click()
    page.get_by_role("slider").wait_for()
    found += look(page, "replay")
    assert found == []
    page.context.close()


@pytest.mark.parametrize("number", range(3), ids=SCREENS)
def test_axe_finds_nothing_beside_the_guide_and_under_a_veil(house, number):
    page = visitor(house, number)
    page.locator(".learn").nth(number).click()
    page.wait_for_url("**/t/*")
    if number == 2:
        page.get_by_role("button", name="I am an adult").click()
    page.locator("section.guide").wait_for()
    found = look(page, "guide")
    if number == 2:
        page.get_by_role("button", name="Stop, please").click()
        page.locator("section.curtain").wait_for()
        found += look(page, "veiled")
    assert found == []
    page.context.close()


def test_axe_finds_nothing_at_the_curtain(house):
    page = visitor(house, 0)
    lay_for_two(page)
    page.get_by_role("button", name=say("page.start")).click()
    page.locator("#curtain-title").wait_for()
    assert look(page, "curtain") == []
    page.context.close()


def leave_shown(page):
    """The way out of a tale, on the leaf of the people and far from the cards (BC-27)."""
    page.locator("#leaf-company").click()
    return page.get_by_role("button", name="Leave the story for good")


def look_through(page, screens):
    """Play to the end, and look at each of the screens when it comes for the first time."""
    player = Player(page, Pointer(page))
    wanted = list(screens)
    found = []
    while not player.head.over(tree := player.tree or read(page)):
        player.tree = tree
        asked = player.head.asked(tree) or ""
        screen = next((one for one in wanted if one in asked), None)
        if screen:
            wanted.remove(screen)
            found += look(page, asked)
        if not wanted and "Your turn: draw" in asked:
            leave_shown(page).click()  # a tale is long; the bots tell the rest at once
            sure = page.get_by_role("button", name="Yes, end my story here")
            sure.click()
            sure.wait_for(state="detached")
            player.tree = []
        elif not player.go_on():
            next_change(page)
    return found
