"""The plan of each scene: which sentences follow each other, for each entry of the Aruspex and each ending."""

from __future__ import annotations

from triclinium.games.bacchanalia.brain.narrator.demands import PURSUED
from triclinium.games.bacchanalia.rules.cards import FREED, HAPPY, LOST, OPEN, SACRIFICE, SLAIN, SPARED, VIOLENCE

PLANS: dict[str, tuple[str, ...]] = {
    "tie": ("opening=flat", "middle", "move", "sight", "close"),
    "accusator_near": (f"opening={PURSUED}", "middle", "threat", "move", "close"),
    "accusator_confronts": ("opening=accuser", "middle=crime", "threat", "move", "close"),
    "amans": ("opening=lover", "middle", "middle", "flight", "close"),
    "bacchus": ("opening=bacchus", "middle", "decadence=feast", "sight", "close"),
    "miles_near": (f"opening={PURSUED}", "middle", "threat", "move", "close"),
    "miles_escape": (f"opening={PURSUED}", "middle=cost", "move", "close"),
    "miles_capture": (f"opening={PURSUED}", "middle", "taken", "close"),
    "minerva_together": ("opening=lover", "middle=", "sight", "close"),
    "minerva_apart": ("opening", "middle=lover", "sight", "close"),
    "pluto": ("opening", "middle=violence", "move", "close"),
    "satyrus": ("move", "opening", "middle=desire", "decadence", "close"),
    "venus_memory": ("opening", "middle=lover", "move", "close"),
    "venus_together": ("opening=lover", "middle=", "move", "close"),
    "venus_finds": ("opening=guide", "middle", "move", "close=lover"),
    "vinum_symbol": ("opening", "show", "middle", "decadence=feast", "close"),
    "vinum": ("opening=feast", "middle", "decadence", "sight", "close"),
    HAPPY: ("opening=lover", "middle", "middle", "flight", "close"),
    SLAIN: (f"opening={PURSUED}", "middle", "middle", "close=death"),
    "slain_by_deeds": (f"opening={PURSUED}", "middle", "middle", "close=death"),
    VIOLENCE: ("opening", "middle", "middle", "close=death"),
    LOST: ("opening", "middle", "middle", "close=lost"),
    FREED: ("opening", "middle=lover", "middle=accuser|freed", "close"),
    SACRIFICE: ("opening", "middle=lover", "middle", "close=death"),
    OPEN: ("opening", "middle", "middle", "close"),
    SPARED: ("opening", "middle=lover", "middle=accuser|freed", "close"),
}
"""The steps of each scene. `move`, `flight` and `taken` bring the character to another place. The part after a `=` is
what the step must show; such a step is never left out.
"""
MOVING = ("move", "flight", "taken")
GOALS = {"flight": "haven", "taken": "prison"}
"""Where a moving step leads; by default any place round Bertinoro."""
OWN = ("opening", "middle", "close")
"""Steps with sentences for one entry only."""
EPISODE = "episode."
"""A sentence of an episode, by its number."""
TOGETHER_ALREADY = {"venus_finds", "venus_together", "minerva_together", "amans"}
"""Entries that mention the lover, who is there."""
UNLOVED = (SLAIN, "slain_by_deeds", VIOLENCE, LOST, FREED, SACRIFICE, OPEN)
"""Endings without a reunion."""
AIR = ("hour", "colour", "mood")
"""What gives a scene its air: the hour of the night, the voice of the ruling god, the teller's mood."""
HOURS = ("dusk", "night", "late", "dawn")
ONCE = ("memory", "together", "fates", "rumour", *AIR)
"""What is left out rather than said a second time in a story."""
DISPENSABLE = ("middle", "close", "sight", "decadence", "threat", "thread", *ONCE)


def moving_step(entry: str) -> str:
    """How a scene moves, if it moves."""
    return next((step for step in PLANS[entry] if step in MOVING), "move")


def is_moving(step: str) -> bool:
    return step in MOVING
