"""A scene: its facts, and its words. They are an episode, whose sentences belong together, or single sentences in the
order of a plan; what the facts and earlier scenes bring in is put between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triclinium.core.decision import Json
from triclinium.games.bacchanalia.brain.narrator.arranging import Inserted, arranged
from triclinium.games.bacchanalia.brain.narrator.demands import demands_of, lacking
from triclinium.games.bacchanalia.brain.narrator.facts import (
    Scene,
    arguments_in,
    choose_amans,
    choose_meets,
    choose_place,
    choose_quote,
    entry_of_guidance,
    is_ending,
    seat_met,
)
from triclinium.games.bacchanalia.brain.narrator.grammar import Episode
from triclinium.games.bacchanalia.brain.narrator.memory import View, person
from triclinium.games.bacchanalia.brain.narrator.plans import (
    DISPENSABLE,
    EPISODE,
    MOVING,
    ONCE,
    OWN,
    PLANS,
    UNLOVED,
    moving_step,
)
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.brain.narrator.threads import Step, next_of_threads, rumour

SENTENCES_LEAST = 3
EPISODE_SHARE = 0.8
EPISODES_TRIED = 4
RUMOUR_SHARE = 0.6
BOLD = "decadence_frank"


def scene_of(telling: Telling, view: View, data: Any, chosen: Mapping[str, Json] | None = None) -> Scene:
    """Choose the facts of a scene within what the cards allow, and tell it. A person may have chosen some of them.

    If the table's lines and veils leave no words for something it must show, nothing is told: the scene is veiled
    (BC-28).
    """
    scene = _with_facts(telling, view, data, chosen or {})
    shown = _shown(data)
    inserted = Inserted.of(view, data, scene, shown)
    for episode in [*_episodes(scene), None]:
        steps = _plan(scene) if episode is None else _plan_of(episode, scene, shown)
        telling.begin_again()
        steps = arranged(steps, inserted, telling.rng)
        if all(_tell_step(scene, step, shown, data["tone"], episode) for step in steps):
            demands = demands_of(data, scene.answer, view, telling.grammar)
            if not lacking(telling.text, demands, telling.memory, telling.grammar):
                return scene
    telling.said, scene.meets = [], []
    return scene


def _shown(data: Any) -> str | None:
    """The Deus whose presence is asked for."""
    return (arguments_in(data["guidance"]["must"], "show_deus") or {}).get("card")


def _with_facts(telling: Telling, view: View, data: Any, chosen: Mapping[str, Json]) -> Scene:
    entry, seat = entry_of_guidance(data), telling.memory.seat
    goal, visited = choose_place(telling, view, data, chosen)
    place = None if goal is None else telling.grammar.form(goal, "the")
    if visited is not None:
        place = str(view["seats"][visited]["place"])
    elif goal is not None and chosen.get("place"):
        place = str(chosen["place"])
    with_amans = choose_amans(telling, data["facts"], _shown(data), ending=entry in UNLOVED)
    if chosen.get("with_amans") in data["facts"]["with_amans_allowed"]:
        with_amans = bool(chosen["with_amans"])
    meets, met_here = choose_meets(telling, view, data, visited, chosen)
    quoted = choose_quote(telling, view, data, goal)
    thread = next_of_threads(view, seat, entry, telling.grammar, telling.rng, with_amans, meets)
    said = rumour(view, seat, telling.grammar)
    # Nobody tells a captive what people say.
    silent = view["seats"][seat]["captured"] or (not is_ending(data) and telling.rng.random() >= RUMOUR_SHARE)
    if thread.about is not None or silent:
        said = Step()
    about = thread.about if thread.about is not None else said.about
    if about is not None:
        telling.people["gone"] = person(view["seats"][about]["names"]["who"], telling.grammar)
    again = any(seat_met(view, seat, other) for other in meets)
    return Scene(entry, telling, goal, place, with_amans, meets, met_here, again, quoted, thread, said)


def _episodes(scene: Scene) -> list[Episode]:
    """Episodes that the story has not heard, to try one after the other."""
    telling = scene.telling
    if telling.rng.random() >= EPISODE_SHARE:
        return []
    fresh = [each for each in telling.grammar.episodes(scene.entry) if not any(map(telling.has_heard, each.sentences))]
    return telling.rng.sample(fresh, min(EPISODES_TRIED, len(fresh)))


def _plan(scene: Scene) -> list[str]:
    """The plan of the entry, with a moving step if the scene moves and without one if it stays."""
    steps = [step for step in PLANS[scene.entry] if scene.goal is not None or step not in MOVING]
    if scene.goal is not None and not any(step in MOVING for step in steps):
        steps.insert(len(steps) - 1, moving_step(scene.entry))
    return steps


def _plan_of(episode: Episode, scene: Scene, shown: str | None) -> list[str]:
    """The sentences of an episode, the move where it has its place, and the Deus that must be shown."""
    steps = [f"{EPISODE}{number}" for number in range(len(episode.sentences))]
    if scene.goal is not None:
        steps.insert(episode.before, moving_step(scene.entry))
    if "show" in PLANS[scene.entry] and shown:
        steps.insert(episode.before, "show")
    return steps


def _tell_step(scene: Scene, step: str, shown: str | None, tone: str, episode: Episode | None) -> bool:
    """Add the sentence of one step. Returns false if the scene cannot be told without it.

    A shorter scene is better than a phrase the story has used before.
    """
    telling = scene.telling
    name, must, proof = step.partition("=")
    kind = name.partition(".")[0]
    fresh = not must and kind in DISPENSABLE and (kind in ONCE or len(telling.said) >= SENTENCES_LEAST)
    if episode is not None and name.startswith(EPISODE):
        said = telling.say_of_episode(episode.sentences[int(name.removeprefix(EPISODE))])
    elif name == "thread":
        said = telling.say_one(list(scene.thread.sentences), fresh=len(scene.thread.sentences) > 1)
    elif name == "rumour":
        said = telling.say_one(list(scene.rumour.sentences), fresh=True)
    else:
        said = _is_bold(name, shown, tone) and telling.say(BOLD, fresh=True, proof=proof)
        said = said or telling.say(*_keys(name, scene.entry, shown), fresh=fresh, proof=proof, placed=kind in OWN)
    if name in MOVING and scene.goal is not None:
        telling.arrive(scene.goal)
    return said or (not must and kind in DISPENSABLE)


def _is_bold(step: str, shown: str | None, tone: str) -> bool:
    """Whether a frank table hears something bolder here, as long as there is anything new."""
    return tone == "frank" and (step == "decadence" or (step == "show" and not shown))


def _keys(step: str, entry: str, shown: str | None) -> tuple[str, ...]:
    """Where to look for the sentences of a step."""
    if step in OWN:
        return (f"{step}.{entry}",)
    if step == "show":
        return (f"show.{shown}",) if shown else ("decadence",)
    if step.startswith("meet."):
        return ("meet", step)
    return (step,)
