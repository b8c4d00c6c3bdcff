"""A passage before it is worded: our own narrator's version, the facts a model gets, and what its words must show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from triclinium.core.decision import Answer, Json
from triclinium.games.bacchanalia.brain.narrator.demands import Demands
from triclinium.games.bacchanalia.brain.narrator.facts import Scene
from triclinium.games.bacchanalia.brain.narrator.telling import NoSentence, Telling


@dataclass(frozen=True, slots=True)
class Prepared:
    """A passage to be worded."""

    telling: Telling
    """Our own version."""
    answer: Callable[[Json], Answer]
    """The answer with these words."""
    facts: list[str] = field(default_factory=list)
    """What a model is told of it, in the player's language."""
    names: list[str] = field(default_factory=list)
    """Names to use."""
    needed: str = ""
    """A name that its words must contain."""
    demands: Demands | None = None
    settled: Mapping[str, Json] = field(default_factory=dict)
    """The facts as an answer has them."""


def facts_of(scene: Scene, view: Mapping[str, Any]) -> list[str]:
    """The facts and threads of a scene, for a model."""
    telling = scene.telling
    where = "stays_at" if scene.place is None else "ends_at"
    place = scene.place or telling.grammar.form(telling.memory.place, "the")
    facts = [fact(telling, where, place=place)]
    if telling.memory.lover.name is not None:
        together = "with_lover" if scene.with_amans else "without_lover"
        facts.append(fact(telling, together, lover=telling.memory.lover.name))
    met = [view["seats"][seat]["names"].get("who") for seat in scene.meets]
    facts += [fact(telling, "meets", names=name) for name in met if name]
    if scene.quoted is not None and scene.quoted.noun is not None:  # what a person marked stays here
        facts.append(fact(telling, "quotes", text=scene.quoted.text))
    for step in (scene.thread, scene.rumour):
        for sentence in step.sentences[:1]:
            try:
                said = sentence.say({argument: telling.value(argument) for argument in sentence.arguments})
            except NoSentence:
                continue
            facts.append(fact(telling, "thread", text=said))
    return facts


def fact(telling: Telling, key: str, /, **values: str) -> str:
    """One fact in words. They are not capitalised: they may begin with a name that people gave."""
    return telling.grammar.sentences(f"prompt.{key}")[0].message.format(dict(values))
