"""Write down the records of earlier rules versions, and what today's rules make of each.

Run `python -m records.make_digests` in `tests/` when a version is raised. A record of an earlier version is never
written anew: `digests.txt` may gain lines, and the verdict at the end of a line may change; a digest never does.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from triclinium.core.play import replay
from triclinium.core.record import BadRecord, read
from triclinium.games import GAMES, game_named

RECORDS = Path(__file__).parent
DIGESTS = RECORDS / "digests.txt"
SAME, REFUSED = "same", "refused"


def earlier() -> list[Path]:
    """All records of versions before today's."""
    return [
        path
        for game in GAMES
        for version in range(1, game_named(game).info.rules_version)
        for path in sorted((RECORDS / game / f"rules-{version}").glob("*.jsonl"))
    ]


def name_of(path: Path) -> str:
    return path.relative_to(RECORDS).as_posix()


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
    known = dict(line.split()[1::-1] for line in DIGESTS.read_text().splitlines()) if DIGESTS.exists() else {}
    lines = []
    for path in earlier():
        name, digest = name_of(path), digest_of(path)
        assert known.get(name, digest) == digest, f"{name} was changed; restore it"
        lines.append(f"{digest} {name} {verdict_on(path)[0]}")
    DIGESTS.write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
