"""Write down the records of earlier rules versions, and what today's rules make of each.

Run `python -m records.make_digests` in `tests/` when a version is raised. A record of an earlier version is never
written anew: the `digests.txt` beside a game's records may gain lines, and the verdict at the end of a line may change;
a digest never does.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from records.folders import records_of
from triclinium.core.play import replay
from triclinium.core.record import BadRecord, read
from triclinium.games import GAMES, game_named

SAME, REFUSED = "same", "refused"


def earlier(game: str) -> list[Path]:
    """The records of versions before today's."""
    folder = records_of(game)
    return [
        path
        for version in range(1, game_named(game).info.rules_version)
        for path in sorted((folder / f"rules-{version}").glob("*.jsonl"))
    ]


def name_of(game: str, path: Path) -> str:
    return path.relative_to(records_of(game)).as_posix()


def listed(game: str) -> list[list[str]]:
    """Digest, name and verdict of each record that is listed."""
    digests = records_of(game) / "digests.txt"
    return [line.split() for line in digests.read_text(encoding="ascii").splitlines()] if digests.exists() else []


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def verdict_on(path: Path) -> tuple[str, str]:
    """What today's rules make of a record: it replays to the same end, or is refused; and the line that says so."""
    record = read(path.read_text(encoding="utf-8"))
    try:
        replay(game_named(record.game), record)
    except BadRecord as bad:
        return REFUSED, str(bad)
    return SAME, ""


def main() -> None:
    for game in GAMES:
        known = {name: digest for digest, name, _ in listed(game)}
        lines = []
        for path in earlier(game):
            name, digest = name_of(game, path), digest_of(path)
            assert known.get(name, digest) == digest, f"{name} of {game} was changed; restore it"
            lines.append(f"{digest} {name} {verdict_on(path)[0]}\n")
        if lines:
            (records_of(game) / "digests.txt").write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
