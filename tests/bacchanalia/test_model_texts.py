"""A model's text is told only if it is a tale: in the right language, whole, and with what it has to show."""

from __future__ import annotations

import pytest

from bacchanalia.told import so_far, wanted
from triclinium.games.bacchanalia.brain.narrator import narrator
from triclinium.games.bacchanalia.brain.narrator.demands import Demands
from triclinium.games.bacchanalia.brain.narrator.fit import TELLING_BYTES_MOST, NoTelling, cleaned, judged, speaks
from triclinium.games.bacchanalia.brain.narrator.grammar import grammar_of
from triclinium.words import LANGUAGES

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
    with pytest.raises(NoTelling, match="cut_off"):
        judged(TOLD, False, wanted())


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
    play = so_far(narrator(language), 20)
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


def test_a_long_answer_is_cut_after_a_whole_sentence() -> None:
    told = cleaned(" ".join(f"This is sentence number {number}." for number in range(1000)))
    assert told is not None and told.endswith(".")
    assert TELLING_BYTES_MOST - 100 < len(told.encode()) <= TELLING_BYTES_MOST
