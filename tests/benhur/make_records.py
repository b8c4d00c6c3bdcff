"""Make the golden records of Ben Hur anew.

Races are played from numbered pledges by sensible and careless drivers until every mark of `features.WANTED` has
been seen; a race is kept if it shows one that no kept race shows. The same numbers always give the same files.
From `tests/`:

    python -m benhur.make_records
"""

from __future__ import annotations

import hashlib
from itertools import cycle
from typing import Any

from benhur.driver import choose
from benhur.features import WANTED, features
from records.folders import of_today
from triclinium.core.decision import Answer, Decision, Json
from triclinium.core.dice import sow
from triclinium.core.fairness import Contribution, Pledge, commitment, seat_label
from triclinium.core.play import Play, run
from triclinium.games.benhur.game import GAME, legal_codes
from triclinium.games.benhur.rules.answers import message_of

FOLDER = of_today("benhur")
ENTRIES_MOST = 900
"""A longer race is not kept: others show the same."""
TABLES: list[tuple[int, dict[str, Json]]] = [
    (2, {"format": "laps", "length": 1}),
    (3, {"format": "races", "length": 2}),
    (4, {"format": "long", "length": 2}),
    (5, {"format": "laps", "length": 1, "club": True}),
    (6, {"format": "races", "length": 2}),
    (2, {"format": "laps", "length": 1, "chariots": 2}),
    (3, {"format": "laps", "length": 1, "steering": "free"}),
    (6, {"format": "long", "length": 2}),
]
RAMMING = 0
FOLLIES = (3, 20, 100, RAMMING)
"""Nearly always sensibly, mostly so, at random (see `driver.choose`); or sensibly, but ramming whenever possible."""


def pledge(number: int, seats: int) -> Pledge:
    """A pledge that is always the same for the same number."""
    table = hashlib.sha256(f"race {number}".encode()).hexdigest()[:32]
    secret = hashlib.sha256(f"secret {number}".encode()).digest()
    values = [hashlib.sha256(f"share {number} {seat}".encode()).digest()[:16] for seat in range(seats)]
    shares = tuple(Contribution(commitment(seat_label(n), table, value), value) for n, value in enumerate(values))
    return Pledge(table, commitment("table", table, secret), shares, secret)


def race(number: int, seats: int, options: dict[str, Json], folly: int) -> Play[Any]:
    """One race to its end."""
    promised = pledge(number, seats)
    play = Play.begin(GAME, seats, options, promised)
    dice = [0]
    sow(dice, number)

    def drive(playing: Play[Any], decision: Decision) -> Answer:
        rams = [option for option in decision.options if option["kind"] == "collide"]
        if folly == RAMMING and rams:
            return rams[-1]
        codes = legal_codes(playing.state, decision.seat)
        return message_of(playing.state, choose(playing.state, dice, codes, len(codes), folly))

    run(play, [drive] * seats, promised.luck())
    return play


def main() -> None:
    """Write the records."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    missing = set(WANTED)
    kept = 0
    for number, (seats, options) in enumerate(cycle(TABLES)):
        if not missing or number >= 600:
            break
        play = race(number, seats, options, FOLLIES[(number + number // len(TABLES)) % len(FOLLIES)])
        new = features(play.record) & missing
        if new and len(play.record.entries) <= ENTRIES_MOST:
            missing -= new
            kept += 1
            name = sorted(new)[0].replace(":", "-").replace("_", "-")
            (FOLDER / f"{kept:02}-{name}.jsonl").write_text(play.record.write(), encoding="utf-8")
    print(f"{kept} records; missing: {sorted(missing)}")


if __name__ == "__main__":
    main()
