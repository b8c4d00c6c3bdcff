"""From the door to the table: options, waiting room, links, seats that change hands, the host's tools, settings."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from page.evening import CHROMIUM, PHONE, go_home, launched, lay_table, next_change, open_menu, open_page, open_tab, say
from page.hands import LOOKS
from triclinium.table.ops.journal import Journal
from triclinium.table.people.notices import Notice, Post

DECK = (files("triclinium.games.banquet") / "data/cards.toml").read_text(encoding="utf-8")
FIRST_LOAD = 180_000
NOTIFICATIONS = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let look = 0; look < 40; look++) {
    const shown = await worker.getNotifications();
    if (shown.length) return shown.map((one) => [one.body, one.data]);
    await new Promise((later) => setTimeout(later, 50));
  }
  return [];
}"""
AT_HOME = """
delete Crypto.prototype.randomUUID;
Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
"""
COPIES = {"permissions": ["clipboard-read", "clipboard-write"]}


def enter(house: tuple[str, Any], **more: Any) -> Any:
    address, chromium = house
    page = open_page(chromium, address, **more)
    page.locator(".game").first.wait_for()
    return page


def more_options(page: Any, game: int) -> None:
    page.locator(".game").nth(game).click()
    page.get_by_text("More options").click()


def copied(page: Any, link: str, button: str = "Copy the link") -> str:
    """The address of a link of this kind, by its button."""
    page.locator(".link").filter(has_text=link).get_by_role("button", name=button).click()
    page.get_by_label(f"Address: {link}").wait_for()
    return str(page.get_by_label(f"Address: {link}").input_value())


def sit_down(house: tuple[str, Any], link: str, name: str) -> Any:
    page = open_page(house[1], link, **COPIES)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    return page


def begin(*pages: Any) -> None:
    for page in pages:
        page.get_by_role("button", name=say("page.start")).click()
    for page in pages:
        page.locator(".ring").wait_for()


def two_at_table(house: tuple[str, Any]) -> tuple[Any, Any]:
    """A host and a friend with a bot, in play."""
    host = enter(house, **COPIES)
    lay_table(host, 0, "Livia", seats="3", bots="1")
    friend = sit_down(house, copied(host, "Invite", "Copy the invitation"), "Gaius")
    begin(host, friend)
    for page in (host, friend):
        page.get_by_text("People", exact=False).first.click()
    return host, friend


def leave(*pages: Any) -> None:
    for page in pages:
        assert page.complaints == []
        page.context.close()


# --- The lobby ----------------------------------------------------------------------------------


def test_the_first_load_is_light(house):
    address, chromium = house
    page = chromium.new_context(service_workers="block").new_page()
    sizes = {}

    def weigh(request):
        sizes[request.url] = request.sizes()["responseBodySize"]

    page.on("requestfinished", weigh)
    page.goto(address, wait_until="networkidle")
    page.locator(".game").nth(2).wait_for()
    assert any(url.endswith(".css") for url in sizes)
    assert sum(sizes.values()) <= FIRST_LOAD, sizes
    page.context.close()


def test_three_clicks_make_a_table(house):
    page = enter(house, size=PHONE)
    page.locator(".game").first.click()
    page.get_by_role("button", name="Lay the table").click()
    page.get_by_role("button", name=say("page.start")).click()
    page.locator(".ring").wait_for()
    leave(page)


def test_a_wrong_file_is_explained_where_it_was_chosen_and_a_good_one_is_played(house):
    page = enter(house)
    more_options(page, 0)
    choose = page.locator("input[type=file]")
    choose.set_input_files({"name": "own.toml", "mimeType": "text/plain", "buffer": b"[feathers]\na = 1"})
    page.get_by_role("button", name="Lay the table").click()
    problem = page.locator(".field", has_text="Deck: a file").get_by_role("alert")
    assert "feathers" in problem.inner_text()
    page.complaints.clear()
    own = DECK.replace('name = "', 'name = "Feast of ', 1)
    choose.set_input_files({"name": "own.toml", "mimeType": "text/plain", "buffer": own.encode()})
    page.get_by_role("button", name="Lay the table").click()
    page.get_by_text("What was agreed").click()
    page.get_by_text("Feast of").wait_for()
    leave(page)


def test_numbers_keep_within_what_the_rest_allows(house):
    page = enter(house)
    more_options(page, 1)
    chariots = page.get_by_label("Chariots:")
    page.locator(".make select").first.select_option("2")
    chariots.fill("3")
    page.locator(".make select").first.select_option("6")
    assert chariots.input_value() == "1"
    length = page.get_by_label("Length:")
    length.fill("1")
    page.get_by_label("Long race:").check()
    assert (length.input_value(), length.get_attribute("max")) == ("2", "4")
    leave(page)


@pytest.mark.parametrize(
    ("clock", "numbers", "shown"),
    [
        ("Days:", {"Days for a move": "3"}, "2 d 23 h"),
        ("A supply", {"Minutes for each seat": "90", "Seconds added": "5"}, re.compile("1:(30|29):")),
        ("So long for each move", {"Seconds for a move": "15"}, "hurry!"),
    ],
)
def test_clocks_are_asked_for_and_shown(house, clock, numbers, shown):
    page = enter(house)
    more_options(page, 0)
    page.get_by_label(clock).check()
    for name, number in numbers.items():
        page.get_by_label(name).fill(number)
    page.get_by_label("At once: no waiting").check()
    lay_table_here(page)
    begin(page)
    page.locator(".clock", has_text=shown).first.wait_for()
    leave(page)


def lay_table_here(page: Any) -> None:
    page.get_by_role("button", name="Lay the table").click()
    page.wait_for_url("**/t/*")


def test_what_a_tale_agrees_on_comes_to_the_table(house):
    page = enter(house)
    more_options(page, 2)
    page.get_by_label("Title:").fill("The Hot Road")
    page.get_by_label("Veils:").fill("blood\nsnakes")
    page.get_by_label("Bots who tell stories speak").select_option("nl")
    lay_table_here(page)
    page.get_by_text("What was agreed").click()
    page.get_by_text("The Hot Road").wait_for()
    veils = page.get_by_role("region", name="Veils: only behind a curtain").get_by_role("listitem")
    assert veils.all_inner_texts() == ["blood", "snakes"]
    leave(page)


def test_ones_tables_wait_in_the_lobby(house):
    page = enter(house)
    lay_table(page, 0, seats="3", bots="2")
    begin(page)
    page.locator(".ask").wait_for()
    go_home(page)
    line = page.locator(".mine li").first
    line.get_by_text("Your turn").wait_for()
    assert "Livia" in line.inner_text()
    line.get_by_role("link", name="Go on").click()
    page.locator(".ring").wait_for()
    open_tab(page, "People")
    page.get_by_role("button", name="Propose to end the game here").click()
    page.get_by_text("The game is over.").first.wait_for()
    go_home(page)
    page.get_by_text("Finished games (1)").click()
    page.get_by_role("link", name="Look back").click()
    page.get_by_text("Step 0 of").wait_for()
    leave(page)


def test_a_table_at_home_needs_no_https(house):
    """Browsers give a page without https neither their digests nor names for messages, and no clipboard."""
    address, chromium = house
    page = open_page(chromium, address, script=AT_HOME)
    page.locator(".game").first.wait_for()
    lay_table(page, 0, seats="3", bots="1")
    page.get_by_role("button", name="Copy the invitation").click()
    page.get_by_text("Copy the address by hand").wait_for()
    page.get_by_role("button", name="Seat a bot").click()
    begin(page)
    leave(page)


# --- The waiting room ---------------------------------------------------------------------------


def test_seats_pass_between_bots_and_people_before_the_start(house):
    host = enter(house, **COPIES)
    lay_table(host, 0, seats="3", bots="2")
    seats = host.locator(".seats li")
    seats.nth(1).get_by_role("combobox").select_option("random")
    seats.nth(1).get_by_text("answers at random").wait_for()
    seats.nth(1).get_by_role("button", name="Keep for a person").click()
    friend = sit_down(house, copied(host, "Invite", "Copy the invitation"), "Gaius")
    friend.get_by_role("button", name=say("page.start")).click()
    seats.nth(1).get_by_text("✓ ready · here").wait_for()
    host.get_by_text("2 of 3 are ready").wait_for()
    seats.nth(1).get_by_role("button", name="Free this couch").click()
    seats.nth(1).get_by_role("button", name="Seat a bot").click()
    seats.nth(1).get_by_text("Bot (").wait_for()
    leave(host, friend)


def test_a_seat_is_handed_over_and_a_shoulder_lent(house):
    host = enter(house, **COPIES)
    lay_table(host, 0, seats="3", bots="2")
    begin(host)
    open_tab(host, "People")
    guest = host.locator("section", has_text="For your eyes only").last.inner_text()
    onlooker = open_page(house[1], copied(host, "Over my shoulder"))
    onlooker.locator(".ring").wait_for()
    assert onlooker.locator("section", has_text="For your eyes only").last.inner_text() == guest
    heir = sit_down(house, copied(host, "Hand over my seat"), "Drusilla")
    heir.locator(".ring").wait_for()
    assert heir.locator("section", has_text="For your eyes only").last.inner_text() == guest
    heir.locator(".mine", has_text="Drusilla").first.wait_for()
    onlooker.get_by_text("This table is not open to you").wait_for()
    leave(host, heir, onlooker)


# --- At the table -------------------------------------------------------------------------------


def test_the_host_mutes_for_all_and_anybody_for_themselves(house):
    host, friend = two_at_table(house)
    host.get_by_role("button", name="Mute Gaius for all").click()
    host.get_by_label("Reason, which Gaius is told").fill("too loud")
    host.get_by_role("button", name="Mute for all", exact=True).click()
    host.get_by_text("muted by the host").wait_for()
    open_tab(friend, "Talk")
    friend.get_by_label("Say something").fill("Hello?")
    friend.get_by_role("button", name="Send").click()
    friend.get_by_text("The host has muted you: too loud").wait_for()
    host.get_by_role("button", name="Let Gaius speak again").click()
    friend.get_by_label("Say something").fill("Hello again")
    friend.get_by_role("button", name="Send").click()
    talk = host.locator("#panel-chat")
    open_tab(host, "Talk")
    talk.get_by_text("Hello again").wait_for()
    open_tab(host, "People")
    host.get_by_role("button", name="Mute Gaius for me").click()
    open_tab(host, "Talk")
    talk.get_by_text("Hello again").wait_for(state="detached")
    open_tab(host, "People")
    host.get_by_role("button", name="Read Gaius again").wait_for()
    leave(host, friend)


def test_a_proposal_says_who_still_has_to_answer(house):
    host, friend = two_at_table(house)
    propose = host.get_by_role("button", name="Propose to end the game here")
    propose.click()
    host.get_by_text("Still to answer: Gaius").wait_for()
    host.get_by_role("button", name="Take it back").click()
    friend.get_by_text("Still to answer: you").wait_for(state="detached")
    propose.click()
    friend.get_by_text("Still to answer: you").wait_for()
    friend.get_by_role("button", name="Yes", exact=True).click()
    host.get_by_text("The game is over").wait_for()
    leave(host, friend)


def test_anybody_pauses_at_once_and_all_go_on_together(house):
    host, friend = two_at_table(house)
    open_menu(friend)
    friend.get_by_role("button", name="Pause").click()
    host.get_by_text("The game rests. Nobody learns who asked.").wait_for()
    host.get_by_role("button", name="I am ready to go on (0 of 2)").click()
    friend.get_by_role("button", name="I am ready to go on (1 of 2)").click()
    host.get_by_text("The game rests").wait_for(state="detached")
    leave(host, friend)


def test_an_abandoned_seat_is_taken_over_by_consent(house):
    host, friend = two_at_table(house)
    friend.get_by_role("button", name="Leave for good").click()
    friend.get_by_role("alert").get_by_text("Really leave for good?").wait_for()
    friend.get_by_role("button", name="Yes, leave for good").click()
    host.get_by_role("button", name="Propose to give this seat to somebody else").click()
    heir = sit_down(house, copied(host, "The seat of Gaius is open"), "Titus")
    heir.locator(".ring").wait_for()
    host.locator("li", has_text="Titus").first.wait_for()
    leave(host, friend, heir)


# --- Settings -----------------------------------------------------------------------------------


def test_settings_are_one_sheet_and_are_kept(house):
    page = enter(house, size=PHONE)
    page.get_by_role("button", name="Settings").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Night:").check()
    sheet.get_by_label("Little motion").check()
    sheet.get_by_label("Sounds of the table").uncheck()
    sheet.get_by_label("Language").select_option("it")
    sheet.get_by_role("button", name="Chiudi").click()
    page.reload()
    page.locator(".game").first.wait_for()
    kept = page.evaluate("[document.documentElement.lang, {...document.documentElement.dataset}]")
    assert kept == ["it", {"theme": "dark", "motion": "still"}]
    page.get_by_role("button", name="Impostazioni").click()
    assert not page.get_by_role("dialog").get_by_label(say("settings.sound", "it")).is_checked()
    leave(page)


def test_being_told_of_ones_turn_is_asked_for_at_a_table(house):
    page = enter(house)
    lay_table(page, 0, seats="3", bots="2")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Tell me when it is my turn").wait_for()
    page.get_by_role("button", name="No more notices").click()
    page.get_by_text("No more notices from this table.").wait_for()
    leave(page)


def test_a_push_says_whose_turn_it_is_and_leads_to_the_table(house, tmp_path):
    address, shell = house
    with launched(shell.browser_type, CHROMIUM) as whole:
        push_and_look((address, whole), tmp_path)


def push_and_look(house, tmp_path):
    address, _ = house
    page = enter(house, permissions=["notifications"], service_workers="allow")
    post = Post(Journal(quiet=True), tmp_path, address, frozenset())
    told = post.payload(Notice("push", {}, "fr", "1" * 32, "banquet", "/t/" + "1" * 32))
    post.close()
    line = page.context.new_cdp_session(page)
    workers: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: workers.extend(one["registrationId"] for one in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    shown: list[list[str]] = []
    for _ in range(LOOKS):  # Chromium's own door for pushes loses one now and then while the worker starts
        if workers:
            message = {"origin": address, "registrationId": workers[-1], "data": json.dumps(told)}
            line.send("ServiceWorker.deliverPushMessage", message)
            shown = page.evaluate(NOTIFICATIONS)
        if shown:
            break
        next_change(page)
    assert shown == [[told["text"], told["link"]]]
    assert told["text"].startswith("C’est à toi de jouer")
    assert told["link"] == f"{address}/t/{'1' * 32}"
    leave(page)


def test_an_address_the_server_does_not_send_to_is_refused_in_words(house):
    page = enter(house)
    page.route("**/api/push", lambda route: route.fulfill(json={"key": None, "webhook_hosts": ["hooks.example"]}))
    lay_table(page, 0, seats="3", bots="2")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("This server sends to: hooks.example").wait_for()
    page.get_by_label("Or send a message to this address").fill("https://elsewhere.example/turn")
    page.get_by_role("button", name="Use this address").click()
    page.get_by_text("This server sends no messages to that address.").wait_for()
    page.complaints.clear()
    leave(page)
