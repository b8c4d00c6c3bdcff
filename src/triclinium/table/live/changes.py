"""The difference between two views, for a client that has the first.

A change has a path (field names and list indexes) and the new value. At the end of a list it appends; without a value
it removes the field, or cuts the list there. The empty path is the whole view.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from triclinium.table.protocol.history_replies import Change
from triclinium.table.protocol.messages import ENCODER

Path = list[str | int]


def changes(old: Any, new: Any) -> list[Change]:
    """What turns one into the other; nothing if they are the same, number types included."""
    found: list[Change] = []
    _compare(old, new, [], found)
    return found


def _compare(old: Any, new: Any, path: Path, found: list[Change]) -> None:
    kind = type(new)
    if type(old) is not kind:
        found.append(Change(path=path, value=new))
    elif kind is dict or kind is list:
        # Comparing encoded values is fast and exact: 1, 1.0 and true are not the same.
        if ENCODER.encode(old) != ENCODER.encode(new):
            (_compare_fields if kind is dict else _compare_places)(old, new, path, found)
    elif old != new:
        found.append(Change(path=path, value=new))


def _compare_fields(old: dict[str, Any], new: dict[str, Any], path: Path, found: list[Change]) -> None:
    found += [Change(path=[*path, name]) for name in old if name not in new]
    for name, value in new.items():
        if name in old:
            _compare(old[name], value, [*path, name], found)
        else:
            found.append(Change(path=[*path, name], value=value))


def _compare_places(old: list[Any], new: list[Any], path: Path, found: list[Change]) -> None:
    """Item by item, or the list as a whole if that is shorter."""
    before = len(found)
    for place in range(min(len(old), len(new))):
        _compare(old[place], new[place], [*path, place], found)
    if len(new) < len(old):
        found.append(Change(path=[*path, len(new)]))
    found += [Change(path=[*path, place], value=new[place]) for place in range(len(old), len(new))]
    many = len(found) - before > max(1, len(new) // 3)
    if many and len(ENCODER.encode(new)) < len(ENCODER.encode(found[before:])):
        found[before:] = [Change(path=path, value=new)]


def patched(value: Any, changed: Iterable[Change]) -> Any:
    """A value with changes applied; the original stays as it is."""
    for change in changed:
        value = _with(value, change.path, change.value)
    return value


def _with(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    first, *rest = path
    if isinstance(value, dict):
        if not rest and new is UNSET:
            return {name: kept for name, kept in value.items() if name != first}
        return {**value, str(first): _with(value.get(str(first)), rest, new)}
    assert isinstance(value, list) and isinstance(first, int), "a path leads through objects and lists"
    if not rest and new is UNSET:
        return value[:first]
    return [*value[:first], _with(value[first] if first < len(value) else None, rest, new), *value[first + 1 :]]
