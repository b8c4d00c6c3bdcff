"""A model behind an address: used if it answers well and in time, never waited for, never trusted."""

from __future__ import annotations

import json
import logging
import threading
import time
from http.server import BaseHTTPRequestHandler

import pytest

from bacchanalia.told import so_far, wanted
from stub_model import Heard, Reply, model, says, serving
from triclinium.games.bacchanalia.brain.narrator import BadAddress, narrator
from triclinium.games.bacchanalia.brain.narrator.fit import NoTelling
from triclinium.games.bacchanalia.brain.narrator.model import Model
from triclinium.words import LANGUAGES

KEY = "a-very-secret-key"


def told_by(model: Model) -> str:
    """What a model tells, or the fault for which it does not."""
    try:
        return model.tell([{"role": "user", "content": "Tell."}], wanted())
    except NoTelling as silent:
        return silent.fault


def tell(reply: Reply, seconds: float = 5.0) -> str:
    with model(lambda heard: reply) as (url, _):
        return told_by(Model(url, seconds=seconds))


def test_a_good_answer_is_told() -> None:
    assert tell(says("The lamps go out. I run.")) == "The lamps go out. I run."


def test_a_slow_answer_is_not_waited_for() -> None:
    given_up = threading.Event()

    def slow(heard: Heard) -> Reply:
        given_up.wait(30)
        return says("Too late.")

    with model(slow) as (url, _):
        assert told_by(Model(url, seconds=0.15)) == "not_reached"
        given_up.set()


def test_an_answer_that_drips_is_not_waited_for() -> None:
    """Each drop comes in time; the whole does not."""
    given_up = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            try:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n")
                while True:
                    self.wfile.write(b" ")
                    time.sleep(0.02)
            except OSError:
                given_up.set()

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    with serving(Handler) as address:
        assert told_by(Model(address, seconds=0.3)) == "not_reached"
        assert given_up.wait(10), "the connection is closed, not left behind"


NONSENSE = {
    "no JSON": (200, b"<html>Hello</html>"),
    "no text at all": (200, b""),
    "not UTF-8": (200, b"\xff\xfe\x00"),
    "another shape": (200, b'{"choices": []}'),
    "a list": (200, b"[1, 2]"),
    "deep": (200, b"[" * 60_000),
    "null": says(None),
    "a number": says(7),
    "blank": says("  \n "),
    "no letters": says("… 123 !!"),
    "a null byte": says("The lamps\x00go out."),
    "half a character": says("The lamps \ud800 go out."),
    "a placeholder": says("I go to {place}."),
    "markup": says("<script>alert(1)</script> I run along the road."),
    "an error": (500, says("It went wrong.")[1]),
    "not allowed": (401, b'{"error": "bad key"}'),
    "a flood": says("The lamps go out. " * 10_000),
    "one endless sentence": says("and on " * 2_000),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_no_telling(name: str) -> None:
    faults = {"an error": "not_taken", "not allowed": "not_taken", "a flood": "not_reached"}
    assert tell(NONSENSE[name]) == faults.get(name, "nonsense")


@pytest.mark.parametrize("ended", ["length", "content_filter"])
def test_an_answer_that_was_stopped_is_no_telling(ended: str) -> None:
    told = "I run through the vines with my cup, and the soldiers do not see me."
    assert tell(says(told)) == told
    assert tell(says(told, ended)) == "cut_off"


def test_every_fault_is_reported_and_the_grammar_tells() -> None:
    faults: list[str] = []
    with model(lambda heard: says("I'm sorry, but I can't help with that.")) as (url, _):
        play = so_far(narrator("en", url, report=faults.append), 5)
    told = [passage for passage in play.state.story if passage.text is not None]
    assert faults == ["declined"] * len(told)
    assert play.state.story == so_far(narrator("en"), 5).state.story


def test_nobody_at_the_address_is_no_telling() -> None:
    with model(lambda heard: says("Nobody.")) as (url, _):
        pass
    assert told_by(Model(url, seconds=2.0)) == "not_reached"


def test_a_redirection_is_not_followed_and_takes_no_key_along() -> None:
    with model(lambda heard: (302, b"")) as (url, heard):
        assert told_by(Model(url, key=KEY)) == "not_taken"
    assert [each.path for each in heard] == ["/v1/chat/completions"]


@pytest.mark.parametrize("tail", ("", "/", "/chat/completions"))
def test_the_address_may_be_given_with_or_without_its_end(tail: str) -> None:
    with model(lambda heard: says("The lamps go out.")) as (url, heard):
        assert told_by(Model(url + tail)) == "The lamps go out."
    assert [each.path for each in heard] == ["/v1/chat/completions"]


@pytest.mark.parametrize(
    "url",
    (
        *("", "ftp://x/", "http://", "http://name:word@host/", "http://host:99999/", "http://h\n/", "x"),
        *("http://[::1", "http://[", "http://host\\.example/", "http://169.254.169.254/v1", "http://0.0.0.0:8080/"),
    ),
)
def test_an_address_nobody_can_be_asked_at_is_refused(url: str) -> None:
    with pytest.raises(BadAddress) as refused:
        Model(url)
    assert "word@" not in str(refused.value)


def test_a_model_that_repeats_itself_or_forgets_a_name_gives_way_to_the_grammar() -> None:
    with model(lambda heard: says("It was a dark night.")) as (url, _):
        play = so_far(narrator("en", url), 6)
    told = [passage.text for passage in play.state.story]
    assert told.count("It was a dark night.") == 1
    assert all(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_of_500_leaves_the_grammar_to_tell_the_same_story_as_ever(language: str) -> None:
    with model(lambda heard: (500, b"")) as (url, heard):
        asked = so_far(narrator(language, url), 5)
    assert heard
    assert asked.state.story == so_far(narrator(language), 5).state.story


def test_the_key_comes_from_the_environment_and_shows_nowhere(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOME_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    with model(lambda heard: (500, b"")) as (url, heard):
        player = narrator("en", url, key_variable="SOME_KEY")
        play = so_far(player, 2)
    assert {each.headers["Authorization"] for each in heard} == {f"Bearer {KEY}"}
    assert KEY not in json.dumps([each.body for each in heard])
    assert KEY not in repr(player.model) + play.record.write() + caplog.text + "".join(capfd.readouterr())


def test_without_an_address_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object, **named: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setenv("TRICLINIUM_NARRATOR_KEY", KEY)
    monkeypatch.setattr("socket.socket.connect", never)
    monkeypatch.setattr("socket.getaddrinfo", never)
    player = narrator("en")
    assert player.model is None
    so_far(player, 6)
