"""A language model at the writing desk: its prompt is read first, its text is laid on the desk, and ours stands in."""

from __future__ import annotations

import pytest

from page.evening import lay_table, next_change, open_page, say, served
from page.hands import IDLE_MOST, Player, Pointer
from stub_model import good, model, says

TITLE, SHOW, SEND = "Let a language model write it", "Show what would be sent", "Send it"
DECLINES = "I'm sorry, but I can't help with that."


class Stub:
    """A model whose mood can be changed."""

    def __init__(self) -> None:
        self.answer = good
        self.url, self.heard = "", []

    def reply(self, heard):
        return self.answer(heard)


@pytest.fixture(scope="module")
def stub():
    mood = Stub()
    with model(mood.reply) as (mood.url, mood.heard):
        yield mood


@pytest.fixture(scope="module")
def address(stub):
    with served(None, None, "--narrator-url", stub.url, "--own-models", "home") as address:
        yield address


@pytest.fixture
def desk(stub, address, chromium):
    """The page of somebody who is asked for a passage, at a table of two narrators with a line."""
    stub.answer = good
    stub.heard.clear()
    page = open_page(chromium, address, wishes={"lines": ["spiders"]})
    page.locator(".game").nth(2).wait_for()
    lay_table(page, 2, seats="3", bots="2")
    page.get_by_role("button", name=say("page.start")).click()
    page.get_by_role("button", name="I am an adult").click()
    player = Player(page, Pointer(page))
    for _ in range(IDLE_MOST):
        if page.get_by_role("textbox", name="Your words").count():
            break
        player.go_on()
        next_change(page)
    page.get_by_role("textbox", name="Your words").fill("")  # the last step may have begun to write
    page.get_by_text(TITLE).click()
    yield page
    assert page.complaints == []
    page.context.close()


def text_on(page) -> str:
    return page.get_by_role("textbox", name="Your words").input_value()


def status_of(page):
    return page.locator("details", has_text=TITLE).get_by_role("status")


def test_the_prompt_is_shown_before_it_is_sent_and_the_text_is_laid_on_the_desk(desk, stub):
    assert desk.get_by_role("button", name=SEND).count() == 0, "nothing can be sent unseen"
    desk.get_by_role("button", name=SHOW).click()
    brief = desk.get_by_role("region", name=SHOW)
    brief.wait_for()
    shown = brief.locator("pre").all_inner_texts()
    desk.get_by_text(f"goes to {stub.url.removesuffix('/v1')}").wait_for()
    assert stub.heard == [] and text_on(desk) == ""
    assert "spiders" not in "".join(shown), "lines are sent only with consent"
    desk.get_by_role("button", name=SEND).click()
    desk.get_by_text("The text is on your desk").wait_for()
    assert [" ".join(each["content"].split()) for each in stub.heard[0].body["messages"]] == [
        " ".join(text.split()) for text in shown
    ]
    assert "I have walked here through the vines" in text_on(desk)
    assert brief.count() == 0, "the next prompt is read anew"


def test_lines_go_along_only_when_ticked_and_then_they_are_shown(desk, stub):
    desk.get_by_role("checkbox", name="Send lines and veils along").check()
    desk.get_by_role("button", name=SHOW).click()
    brief = desk.get_by_role("region", name=SHOW)
    brief.get_by_text("spiders").wait_for()
    assert stub.heard == []


def test_our_own_narrator_stands_in_and_says_why(desk, stub):
    stub.answer = lambda heard: says(DECLINES)
    desk.get_by_role("button", name=SHOW).click()
    desk.get_by_role("button", name=SEND).click()
    status_of(desk).get_by_text("it excused itself. Our own narrator tells instead.").wait_for()
    assert len(stub.heard) == 1
    assert text_on(desk) and DECLINES not in text_on(desk)


def test_a_model_of_ones_own_is_asked_with_its_key_and_a_bad_address_is_refused(desk, stub):
    desk.get_by_role("checkbox", name="Use a model of my own").check()
    assert desk.get_by_role("button", name=SHOW).is_disabled()
    where = desk.get_by_label("Its address (OpenAI-compatible)")
    where.fill("ftp://nowhere")
    desk.get_by_role("button", name=SHOW).click()
    status_of(desk).get_by_text(say("refused.model_address")).wait_for()
    where.fill(stub.url)
    desk.get_by_label("Its key (if it needs one)").fill("sk-mine-alone")
    desk.get_by_role("button", name=SHOW).click()
    desk.get_by_role("button", name=SEND).click()
    desk.get_by_text("The text is on your desk").wait_for()
    assert stub.heard[0].headers["Authorization"] == "Bearer sk-mine-alone"
    assert "sk-mine-alone" not in desk.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    desk.complaints[:] = [each for each in desk.complaints if "status of 4" not in each]  # the refused address
