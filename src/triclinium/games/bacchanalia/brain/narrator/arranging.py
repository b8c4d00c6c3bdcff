"""What comes between the sentences of a scene, and where: its air, the Fates, the lover, other characters, a quotation,
what began earlier, and what people say.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from triclinium.games.bacchanalia.brain.narrator.facts import Scene, arguments_in, is_ending
from triclinium.games.bacchanalia.brain.narrator.memory import View
from triclinium.games.bacchanalia.brain.narrator.plans import AIR, EPISODE, HOURS, MOVING, TOGETHER_ALREADY
from triclinium.games.bacchanalia.rules.cards import TWISTS

AIR_SHARE = 0.6
MEMORY_SHARE = 0.2
FRONT_SHARE = 0.5
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
    quote: tuple[str, ...]
    arriving: tuple[str, ...]
    """After the scene has moved."""
    anywhere: tuple[str, ...]
    """Before the scene, after it, or where it has moved to."""
    twists: tuple[str, ...]
    last: tuple[str, ...]

    @classmethod
    def of(cls, view: View, data: Any, scene: Scene, shown: str | None) -> Inserted:
        must, ending = data["guidance"]["must"], is_ending(data)
        quote = [] if scene.quoted is None else [_quoting(scene)]
        meet = [f"meet.{'again' if scene.met_before else 'first'}"] if scene.meets else []
        company = [] if ending else _company(scene, data["facts"]["with_amans"], shown == "amans")
        fates = arguments_in(data["guidance"]["cards"], "parcae_now") is not None and not ending
        threads = ["thread"] if scene.thread.sentences else []
        lover_late = scene.entry == "venus_finds"
        # Whoever is taken away does nothing more of their own.
        first = ending or scene.entry == "miles_capture"
        before = ["rumour"] * bool(scene.rumour.sentences) + ["fates"] * fates + threads * first
        twists = [f"twist.{twist}" for twist in TWISTS if arguments_in(must, f"twist_{twist}") is not None]
        return cls(
            air=() if ending else _air(view, scene),
            before=(*before, *(meet if scene.met_here else ())),
            leaving=tuple(company),
            quote=tuple(quote),
            arriving=() if scene.met_here else tuple(meet),
            twists=tuple(twists),
            # A lover who appears only at the close cannot promise anything before it.
            last=tuple(threads) if lover_late and not ending else (),
            anywhere=() if first or lover_late else tuple(threads),
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
    memory = scene.telling.memory
    seat = view["seats"][memory.seat]
    apart = memory.lover.name is not None and not (memory.together or scene.with_amans)
    moods = [
        ("hunted", not {"miles", "accusator"}.isdisjoint(seat["deus"])),
        ("drunk", not {"bacchus", "satyrus"}.isdisjoint(seat["deus"])),
        ("alone", apart),
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
    """The steps of a scene in their order."""
    steps = [step for step in plan if step != "sight" or rng.random() < SIGHT_SHARE]
    whole = any(step.startswith(EPISODE) for step in steps)
    front, arriving, last = list(inserted.before), list(inserted.arriving), list(inserted.last)
    for step in inserted.anywhere:
        (front if rng.random() < FRONT_SHARE else last if whole else arriving).append(step)
    if len(front) < IN_FRONT_MOST and rng.random() < (AIR_SHARE if inserted.air else 0.0):
        front.insert(0, rng.choice(inserted.air))
    elif not front and rng.random() < (MEMORY_SHARE if inserted.air else 0.0):
        front.append("memory")
    between = _around_episode if whole else _around_sentences
    return [*front, *between(steps, inserted, arriving), *last]


def _around_episode(steps: list[str], inserted: Inserted, arriving: list[str]) -> list[str]:
    """An episode is interrupted only where it moves, and by a twist before its last sentence."""
    moving, end = _move_in(steps), len(steps) - 1
    if moving is None:
        before, after = steps[:end], steps[end:]
        return [*inserted.leaving, *inserted.quote, *arriving, *before, *inserted.twists, *after]
    before, move, after = steps[:moving], steps[moving], steps[moving + 1 :]
    return [*inserted.quote, *before, *inserted.leaving, *inserted.twists, move, *arriving, *after]


def _around_sentences(steps: list[str], inserted: Inserted, arriving: list[str]) -> list[str]:
    """Single sentences are interrupted before the move, after it, and before the last of them."""
    moving, end = _move_in(steps), len(steps) - 1
    leaving, there = [*inserted.leaving, *inserted.twists], [*inserted.quote, *arriving]
    if moving is None:
        return [*steps[:end], *leaving, *there, *steps[end:]]
    if moving == 0:
        return [*leaving, *steps[:end], *there, *steps[end:]]
    return [*steps[:moving], *leaving, steps[moving], *there, *steps[moving + 1 :]]


def _move_in(steps: list[str]) -> int | None:
    return next((number for number, step in enumerate(steps) if step in MOVING), None)
