"""Options as typed on the command line: name=value, or name=FILE for a data file."""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.decision import Json
from triclinium.core.game import BadOptions, GameInfo


def typed_option(info: GameInfo, text: str, read: Callable[[str], str]) -> tuple[str, Json]:
    """The name and value in a text. `read` reads the file named in it. Raises `BadOptions`."""
    known = {option.name: option for option in info.options}
    name, separator, value = text.partition("=")
    if not separator or name not in known:
        raise BadOptions(f"{text!r} is not an option of {info.id}; write name=value, with one of {', '.join(known)}")
    option = known[name]
    if option.read_file is not None:
        return name, option.read_file(read(value))
    if not option.choices:
        return name, int(value) if value.isdecimal() else value
    by_text = {str(choice).lower(): choice for choice in option.choices}
    if value.lower() not in by_text:
        raise BadOptions(f"option {name} cannot be {value!r}; it is one of {', '.join(by_text)}")
    return name, by_text[value.lower()]
