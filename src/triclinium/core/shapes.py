"""The shapes of what a game shows, asks and tells, written once beside its views as plain types.

From them the page's own types are made (`web/make_types.py`), and a test holds the views, questions and events of
random games against them. A shape is a `TypedDict`, a list, a tuple, a dictionary by name, a union, a `Literal` or a
plain type. One name out of a list that the rules keep is `Annotated[str, Among("Card", KIND_NAMES)]`: whoever adds a
card edits the rules alone.

A game's module of shapes has `View`, and `QUESTIONS`, every kind of decision; events are made of the declarations in
its vocabulary, by `ARGUMENTS`: what each kind of argument is. `FACTS` are what a board must know besides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)


@dataclass(frozen=True, slots=True)
class Among:
    """One of these names; what the list is called among types."""

    called: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of decision: the shape of its data, and of every answer that it takes."""

    answers: tuple[Any, ...]
    data: Any = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that never changes, with its shape."""

    shape: Any
    value: Any


PLAIN: dict[str, Any] = {
    "number": int,
    "text": str,
    "texts": list[str],
    "flag": bool,
    "seat": int,
    "seats": list[int],
    "degrees": int,
}
"""What the arguments are that every game's words know."""


def argument(kind: str, arguments: Mapping[str, Any]) -> Any:
    """The shape of an argument of a message: a game's own, one that all know, or a list of one's own (`cards`)."""
    if kind in arguments:
        return arguments[kind]
    return PLAIN[kind] if kind in PLAIN else list[arguments[kind.removesuffix("s")]]  # type: ignore[misc]


def event_shapes(declared: Mapping[str, Mapping[str, str]], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Each kind of event as it is told to somebody: its kind and its data."""
    return {
        kind: _made(kind, {name: argument(of, arguments) for name, of in data.items()})
        for kind, data in declared.items()
    }


def _made(kind: str, fields: dict[str, Any]) -> Any:
    make: Any = TypedDict  # a type checker wants to read the fields
    return make(kind, {"kind": Literal[kind], **fields})


@cache
def fields_of(shape: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a `TypedDict`, each with its shape and whether it must be there."""
    found = {}
    for name, hint in get_type_hints(shape, include_extras=True).items():
        marked = get_origin(hint) is NotRequired
        found[name] = (get_args(hint)[0] if marked else hint, not marked and name not in shape.__optional_keys__)
    return found


def misfits(shape: Any, value: Any, at: str = "") -> Iterator[str]:
    """Everything in which a value is not of a shape, each with its place; nothing missing, nothing unknown.

    >>> list(misfits(dict[str, int], {"belt": True}))
    ['.belt: True is no int']
    """
    if shape is Any:
        return
    if is_typeddict(shape):
        yield from _of_fields(shape, value, at)
        return
    origin, inner = get_origin(shape), get_args(shape)
    if origin is Annotated:
        if value not in inner[1].names:
            yield f"{at}: {value!r} is no {inner[1].called}"
    elif origin is Literal:
        if not any(value == one and type(value) is type(one) for one in inner):
            yield f"{at}: {value!r} is none of {inner}"
    elif origin in (Union, UnionType):
        yield from _of_union(inner, value, at)
    elif origin is list:
        yield from _of_list(inner * len(value) if type(value) is list else (), value, at)
    elif origin is tuple:
        yield from _of_list(inner, value, at)
    elif origin is dict:
        if type(value) is not dict:
            yield f"{at}: {value!r} is no dictionary"
            return
        for key, one in value.items():
            yield from misfits(inner[0], key, f"{at}.{key}")
            yield from misfits(inner[1], one, f"{at}.{key}")
    elif type(value) is not (NoneType if shape is None else shape):
        yield f"{at}: {value!r} is no {'null' if shape in (None, NoneType) else shape.__name__}"


def _of_fields(shape: Any, value: Any, at: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{at}: {value!r} is no {shape.__name__}"
        return
    fields = fields_of(shape)
    for name in value.keys() - fields.keys():
        yield f"{at}.{name}: {shape.__name__} knows no such field"
    for name, (inner, required) in fields.items():
        if name in value:
            yield from misfits(inner, value[name], f"{at}.{name}")
        elif required:
            yield f"{at}.{name}: is missing in {shape.__name__}"


def _of_union(shapes: tuple[Any, ...], value: Any, at: str) -> Iterator[str]:
    """What is wrong with the shape that comes nearest."""
    best: list[str] | None = None
    for shape in shapes:
        wrong = list(misfits(shape, value, at))
        if not wrong:
            return
        if best is None or (type(value) is dict and is_typeddict(shape) and _kind_of(shape) == value.get("kind", ())):
            best = wrong
    yield from best or ()


def _kind_of(shape: Any) -> Any:
    kind = fields_of(shape).get("kind")
    return get_args(kind[0])[0] if kind and get_origin(kind[0]) is Literal else None


def _of_list(shapes: tuple[Any, ...], value: Any, at: str) -> Iterator[str]:
    if type(value) is not list or len(value) != len(shapes):
        yield f"{at}: {value!r} is no list of this length"
        return
    for number, (shape, one) in enumerate(zip(shapes, value, strict=True)):
        yield from misfits(shape, one, f"{at}[{number}]")
