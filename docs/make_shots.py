"""Take the pictures of the page: `make shots`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from page.evening import DESKTOP, PHONE, browser, lay_table, open_page, picture, served

FOLDER = Path(__file__).parent / "pictures"
GAMES = ("banquet", "benhur", "bacchanalia")


def main() -> None:
    """The lobby and a table of each game, on a desktop and on a phone."""
    with served() as address, browser() as chromium:
        for size, kind in ((DESKTOP, "desktop"), (PHONE, "phone")):
            page = open_page(chromium, address, size)
            page.locator(".game").first.wait_for()
            picture(page, FOLDER, f"lobby-{kind}")
            for number, game in enumerate(GAMES):
                page.goto(address)
                page.locator(".game").first.wait_for()
                lay_table(page, number)
                page.locator("button.primary").first.click()
                if game == "bacchanalia":
                    page.locator("button.primary").first.click()
                page.wait_for_timeout(9000)
                picture(page, FOLDER, f"{game}-{kind}")
            page.context.close()


if __name__ == "__main__":
    main()
