"""The names of those who told a story, if they agreed: in a file beside the record, to be deleted without touching it.

A record holds no names. `evening.jsonl` has its names in `evening.names.json`, a list by seat; null stands for somebody
who is not to be named.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

NAME_MOST = 80
"""Characters of a name in a book."""


class BadNames(Exception):
    """A name, or the file of names, cannot be used. The message is one line that says what to do."""


def names_file(record: Path) -> Path:
    """
    >>> names_file(Path("evening.jsonl")).name
    'evening.names.json'
    """
    return record.with_suffix(".names.json")


def kept_names(record: Path, seats: int) -> list[str | None]:
    """The names kept beside a record; none if there is no such file."""
    file = names_file(record)
    if not file.exists():
        return []
    try:
        names = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        names = None
    if not isinstance(names, list) or len(names) != seats or not all(map(_fits, names)):
        raise BadNames(
            f"{file} must be a list of {seats} names, null for one who is not to be named; mend or delete it"
        )
    return [name.strip() or None if isinstance(name, str) else None for name in names]


def keep_names_of(record: Path, names: Sequence[str | None]) -> None:
    """Keep these names beside a record; if nobody is named, there is no such file."""
    if any(names):
        names_file(record).write_text(names_text(names), encoding="utf-8")
    else:
        names_file(record).unlink(missing_ok=True)


def names_text(names: Sequence[str | None]) -> str:
    """What such a file holds."""
    return json.dumps(list(names), ensure_ascii=False) + "\n"


def checked_name(name: str) -> str:
    """A name that a person gave for books. Raises `BadNames`."""
    if not _fits(name) or not name.strip():
        raise BadNames(f"{name[:NAME_MOST]!r} is no name for a book; write at most {NAME_MOST} signs, in one line")
    return name.strip()


def _fits(name: object) -> bool:
    return name is None or (isinstance(name, str) and len(name) <= NAME_MOST and name.isprintable())
