"""The game of `docs/write-a-game.md`, written out of the page, is found, obeys the laws and can be played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "write-a-game.md"
LINES_MOST = 175


def files_of(page: str) -> dict[str, str]:
    """The files of the page: a block that goes on with a file is added to it."""
    found: dict[str, str] = {}
    for block in re.findall(r"^```\w+\n(.*?)^```$", page, re.M | re.S):
        head, _, body = block.partition("\n")
        if match := re.match(r"(?:#|//) file: (\S+)", head):
            found[match[1]] = found.get(match[1], "") + ("\n" if match[1] in found else "") + body
    return found


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as `pip install` lays it out, with the entry point that makes it known."""
    folder = tmp_path_factory.mktemp("highcard")
    for name, text in files_of(PAGE.read_text(encoding="utf-8")).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for package in ("highcard", "highcard/words"):
        (folder / package / "__init__.py").touch()
    known = folder / "highcard-1.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: highcard\nVersion: 1\n", encoding="utf-8")
    (known / "entry_points.txt").write_text("[triclinium.games]\nhighcard = highcard\n", encoding="utf-8")
    return folder


def triclinium(installed: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(installed), os.environ.get("PYTHONPATH", "")))
    return subprocess.run(
        [sys.executable, "-m", "triclinium.cli", *words],
        env={**os.environ, "PYTHONPATH": path, "COLUMNS": "120"},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_it_is_listed_with_its_bot(installed: Path) -> None:
    done = triclinium(installed, "games")
    assert done.returncode == 0, done.stderr
    assert "High card" in done.stdout and "For 3 players" in done.stdout and "high*" in done.stdout


def test_a_language_that_it_does_not_speak_is_said_in_one_line(installed: Path) -> None:
    done = triclinium(installed, "games", "--lang", "fr")
    assert done.returncode == 0, done.stderr
    assert "highcard has no words in fr" in done.stdout and "Banquet" in done.stdout
    done = triclinium(installed, "play", "highcard", "--seats", "3", "--lang", "fr")
    assert (done.returncode, done.stderr) == (2, "triclinium: highcard has no words in fr; choose another --lang\n")


def test_it_obeys_the_laws(installed: Path) -> None:
    done = triclinium(installed, "check", "highcard", "--games", "20")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "highcard obeys the laws: 20 games" in done.stdout


def test_a_leak_planted_as_the_page_says_is_caught(installed: Path, tmp_path: Path) -> None:
    leaky = tmp_path / "leaky"
    subprocess.run(["cp", "-r", str(installed), str(leaky)], check=True)
    game = leaky / "highcard" / "game.py"
    text = game.read_text(encoding="utf-8")
    game.write_text(
        text.replace('told = {"game": "highcard",', 'told = {"pile": list(state.pile), "game": "highcard",')
    )
    path = os.pathsep.join((str(leaky), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, "-m", "triclinium.cli", "check", "highcard", "--games", "5"],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done.stdout


def test_bots_play_it(installed: Path) -> None:
    done = triclinium(installed, "sim", "highcard", "--seats", "3", "--bots", "high,random", "--games", "20")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "20 games of highcard" in done.stdout


def test_a_person_plays_it_in_the_terminal(installed: Path) -> None:
    done = triclinium(installed, "play", "highcard", "--seats", "3", typed="1\n1\n1\n")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Which card do you lay?" in done.stdout and "takes the round" in done.stdout


def test_it_stays_small() -> None:
    code = [text for name, text in files_of(PAGE.read_text(encoding="utf-8")).items() if name.endswith(".py")]
    assert sum(len(text.splitlines()) for text in code) <= LINES_MOST
