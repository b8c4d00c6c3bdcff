"""What everybody saw a chariot do stays in the view: its last turn, and how often it drove, rammed, whipped."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from triclinium.core.event import told_to
from triclinium.core.fairness import SeededLuck
from triclinium.core.kernel import shapes_of
from triclinium.core.play import Play
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules.state import State
from triclinium.games.benhur.views.history import COLUMNS

DEEDS = {
    "speed_played": "drove",
    "reined_in": "reined_in",
    "accident_played": "accident",
    "repair_played": "repair",
}
COUNTED = {
    "speed_played": "drove",
    "reined_in": "reined_in",
    "accident_played": "accidents",
    "repair_played": "accidents",
    "accident_good": "accidents_good",
    "collision_declared": "rams",
    "whip_announced": "whips",
    "turn_lost": "turns_lost",
    "hand_exchanged": "hands_exchanged",
}


class Watcher:
    """Somebody in the circus who listens to what everybody is told, and remembers it."""

    def __init__(self, chariots: int) -> None:
        self.turns: list[list[list[Any]]] = [[] for _ in range(chariots)]
        self.counts: list[Counter[str]] = [Counter() for _ in range(chariots)]
        self.attacker = -1

    def hear(self, event: dict[str, Any]) -> None:
        kind, chariot = event["kind"], event.get("chariot", -1)
        if kind == "turn_began":
            self.turns[chariot] = []
        if kind in DEEDS:
            self.turns[chariot].append([DEEDS[kind], event["card"], event.get("a", 0), event.get("b", 0)])
        if kind in COUNTED:
            self.counts[chariot][COUNTED[kind]] += 1
        if kind in ("whip_announced", "collision_declared"):
            self.attacker = chariot
        if kind in ("whip_won", "collision_won") and chariot == self.attacker:
            self.counts[chariot]["whips_won" if kind == "whip_won" else "rams_won"] += 1


@pytest.mark.parametrize("seed", range(6))
def test_history_is_what_somebody_remembers_who_heard_everything(seed: int) -> None:
    rng, luck = random.Random(seed), SeededLuck(seed)
    options = {"club": seed % 2 == 0, "format": ("laps", "races", "long")[seed % 3], "length": 2}
    play: Play[Any] = Play.begin(GAME, 3 + seed % 3, options)
    watcher = Watcher(play.state.chariots)
    while True:
        for event in told_to(play.draw(luck), None):
            watcher.hear(event)
        view: Any = GAME.view(play.state, None)
        assert [chariot["last_turn"] for chariot in view["chariots"]] == watcher.turns
        told = [dict(zip(COLUMNS, chariot["counts"], strict=True)) for chariot in view["chariots"]]
        assert told == [{name: counts[name] for name in COLUMNS} for counts in watcher.counts]
        if not (pending := play.pending()):
            break
        decision = pending[0]
        for event in told_to(play.answer(decision.seat, rng.choice(decision.options)), None):
            watcher.hear(event)
    rows = [*play.state.history, *play.state.history_counts]
    assert {len(row) for row in rows} == {shapes_of(State)["history"][1], shapes_of(State)["history_counts"][1]}


def test_history_survives_a_guess() -> None:
    rng, luck = random.Random(2), SeededLuck(2)
    play: Play[Any] = Play.begin(GAME, 4)
    for _ in range(60):
        play.draw(luck)
        if not (pending := play.pending()):
            break
        play.answer(pending[0].seat, rng.choice(pending[0].options))
    play.draw(luck)
    view = GAME.view(play.state, 1)
    assert GAME.view(GAME.guess(view, 1, rng), 1) == view
    seen: Any = view
    assert any(chariot["last_turn"] for chariot in seen["chariots"])
