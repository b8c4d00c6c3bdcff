"""Words for people: a key with arguments, said in one of five languages.

Each language has a JSON file of ICU messages: the shared words here, a game's own in its folder. A language never falls
back to another: a missing message is an error.

>>> words = Words("en", "banquet")
>>> words.say("ui.dishes", number=2)
'2 dishes'
>>> from triclinium.games.banquet.words.vocabulary import EVENTS
>>> words.tell("event", "gift_offered", {"seat": 0, "to": 1}, EVENTS, ["Livia", "Marcus"])
'Livia offers the Gift to Marcus.'
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from icu4py.messageformat import MessageFormat

from triclinium.core.manifest import manifest_of
from triclinium.words.linking import SOUND, first_sound, linked
from triclinium.words.message import arguments_of
from triclinium.words.vocabulary import LANGUAGES

__all__ = ["LANGUAGES", "Argument", "BadArguments", "NoWords", "Words", "first_sound"]

Argument: TypeAlias = "str | int | list[str] | tuple[str, ...]"
"""A text, a number, a yes or no, or a list of texts."""

BUILT_IN = frozenset({"number", "text", "texts", "flag", "seat", "seats", "degrees"})
"""Argument types of every game. A game may number other things (`Manifest.numbered`); the rest are names, whose words
are under KIND.NAME."""

NO_NAMES: Mapping[str, Sequence[str]] = {}


class NoWords(Exception):
    """No words for this language, game or key."""


class BadArguments(Exception):
    """Arguments that do not fit the message or its declaration."""


class Words:
    """The words of one language: the shared ones and, if named, those of one game."""

    def __init__(self, language: str, game_id: str | None = None) -> None:
        if language not in LANGUAGES:
            raise NoWords(f"there are no words in {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        self.game_id = game_id
        self._numbered: tuple[str, ...] = ("seat",)
        self._messages = dict(_load("triclinium.words", "", language))
        if game_id is not None:
            try:
                manifest = manifest_of(game_id)
            except KeyError as unknown:
                raise NoWords(unknown.args[0]) from None
            self._numbered += manifest.numbered
            self._messages.update(_load(manifest.package, "words", language))
        self._compiled: dict[str, tuple[MessageFormat, frozenset[str]]] = {}

    def has(self, key: str) -> bool:
        return key in self._messages

    def say(self, key: str, /, **arguments: Argument) -> str:
        """The message of a key as plain text. Values are never read as syntax or markup.

        A list is joined as the language does, and `NAME_count` is its length. A yes or no is passed as "true" or
        "false".
        """
        message, wanted = self._message(key)
        given: dict[str, str | int] = {}
        for name, value in arguments.items():
            if isinstance(value, bool):
                given[name] = "true" if value else "false"
            elif isinstance(value, int):
                given[name] = value
            elif isinstance(value, str):
                given[name] = _whole_characters(value)
            else:
                given[name] = self.joined(value)
                given[f"{name}_count"] = len(value)
        for name in wanted:
            if name.endswith(SOUND) and (of := given.get(name.removesuffix(SOUND))) is not None:
                given[name] = first_sound(str(of))
        if missing := wanted - set(given):
            raise BadArguments(f"{key} in {self.language} needs {', '.join(sorted(missing))}")
        try:
            return message.format({**given})
        except RuntimeError as error:
            raise BadArguments(f"{key} in {self.language} cannot be said of {given}: {error}") from None

    def joined(self, items: Sequence[str]) -> str:
        """A list in words: "figs, carp and wine". An empty one is the word `nothing`."""
        if not items:
            return self.say("nothing")
        said = items[0]
        for item in items[1:-1]:
            said = self.say("list.next", first=said, last=item)
        if len(items) > 1:
            said = self.say("list.last", first=said, last=items[-1])
        return said

    def tell(
        self,
        group: str,
        name: str,
        data: Mapping[str, object],
        schema: Mapping[str, Mapping[str, str]],
        names: Sequence[str],
        called: Mapping[str, Sequence[str]] = NO_NAMES,
    ) -> str:
        """An event, prompt, answer or refusal in words, from its data and its declaration.

        `group` is "event", "prompt", "answer" or "refused". `schema` holds the game's declarations for that group,
        `names` the seats' names, `called` the names of whatever else the game numbers. Besides each argument a message
        may use `NAME_count`, the number of seats or cards, and `NAME_is`, the bare key of a card, guest or place (to
        choose an article) or the side to which degrees turn.
        """
        if name not in schema:
            raise NoWords(f"{group} {name!r} is not declared")
        declared = schema[name]
        if set(data) != set(declared):
            raise BadArguments(f"{group} {name!r} takes {sorted(declared)}, not {sorted(data)}")
        arguments: dict[str, Argument] = {}
        for argument, kind in declared.items():
            arguments.update(self._argument(argument, kind, data[argument], {"seat": names, **called}))
        return self.say(f"{group}.{name}", **arguments)

    def name(self, kind: str, key: str | None) -> str:
        """The name of a card, guest, place and so on; None gives the word `nothing`."""
        return self.say("nothing" if key is None else f"{kind}.{key}")

    def _argument(
        self, name: str, kind: str, value: object, called: Mapping[str, Sequence[str]]
    ) -> dict[str, Argument]:
        if kind == "number" and type(value) is int:
            return {name: value}
        if kind == "text" and isinstance(value, str):
            return {name: value}
        if kind == "texts" and isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return {name: list(value)}
        if kind == "flag" and isinstance(value, bool):
            return {name: value}
        if kind in self._numbered and (value is None or type(value) is int):
            return {name: self._one_of(called.get(kind, ()), kind, value)}
        if (one := kind.removesuffix("s")) in self._numbered and one != kind and isinstance(value, list | tuple):
            several = [self._one_of(called.get(one, ()), one, each) for each in value]
            return {name: several or self.say("nobody"), f"{name}_count": len(several)}
        if kind == "degrees" and type(value) is int:
            side = "left" if value > 0 else "right" if value < 0 else "straight"
            return {name: self.say(f"degrees.{side}", number=abs(value)), f"{name}_is": side}
        if kind in BUILT_IN or one in self._numbered:
            raise BadArguments(f"{name} must be a {kind}, not {value!r}")
        if isinstance(value, list | tuple):
            return {name: [self._named(name, kind.removesuffix("s"), item) for item in value]}
        return {name: self._named(name, kind, value), f"{name}_is": "nothing" if value is None else str(value)}

    def _one_of(self, names: Sequence[str], kind: str, number: object) -> str:
        if number is None:
            return self.say("nobody")
        if type(number) is not int or not 0 <= number < len(names):
            raise BadArguments(f"there is no {kind} {number!r} among {len(names)} names")
        return names[number]

    def _named(self, argument: str, kind: str, value: object) -> str:
        if type(value) is int and self.has(f"{kind}.{value}"):  # a start place or laurel, named by its number
            return self.say(f"{kind}.{value}")
        if value is not None and not isinstance(value, str):
            raise BadArguments(f"{argument} must be the name of a {kind}, not {value!r}")
        return self.name(kind, value)

    def _message(self, key: str) -> tuple[MessageFormat, frozenset[str]]:
        if key not in self._compiled:
            if key not in self._messages:
                of_game = f" of {self.game_id}" if self.game_id else ""
                raise NoWords(f"the words{of_game} in {self.language} have no {key!r}")
            pattern = linked(self._messages[key], self.language)
            try:
                self._compiled[key] = (MessageFormat(pattern, self.language), arguments_of(pattern))
            except ValueError as error:
                raise NoWords(f"{key} in {self.language} is no ICU message: {error}") from None
        return self._compiled[key]


@cache
def _load(package: str, folder: str, language: str) -> Mapping[str, str]:
    try:
        text = files(package).joinpath(folder, f"{language}.json").read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        raise NoWords(f"{package} has no words in {language}") from None
    messages: dict[str, str] = json.loads(text)
    return messages


def _whole_characters(text: str) -> str:
    """The text with unpaired surrogates, which are not characters, replaced by the replacement character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
