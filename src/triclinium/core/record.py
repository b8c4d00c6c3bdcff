"""The record of a game: the list of answers, the only truth about it, as lines of JSON.

The first line names the game. Each further line is one answer, including those of chance. In a finished game the last
line gives the result, reveals the secret of the luck and seals all bytes before it. A replay needs no seed: chance's
answers are in the record.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from triclinium.core.decision import Answer, Json, Seat
from triclinium.core.exact import same
from triclinium.core.fairness import Contribution, Pledge

FORMAT = 1
LINE_BYTES_MOST = 256 * 1024


class BadRecord(Exception):
    """Not a record, or a damaged one. The message is one line that says where."""


@dataclass(slots=True)
class Entry:
    """One answer of one seat."""

    # Treat as immutable. Not frozen, because a frozen one takes four times as long to make.

    seat: Seat
    answer: Answer


@dataclass(slots=True)
class Record:
    game: str
    rules_version: int
    seats: int
    options: dict[str, Json]
    entries: list[Entry] = field(default_factory=list)
    pledge: Pledge | None = None
    ending: dict[str, Json] | None = None
    digest: str | None = None

    def header(self) -> dict[str, Json]:
        line: dict[str, Json] = {
            "triclinium": FORMAT,
            "game": self.game,
            "rules": self.rules_version,
            "seats": self.seats,
            "options": self.options,
        }
        if self.pledge is not None:
            line["luck"] = {
                "table": self.pledge.table,
                "commitment": self.pledge.commitment,
                "contributions": [
                    {"commitment": share.commitment, "value": share.value.hex()} for share in self.pledge.contributions
                ],
            }
        return line

    def write(self) -> str:
        """The record as text. Only a finished game has the last line with the secret."""
        lines = [one_line(self.header())]
        lines += [one_line({"seat": entry.seat, "answer": entry.answer}) for entry in self.entries]
        if self.ending is not None:
            end: dict[str, Json] = {"end": self.ending, "digest": digest_of(lines)}
            if self.pledge is not None and self.pledge.secret is not None:
                end["secret"] = self.pledge.secret.hex()
            lines.append(one_line(end))
        return "".join(line + "\n" for line in lines)


def one_line(value: Json) -> str:
    """The canonical text of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest_of(lines: list[str]) -> str:
    """The seal: a digest of all lines before the last."""
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def read(text: str) -> Record:
    """Raises `BadRecord` for a damaged or foreign file."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    if not lines:
        raise BadRecord("the file is empty, so it is no record")
    record = _read_header(_read_line(lines[0], 1))
    for number, line in enumerate(lines[1:], start=2):
        value = _read_line(line, number)
        if set(value) == {"seat", "answer"} and record.ending is None:
            record.entries.append(_read_entry(value, record.seats, number))
        elif "end" in value and number == len(lines):
            _read_end(record, value, number)
        else:
            raise BadRecord(f"line {number} is neither an answer nor the end")
    return record


def _read_line(line: str, number: int) -> dict[str, Any]:
    if len(line) > LINE_BYTES_MOST:
        raise BadRecord(f"line {number} is too long")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"line {number} is not JSON: the file is damaged or no record") from None
    if not isinstance(value, dict):
        raise BadRecord(f"line {number} is not a record's line")
    if one_line(value) != line:
        raise BadRecord(f"line {number} is not written the way records are: it was changed")
    return value


def _read_header(value: dict[str, Any]) -> Record:
    if not same(value.get("triclinium"), FORMAT):
        raise BadRecord("this is not a Triclinium record (or one of a newer format)")
    game, rules, seats, options = (value.get(name) for name in ("game", "rules", "seats", "options"))
    if not (type(game) is str and type(rules) is int and type(seats) is int and isinstance(options, dict)):
        raise BadRecord("line 1 lacks the game, its rules version, its seats or its options")
    if not set(value) <= {"triclinium", "game", "rules", "seats", "options", "luck"}:
        raise BadRecord("line 1 has fields no record has")
    if not 1 <= seats <= 16:
        raise BadRecord(f"line 1 says {seats} seats")
    record = Record(game, rules, seats, options)
    if "luck" in value:
        record.pledge = _read_pledge(value["luck"], seats)
    return record


def _read_pledge(value: Any, seats: int) -> Pledge:
    try:
        shares = tuple(
            Contribution(_text(share["commitment"]), _bytes_of(share["value"])) for share in value["contributions"]
        )
        pledge = Pledge(_text(value["table"]), _text(value["commitment"]), shares)
    except (TypeError, KeyError, ValueError):
        raise BadRecord("line 1 tells of its luck in a way that cannot be read") from None
    if len(shares) != seats:
        raise BadRecord(f"line 1 has {len(shares)} shares of luck for {seats} seats")
    return pledge


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError(value)
    return value


def _bytes_of(text: str) -> bytes:
    """Bytes from lower-case hexadecimal. Capitals are refused: each value has one spelling."""
    value = bytes.fromhex(text)
    if value.hex() != text:
        raise ValueError(text)
    return value


def _read_entry(value: dict[str, Any], seats: int, number: int) -> Entry:
    seat, answer = value["seat"], value["answer"]
    if type(seat) is not int or not -1 <= seat < seats or not isinstance(answer, dict):
        raise BadRecord(f"line {number} is not an answer of a seat at this table")
    return Entry(seat, answer)


def _read_end(record: Record, value: dict[str, Any], number: int) -> None:
    end, digest, secret = value["end"], value.get("digest"), value.get("secret")
    if not isinstance(end, dict) or not isinstance(digest, str) or not set(value) <= {"end", "digest", "secret"}:
        raise BadRecord(f"line {number} is not the end of a record")
    record.ending = end
    record.digest = digest
    if secret is not None and record.pledge is not None:
        try:
            shown = _bytes_of(secret)
        except (TypeError, ValueError):
            raise BadRecord(f"line {number} shows a secret that is none") from None
        old = record.pledge
        record.pledge = Pledge(old.table, old.commitment, old.contributions, shown)
