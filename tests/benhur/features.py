"""What a recorded race contains, as short marks: so that the stored races can be asked what they cover."""

from __future__ import annotations

from typing import Any

from triclinium.core.play import Play
from triclinium.core.record import Record
from triclinium.games.benhur.game import GAME

WANTED = {
    "format:laps",
    "format:races",
    "format:long",
    "club",
    "steering:free",
    "chariots:2",
    *(f"seats:{seats}" for seats in GAME.info.seats),
    "whip:won",
    "whip:lost",
    "collision:won",
    "collision:lost",
    "fight:tied",
    "line:pushed_back",
    "status:finished",
    "status:crashed",
    "status:knocked_out",
    "status:hand_empty",
    "repair",
    "accident:good",
    "accident:bad",
    "reined_in",
    "hand:exchanged",
    "turn:lost",
    "ending:won",
    "ending:shared",
    "ending:no_winner",
}
"""Everything the stored races must show between them."""

PLAIN = {
    "fight_tied": "fight:tied",
    "lap_given_back": "line:pushed_back",
    "repair_played": "repair",
    "accident_good": "accident:good",
    "accident_bad": "accident:bad",
    "reined_in": "reined_in",
    "hand_exchanged": "hand:exchanged",
    "turn_lost": "turn:lost",
}


def features(record: Record) -> set[str]:
    """All marks of a finished race."""
    play: Play[Any] = Play(GAME, Record(record.game, record.rules_version, record.seats, record.options))
    marks = {f"format:{record.options['format']}", f"seats:{record.seats}"}
    marks |= {"club"} if record.options["club"] else set()
    marks |= {"steering:free"} if record.options["steering"] == "free" else set()
    marks |= {"chariots:2"} if record.options["chariots"] == 2 else set()
    attacker = None
    for entry in record.entries:
        for event in play.answer(entry.seat, entry.answer):
            if event.kind in ("whip_announced", "collision_declared"):
                attacker = event.data["chariot"]
            elif event.kind in ("whip_won", "collision_won"):
                fight = event.kind.removesuffix("_won")
                marks.add(f"{fight}:won" if event.data["chariot"] == attacker else f"{fight}:lost")
            elif event.kind == "chariot_left":
                marks.add(f"status:{event.data['status']}")
            elif event.kind in PLAIN:
                marks.add(PLAIN[event.kind])
    result = GAME.result(play.state)
    return marks | ({f"ending:{result.ending}"} if result else set())
