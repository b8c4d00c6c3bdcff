"""Keep a small store as today's program writes it: `python -m server.make_store` in `tests/`.

Stores of earlier layouts stay as they are, as a guest's evening stays on a disk; a new layout gets a file of its own.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import apsw

from triclinium.table.log.rows import ROW
from triclinium.table.play import passages
from triclinium.table.protocol import messages as up
from triclinium.table.protocol.messages import ENCODER, Ack
from triclinium.table.store.files import FILE
from triclinium.table.store.layout import LAYOUT
from triclinium.table.store.sqlite_file import SqliteFile

from .room import Room, play_on, to_the_end

STORES = Path(__file__).parent / "stores"


def evenings() -> list[Room]:
    """Tables of every kind: finished, running, with answers taken back, with a passage veiled, waiting."""
    finished = Room(people=3).begin()
    to_the_end(finished, seed=3)
    running = Room(people=3, bots=1).begin()
    play_on(running, 12)
    race = Room(people=2, game="benhur").begin()
    play_on(race, 9)
    tale = Room(people=3, game="bacchanalia").begin()
    play_on(tale, 12)
    edited = passages.edited(
        [ROW.decode(row) for row in tale.stored], 0, up.VeilPassage(nonce="a-veil-is-drawn", passage=0)
    )
    tale.stored = [ENCODER.encode(row) for row in edited]
    entries = [(entry.seat, entry.answer) for entry in finished.table.play.record.entries[:20]]
    branch = Room(people=3, branch_of=finished.table.made.id, entries=entries).begin()
    play_on(branch, 5)
    taken_back = Room(people=3).begin()
    rng = random.Random(5)
    for _ in range(12):
        seat = rng.choice(taken_back.asked())
        taken_back.answer(seat, rng.choice(taken_back.table.questions[seat].decision.options))
        if isinstance(taken_back.say(seat, up.Undo), Ack):
            taken_back.answer(taken_back.asked()[0])
        taken_back.store()
    return [finished, running, race, tale, branch, taken_back, Room(people=4)]


def main() -> None:
    path = STORES / f"layout-{LAYOUT}.sqlite"
    assert not path.exists(), "a kept store is never written anew"
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteFile(Path(folder))
        for room in evenings():
            made = room.table.made
            room.store()
            store.create(made.id, made.game)
            store.append(made.id, 0, room.stored)
            for visitor in range(room.people):
                store.visit(f"visitor{visitor}", made.id)
            if room.table.phase == "over":
                store.finish(made.id)
        store.commit()
        store.close()
        STORES.mkdir(exist_ok=True)
        other = apsw.Connection(str(Path(folder) / FILE))
        other.execute("vacuum into ?", (str(path),))
        other.close()
    print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
