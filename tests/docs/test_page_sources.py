"""What the page knows of games and languages is generated, and nothing shared in it names a game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from runpy import run_path

import pytest

from triclinium.core.manifest import manifests
from triclinium.words import LANGUAGES

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SOURCES = WEB / "src"
MADE = run_path(str(WEB / "make_types.py"))["files"]()
NAMED = re.compile("|".join((*manifests(), "bacchus", "ben hur", "chariot")), re.IGNORECASE)

SHARE = ("index.ts", "Board.svelte", "Picture.svelte", "lessons.ts", "first.json", "words/en.json")

each_game = pytest.mark.parametrize("game", manifests())
each_language = pytest.mark.parametrize("language", LANGUAGES)


def shared_files() -> list[Path]:
    kinds = (".ts", ".svelte", ".css")
    found = [file for file in sorted(SOURCES.rglob("*")) if file.suffix in kinds and ".test." not in file.name]
    return [file for file in found if not (file.is_relative_to(SOURCES / "games") and file.parent.name != "games")]


@pytest.mark.parametrize("file", MADE, ids=lambda file: str(file.relative_to(SOURCES)))
def test_what_is_made_is_what_would_be_made_now(file: Path) -> None:
    written = file.read_text(encoding="utf-8") if file.is_file() else ""
    assert written == MADE[file], f"run `python web/make_types.py` for {file.relative_to(ROOT)}"


@pytest.mark.parametrize("file", shared_files(), ids=lambda file: str(file.relative_to(SOURCES)))
def test_nothing_shared_in_the_page_names_a_game(file: Path) -> None:
    named = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if NAMED.search(line)]
    assert named == [], f"{file.relative_to(ROOT)} names a game: that belongs in web/src/games/NAME/"


COLOUR = re.compile(r"(?<![\w{/])#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b|\b(?:rgb|hsl)a?\(")
TOKENS = SOURCES / "styles/tokens.css"


def page_files() -> list[Path]:
    files = [file for file in sorted(SOURCES.rglob("*")) if file.suffix in (".ts", ".svelte", ".css")]
    return [file for file in files if file != TOKENS and file not in MADE]


@pytest.mark.parametrize("file", page_files(), ids=lambda file: str(file.relative_to(SOURCES)))
def test_colours_are_tokens(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = [line.strip() for line in text.splitlines() if COLOUR.search(line)]
    assert found == [], f"give it a name in {TOKENS.relative_to(ROOT)}, and write var(--NAME) here"
    known = set(re.findall(r"(--[\w-]+):", TOKENS.read_text(encoding="utf-8") + text))
    known |= set(re.findall(r"style:(--[\w-]+)", text))
    missing = set(re.findall(r"var\((--[\w-]+)\)", text)) - known
    assert not missing, f"no such colour: add {sorted(missing)} to {TOKENS.relative_to(ROOT)}"


@each_game
def test_every_game_has_its_share_in_the_page(game: str) -> None:
    share = SOURCES / "games" / game
    missing = [name for name in SHARE if not (share / name).is_file()]
    assert not missing, f"add {missing} to web/src/games/{game}/"


@each_language
@each_game
def test_every_game_has_its_words_in_the_lobby(game: str, language: str) -> None:
    file = WEB / "words" / f"{language}.json"
    words = json.loads(file.read_text(encoding="utf-8"))
    missing = {f"game.{game}.name", f"game.{game}.line"} - set(words)
    assert not missing, f"add {sorted(missing)} to web/words/{language}.json"
