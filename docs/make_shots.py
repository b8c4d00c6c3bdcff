"""Take the pictures of the page: `make shots`.

What the documentation shows, the three boards and a film, goes to docs/pictures; with a folder named, every main screen
goes there at four sizes, by day and by night, and the lobby in five languages.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from page.evening import MOVING, browser, lay_table, open_page, open_tab, picture, say, served, speak
from page.hands import Player, Pointer, play_to_the_end
from page.test_replay import MAKE, OVER
from page.tree import read
from triclinium.words import LANGUAGES

FOLDER = Path(__file__).parent / "pictures"
SIZES = {"1440x900": (1440, 900), "1280x800": (1280, 800), "820x1180": (820, 1180), "390x844": (390, 844)}
GAMES = {
    "banquet": ("Pick three", {"privileges": "open"}),
    "benhur": ("Which card do you play", {"length": 1}),
    "bacchanalia": ("Tell your scene", {"appearances": 3}),
}
"""The question at which a board is photographed, and the options of its table."""
BESIDE = 1000
"""From this width on the drawer is beside the board."""
TURNS = 2
"""A board shows more once something has happened on it."""
FILM_SECONDS, FILM_WIDTH, FRAME_MS, COLOURS = 10, 640, 80, 255
LONGEST_WAY = """async (table) => {
  const { steps } = await (await fetch(`/api/tables/${table}/replay?eyes=public&at=0&count=400`)).json();
  const kinds = steps.map(({ events }) => events.map(({ kind }) => kind));
  let [best, longest, began, hands] = [0, 0, 0, 0];
  kinds.forEach((happened, n) => {
    if (happened.includes("card_laid") || happened.includes("cards_picked")) [began, hands] = [n, 0];
    hands += happened.includes("gift_offered");
    if (happened.includes("gift_accepted") && hands > longest) [best, longest] = [began, hands];
  });
  return steps[Math.max(0, best - 1)].at;
}"""
"""The step before the lead lays its cards, in the round whose Gift goes through most hands."""


GO_ON = """async (by) => {
  window.seen ??= new WeakMap();
  for (const one of document.getAnimations()) {
    const at = (window.seen.get(one) ?? 0) + by;
    const { endTime } = one.effect.getComputedTiming();
    window.seen.set(one, at);
    if (at >= endTime) one.finish();
    else {
      one.pause();
      one.currentTime = at;
    }
  }
  await Promise.resolve();
}"""
"""What moves by itself moves on by so many milliseconds, and stands still again."""


class Camera:
    """Takes a screen as the documentation shows it, or at every size and by both lights."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def take(self, page: Any, name: str) -> None:
        if self.folder is None:
            if name in GAMES:
                picture(page, FOLDER, f"{name}-desktop")
            return
        before = page.viewport_size
        page.mouse.move(0, 0)  # nothing lies under the pointer
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            drawer = page.locator("header.bar button[aria-expanded]")
            if width < BESIDE and drawer.count() and drawer.get_attribute("aria-expanded") == "true":
                drawer.click()  # where it does not fit beside the board it is opened by hand
            for theme in ("light", "dark"):
                page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
                page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
                picture(page, self.folder, f"{name}-{size}-{theme}")
        page.set_viewport_size(before)


def main() -> None:
    """The boards and the film; or every main screen for a close look."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    with served() as address, browser() as chromium:
        camera = Camera(folder)
        for number, game in enumerate(GAMES):
            page = open_page(chromium, address, wishes=GAMES[game][1], color_scheme="light")
            page.locator(".game").nth(2).wait_for()
            if number == 0 and folder:
                at_the_door(page, camera, address)
            at_the_table(page, number, game, camera)
            page.context.close()
        if folder is None:
            film(chromium, address)


def at_the_door(page: Any, camera: Camera, address: str) -> None:
    """The lobby, a table being made, the settings, and how a game is played."""
    camera.take(page, "lobby")
    if camera.folder:
        for language in LANGUAGES:
            speak(page, language)
            picture(page, camera.folder, f"lobby-{language}")
        speak(page, "en")
    page.locator(".game").first.click()
    page.locator(".make summary").first.click()
    page.locator(".make").scroll_into_view_if_needed()
    camera.take(page, "options")
    page.get_by_role("button", name="Settings").click()
    camera.take(page, "settings")
    page.keyboard.press("Escape")
    page.goto(f"{address}/how/banquet#lay")
    page.locator("article .scene").wait_for()
    camera.take(page, "how")
    page.goto(address)
    page.locator(".game").nth(2).wait_for()


def at_the_table(page: Any, number: int, game: str, camera: Camera) -> None:
    """The waiting room and the board in play; once for all games, the end, the replay and the rules."""
    lay_table(page, number, seats="3" if game == "bacchanalia" else "4", bots="2" if game == "bacchanalia" else "3")
    begin = page.get_by_role("button", name=say("page.start"))
    begin.wait_for()
    if number == 0:
        camera.take(page, "waiting")
    begin.click()
    if game == "bacchanalia":
        adult = page.get_by_role("button", name="I am an adult")
        adult.wait_for()
        camera.take(page, "gate")
        adult.click()
    player = Player(page, Pointer(page))
    play_until(player, GAMES[game][0])
    while player.over():  # before it came to that: another game
        page.get_by_role("button", name=say("page.rematch")).click()
        begin.click()
        player = Player(page, Pointer(page))
        play_until(player, GAMES[game][0])
    camera.take(page, game)
    if number == 0 and camera.folder:
        afterwards(page, player, camera)


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
    if turns == TURNS:
        player.go_on()


def afterwards(page: Any, player: Player, camera: Camera) -> None:
    """The end of a game, the game looked back at, and the rules."""
    play_to_the_end(player)
    page.reload()  # whoever played may have put the end aside
    page.locator(".ending").wait_for()
    camera.take(page, "end")
    page.get_by_role("button", name=say("page.show_replay")).click()
    slider = page.locator(".replay input[type=range]")
    page.wait_for_function("() => document.querySelector('.replay input[type=range]')?.max > 0")
    half = int(slider.get_attribute("max") or 0) // 2
    slider.fill(str(half))
    page.get_by_text(f"{half} of").first.wait_for()
    page.wait_for_timeout(500)
    camera.take(page, "replay")
    open_tab(page, "The rules at hand")
    camera.take(page, "rules")


def film(chromium: Any, address: str) -> None:
    """A round of bots as it is played again: a Gift on its way from couch to couch, as a short film."""
    page = open_page(chromium, address, {"width": 960, "height": 900}, **MOVING)
    page.clock.install()
    page.locator(".game").nth(2).wait_for()
    table = page.evaluate(MAKE, {"name": "banquet", "bot": "thumb", "seats": 4})
    page.evaluate(OVER, table)
    page.goto(f"{address}/t/{table}#replay/{page.evaluate(LONGEST_WAY, table)}/public")
    page.wait_for_function("() => document.querySelector('input[type=range]')?.max > 0")
    page.locator(".ring .card").first.wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.get_by_role("button", name=say("replay.play"), exact=True).click()
    page.mouse.move(0, 0)
    shots = [filmed(page) for _ in range(FILM_SECONDS * 1000 // FRAME_MS)]
    palette = colours_of(shots)
    drawn = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for shot in shots]
    drawn[0].save(FOLDER / "gift.gif", save_all=True, append_images=drawn[1:], duration=FRAME_MS, loop=0, optimize=True)
    page.context.close()


def filmed(page: Any) -> Image.Image:
    """The next picture: time stands still while it is taken, so that a slow machine films as smoothly as a fast one."""
    page.clock.run_for(FRAME_MS)
    page.evaluate(GO_ON, FRAME_MS)
    with Image.open(BytesIO(page.locator(".stage").screenshot())) as shot:
        return shot.convert("RGB").resize((FILM_WIDTH, round(shot.height * FILM_WIDTH / shot.width)))


def colours_of(shots: list[Image.Image]) -> Image.Image:
    """One palette for all: then a frame holds only what has moved."""
    some = shots[:: max(1, len(shots) // 12)]
    wide, high = some[0].size
    laid = Image.new("RGB", (wide, high * len(some)))
    for number, shot in enumerate(some):
        laid.paste(shot, (0, number * high))
    return laid.quantize(COLOURS)


if __name__ == "__main__":
    main()
