"""What axe finds on a screen, in all languages, by day and by night, at a desk and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32

from page.evening import DESKTOP, PHONE, open_page, speak
from sizes import PROOF
from triclinium.words import LANGUAGES as ALL

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LANGUAGES = (*(language for language in ALL if language != "en"), "en")
RUN = """async ([levels, rules]) => {
  const wanted = rules.length ? { type: "rule", values: rules } : { type: "tag", values: levels };
  const found = await axe.run(document, { runOnly: wanted, resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
    [id, html.slice(0, 200), ...[...any, ...all, ...none].map(({ message }) => message)].join(" | ")));
}"""


def open_with_axe(chromium: Any, address: str, **more: Any) -> Any:
    """A page whose content policy, which keeps such scripts out, is bypassed."""
    return open_page(chromium, address, script=AXE.read_text(encoding="utf-8"), bypass_csp=True, **more)


def dress(page: Any, theme: str) -> None:
    page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)


def find(page: Any, *rules: str) -> list[str]:
    return page.evaluate(RUN, [LEVELS, list(rules)])


def languages(screen: str) -> tuple[str, ...]:
    """In the proof every screen is looked at in all languages; otherwise in English and one other, by its name."""
    return LANGUAGES if PROOF else (LANGUAGES[crc32(screen.encode()) % 4], "en")


def look(page: Any, screen: str) -> list[str]:
    """All that axe has against a screen.

    In the proof it is looked at by night and by day in all languages; otherwise by night in one, on a phone, and by day
    in English, at a desk.
    """
    found = look_everywhere(page, screen) if PROOF else look_twice(page, screen)
    return [f"{where}: {told}" for told, where in found.items()]


def look_twice(page: Any, screen: str) -> dict[str, str]:
    other, english = languages(screen)
    speak(page, other)
    dress(page, "dark")
    page.set_viewport_size(PHONE)
    found = dict.fromkeys(find(page), f"{screen}, {other}, dark, on a phone")
    page.set_viewport_size(DESKTOP)
    speak(page, english)
    dress(page, "light")
    return found | dict.fromkeys(find(page), f"{screen}, {english}, light")


def look_everywhere(page: Any, screen: str) -> dict[str, str]:
    """By night only colours differ, so only these are looked at again."""
    found: dict[str, str] = {}
    for language in languages(screen):
        speak(page, language)
        for theme, rules in (("dark", ["color-contrast"]), ("light", [])):
            dress(page, theme)
            found |= dict.fromkeys(find(page, *rules), f"{screen}, {language}, {theme}")
    page.set_viewport_size(PHONE)
    found |= dict.fromkeys(find(page), f"{screen}, on a phone")
    page.set_viewport_size(DESKTOP)
    return found
