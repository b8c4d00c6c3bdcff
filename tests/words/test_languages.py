"""A language of the house is there everywhere: what is missing is named with its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from triclinium.core.manifest import manifests
from triclinium.table.protocol.requests import NewTable
from triclinium.words import LANGUAGES
from words.saying import SOURCES, each_language, file_of

ROOT = Path(__file__).parents[2]


def folders() -> list[str]:
    """Every folder with a file for each language: the words of the house, of each game and of the page."""
    found = {str(Path(file_of(source, "en")).parent) for source in SOURCES} | {"web/words"}
    for name, manifest in manifests().items():
        for game in (ROOT / "src" / manifest.package.replace(".", "/"), ROOT / "web/src/games" / name):
            found |= {str(file.parent.relative_to(ROOT)) for file in game.rglob("en.json")}
    return sorted(found)


@pytest.mark.parametrize("folder", folders())
@each_language
def test_every_folder_of_words_has_every_language(folder: str, language: str) -> None:
    assert (ROOT / folder / f"{language}.json").is_file(), f"add {folder}/{language}.json"


@pytest.mark.parametrize("folder", folders())
def test_no_folder_of_words_has_a_language_that_nobody_can_choose(folder: str) -> None:
    there = {file.stem for file in (ROOT / folder).glob("??.json")}
    assert there <= set(LANGUAGES), "add it to LANGUAGES in src/triclinium/words/vocabulary.py"


@each_language
def test_a_table_can_be_made_in_every_language(language: str) -> None:
    assert NewTable(game="any", seats=[], name="Livia", language=language).language == language
