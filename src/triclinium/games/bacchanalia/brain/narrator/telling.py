"""Build one telling: choose sentences one after the other, none of which the story has used before."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from triclinium.games.bacchanalia.brain.narrator.demands import proves
from triclinium.games.bacchanalia.brain.narrator.grammar import FORMS, NAME_FORMS, Grammar, Noun, Sentence
from triclinium.games.bacchanalia.brain.narrator.memory import Memory, Person, plain, plain_sentences

DRAWS = 12
"""How often to draw another person or thing before giving up a sentence."""
DRAWN = ("person", "thing")
TAILED = ("place", *DRAWN)
"""Lexicons whose nouns have a tail: "in the green cloak"."""
AGAIN = "again"
"""The form of a noun that the same sentence has named before."""
UNNAMED = {
    "name": "unnamed.who",
    "lover": "unnamed.amans",
    "accuser": "unnamed.accusator",
    "other": "unnamed.other",
    "gone": "unnamed.other",
}


class NoSentence(Exception):
    """A sentence that cannot be used here: it mentions somebody or something that this telling lacks."""


@dataclass
class Telling:
    """A text being built."""

    grammar: Grammar
    memory: Memory
    rng: random.Random
    nouns: dict[str, Noun] = field(default_factory=dict)
    """What the sentences may mention: `here`, `there`, `past`, `crime`, `element`, and the person and thing drawn."""
    people: dict[str, Person] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    """Literal arguments: a trade, an office, somebody's words to quote."""
    said: list[str] = field(default_factory=list)
    drawn: list[Noun] = field(default_factory=list)
    """The persons and things introduced, in a form that can be marked for quotation."""

    setting: str = ""
    """The current setting: a house, the open air, or empty for a place that is both."""
    cast: dict[str, Noun] = field(default_factory=dict)
    """The person and the thing of an episode, which stay the same through it."""
    start: dict[str, Noun] = field(default_factory=dict)

    def __post_init__(self) -> None:
        memory = self.memory
        self.people = {"name": memory.who, "lover": memory.lover, "accuser": memory.accuser} | self.people
        self.nouns = {"here": self.called(memory.place), "crime": memory.crime} | self.nouns
        self.setting = memory.place.setting
        if memory.past:
            past = self.rng.choice(memory.past[:4])
            self.nouns.setdefault("past", past if past.short == memory.place.short else self.called(past))

    def begin_again(self) -> None:
        """Forget what has been said, not what the facts are."""
        if not self.start:
            self.start = dict(self.nouns)
        self.nouns, self.said, self.drawn, self.cast = dict(self.start), [], [], {}
        self.setting = self.memory.place.setting

    def arrive(self, goal: Noun) -> None:
        """From now on the scene is where it has led."""
        self.setting = goal.setting
        self.nouns["here"] = self.nouns["there"]

    def called(self, place: Noun) -> Noun:
        """A place by name: in full the first time, short afterwards."""
        return shortened(place) if plain(place.bare) in self.memory.own_text else place

    @property
    def text(self) -> str:
        return " ".join(self.said)

    def say(self, *keys: str, fresh: bool = False, proof: str = "", placed: bool = True) -> bool:
        """Add one sentence from these keys. Returns false if none fits.

        Prefers sentences whose fixed words the story has heard least often, and longest ago; with `fresh`, takes only
        new ones. With `proof`, takes only sentences that show it. Without `placed`, prefers those that do not name the
        place again.
        """
        sentences = [sentence for key in keys for sentence in self.grammar.sentences(key)]
        return self.say_one(sentences, fresh, proof, placed)

    def say_one(self, sentences: list[Sentence], fresh: bool = False, proof: str = "", placed: bool = True) -> bool:
        """Add one of these sentences, as `say` does."""
        sentences = [each for each in sentences if not proof or proves(each, proof, self.grammar)]
        self.rng.shuffle(sentences)
        told = self._told
        heard = {sentence.sign: (told.count(sentence.sign), told.rfind(sentence.sign)) for sentence in sentences}
        sentences.sort(key=lambda each: (heard[each.sign], not placed and "here" in each.bases))
        return any(self.attempt(sentence) for sentence in sentences if not (fresh and heard[sentence.sign][0]))

    @property
    def _told(self) -> str:
        """Every word told so far, with those of this telling, in normal form."""
        return f"{self.memory.told}\n{plain(self.text)}"

    def has_heard(self, sentence: Sentence) -> bool:
        return sentence.sign in self._told

    def say_of_episode(self, sentence: Sentence) -> bool:
        """Add a sentence of an episode, whose person and thing nobody else in the scene is taken for."""
        others = {name: self.nouns.pop(name) for name in DRAWN if name in self.nouns}
        self.nouns |= self.cast
        said = self.attempt(sentence, keep=True)
        self.cast |= {name: self.nouns.pop(name) for name in DRAWN if name in self.nouns}
        self.nouns |= others
        return said

    def attempt(self, sentence: Sentence, keep: bool = False) -> bool:
        """Add this sentence, with persons and things that are new to the story. Returns false if it cannot be used.

        With `keep`, its person and thing may come back as often as they are needed.
        """
        if self.setting and sentence.setting not in ("", self.setting):
            return False
        bases = sentence.bases
        for _ in range(DRAWS if bases & {*DRAWN} else 1):
            nouns = dict(self.nouns)
            fresh = [name for name in DRAWN if name in bases and name not in nouns]
            nouns |= {name: self.draw(name) for name in fresh}
            try:
                text = sentence.say({argument: self.value(argument, nouns) for argument in sentence.arguments})
            except NoSentence:
                return False
            if self.is_new(text):
                self.said.append(text)
                self.drawn += [nouns[name] for name in fresh]
                self._mentioned(bases & {*nouns}, nouns, keep)
                return True
        return False

    def _mentioned(self, bases: set[str], nouns: dict[str, Noun], keep: bool) -> None:
        """Shorten what has been named once. A person or thing named twice is not used again."""
        for base in bases:
            noun = nouns[base]
            if base in DRAWN and noun.bare == noun.short and not keep:
                self.nouns.pop(base, None)
            else:
                self.nouns[base] = shortened(noun)

    def is_new(self, text: str) -> bool:
        """Whether a text repeats no sentence and names nothing that the table avoids."""
        sentences = plain_sentences(text)
        told = {sentence for said in self.said for sentence in plain_sentences(said)}
        repeated = any(sentence in self.memory.sentences or sentence in told for sentence in sentences)
        return not repeated and not self.names_shunned(text)

    def names_shunned(self, text: str) -> bool:
        """Whether a text names what the table's lines and veils exclude (BC-23)."""
        return any(word in plain(text) for word in self.memory.shunned)

    def draw(self, lexicon: str, *besides: Noun) -> Noun:
        """A noun that is new to the story and unlike those in `besides`; if there is none, a used one."""
        nouns = self.grammar.lexicon(lexicon)
        quoted = [self.nouns["element"]] if "element" in self.nouns else []
        shorts = {noun.short for noun in (*besides, *self.drawn, *quoted)}
        allowed = [noun for noun in nouns if noun.short not in shorts] or list(nouns)
        if lexicon in TAILED:
            # Two places with the same tail would be confused, and a story full of sparrows on shoulders is dull.
            allowed = least_heard(allowed, tail_of, self._told)
        if lexicon == "person":
            allowed = least_heard(allowed, head_of, self._told)
        for _ in range(4 * DRAWS):
            noun = self.rng.choice(allowed)
            if plain(noun.bare) not in self.memory.told:
                return noun
        new = [noun for noun in allowed if plain(noun.bare) not in self.memory.told]
        return self.rng.choice(new or allowed)

    # --- What stands for an argument ------------------------------------------------------------

    def value(self, argument: str, nouns: dict[str, Noun] | None = None) -> str:
        """The words for an argument such as `lover`, `there_to`, `person_is`."""
        base, _, form = argument.partition("_")
        nouns = self.nouns if nouns is None else nouns
        if argument in self.words:
            return self.words[argument]
        if base in UNNAMED:
            return self._person(base, form)
        if base not in nouns:
            raise NoSentence
        if form == "is":
            return nouns[base].kind[:1]
        if form == AGAIN:
            return self.grammar.form(shortened(nouns[base]), "the")
        assert form in ("", *FORMS), argument
        return self.grammar.form(nouns[base], form or "the")

    def _person(self, base: str, form: str) -> str:
        if base not in self.people:
            raise NoSentence
        person = self.people[base]
        if form == "is":
            return person.gender
        name = person.name or self.grammar.texts(UNNAMED[base])[0]
        return self.grammar.name_form(name, form) if form in NAME_FORMS else name


def tail_of(noun: Noun) -> str:
    """What follows a noun, in normal form."""
    return plain(noun.bare.removeprefix(noun.short))


def head_of(noun: Noun) -> str:
    """A noun by itself, in normal form."""
    return plain(noun.short)


def least_heard(nouns: list[Noun], part: Callable[[Noun], str], told: str) -> list[Noun]:
    """The nouns a part of which was told least often."""
    heard = {words: told.count(words) for words in {*map(part, nouns)}}
    least = min(heard.values())
    return [noun for noun in nouns if heard[part(noun)] == least]


def shortened(noun: Noun) -> Noun:
    """A noun in its short form: "the goatherd"."""
    return replace(noun, bare=noun.short or noun.bare)
