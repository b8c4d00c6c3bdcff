"""The tale to keep, from the page: a book in every form, by consent with names; and a passage read aloud."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from page.evening import lay_table, next_change, open_page, open_tab, say
from page.hands import IDLE_MOST, LOOKS, Player, Pointer

SIZES = ((1440, 900), (1280, 800), (820, 1180), (390, 844))
ON_TOP = """one => { const { left, right, top, bottom } = one.getBoundingClientRect();
  const corners = [[left + 3, top + 3], [right - 3, bottom - 3]];
  return corners.every(([x, y]) => one.contains(document.elementFromPoint(x, y))); }"""
"""Whether a whole button is to be seen and can be clicked."""


def downloaded(page, name) -> str:
    with page.expect_download() as waiting:
        page.get_by_role("link", name=name).click()
    return Path(waiting.value.path()).read_bytes().decode("utf-8", "replace")


def test_the_book_of_a_tale_names_whoever_has_ticked_it(house):
    address, chromium = house
    page = open_page(chromium, address, accept_downloads=True)
    page.locator(".game").nth(2).wait_for()
    lay_table(page, 2, name="Zoë Ferrari", seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).click()
    page.get_by_role("button", name="I am an adult").click()
    open_tab(page, "People")
    page.get_by_role("button", name=say("people.end")).click()
    page.get_by_role("button", name=say("drawer.close")).click()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        keep = page.get_by_role("button", name=say("page.tale"))
        keep.wait_for()
        assert keep.evaluate(ON_TOP), f"to be seen without scrolling at {width} x {height}"
    keep.click()
    for format, opening in {"html": "<!doctype html>", "pdf": "%PDF-", "booklet": "%PDF-", "epub": "PK"}.items():
        book = downloaded(page, say(f"page.tale.{format}"))
        assert book.startswith(opening) and "Zoë" not in book
    tick = page.get_by_role("dialog").get_by_role("checkbox", name=say("seat.credit"))
    assert not tick.is_checked()
    assert "Zoë Ferrari" not in downloaded(page, say("page.tale.names"))
    tick.check()
    for _ in range(LOOKS):
        names = json.loads(downloaded(page, say("page.tale.names")))
        if any(names):
            break
        next_change(page)
    assert names.count("Zoë Ferrari") == 1 and names.count(None) == 2
    assert "Zoë Ferrari" in downloaded(page, say("page.tale.html"))
    read_by_a_stranger(page, chromium)
    assert page.complaints == []
    page.context.close()


def read_by_a_stranger(page, chromium) -> None:
    """Whoever has the link reads the book without sitting down, until the yes is taken back."""
    yes = page.get_by_role("checkbox", name=say("seat.share"))
    assert not yes.is_checked()
    yes.check()
    link = page.get_by_label(say("share.link")).input_value()
    stranger = open_page(chromium, link)
    stranger.get_by_role("button", name="I am an adult").click()
    stranger.get_by_role("heading", name=say("story.untitled")).wait_for()
    assert stranger.context.cookies() == []
    assert stranger.locator("meta[name=robots]").get_attribute("content").startswith("noindex")
    yes.uncheck()
    page.get_by_label(say("share.link")).wait_for(state="detached")
    stranger.reload()
    stranger.get_by_role("heading", name=say("share.gone")).wait_for()
    stranger.context.close()


VOICES = """(() => {
  const named = (lang) => ({ lang, name: lang, voiceURI: lang, default: false, localService: true });
  const voices = [named("it-IT"), named("en-GB")];
  const fake = { spoken: [], cancelled: 0, getVoices: () => voices, addEventListener() {},
    speak(one) { this.spoken.push([one.lang, one.text]); }, cancel() { this.cancelled += 1; } };
  Object.defineProperty(window, "speechSynthesis", { value: fake });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
})()"""
"""Voices that say nothing, and remember what they were given."""
READ = """() => {
  const button = [...document.querySelectorAll("button.aloud")].find((one) => one.textContent.includes("Read aloud"));
  if (!button) return null;
  const told = button.closest(".passage").innerText;
  button.click();
  return [told, speechSynthesis.spoken];
}"""
"""In one go: the leaf may turn to a new passage at any moment."""


def test_a_passage_is_read_aloud_by_the_browsers_own_voice_in_the_readers_language(house):
    address, chromium = house
    page = open_page(chromium, address)
    page.context.add_init_script(VOICES)
    page.reload()
    page.locator(".game").nth(2).wait_for()
    lay_table(page, 2, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).click()
    page.get_by_role("button", name="I am an adult").click()
    player = Player(page, Pointer(page))
    for _ in range(IDLE_MOST):
        if found := page.evaluate(READ):
            break
        if not player.go_on():
            next_change(page)
    told, spoken = found
    assert spoken and {language for language, _ in spoken} == {"en-GB"}
    assert all(text in " ".join(told.split()) for _, text in spoken)
    stop = page.get_by_role("button", name="Stop reading")
    stop.wait_for()
    cancelled = page.evaluate("speechSynthesis.cancelled")
    leaves = page.get_by_role("tab")
    for number in range(leaves.count()):  # and whatever is asked meanwhile
        leaves.nth(number).click()
        expect(stop, "whoever hears a voice can stop it").to_have_count(1)
    stop.click()
    expect(stop).to_have_count(0)
    assert page.evaluate("speechSynthesis.cancelled") == cancelled + 1
    assert page.complaints == []
    page.context.close()
