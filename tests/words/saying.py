"""What the tests of words share: every game with a vocabulary, its declarations, and sample arguments."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from triclinium.core.manifest import manifest_of, manifests
from triclinium.words import BUILT_IN, LANGUAGES, Words
from triclinium.words import vocabulary as shared

GAMES = list(manifests())
SHARED = "shared"
SOURCES = (SHARED, *GAMES)
NAMES = ["Livia", "Marcus", "Irene"]
SAMPLES = {
    "text": "x",
    "texts": ["Livia", "Marcus"],
}

each_source = pytest.mark.parametrize("source", SOURCES)
each_game = pytest.mark.parametrize("game", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_file = pytest.mark.parametrize(
    ("source", "language"),
    [pytest.param(source, language, id=f"{source}-{language}") for source in SOURCES for language in LANGUAGES],
)


def vocabulary_of(game: str) -> Any:
    return manifest_of(game).part("vocabulary")


def rules_of(game: str) -> Any:
    return manifest_of(game).part("game")


def sources_of(package: str) -> list[Path]:
    """Every Python file of a package and of the packages in it."""
    return sorted(Path(str(files(package))).rglob("*.py"))


def declared(source: str) -> dict[str, dict[str, str]]:
    """Every key of a file with its arguments."""
    words: dict[str, dict[str, str]] = shared.WORDS if source == SHARED else vocabulary_of(source).WORDS
    return words


def names_of(source: str) -> dict[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = {} if source == SHARED else vocabulary_of(source).NAMES
    return names


def pairs(source: str, language: str) -> list[tuple[str, str]]:
    """The keys and messages of a file as they stand there."""
    package, folder = ("triclinium.words", "") if source == SHARED else (f"triclinium.games.{source}", "words")
    text = files(package).joinpath(folder, f"{language}.json").read_text(encoding="utf-8")
    found: list[tuple[str, str]] = json.loads(text, object_pairs_hook=list)
    return found


def file_of(source: str, language: str) -> str:
    """Where the words of a source in a language are, from the root of the repository."""
    folder = "words" if source == SHARED else f"games/{source}/words"
    return f"src/triclinium/{folder}/{language}.json"


def words_of(source: str, language: str) -> Words:
    return Words(language, None if source == SHARED else source)


def is_list(source: str, kind: str) -> bool:
    """Whether an argument is a list of things that have a name: `cards` of `card`."""
    names = names_of(source)
    return kind not in names and kind not in BUILT_IN and kind.removesuffix("s") in names


def numbered(source: str) -> tuple[str, ...]:
    """What the words of a source number: seats, and what a game has besides."""
    return ("seat",) if source == SHARED else ("seat", *manifest_of(source).numbered)


def usable_names(source: str, arguments: dict[str, str]) -> set[str]:
    """What a message may use: its arguments, how long lists are, and the bare keys of names."""
    names = set(arguments)
    for name, kind in arguments.items():
        several = kind == "texts" or (kind not in numbered(source) and kind.removesuffix("s") in numbered(source))
        if several or is_list(source, kind):
            names.add(f"{name}_count")
        elif kind == "degrees" or kind not in {*BUILT_IN, *numbered(source)}:
            names.add(f"{name}_is")
    return names


def samples(source: str, kind: str) -> list[object]:
    """Arguments of a kind that a message must be able to say: one, or every name and every length."""
    if kind == "number":
        return [0, 1, 2, 3]
    if kind == "flag":
        return [False, True]
    if kind == "degrees":
        return [-30, -12, 0, 12, 30]
    if kind in SAMPLES:
        return [SAMPLES[kind]]
    if kind.removesuffix("s") in numbered(source):
        return [1] if kind in numbered(source) else [[0, 2]]
    if is_list(source, kind):
        every = names_of(source)[kind.removesuffix("s")]
        return [list(every[:length]) for length in range(4)]
    return list(names_of(source)[kind])


def tell(words: Words, key: str, arguments: dict[str, str], data: dict[str, object]) -> str:
    """A message by its full key."""
    group, _, name = key.partition(".")
    called = {} if words.game_id is None else dict.fromkeys(manifest_of(words.game_id).numbered, NAMES)
    return words.tell(group, name, data, {name: arguments}, NAMES, called) if name else words.say(key)


def said(words: Words, source: str, key: str, arguments: dict[str, str]) -> list[str]:
    """A message with sample arguments: each argument takes every sample once, the others their last."""
    usual = {name: samples(source, kind)[-1] for name, kind in arguments.items()}
    told = [tell(words, key, arguments, usual)]
    for name, kind in arguments.items():
        told += [tell(words, key, arguments, usual | {name: value}) for value in samples(source, kind)]
    return told
