"""Typed text set as a printer would."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triclinium.book.typography import opening, typeset
from triclinium.words import LANGUAGES

N, W = "\u202f", "\u00a0"


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("en", 'She said "no" and left.', "She said “no” and left."),
        ("en", "it's Livia's 'old' cup", "it’s Livia’s ‘old’ cup"),
        ("en", "wait... - what", "wait… – what"),
        ("fr", 'Il dit: "Viens!"', f"Il dit{W}: «{N}Viens{N}!{N}»"),
        ("fr", "Pourquoi?! Parce que; voilà.", f"Pourquoi{N}?! Parce que{N}; voilà."),
        ("fr", "À 12:30, l'heure", "À 12:30, l’heure"),
        ("fr", f"Déjà{N}! «{N}Oui{N}»", f"Déjà{N}! «{N}Oui{N}»"),
        ("nl", 'Hij zei "ja" in \'t donker', "Hij zei “ja” in ’t donker"),
        ("it", 'Disse "sì" all\'alba', "Disse «sì» all’alba"),
        ("es", '"¿Vienes?", dijo', "«¿Vienes?», dijo"),
        ("es", '¡"Hola"!', "¡«Hola»!"),
    ],
)
def test_marks_and_spaces_are_those_of_the_language(language: str, typed: str, printed: str):
    assert typeset(typed, language) == printed


@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_setting_twice_changes_nothing(text: str, language: str):
    once = typeset(text, language)
    assert typeset(once, language) == once


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Été brûlant", ("", "É", "té brûlant")),
        ("élan", ("", "É", "lan")),
        ("«Ñu», dijo", ("«", "Ñ", "u», dijo")),
        ("¿Àrea?", ("¿", "À", "rea?")),
        ("e\u0301te\u0301", ("", "É", "té")),
        ("ßa", ("", "ß", "a")),
    ],
)
def test_a_drop_capital_keeps_its_accent_and_its_marks(text: str, parts: tuple[str, str, str]):
    found = opening(text)
    assert found is not None and (found.before, found.capital, found.rest) == parts


def test_many_marks_take_no_longer_than_they_are_long():
    steps = [typeset("\" ' " * count, "fr").count(N) for count in (100, 20_000)]
    assert steps[1] >= 100 * steps[0]


def test_a_number_is_no_drop_capital():
    assert opening("61 was hot") is None and opening("") is None and opening("…") is None
