"""A whole game of each kind by keyboard alone: Tab, arrows, Enter, space and letters; the mouse is never touched."""

from __future__ import annotations

import pytest

from page.evening import open_page, say
from page.hands import STEPS_MOST, Keyboard, Player, play_to_the_end
from sizes import many

SHORTEST = {
    "Bacchus’ Banquet": {"privileges": "open"},
    "Ben Hur": {"length": 1},
    "Bacchanalia": {"appearances": 3},
}
STEPS = {"Bacchus’ Banquet": STEPS_MOST, "Ben Hur": many(35, STEPS_MOST), "Bacchanalia": many(25, STEPS_MOST)}
"""A race and a tale are long: to their ends they are played by keyboard in the proof, and under the eyes of axe."""
WITHOUT_A_MOUSE = """
for (const kind of ["pointerdown", "mousedown", "touchstart"])
  addEventListener(kind, () => (window.touched = kind), true);
"""


def lay_by_keyboard(keyboard, game):
    """Choose the game, give a name, lay the table and begin."""
    bare = game.replace(" ", "")
    keyboard.tab_to(lambda role, name: role == "button" and name.startswith(bare) and name != bare)
    keyboard.press("Enter")
    keyboard.page.get_by_role("textbox", name="Your name").wait_for()
    keyboard.tab_to(lambda role, name: (role, name) == ("textbox", "Yourname"))
    keyboard.keys.type("Livia")
    keyboard.tab_to(lambda role, name: role == "combobox" and name.startswith("Seats"))
    keyboard.keys.type("3")
    keyboard.tab_to(lambda role, name: (role, name) == ("button", "Laythetable"))
    keyboard.press("Enter")
    keyboard.page.wait_for_url("**/t/*")
    begin = keyboard.page.get_by_role("button", name=say("page.start"))
    begin.wait_for()
    keyboard.tab_to(lambda role, name: (role, name) == ("button", "".join(say("page.start").split())))
    keyboard.press("Enter")
    begin.wait_for(state="detached")


@pytest.mark.long
@pytest.mark.parametrize("game", SHORTEST)
def test_a_whole_game_by_keyboard_alone(house, game):
    address, chromium = house
    page = open_page(chromium, address, wishes=SHORTEST[game], script=WITHOUT_A_MOUSE)
    page.locator(".game").nth(2).wait_for()
    keyboard = Keyboard(page)
    lay_by_keyboard(keyboard, game)
    if game == "Bacchanalia":
        keyboard.tab_to(lambda role, name: role == "button" and name.startswith("Iamanadult"))
        keyboard.press("Enter")
    player = Player(page, keyboard)
    before = keyboard.pressed
    play_to_the_end(player, most=STEPS[game])
    assert page.evaluate("window.touched") is None
    assert page.complaints == []
    # The keyboard is never far from what is asked: otherwise Tab would lead through the whole page each time.
    assert (keyboard.pressed - before) / player.steps < 12
    if game == "Ben Hur":
        assert any(": clear" in verdict for verdict in player.head.read_out)
    page.context.close()
