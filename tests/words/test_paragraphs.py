"""Whoever asks why is led to the paragraph: every prompt and every refusal has one, and it is one the rules know."""

from __future__ import annotations

import ast

import pytest

from triclinium.core.manifest import manifest_of
from words.saying import GAMES, sources_of, vocabulary_of

SHARED_KINDS = {"refused.not_the_question"}
"""Said of every question, each time with that question's own paragraph."""


def paragraphs_of(game: str) -> dict[str, str]:
    found: dict[str, str] = manifest_of(game).part("paragraphs").PARAGRAPHS
    return found


def cited(game: str) -> dict[str, set[str]]:
    """The paragraphs that each refusal names itself, wherever the game's source writes them out."""
    found: dict[str, set[str]] = {}
    rulings = set(vocabulary_of(game).RULINGS)
    for source in sources_of(f"triclinium.games.{game}"):
        for call in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                texts = {
                    part.value
                    for argument in call.args[:2]
                    for part in ast.walk(argument)
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                }
                for key in texts:
                    if key.startswith("refused."):
                        found.setdefault(key, set()).update(texts & rulings)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_prompt_and_refusal_has_a_paragraph_that_is_told(game: str) -> None:
    vocabulary = vocabulary_of(game)
    keys = {f"prompt.{name}" for name in vocabulary.PROMPTS} | {f"refused.{name}" for name in vocabulary.REFUSALS}
    assert set(paragraphs_of(game)) == keys
    assert set(paragraphs_of(game).values()) <= set(vocabulary.RULINGS)


@pytest.mark.parametrize("game", GAMES)
def test_the_paragraph_of_a_refusal_is_one_that_the_rules_cite_for_it(game: str) -> None:
    paragraphs = paragraphs_of(game)
    for key, rulings in cited(game).items():
        if rulings and key not in SHARED_KINDS:
            assert paragraphs[key] in rulings, key
