"""A game describes itself, and nothing outside its folder names it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import triclinium
from triclinium.bots import bot_names, usual_bot
from triclinium.core.manifest import Manifest, NoPart, manifest_of, manifests
from triclinium.games import GAMES, game_named
from triclinium.words import LANGUAGES

SOURCES = Path(triclinium.__file__).parent
NAMED = re.compile("|".join((*GAMES, *(game.title() for game in GAMES), "bacchus", "ben hur", "ben_hur")), re.I)
PARTS = ("game", "bots", "ledger", "board", "vocabulary", "paragraphs")

each_game = pytest.mark.parametrize("game", GAMES)


def shared_files() -> list[Path]:
    return [file for file in sorted(SOURCES.rglob("*.py")) if "games" not in file.relative_to(SOURCES).parts]


def code_words(source: str) -> Iterator[str]:
    """Every name and text of a file but its docstrings, in which an example may name a game."""
    tree = ast.parse(source)
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


@pytest.mark.parametrize("file", shared_files(), ids=lambda file: str(file.relative_to(SOURCES)))
def test_shared_code_names_no_game(file: Path) -> None:
    assert [word for word in code_words(file.read_text(encoding="utf-8")) if NAMED.search(word)] == []


@each_game
def test_every_part_that_a_manifest_names_is_there(game: str) -> None:
    manifest = manifest_of(game)
    assert manifest.part("game") is game_named(game)
    assert manifest.package == f"triclinium.games.{game}"
    for field in (*PARTS, "search", "reasons", "gpu", "answers", "happenings", "picture", "shapes"):
        if getattr(manifest, field) is not None:
            assert manifest.part(field) is not None
    for language in LANGUAGES:
        assert manifest.folder("words").joinpath(f"{language}.json").is_file()


@each_game
def test_who_sits_down_unnamed_is_one_of_the_bots(game: str) -> None:
    assert usual_bot(game) in bot_names(game)
    assert not set(manifest_of(game).levels) & {"random", *manifest_of(game).part("bots")}


def test_games_stand_in_their_order() -> None:
    assert GAMES == tuple(manifests()) == ("banquet", "benhur", "bacchanalia")


def test_what_a_game_does_without_is_told() -> None:
    plain = Manifest(id="whist", package="whist")
    with pytest.raises(NoPart, match="whist has no search"):
        plain.part("search")
    with pytest.raises(KeyError, match="no game 'whist'; there are banquet, benhur, bacchanalia"):
        manifest_of("whist")


@each_game
def test_the_import_contracts_hold_for_every_game(game: str) -> None:
    settings = tomllib.loads((SOURCES.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        named = " ".join(module for value in contract.values() if isinstance(value, list) for module in value)
        if "triclinium.games." in named:
            assert f"triclinium.games.{game}" in named, f"add {game} to {contract['name']!r} in pyproject.toml"
