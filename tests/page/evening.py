"""A real browser at a real table: how the tests and the pictures of the page drive it."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from bench.ports import free_port

from deals import DEALS
from sizes import PROOF

WORDS = [
    Path(__file__).parents[2] / folder
    for folder in ("web/words", "src/triclinium/words", "src/triclinium/games/bacchanalia/words")
]
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
SHELL = shutil.which("chromium-headless-shell") or "/usr/bin/chromium-headless-shell"
"""The same without windows, in half the processor time; it knows no notifications."""
WITHOUT = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,LensOverlay,MediaRouter,OptimizationHints,PaintHolding"
"""Two pages behind the address bar of every visitor took longer than ours; the rest Playwright leaves out by itself."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync"]
ARGUMENTS += [f"--disable-features={WITHOUT}"]
if not PROOF:
    ARGUMENTS += ["--js-flags=--no-opt --no-maglev"]
"""To make scripts fast takes longer than they run here; where the proof measures them, they are as fast as anywhere."""
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
CHANGED = """(most) => new Promise((done) => {
  const watch = new MutationObserver(() => end());
  const end = () => { watch.disconnect(); clearTimeout(late); done(); };
  const late = setTimeout(end, most);
  const told = ["class", "disabled", "hidden", "open", "role", "aria-label", "aria-pressed", "aria-checked"];
  watch.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: told });
})"""
"""Not what only moves: whoever looks at every frame has no time for anything else."""
WITHOUT_PAUSES = """{
  const { fetch } = window;
  window.fetch = (where, what) => {
    if (where !== "/api/tables" || what?.method !== "POST") return fetch(where, what);
    const asked = JSON.parse(what.body);
    const wanted = { ...asked, options: { ...asked.options, ...WISHES }, quick: true, window: 0 };
    return fetch(where, { ...what, body: JSON.stringify(wanted) });
  };
}"""
"""Bots answer at once at the tables that are made here; people would want to see them think. This is done in the page:
who routes one request in Playwright lets it hold every request of that visitor."""
MOVING = {"reduced_motion": "no-preference"}
TWICE_AS_FAST = """localStorage.setItem("triclinium-settings", JSON.stringify({ speed: 2 }));"""
GENEROUS = ["--no-warm", "--requests-per-minute", "100000", "--tables-per-address", "10000"]
"""All visitors of all tests come from one address."""


@cache
def say(key: str, language: str = "en") -> str:
    """What the page says under this key, if it takes no arguments."""
    for folder in WORDS:
        words: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        if key in words:
            return words[key]
    raise KeyError(key)


@contextmanager
def served(folder: Path | None = None, port: int | None = None, *more: str) -> Iterator[str]:
    """A server of its own, on a free port and a fresh folder if none is named; gives its address."""
    port = port or free_port()
    with tempfile.TemporaryDirectory() as fresh:
        data = str(folder or fresh)
        command = [*DEALS.command(), "serve", "--port", str(port), "--data", data, *GENEROUS, *more]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert server.stdout is not None
        try:
            assert b"The table is laid" in server.stdout.readline(), "the server did not start"
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.communicate(timeout=20)


@contextmanager
def browser() -> Iterator[Any]:
    """Debian's Chromium, without windows."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, launched(playwright.chromium, SHELL) as chromium:
        yield chromium


@contextmanager
def launched(kind: Any, path: str) -> Iterator[Any]:
    running = kind.launch(executable_path=path, args=ARGUMENTS)
    try:
        yield running
    finally:
        running.close()


def open_page(
    chromium: Any,
    address: str,
    size: dict[str, int] | None = None,
    wishes: dict[str, Any] | None = None,
    script: str = "",
    **more: Any,
) -> Any:
    """A fresh visitor's page; whatever it complains of is kept in `page.complaints`.

    Tables made from it wait for nothing, and have the options among the `wishes`. The page is not kept for a poor line
    (`service_workers="allow"` does): that costs as much as a fifth of opening it. Nor does it move (`**MOVING` does).
    The `script` runs in every page of this visitor before ours.
    """
    usual = {"viewport": size or DESKTOP, "locale": "en-GB", "service_workers": "block", "reduced_motion": "reduce"}
    context = chromium.new_context(**usual | more)
    context.add_init_script(WITHOUT_PAUSES.replace("WISHES", json.dumps(wishes or {})) + script)
    return watched(context, address)


def watched(context: Any, address: str) -> Any:
    """One more page of the same visitor."""
    page = context.new_page()
    page.add_init_script(DEALS.script())
    page.complaints = []
    page.on("console", lambda message: message.type == "error" and page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.awaited = {}
    page.on("request", lambda request: page.awaited.update({request: request.url}))
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda request: page.awaited.pop(request, None))
    page.goto(address)
    return page


def told_of(page: Any) -> str:
    """Where a page stands, for whoever reads why a test failed."""
    shown = page.locator("body").inner_text(timeout=5_000)
    return f"{page.url}\ncomplaints: {page.complaints}\nawaited: {sorted(page.awaited.values())}\n{shown}"


def next_change(*pages: Any) -> None:
    """Wait until something on the first page changes; a little later look again at all, whatever they show."""
    pages[0].evaluate(CHANGED, 250 if len(pages) == 1 else 120)


def be_called(page: Any, name: str) -> None:
    """Give one's name, which is asked for once and can be changed afterwards."""
    field = page.locator("input[autocomplete=nickname]")
    change = page.locator(".row.who > button")  # whatever language it speaks
    field.or_(change).first.wait_for()
    if not field.count():
        change.click()
    field.fill(name)


def lay_table(page: Any, game: int, name: str = "Livia", seats: str | None = None, bots: str | None = None) -> None:
    """Make a table for the game of this number in the lobby, and sit down at it."""
    page.locator(".game").nth(game).click()
    be_called(page, name)
    selects = page.locator(".make select")
    if seats is not None:
        selects.nth(0).select_option(seats)
    if bots is not None:
        selects.nth(1).select_option(bots)
    page.locator(".make button.primary").click()
    page.wait_for_url("**/t/*")


def open_tab(page: Any, name: str) -> None:
    """A tab of the drawer beside the board, or of the sheet on a phone."""
    drawer = page.locator("header.bar button[aria-expanded]")
    if drawer.get_attribute("aria-expanded") == "false":
        drawer.click()
    page.get_by_role("tab", name=name).click()


def open_menu(page: Any) -> None:
    """The menu of a table: settings, rules, rest, the way home."""
    page.locator("header [popovertarget]").click()


def go_home(page: Any) -> None:
    """From a table back to the lobby."""
    open_menu(page)
    page.locator("#table-menu").get_by_role("link", name=say("page.lobby")).click()


def open_settings(page: Any) -> None:
    """The sheet of settings, from the lobby or from the menu of a table."""
    menu = page.locator("header [popovertarget]")
    if menu.count():
        menu.click()
    page.locator("header [aria-haspopup=dialog]").first.click()


def speak(page: Any, language: str) -> None:
    """Choose a language, wherever the choice stands: in the header, in the menu of a table, in an open sheet."""
    page.locator("dialog[open] select, header select").last.select_option(language, force=True)
    page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)


def picture(page: Any, folder: Path, name: str) -> None:
    page.screenshot(path=folder / f"{name}.png")
