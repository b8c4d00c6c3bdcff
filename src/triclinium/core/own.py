"""What is handed out is one's own: a copy, or something that nobody can write on."""

from __future__ import annotations

from typing import Any, NoReturn


def copied(value: Any) -> Any:
    """Plain JSON of one's own: writing on it changes nothing that somebody else holds."""
    if type(value) is dict:
        return {key: copied(each) for key, each in value.items()}
    if type(value) is list:
        return [copied(each) for each in value]
    return value


def fixed(value: Any) -> Any:
    """The same plain JSON for everybody, where a copy for each would cost too much: to write on it is an error.

    >>> page = fixed({"cards": ["boar"]})
    >>> page["cards"].append("dates")
    Traceback (most recent call last):
    TypeError: this is shared and cannot be changed; copy it first
    """
    if type(value) is dict:
        return _FixedDict({key: fixed(each) for key, each in value.items()})
    if type(value) is list:
        return _FixedList(map(fixed, value))
    return value


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise TypeError("this is shared and cannot be changed; copy it first")


class _FixedDict(dict[str, Any]):
    """A dict that stays what it is; a deep copy, or one in another process, is a plain dict."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = update = pop = popitem = setdefault = clear = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class _FixedList(list[Any]):
    """A list that stays what it is."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = extend = insert = _refuse
    pop = remove = clear = sort = reverse = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)
