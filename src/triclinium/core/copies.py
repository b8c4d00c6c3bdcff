"""Values that are safe to hand out: copies, or values that cannot be changed."""

from __future__ import annotations

from typing import Any, NoReturn

NESTED = (dict, list)


def copied(value: Any) -> Any:
    """A deep copy of plain JSON."""
    # Most values hold no further rows: a call for each of those would cost the most.
    if type(value) is dict:
        return {key: copied(each) if type(each) in NESTED else each for key, each in value.items()}
    if type(value) is list:
        return [copied(each) if type(each) in NESTED else each for each in value]
    return value


def is_deeper(value: Any, most: int) -> bool:
    """Whether rows lie in rows more than so many levels deep. Looked at level by level: nothing is called in itself.

    >>> is_deeper({"cards": ["boar"]}, 2), is_deeper({"cards": ["boar"]}, 1)
    (False, True)
    """
    level = [value] if type(value) in NESTED else []
    for _ in range(most):
        inner = [each for outer in level for each in (outer.values() if type(outer) is dict else outer)]
        level = [each for each in inner if type(each) in NESTED]
    return bool(level)


def fixed(value: Any) -> Any:
    """Plain JSON that raises an error on any change. For sharing where copies would be too slow.

    >>> page = fixed({"cards": ["boar"]})
    >>> page["cards"].append("dates")
    Traceback (most recent call last):
    TypeError: this is shared and cannot be changed; copy it first
    """
    if type(value) is dict:
        return _FixedDict({key: fixed(each) if type(each) in NESTED else each for key, each in value.items()})
    if type(value) is list:
        return _FixedList([fixed(each) if type(each) in NESTED else each for each in value])
    return value


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise TypeError("this is shared and cannot be changed; copy it first")


class _FixedDict(dict[str, Any]):
    """Copies of it, and unpickled ones, are plain dicts."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = update = pop = popitem = setdefault = clear = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class _FixedList(list[Any]):
    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = extend = insert = _refuse
    pop = remove = clear = sort = reverse = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)
