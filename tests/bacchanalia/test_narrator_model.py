"""A model behind an address: told from if it answers well and in time, never waited for, never trusted."""

from __future__ import annotations

import json
import logging
import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from triclinium.core.decision import CHANCE
from triclinium.core.play import Play
from triclinium.core.player import Look, ModelAt
from triclinium.games.bacchanalia.brain.narrator import BadAddress, Narrator, narrator
from triclinium.games.bacchanalia.brain.narrator.brief import said
from triclinium.games.bacchanalia.brain.narrator.demands import Demands
from triclinium.games.bacchanalia.brain.narrator.fit import (
    TELLING_BYTES_MOST,
    NoTelling,
    Wanted,
    cleaned,
    judged,
    speaks,
)
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of
from triclinium.games.bacchanalia.brain.narrator.memory import memory_of
from triclinium.games.bacchanalia.brain.narrator.model import Model
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.state import State
from triclinium.words import LANGUAGES

KEY = "a-very-secret-key"
Reply = tuple[int, bytes]


class Heard:
    """What a server was asked."""

    def __init__(self) -> None:
        self.bodies: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []


@contextmanager
def server(answer: Callable[[Any], Reply]) -> Iterator[tuple[str, Heard]]:
    """A small OpenAI-compatible server."""
    heard = Heard()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.bodies.append(body)
            heard.headers.append(dict(self.headers))
            heard.paths.append(self.path)
            status, content = answer(body)
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                if status == 302:
                    self.send_header("Location", f"http://127.0.0.1:{address[1]}/elsewhere")
                self.end_headers()
                self.wfile.write(content)
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    address = http.server_address
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{address[1]}/v1", heard
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def content(text: object, ended: str = "stop") -> Reply:
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": ended}
    return 200, json.dumps({"choices": [choice]}).encode()


def wanted(language: str = "en", **more: Any) -> Wanted:
    """A text of a language that has to show nothing in particular."""
    view: Any = GAME.view(Play.begin(GAME, 3, {}).state, 0)
    grammar = grammar_of(language)
    return Wanted(Telling(grammar, memory_of(view, 0, grammar), random.Random(1)), **more)


def told_by(model: Model) -> str:
    """What a model tells, or the fault for which it does not."""
    try:
        return model.tell([{"role": "user", "content": "Tell."}], wanted())
    except NoTelling as silent:
        return silent.fault


def tell(reply: Reply, seconds: float = 5.0) -> str:
    with server(lambda body: reply) as (url, _):
        return told_by(Model(url, seconds=seconds))


def story(player: Narrator, turns: int, seed: int = 1) -> Play[State]:
    rng = random.Random(seed)
    play = Play.begin(GAME, 3, {})
    while play.state.turn < turns and (pending := play.pending()):
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
        else:
            play.answer(decision.seat, player.choose(Look(GAME, play.state, decision, rng)))
    return play


def test_a_good_answer_is_told() -> None:
    assert tell(content("The lamps go out. I run.")) == "The lamps go out. I run."


def test_a_slow_answer_is_not_waited_for() -> None:
    given_up = threading.Event()

    def slow(body: Any) -> Reply:
        given_up.wait(30)
        return content("Too late.")

    with server(slow) as (url, _):
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

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    assert told_by(Model(f"http://127.0.0.1:{http.server_address[1]}", seconds=0.3)) == "not_reached"
    assert given_up.wait(10), "the connection is closed, not left behind"
    http.shutdown()
    http.server_close()
    thread.join()


NONSENSE = {
    "no JSON": (200, b"<html>Hello</html>"),
    "no text at all": (200, b""),
    "not UTF-8": (200, b"\xff\xfe\x00"),
    "another shape": (200, b'{"choices": []}'),
    "a list": (200, b"[1, 2]"),
    "deep": (200, b"[" * 60_000),
    "null": content(None),
    "a number": content(7),
    "blank": content("  \n "),
    "no letters": content("… 123 !!"),
    "a null byte": content("The lamps\x00go out."),
    "half a character": content("The lamps \ud800 go out."),
    "a placeholder": content("I go to {place}."),
    "markup": content("<script>alert(1)</script> I run along the road."),
    "an error": (500, content("It went wrong.")[1]),
    "not allowed": (401, b'{"error": "bad key"}'),
    "a flood": content("The lamps go out. " * 10_000),
    "one endless sentence": content("and on " * 2_000),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_no_telling(name: str) -> None:
    faults = {"an error": "not_taken", "not allowed": "not_taken", "a flood": "not_reached"}
    assert tell(NONSENSE[name]) == faults.get(name, "nonsense")


TOLD = "I run through the vines with my cup, and the soldiers do not see me."
FAULTY = {
    "I'm sorry, but I can't help with that.": "declined",
    "I’m sorry, but I can’t assist with this request. It is not decent.": "declined",
    "As an AI I do not drink, but the feast goes on.": "declined",
    "Corro fra le viti con la mia coppa, e i soldati non mi vedono.": "language",
    "Мы бежим через виноградник, и солдаты нас не видят.": "language",
    f"{TOLD} Then the door opens and I see": "cut_off",
    "I run through the vines with my cup, and": "cut_off",
    f"Sure! Here is your scene: {TOLD}": "instructions",
    f"Assistant: {TOLD}": "instructions",
    "Write in English, in the first person and the present tense, three to six sentences. I run.": "instructions",
}


@pytest.mark.parametrize("text", FAULTY)
def test_what_is_no_tale_is_not_told(text: str) -> None:
    system = grammar_of("en").texts("prompt.system")[0]
    with pytest.raises(NoTelling) as silent:
        judged(text, True, wanted(instructions=(system,)))
    assert silent.value.fault == FAULTY[text]
    assert judged(TOLD, True, wanted(instructions=(system,))) == TOLD


def test_a_model_that_was_stopped_has_not_finished() -> None:
    assert tell(content(TOLD)) == TOLD
    assert tell(content(TOLD, "length")) == "cut_off"
    assert tell(content(TOLD, "content_filter")) == "cut_off"


EXCUSES = {
    "en": "I cannot help with this story, since it would not be decent.",
    "fr": "Je suis désolé, mais je ne peux pas continuer cette histoire.",
    "nl": "Het spijt me, maar ik kan dit verhaal niet vertellen.",
    "it": "Mi dispiace, ma non posso continuare questa storia.",
    "es": "Lo siento, pero no puedo continuar esta historia.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_excuse_is_known_in_every_language(language: str) -> None:
    with pytest.raises(NoTelling) as silent:
        judged(EXCUSES[language], True, wanted(language))
    assert silent.value.fault == "declined"


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_texts_speak_their_language_and_no_other(language: str) -> None:
    play = story(narrator(language), 20)
    scenes = [passage.text for passage in play.state.story if passage.part == "scene" and passage.text]
    assert scenes and all(speaks(text, language) for text in scenes)
    others = [other for other in LANGUAGES if other != language]
    assert not any(speaks(text, other) for text in scenes for other in others)


def test_what_a_scene_must_show_and_name_is_asked_of_a_model_too() -> None:
    grammar = grammar_of("en")
    demands = Demands(("violence",), grammar.place("the mill below Bertinoro"), ("Aelia",))
    whole = "At the mill Aelia stands by as a knife is drawn and blood runs over the stones."
    assert judged(whole, True, wanted(demands=demands)) == whole
    for missing in ("knife is drawn and blood", "mill", "Aelia"):
        with pytest.raises(NoTelling) as silent:
            judged(whole.replace(missing, "door"), True, wanted(demands=demands))
        assert silent.value.fault == "missing"
    with pytest.raises(NoTelling, match="missing"):
        judged(TOLD, True, wanted(needed="Livia"))


def test_every_fault_is_reported_and_the_grammar_tells() -> None:
    faults: list[str] = []
    with server(lambda body: content("I'm sorry, but I can't help with that.")) as (url, _):
        play = story(narrator("en", url, report=faults.append), 5)
    told = [passage for passage in play.state.story if passage.text is not None]
    assert faults == ["declined"] * len(told)
    assert play.state.story == story(narrator("en"), 5).state.story


def test_what_must_not_be_is_sent_as_such() -> None:
    with server(lambda body: (500, b"")) as (url, heard):
        story(narrator("en", url), 8)
    briefs = [body["messages"][1]["content"] for body in heard.bodies]
    assert any("It must not:\n- move to another place" in brief for brief in briefs)
    assert any("It must not:\n- end the scene with your Amans at your side" in brief for brief in briefs)


def test_nobody_at_the_address_is_no_telling() -> None:
    with server(lambda body: content("Nobody.")) as (url, _):
        pass
    assert told_by(Model(url, seconds=2.0)) == "not_reached"


def test_a_long_answer_is_cut_after_a_whole_sentence() -> None:
    told = cleaned(" ".join(f"This is sentence number {number}." for number in range(1000)))
    assert told is not None and told.endswith(".")
    assert TELLING_BYTES_MOST - 100 < len(told.encode()) <= TELLING_BYTES_MOST


def test_a_redirection_is_not_followed_and_takes_no_key_along() -> None:
    with server(lambda body: (302, b"")) as (url, heard):
        assert told_by(Model(url, key=KEY)) == "not_taken"
    assert heard.paths == ["/v1/chat/completions"]


@pytest.mark.parametrize("tail", ("", "/", "/chat/completions"))
def test_the_address_may_be_given_with_or_without_its_end(tail: str) -> None:
    with server(lambda body: content("The lamps go out.")) as (url, heard):
        assert told_by(Model(url + tail)) == "The lamps go out."
    assert heard.paths == ["/v1/chat/completions"]


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


SHOWN = (
    "soldiers and wine and dancing, a kiss and a blow and blood, a woman who yawns in the silence, the god Bacchus, "
    "Pluto, Minerva and Venus with a satyr, death, a pardon, and a wound"
)


def by_facts(number: int, body: Any) -> str:
    """What a good model makes of its facts: one sentence of its own with everything that has to be shown."""
    asked = body["messages"][1]["content"]
    people = re.findall(
        r"character is (.+?); the lover is (.+?); the accuser is (.+?); the crime is .*?: (.+?);", asked
    )
    names = asked.split("Use these words as they stand: ")[1] if "Use these words as they stand: " in asked else ""
    met = re.findall(r"what they do or say: (.+)", asked)
    told = ", ".join([*people[0], *names.split("; "), *met])
    return f"Sentence number {number} is about {told}, and I see {SHOWN}."


def test_a_whole_story_through_a_model_from_facts_and_not_over_a_draft() -> None:
    numbers = iter(range(10_000))
    with server(lambda body: content(by_facts(next(numbers), body))) as (url, heard):
        play = story(narrator("en", url, "some-model"), 12)
    told = [passage.text for passage in play.state.story]
    assert told and all(text is not None and text.startswith("Sentence number") for text in told)
    assert all(play.state.names[seat].keys() == {"who", "amans", "accusator"} for seat in range(3))
    assert {body["model"] for body in heard.bodies} == {"some-model"}
    assert all(body["max_tokens"] <= 400 for body in heard.bodies)
    briefs = [body["messages"][1]["content"] for body in heard.bodies]
    assert any("it ends at this place" in brief for brief in briefs)
    assert not any(text in brief for text in _own_sentences("opening.vinum", "episode.vinum") for brief in briefs)


def _own_sentences(*keys: str) -> list[str]:
    return [text for key in keys for text in grammar_of("en").texts(key) if "{" not in text]


def test_only_ones_own_words_and_only_with_consent_the_lines_are_sent() -> None:
    rng = random.Random(2)
    play = Play.begin(GAME, 3, {"lines": ["spiders"]})
    player = narrator("en")
    seen = 0
    while play.state.turn < 8 and (pending := play.pending()):
        decision = pending[0]
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
            continue
        look = Look(GAME, play.state, decision, rng)
        if decision.kind in ("scene", "introduction", "arrival", "reply"):
            for lines in (False, True):
                asked = Look(GAME, play.state, decision, random.Random(1))
                brief = player.brief(asked, {}, lines)
                assert brief is not None
                assert ("spiders" in json.dumps(brief)) == lines
                others = [
                    each.text for each in play.state.story if each.seat != decision.seat and each.part != "question"
                ]
                assert not any(text in brief[1]["content"] for text in others if text)
                seen += 1
        play.answer(decision.seat, player.choose(look))
    assert seen > 20


def test_facts_that_a_person_has_chosen_are_what_is_told() -> None:
    play = story(narrator("en"), 6)
    while (decision := play.pending()[0]).kind != "scene":
        rng = random.Random(1)
        if decision.seat == CHANCE:
            play.answer(CHANCE, rng.choices(decision.options, decision.weights)[0])
        else:
            play.answer(decision.seat, narrator("en").choose(Look(GAME, play.state, decision, rng)))
    facts: Any = decision.data
    chosen: dict[str, Any] = {"place": "the inn of the Two Thieves", "meets": [(decision.seat + 1) % 3]}
    if facts["facts"]["place_rule"] == "must_not":
        chosen["place"] = None
    look = Look(GAME, play.state, decision, random.Random(1))
    brief = narrator("en").brief(look, chosen, False)
    assert brief is not None
    other = play.state.names[(decision.seat + 1) % 3]["who"]
    assert f"do not decide what they do or say: {other}" in brief[1]["content"]
    assert ("Two Thieves" in brief[1]["content"]) == bool(chosen["place"])
    with server(lambda body: (500, b"")) as (url, _):
        written = narrator("en").written(
            Look(GAME, play.state, decision, random.Random(1)), chosen, False, ModelAt(url, reach="home")
        )
    assert written.fault == "not_taken"
    assert other in written.text
    assert written.facts["place"] == chosen["place"]


def test_a_model_that_repeats_itself_or_forgets_a_name_gives_way_to_the_grammar() -> None:
    with server(lambda body: content("It was a dark night.")) as (url, _):
        play = story(narrator("en", url), 6)
    told = [passage.text for passage in play.state.story]
    assert told.count("It was a dark night.") == 1
    assert all(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_of_500_leaves_the_grammar_to_tell_the_same_story_as_ever(language: str) -> None:
    with server(lambda body: (500, b"")) as (url, heard):
        asked = story(narrator(language, url), 5)
    assert heard.bodies
    assert asked.state.story == story(narrator(language), 5).state.story


def test_the_brief_holds_the_guidance_the_tone_and_what_is_shunned_and_no_more_than_everybody_knows() -> None:
    with server(lambda body: (500, b"")) as (url, heard):
        play = story(narrator("fr", url), 8)
    body = heard.bodies[-1]
    system, user = (message["content"] for message in body["messages"])
    assert "français" in system and "hors de scène" in system
    assert play.state.names[0]["who"] in json.dumps(heard.bodies, ensure_ascii=False)
    assert "sealed" not in user and "pile" not in user
    assert set(body) == {"messages", "max_tokens", "temperature"}


def test_guidance_without_words_is_told_by_its_key() -> None:
    item = {"key": "guidance.no_such_guidance", "arguments": {"card": "miles"}}
    assert said(item, "en", ["Livia"]) == "no_such_guidance {'card': 'miles'}"


def test_the_key_comes_from_the_environment_and_shows_nowhere(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOME_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    with server(lambda body: (500, b"")) as (url, heard):
        player = narrator("en", url, key_variable="SOME_KEY")
        play = story(player, 2)
    assert {headers["Authorization"] for headers in heard.headers} == {f"Bearer {KEY}"}
    assert KEY not in json.dumps(heard.bodies)
    assert KEY not in repr(player.model) + play.record.write() + caplog.text + "".join(capfd.readouterr())


def test_without_an_address_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object, **named: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setenv("TRICLINIUM_NARRATOR_KEY", KEY)
    monkeypatch.setattr("socket.socket.connect", never)
    monkeypatch.setattr("socket.getaddrinfo", never)
    player = narrator("en")
    assert player.model is None
    story(player, 6)
