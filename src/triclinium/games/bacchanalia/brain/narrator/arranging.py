"""What comes between the sentences of a scene, and where: its air, the Fates, the lover, other characters, a quotation,
what began earlier, and what people say.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from triclinium.games.bacchanalia.brain.narrator.facts import arguments_in, is_ending
from triclinium.games.bacchanalia.brain.narrator.memory import View
from triclinium.games.bacchanalia.brain.narrator.plans import AIR, EPISODE, HOURS, MOVING, TOGETHER_ALREADY
from triclinium.games.bacchanalia.rules.cards import TWISTS

if TYPE_CHECKING:
    from triclinium.games.bacchanalia.brain.narrator.scene import Scene

AIR_SHARE = 0.6
MEMORY_SHARE = 0.2
SIGHT_SHARE = 0.6
TOGETHER_SHARE = 0.4
IN_FRONT_MOST = 2
"""So many sentences may come before the scene itself begins."""
NIGHT = 6
"""How many appearances of Parcae make a night, where the table has not agreed on a number."""


@dataclass(frozen=True, slots=True)
class Inserted:
    """The steps to insert, by where they belong."""

    air: tuple[str, ...]
    """Sentences that may come first; one of them is used."""
    before: tuple[str, ...]
    """Before the scene itself, where it begins."""
    leaving: tuple[str, ...]
    """Before the scene moves."""
    arriving: tuple[str, ...]
    """After the scene has moved."""
    anywhere: tuple[str, ...]
    """Before the scene, or after it has moved."""
    twists: tuple[str, ...]
    last: tuple[str, ...]

    @classmethod
    def of(cls, view: View, data: Any, scene: Scene, shown: str | None) -> Inserted:
        must, ending = data["guidance"]["must"], is_ending(data)
        quote = [] if scene.quoted is None else [_quoting(scene)]
        meet = ["meet"] if scene.meets else []
        company = [] if ending else _company(scene, data["facts"]["with_amans"], shown == "amans")
        fates = arguments_in(data["guidance"]["cards"], "parcae_now") is not None and not ending
        threads = ["thread"] if scene.thread.sentences else []
        lover_late = scene.entry == "venus_finds"
        before = ["rumour"] * bool(scene.rumour.sentences) + ["fates"] * fates + threads * ending
        twists = [f"twist.{twist}" for twist in TWISTS if arguments_in(must, f"twist_{twist}") is not None]
        return cls(
            air=() if ending else _air(view, scene),
            before=(*before, *(meet if scene.met_here else ())),
            leaving=tuple(company),
            arriving=(*quote, *(() if scene.met_here else meet)),
            twists=tuple(twists),
            # A lover who appears only at the close cannot promise anything before it.
            last=tuple(threads) if lover_late and not ending else (),
            anywhere=() if ending or lover_late else tuple(threads),
        )


def _quoting(scene: Scene) -> str:
    assert scene.quoted is not None
    return "quote_words" if scene.quoted.noun is None else f"quote.{scene.quoted.element}"


def _company(scene: Scene, before: bool, shown: bool) -> list[str]:
    """What becomes of the two lovers, unless the entry or the Deus shown already says it."""
    if before and not scene.with_amans:
        return ["part"]
    if scene.entry in TOGETHER_ALREADY or shown:
        return []
    if scene.with_amans and not before:
        return ["reunion"]
    return ["together"] if scene.with_amans and scene.telling.rng.random() < TOGETHER_SHARE else []


def _air(view: View, scene: Scene) -> tuple[str, ...]:
    """The hour, the voice of the god who rules, and the teller's moods."""
    seat = view["seats"][scene.telling.memory.seat]
    moods = [
        ("hunted", not {"miles", "accusator"}.isdisjoint(seat["deus"])),
        ("drunk", not {"bacchus", "satyrus"}.isdisjoint(seat["deus"])),
        ("alone", not scene.with_amans and scene.telling.memory.lover.name is not None),
    ]
    hour, colour, mood = AIR
    return (
        f"{hour}.{hour_of(view)}",
        f"{colour}.{view['running']['ruling']}",
        *(f"{mood}.{name}" for name, is_so in moods if is_so),
    )


def hour_of(view: View) -> str:
    """The hour of the night, by how often the Fates have appeared."""
    table = view["table"]
    most = table["appearances"] if table["length"] == "parcae" else NIGHT
    return HOURS[min(len(HOURS) - 1, view["parcae"] * len(HOURS) // most)]


def arranged(plan: list[str], inserted: Inserted, rng: random.Random) -> list[str]:
    """The steps of a scene in their order. What would interrupt an episode comes before it, or after its move."""
    steps = [step for step in plan if step != "sight" or rng.random() < SIGHT_SHARE]
    moving = next((number for number, step in enumerate(steps) if step in MOVING), None)
    whole = any(step.startswith(EPISODE) for step in steps)
    front, arriving = list(inserted.before), list(inserted.arriving)
    for step in inserted.anywhere:
        (arriving if moving and rng.random() < 0.5 else front).append(step)
    if len(front) < IN_FRONT_MOST and rng.random() < (AIR_SHARE if inserted.air else 0.0):
        front.insert(0, rng.choice(inserted.air))
    elif not front and rng.random() < (MEMORY_SHARE if inserted.air else 0.0):
        front.append("memory")
    end = len(steps) - 1
    if moving:
        steps[moving + 1 : moving + 1] = arriving
        steps[moving:moving] = [*inserted.leaving, *inserted.twists]
    elif moving == 0:
        # The scene itself is elsewhere: it is left before it begins.
        steps[1:1] = arriving if whole else []
        steps[end:end] = [] if whole else arriving
        steps[0:0] = inserted.leaving
    else:
        steps[end:end] = inserted.twists
        at = 0 if whole else end
        steps[at:at] = [*inserted.leaving, *arriving]
    return [*front, *steps, *inserted.last]
