"""What everybody saw of the rounds: from the state into a view, and back.

People remember who passed the Gift on and to whom, who played which privilege and when, what was turned up where, and
how the lead laid its cards. Programs, and people who come back, read it here. This round and the last one are complete.
Earlier rounds are counts of what the present guests did: the deeds of a former guest say nothing about the new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triclinium.core.decision import Json
from triclinium.core.game import View
from triclinium.games.banquet.rules.cards import (
    CLASS_NAMES,
    GUEST_NAMES,
    KIND_NAMES,
    PLACE_NAMES,
    PRIVILEGE_NAMES,
    SEATS_MOST,
)
from triclinium.games.banquet.rules.state import NOTHING, ROUND_NUMBERS, State
from triclinium.games.banquet.rules.tape import (
    ACCEPTOR,
    BURST,
    BURSTS,
    CLAIMED,
    CLAIMS,
    FATE_NAMES,
    FORCED_ON,
    INITIATIVE,
    LEAD,
    OFFERED,
    OFFERS,
    PICKED,
    PLAYED_AFTER,
    PLAYER,
    PRIVILEGE,
    ROUND,
    SHOWN,
    TAKE,
    TAKEN,
    TAKES,
)

COLUMNS = (
    "led",
    "passed",
    "accepted",
    "claimed",
    "left",
    *(f"gave_to_{seat}" for seat in range(SEATS_MOST)),
    *(f"laid_{place}_{name}" for place in PLACE_NAMES for name in CLASS_NAMES),
    "played",
)
"""The counts of a seat, in order.

How often its guest led, passed the Gift on, accepted it by choice, claimed it by initiative, declined such a claim, and
handed the Gift to each seat; how often it laid a card of each class at each place, before any exchange. Last, the
privileges played from this seat, as a set of numbers.
"""


def this_round(s: State) -> View:
    """The current round; after the end, the last one."""
    return {"this_round": _shown(s.history)}


def rounds_over(s: State) -> View:
    """The round before, and the counts of all finished rounds."""
    counts: Any = [row[:] for row in s.history_counts[: s.seats]]
    return {"history": {"last_round": _shown(s.history_last), "counts": counts}}


def _shown(row: list[int]) -> Json:
    """A round with names. Built often, so the fields that are still missing cost nothing."""
    if not row[ROUND]:
        return None
    return {
        "round": row[ROUND],
        "lead": row[LEAD],
        "picked": [] if row[PICKED] < 0 else [KIND_NAMES[kind] for kind in row[PICKED : PICKED + 3]],
        "initiative": None if row[INITIATIVE] < 0 else {"seat": row[INITIATIVE], "claimed": row[CLAIMED] > 0},
        "offered": list(row[OFFERED : OFFERED + row[OFFERS]]),
        "privilege": None if row[PRIVILEGE] < 0 else _privilege(row),
        "acceptor": None if row[ACCEPTOR] < 0 else row[ACCEPTOR],
        "taken": _taken(row) if row[TAKEN] else [],
        "burst": _burst(row) if row[BURSTS] else [],
        "shown": None if row[SHOWN] < 0 else [KIND_NAMES[kind] for kind in row[SHOWN : SHOWN + 3]],
    }


def _privilege(row: list[int]) -> Json:
    return {
        "seat": row[PLAYER],
        "privilege": PRIVILEGE_NAMES[row[PRIVILEGE]],
        "place": None if row[CLAIMS] < 0 else PLACE_NAMES[row[CLAIMS]],
        "to": None if row[FORCED_ON] < 0 else row[FORCED_ON],
        "offers": row[PLAYED_AFTER],
    }


def _taken(row: list[int]) -> list[Json]:
    taken: list[Json] = []
    for at in range(TAKES, TAKES + TAKE * row[TAKEN], TAKE):
        fate = None if row[at + 3] < 0 else FATE_NAMES[row[at + 3]]
        taken.append([row[at], PLACE_NAMES[row[at + 1]], KIND_NAMES[row[at + 2]], fate])
    return taken


def _burst(row: list[int]) -> list[Json]:
    return [[row[at], GUEST_NAMES[row[at + 1]]] for at in range(BURST, BURST + 2 * row[BURSTS], 2)]


# --- Back into a state ----------------------------------------------------------------------------


def read_history(s: State, seen: Mapping[str, Any]) -> None:
    """Read a view's history into a state."""
    _read(s.history, seen["this_round"])
    _read(s.history_last, seen["history"]["last_round"])
    for row, counts in zip(s.history_counts, seen["history"]["counts"], strict=False):
        row[:] = counts


def _read(row: list[int], shown: Mapping[str, Any] | None) -> None:
    if shown is None:
        return
    row[:] = [NOTHING] * ROUND_NUMBERS
    row[ROUND], row[LEAD] = shown["round"], shown["lead"]
    row[PICKED : PICKED + len(shown["picked"])] = [KIND_NAMES.index(name) for name in shown["picked"]]
    if shown["initiative"] is not None:
        row[INITIATIVE], row[CLAIMED] = shown["initiative"]["seat"], int(shown["initiative"]["claimed"])
    row[OFFERS] = len(shown["offered"])
    row[OFFERED : OFFERED + row[OFFERS]] = shown["offered"]
    if (played := shown["privilege"]) is not None:
        row[PRIVILEGE] = PRIVILEGE_NAMES.index(played["privilege"])
        row[PLAYER], row[PLAYED_AFTER] = played["seat"], played["offers"]
        row[CLAIMS] = NOTHING if played["place"] is None else PLACE_NAMES.index(played["place"])
        row[FORCED_ON] = NOTHING if played["to"] is None else played["to"]
    row[ACCEPTOR] = NOTHING if shown["acceptor"] is None else shown["acceptor"]
    row[TAKEN] = len(shown["taken"])
    for number, (seat, place, kind, fate) in enumerate(shown["taken"]):
        at = TAKES + TAKE * number
        row[at], row[at + 1], row[at + 2] = seat, PLACE_NAMES.index(place), KIND_NAMES.index(kind)
        row[at + 3] = NOTHING if fate is None else FATE_NAMES.index(fate)
    row[BURSTS] = len(shown["burst"])
    for number, (seat, guest) in enumerate(shown["burst"]):
        row[BURST + 2 * number], row[BURST + 2 * number + 1] = seat, GUEST_NAMES.index(guest)
    if shown["shown"] is not None:
        row[SHOWN : SHOWN + 3] = [KIND_NAMES.index(name) for name in shown["shown"]]
