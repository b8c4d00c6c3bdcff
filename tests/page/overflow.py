"""What would not fit on a screen, and a language of longer words to find it with before a translator does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from zlib import crc32

from sizes import PROOF

WIDTHS = (390, 768, 1280)
HEIGHT = 844
HERE = Path(__file__).parent
LONGER = (HERE / "longer.js").read_text(encoding="utf-8")
TOO_WIDE = (HERE / "too_wide.js").read_text(encoding="utf-8")


def speak_longer(context: Any) -> None:
    """Let the words of this browser's English be longer: they are changed on their way, the page itself is not."""
    context.route(re.compile(r"/assets/en-[^/]*\.js$"), _lengthened)


def _lengthened(route: Any) -> None:
    answer = route.fetch()
    script = answer.text()
    name = re.search(r"export\{(\w+) as default\}", script)
    assert name is not None, "the words of the page are built in another way now"
    lengthening = f"for(const key in {name[1]}){name[1]}[key]=longer({name[1]}[key]);"
    route.fulfill(response=answer, body=LONGER + script.replace(name[0], lengthening + name[0]))


def widths(screen: str) -> tuple[int, ...]:
    """In the proof every screen is looked at in all widths; otherwise in one, by its name."""
    return WIDTHS if PROOF else (WIDTHS[crc32(screen.encode()) % 3],)


def other_widths(screen: str) -> tuple[int, ...]:
    """The widths that are left; in the proof all again."""
    return tuple(width for width in WIDTHS if PROOF or width not in widths(screen))


def too_wide(page: Any, usual: tuple[int, ...] = WIDTHS) -> dict[int, list[str]]:
    """What does not fit at each of the usual widths; afterwards the window is as wide as a desktop's."""
    found = {}
    for width in usual:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        if wrong := page.evaluate(TOO_WIDE):
            found[width] = wrong
    if usual[-1] != WIDTHS[-1]:
        page.set_viewport_size({"width": WIDTHS[-1], "height": HEIGHT})
    return found


def report(found: dict[str, dict[int, list[str]]]) -> str:
    """Everything that was found, to be read."""
    return json.dumps(found, indent=1, ensure_ascii=False)
