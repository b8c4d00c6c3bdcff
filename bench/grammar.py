"""Messages and requests generated from their types, then broken: whatever is added to the protocol is attacked too."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

Value = Any
Maker: TypeAlias = Callable[[], str]
SMALL = (0, 1, 2, 3)
REPEATS_MOST = 12
ODD_TEXTS = (
    "", " ", "\x00", "\n\r\t", "\u202e\u2066abc", "\ufeff", "\u200d" * 20, "e\u0301" * 40, "\U0001f3db\ufe0f" * 30,
    "İıſK", "ﷺ" * 60, "ß" * 31, "<script>alert(1)</script>", "'; drop table rows; --", "../../etc/passwd", "%00%2e%2e",
    "${7*7}{{7*7}}", "A" * 33, "x" * 501, "y" * 5000, "constructor", "__proto__", "nan", "null", "-0", "１２３", "٣",
    "\ud7ff\ue000\uffff", "\u0000" * 9,
)  # fmt: skip
ODD_NUMBERS = (
    -1, 0, 1, 2, 3, 15, 16, 255, 256, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63), 10**30, 0.0, -0.0, 1.0, 0.5,
    1e308, 5e-324,
)  # fmt: skip
ODD_VALUES: tuple[Value, ...] = (
    None, True, False, [], {}, [[]], [None], {"": None}, {"kind": {}}, {"kind": "answer"}, [{}] * 50,
)  # fmt: skip
RAW = (
    "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "9" * 400, "-" + "9" * 4000, "0" * 50, "1.", ".5", "+1", "0x10",
    "1_000", '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\x41"', '"\t"', "'a'", "{", "}", "[", "]]", '{"a":1,"a":2}',
    "true", "undefined", "", "[" * 400 + "]" * 400, "[" * 3000, '{"a":' * 300 + "1" + "}" * 300, '{"a":' * 3000,
    "/* */ 1", "1 // one", "[1,2,]", '"' + "\\u0041" * 900 + '"',
)  # fmt: skip
"""Texts in place of a value: huge numbers, half characters, deep nesting, invalid JSON."""
MARK = "\uf8ffraw{}\uf8ff"


class Grammar:
    """Generates values of a type, and breaks them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._made: dict[str, Maker] = {}

    # --- Values as they should be -----------------------------------------------------------------

    def make(self, kind: inspect.Type) -> Value:
        """A value that the type allows."""
        rng = self.rng
        if isinstance(kind, inspect.UnionType):
            return self.make(rng.choice(kind.types))
        if isinstance(kind, inspect.StructType):
            return self._struct(kind)
        if isinstance(kind, inspect.StrType):
            return self.text(kind)
        if isinstance(kind, inspect.IntType):
            least = 0 if kind.ge is None else kind.ge
            most = 1 << 40 if kind.le is None else kind.le
            return rng.choice((min(most, least + rng.choice(SMALL)), rng.randint(least, most), most))
        if isinstance(kind, inspect.LiteralType):
            return rng.choice(kind.values)
        if isinstance(kind, inspect.BoolType):
            return rng.random() < 0.5
        if isinstance(kind, inspect.NoneType):
            return None
        if isinstance(kind, inspect.ListType):
            least, most = kind.min_length or 0, kind.max_length or 8
            return [self.make(kind.item_type) for _ in range(min(most, least + rng.choice(SMALL)))]
        if isinstance(kind, inspect.DictType):
            return {self.make(kind.key_type): self.make(kind.value_type) for _ in range(rng.choice(SMALL))}
        return deepcopy(rng.choice((*ODD_VALUES, *SMALL, "text")))

    def _struct(self, kind: inspect.StructType) -> Value:
        made = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
        for field in kind.fields:
            if field.required or self.rng.random() < 0.4:
                made[field.encode_name] = self.make(field.type)
        return made

    def text(self, kind: inspect.StrType) -> str:
        if kind.pattern is not None:
            found = self.like(kind.pattern)
            return (found * (kind.min_length or 1))[: kind.max_length] if len(found) < (kind.min_length or 0) else found
        least, most = kind.min_length or 0, min(kind.max_length or 40, 40)
        return "".join(self.rng.choices(string.ascii_letters + " éß", k=self.rng.randint(least, most)))

    def like(self, pattern: str) -> str:
        """A text that a regular expression allows."""
        if pattern not in self._made:
            self._made[pattern] = self._series(_parser.parse(pattern))
        return self._made[pattern]()

    def _series(self, parts: Any) -> Maker:
        makers = [self._part(*part) for part in parts]
        return makers[0] if len(makers) == 1 else lambda: "".join([make() for make in makers])

    def _part(self, what: Any, value: Any) -> Maker:
        """What makes a text for one part of a regular expression."""
        rng = self.rng
        if what is _constants.LITERAL:
            return lambda: chr(value)
        if what is _constants.IN:
            characters = _characters(value)
            return lambda: rng.choice(characters)
        if what is _constants.BRANCH:
            branches = [self._series(branch) for branch in value[1]]
            return lambda: rng.choice(branches)()  # noqa: PLW0108 (chosen each time)
        if what is _constants.SUBPATTERN:
            return self._series(value[-1])
        if what is _constants.MAX_REPEAT:
            return self._repeat(*value)
        return lambda: ""

    def _repeat(self, least: int, most: int, inner: Any) -> Maker:
        rng = self.rng
        most = max(least, min(most, least + REPEATS_MOST))
        if [what for what, _ in inner] == [_constants.IN]:
            characters = _characters(inner[0][1])
            return lambda: "".join(rng.choices(characters, k=rng.randint(least, most)))
        make = self._series(inner)
        return lambda: "".join([make() for _ in range(rng.randint(least, most))])

    # --- And as they should not ---------------------------------------------------------------------

    def spoil(self, value: Value) -> str:
        """A value as JSON text, with one to three things wrong."""
        rng = self.rng
        raws: list[str] = []
        value = msgspec.json.decode(msgspec.json.encode(value))  # a copy
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            value = self._spoilt(value, raws)
        text = msgspec.json.encode(value).decode("utf-8", "surrogatepass")
        for number, raw in enumerate(raws):
            text = text.replace(f'"{MARK.format(number)}"', raw)
        return self._spoil_text(text) if rng.random() < 0.15 else text

    def _spoilt(self, value: Value, raws: list[str]) -> Value:
        """A value with something replaced, renamed, removed, added or doubled."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.85:
            key = rng.choice(list(value))
            what = rng.random()
            if what < 0.7:
                value[key] = self._spoilt(value[key], raws)
            elif what < 0.8:
                del value[key]
            elif what < 0.9:
                value[rng.choice((key.upper(), f"{key} ", rng.choice(ODD_TEXTS), key[:-1]))] = value.pop(key)
            else:
                value[rng.choice(ODD_TEXTS)] = self._odd(raws)
            return value
        if isinstance(value, list) and value and rng.random() < 0.7:
            place = rng.randrange(len(value))
            what = rng.random()
            if what < 0.6:
                value[place] = self._spoilt(value[place], raws)
            elif what < 0.8:
                value += value * rng.choice((1, 16, 99))
            else:
                value.insert(place, self._odd(raws))
            return value
        return self._odd(raws)

    def _odd(self, raws: list[str]) -> Value:
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            raws.append(rng.choice(RAW))
            return MARK.format(len(raws) - 1)
        if kind < 0.55:
            found = rng.choice(ODD_NUMBERS)
            return found if abs(found) < 1 << 63 else str(found)
        return rng.choice(ODD_TEXTS) if kind < 0.8 else deepcopy(rng.choice(ODD_VALUES))

    def _spoil_text(self, text: str) -> str:
        rng = self.rng
        what = rng.randrange(6)
        if what == 0:
            return text[: rng.randrange(len(text) + 1)]
        if what == 1:
            return text + text
        if what == 2:
            return "\ufeff" + text
        if what == 3:
            return text + " " * rng.choice((1, 8192, 40_000))
        place = rng.randrange(len(text) + 1)
        if what == 4:
            return text[:place] + rng.choice(RAW)[:100] + text[place:]
        return text[:place] + chr(rng.choice((0, 7, 0x7F, 0x85, 0x2028, 0xFFFD, 0x10FFFF))) + text[place + 1 :]


def _characters(parts: Any) -> str:
    """All characters of a class, as `[0-9a-f]`."""
    found = ""
    for what, value in parts:
        if what is _constants.LITERAL:
            found += chr(value)
        elif what is _constants.RANGE:
            found += "".join(map(chr, range(value[0], value[1] + 1)))
    return found


@cache
def type_of(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)
