"""Take the pictures of the page: `make shots`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from page.evening import DESKTOP, PHONE, browser, lay_table, open_page, picture, say, served
from page.hands import Player, Pointer, play_to_the_end
from page.tree import read

FOLDER = Path(__file__).parent / "pictures"
GAMES = {
    "banquet": ("Pick three", {"privileges": "open"}),
    "benhur": ("Which card do you play", {"length": 1}),
    "bacchanalia": ("Tell your scene", {"appearances": 3}),
}
"""The question at which a board is photographed, and the options of its table."""
TURNS = 2
"""A board shows more once something has happened on it."""


def main() -> None:
    """Every main screen, on a desktop by day and on a phone by night."""
    with served() as address, browser() as chromium:
        for size, kind, theme in ((DESKTOP, "desktop", "light"), (PHONE, "phone", "dark")):
            for number, game in enumerate(GAMES):
                wish = {"wishes": GAMES[game][1], "reduced_motion": "reduce", "color_scheme": theme}
                page = open_page(chromium, address, size, **wish)
                page.locator(".game").nth(2).wait_for()
                if number == 0:
                    at_the_door(page, kind)
                at_the_table(page, number, game, kind)
                page.context.close()


def at_the_door(page: Any, kind: str) -> None:
    """The lobby, and a table being made."""
    picture(page, FOLDER, f"lobby-{kind}")
    page.locator(".game").first.click()
    page.locator(".make summary").first.click()
    page.locator(".make").scroll_into_view_if_needed()
    picture(page, FOLDER, f"options-{kind}")
    page.get_by_role("button", name="Settings").click()
    picture(page, FOLDER, f"settings-{kind}")
    page.keyboard.press("Escape")


def at_the_table(page: Any, number: int, game: str, kind: str) -> None:
    """The waiting room and the board in play; once for all games, the end, the replay and the rules."""
    lay_table(page, number, seats="3" if game == "bacchanalia" else "4", bots="2" if game == "bacchanalia" else "3")
    begin = page.get_by_role("button", name=say("page.start"))
    begin.wait_for()
    if number == 0:
        picture(page, FOLDER, f"waiting-{kind}")
    begin.click()
    if game == "bacchanalia":
        adult = page.get_by_role("button", name="I am an adult")
        adult.wait_for()
        picture(page, FOLDER, f"gate-{kind}")
        adult.click()
    player = Player(page, Pointer(page))
    play_until(player, GAMES[game][0])
    page.evaluate("scrollTo(0, 0)")
    picture(page, FOLDER, f"{game}-{kind}")
    if number == 0:
        afterwards(page, player, kind)


def play_until(player: Player, question: str) -> None:
    """Play until something is asked for the second or third time, and lay out most of the answer."""
    asked_before = ""
    turns = 0
    while turns < TURNS and not player.over():
        asked = player.head.asked(read(player.page)) or ""
        turns += question in asked and asked != asked_before
        asked_before = asked
        if turns < TURNS and not player.go_on():
            player.page.wait_for_timeout(50)
    player.go_on()


def afterwards(page: Any, player: Player, kind: str) -> None:
    """The end of a game, the game looked back at, and the rules."""
    play_to_the_end(player, seconds=300)
    page.evaluate("scrollTo(0, 0)")
    picture(page, FOLDER, f"end-{kind}")
    page.get_by_role("button", name="Look back at this game").click()
    page.get_by_role("slider").fill("40")
    page.get_by_text("Step 40 of").wait_for()
    page.wait_for_timeout(500)
    page.evaluate("scrollTo(0, 0)")
    picture(page, FOLDER, f"replay-{kind}")
    rules = page.get_by_text("The rules at hand").first
    rules.click()
    rules.evaluate("(rules) => rules.scrollIntoView()")
    picture(page, FOLDER, f"rules-{kind}")


if __name__ == "__main__":
    main()
