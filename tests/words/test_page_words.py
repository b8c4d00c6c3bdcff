"""Plain words on the page: buttons say what they do, and nobody is called by a word for nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from words.saying import each_language

ROOT = Path(__file__).parents[2]
FOLDERS = ("web/words", "src/triclinium/words", "src/triclinium/games/*/words", "web/src/games/*/words")
QUAINT = (
    "Begin", "Void", "So be it", "To the door", "Another one", "Keep the record", "Keep the tale to read", "Somebody",
    "Nobody won",
)  # fmt: skip
NAMELESS = {"en": "Somebody", "fr": "Quelqu’un", "nl": "Iemand", "it": "Qualcuno", "es": "Alguien"}


def messages(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for file in sorted(ROOT.glob(f"{folder}/{language}.json")):
            found |= {f"{file.parent}: {key}": text for key, text in json.loads(file.read_text("utf-8")).items()}
    return found


@each_language
def test_nobody_is_called_somebody(language: str) -> None:
    assert [key for key, text in messages(language).items() if text == NAMELESS[language]] == []


@pytest.mark.parametrize("words", QUAINT)
def test_no_button_says_it_quaintly(words: str) -> None:
    told = {key: text for key, text in messages("en").items() if not key.endswith("mine.no_winner")}
    assert [key for key, text in told.items() if text == words] == []


@each_language
def test_no_person_is_shown_a_count_of_bytes(language: str) -> None:
    page = {key: text for key, text in messages(language).items() if "/web/" in key}
    assert [key for key, text in page.items() if "{size}" in text or "byte" in text or "octet" in text] == []


@each_language
def test_a_tale_is_told_and_not_lost(language: str) -> None:
    page = json.loads((ROOT / f"web/words/{language}.json").read_text("utf-8"))
    game = json.loads((ROOT / f"src/triclinium/games/bacchanalia/words/{language}.json").read_text("utf-8"))
    assert game["ui.no_winner"].rstrip(".") == page["game.bacchanalia.no_winner"]
