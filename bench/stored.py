"""Fill a store with many finished tables, as the server writes them, to see whether a move then costs more."""

from __future__ import annotations

import random
import secrets
from pathlib import Path

from triclinium.core.fairness import Pledge
from triclinium.core.play import Play
from triclinium.games import game_named
from triclinium.table.log.rows import Answered, Created, SeatPlan
from triclinium.table.protocol.messages import ENCODER, ClockRule
from triclinium.table.store.sqlite_file import SqliteFile

ROWS_A_TABLE = 80
TABLES_A_BATCH = 500


def fill(folder: Path, tables: int) -> None:
    """Store this many tables with the rows of one played game each."""
    bodies = _rows_of_a_game()
    store = SqliteFile(folder)
    game = game_named("banquet")
    for number in range(tables):
        table = secrets.token_hex(16)
        created = Created(
            id=table, game="banquet", rules=1, options=game.complete({}), seats=[SeatPlan() for _ in range(4)],
            host=secrets.token_hex(16), secret=secrets.token_hex(32), clock=ClockRule(), wait=90, undo="free", window=4,
            quick=False,
        )  # fmt: skip
        store.create(table, "banquet")
        store.append(table, 0, [ENCODER.encode(created), *bodies])
        for _ in range(4):
            store.visit(secrets.token_hex(16), table)
        store.finish(table)
        if number % TABLES_A_BATCH == TABLES_A_BATCH - 1:
            store.commit()
    store.commit()
    store.close()


def _rows_of_a_game() -> list[bytes]:
    pledge = Pledge.fresh(4)
    play = Play.begin(game_named("banquet"), 4, {}, pledge)
    rng = random.Random(1)
    bodies: list[bytes] = []
    luck = pledge.luck()
    play.draw(luck)
    while len(bodies) < ROWS_A_TABLE and play.pending():
        decision = play.pending()[0]
        answer = rng.choice(decision.options)
        play.answer(decision.seat, answer)
        before = len(play.record.entries)
        play.draw(luck)
        draws = [entry.answer for entry in play.record.entries[before:]]
        bodies.append(ENCODER.encode(Answered(seat=decision.seat, answer=answer, draws=draws, nonce="x" * 16)))
    return bodies
