"""A game in the terminal, in every language."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from rich.console import Console

from triclinium.bots import bot_named
from triclinium.core.play import replay, verify
from triclinium.core.record import read
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import GUEST_NAMES
from triclinium.terminal.board import board_named
from triclinium.terminal.table import TerminalTable, save
from triclinium.words import LANGUAGES, Words


class Typist:
    """Types what a person would: three numbers where the ring is asked for, else the first choice."""

    def __init__(self, *first):
        self.first = list(first)
        self.asked = []

    def __call__(self, prompt="", **_):
        self.asked.append(str(prompt))
        if self.first:
            return self.first.pop(0)
        return "1 2 3" if "1 4 6" in str(prompt) else "1"


def sit(language="en", typist=None, seats=3, options=None):
    out = io.StringIO()
    console = Console(file=out, width=100)
    console.input = typist or Typist()
    words = Words(language, "banquet")
    names = ["Livia", "Marcus", "Flavia", "Gaius", "Drusilla"][:seats]
    bots = {seat: bot_named("banquet", "random") for seat in range(1, seats)}
    table = TerminalTable(console, words, board_named("banquet", words, names), 0, bots)
    return table.sit(GAME, seats, options or {}), out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_played_in_every_language(language):
    play, text = sit(language, seats=4)
    assert GAME.result(play.state) is not None
    words = Words(language, "banquet")
    assert words.say("prompt.pick") in re.sub(r"\s+", " ", text) or "Livia" in text
    assert not re.search(r"\b(event|prompt|answer|card|guest|ui)\.[a-z_]+\b", text)


@pytest.mark.parametrize("privileges", ["hidden", "open", "none"])
def test_every_kind_of_table_can_be_played(privileges):
    for seats in GAME.info.seats:
        play, _ = sit(seats=seats, options={"privileges": privileges, "edition": "nl", "different_dishes": True})
        assert GAME.result(play.state) is not None


def test_nobody_elses_secret_is_printed():
    for _ in range(5):
        typist = Typist(*["1 2 3", "1", "q"])
        play, text = sit(typist=typist, seats=5)
        words = Words("en", "banquet")
        mine = GAME.view(play.state, 0)["you"]["guest"]
        out = {guest["guest"] for guest in GAME.view(play.state, 0)["out"]}
        for seat in range(1, 5):
            guest = GAME.view(play.state, seat)["you"]["guest"]
            if guest not in (mine, "caligula", *out):
                assert words.name("guest", guest) not in text


def test_help_wrong_input_undo_and_leaving():
    typist = Typist("?", "0", "99", "x y z", "1 1 2", "u", "q")
    play, text = sit(typist=typist, options={"privileges": "none"})
    words = Words("en", "banquet")
    assert GAME.result(play.state) is None
    assert words.say("ui.help_keys") in re.sub(r"\s+", " ", text)


def test_page_1_the_help_tells_every_guests_goal_and_the_board_caligulas():
    _, text = sit(typist=Typist("?", "q"), options={"privileges": "none"})
    plain = re.sub(r"[\s│]+", " ", text)
    words = Words("en", "banquet")
    for guest in GUEST_NAMES:
        assert words.say(f"guest.{guest}.goal", different_dishes=False) in plain
    emperor = words.say("ui.labelled", label="Caligula", text=words.say("guest.caligula.goal"))
    assert plain.count(emperor) >= 2, "once on the board, once among all"


def test_an_answer_can_be_taken_back():
    out = io.StringIO()
    console = Console(file=out, width=100)
    words = Words("en", "banquet")
    bots = {seat: bot_named("banquet", "thumb") for seat in (1, 2)}
    for _ in range(40):  # until the person is Caligula and picks first
        console.input = Typist("1 2 3", "u", "q")
        table = TerminalTable(console, words, board_named("banquet", words, ["A", "B", "C"]), 0, bots)
        play = table.sit(GAME, 3, {})
        if play.state.caligula == 0:
            assert play.pending()[0].kind == "pick"
            return
    raise AssertionError("never was Caligula")


def test_a_saved_game_verifies(tmp_path):
    play, _ = sit()
    save(play, tmp_path / "game.jsonl")
    record = read((tmp_path / "game.jsonl").read_text(encoding="utf-8"))
    assert verify(GAME, record) == []
    assert GAME.numbers(replay(GAME, record).state)["ending"] == play.state.ending


def test_ctrl_c_leaves_cleanly():
    """A real terminal, a real interrupt: no trace, a goodbye."""
    leader, follower = pty.openpty()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background is born deaf to interrupts
    process = subprocess.Popen(
        [sys.executable, "-m", "triclinium.cli", "play", "banquet"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
    )
    os.close(follower)
    text = read_until(leader, b"For your eyes only")
    process.send_signal(signal.SIGINT)
    text += read_until(leader, b"Vale!")
    assert process.wait(timeout=20) == 0
    os.close(leader)
    assert b"Traceback" not in text


def read_until(descriptor, wanted, seconds=30):
    text = b""
    until = time.monotonic() + seconds
    while wanted not in text and time.monotonic() < until:
        if select.select([descriptor], [], [], 0.2)[0]:
            try:
                text += os.read(descriptor, 65536)
            except OSError:
                break
    assert wanted in text
    return text
