"""How a scene is built: the sequence of sentences for each entry of the Aruspex and each ending."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from triclinium.core.decision import Json
from triclinium.games.bacchanalia.brain.bots import DANGEROUS
from triclinium.games.bacchanalia.brain.narrator.demands import PURSUED, demands_of, lacking
from triclinium.games.bacchanalia.brain.narrator.grammar import Noun, Sentence
from triclinium.games.bacchanalia.brain.narrator.memory import View, person
from triclinium.games.bacchanalia.brain.narrator.quoting import Quotable, quotables
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.brain.narrator.threads import next_of_threads
from triclinium.games.bacchanalia.rules.aruspex import MUST, MUST_NOT
from triclinium.games.bacchanalia.rules.cards import (
    FREED,
    HAPPY,
    LOST,
    OPEN,
    SACRIFICE,
    SLAIN,
    SPARED,
    TWISTS,
    VIOLENCE,
)
from triclinium.games.bacchanalia.rules.scenes import MARKS_MOST
from triclinium.games.bacchanalia.rules.texts import plain_form

ENDING = ("opening", "middle", "middle", "close")
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
    OPEN: ENDING,
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
TOGETHER_ALREADY = {"venus_finds", "venus_together", "minerva_together", "amans"}
"""Entries that mention the lover, who is there."""
UNLOVED = (SLAIN, "slain_by_deeds", VIOLENCE, LOST, FREED, SACRIFICE, OPEN)
"""Endings without a reunion."""

DISPENSABLE = ("middle", "close", "sight", "decadence", "threat", "memory", "together", "fates", "thread")
SENTENCES_LEAST = 3

MOVE_SHARE = 0.3
"""How often a scene that may change place does so."""
VISIT_SHARE = 0.3
MEET_SHARE = 0.5
QUOTE_SHARE = 0.8
MEMORY_SHARE = 0.25
SIGHT_SHARE = 0.7
REUNION_SHARE = 0.7
TOGETHER_SHARE = 0.4


@dataclass
class Scene:
    """A scene with the facts that it sets, as an answer needs them."""

    entry: str
    telling: Telling
    goal: Noun | None
    """The place it leads to; None if it stays."""
    place: str | None
    """The name of that place."""
    with_amans: bool
    meets: list[int]
    met_here: bool
    """Whether they are where the scene begins, rather than where it leads."""
    quoted: Quotable | None
    thread: list[Sentence]
    """Sentences that continue an earlier thread; one of them is used."""
    whole: bool = True
    """Whether it shows everything it must."""

    @property
    def answer(self) -> dict[str, Json]:
        """The facts of the scene for an answer."""
        meets: list[Json] = list(self.meets)
        place: Json = None if self.place is None else {"name": self.place}
        return {"place": place, "with_amans": self.with_amans, "marks": self.marks, "meets": meets}

    @property
    def marks(self) -> list[Json]:
        """The persons, places and things of the scene that others may quote."""
        nouns = [noun for noun in self.telling.drawn if noun.element]
        if self.goal is not None:
            nouns.append(self.goal)
        text = plain_form(self.telling.text)
        fit = [noun for noun in nouns if plain_form(noun.bare) in text]
        return [{"text": noun.bare, "element": noun.element, "deus": None} for noun in fit[:MARKS_MOST]]


def entry_of_guidance(data: Any) -> str:
    """The entry or outcome that the guidance names."""
    key: str = data["guidance"]["entry"]["key"]
    return key.removeprefix("guidance.entry_").removeprefix("guidance.ending_")


def arguments_in(items: Any, key: str) -> dict[str, Any] | None:
    """The arguments of a piece of guidance; None if it is absent."""
    return next((item["arguments"] for item in items if item["key"] == f"guidance.{key}"), None)


def scene_of(telling: Telling, view: View, data: Any) -> Scene:
    """Choose the facts of a scene within what the cards allow, and tell it.

    If the table's lines and veils leave no words for something it must show, nothing is told: the scene is veiled
    (BC-28).
    """
    entry = entry_of_guidance(data)
    facts = data["facts"]
    shown = (arguments_in(data["guidance"]["must"], "show_deus") or {}).get("card")
    steps = list(PLANS[entry])
    goal, visited = _choose_place(telling, view, facts, steps)
    place = None if goal is None else telling.grammar.form(goal, "the")
    if visited is not None:
        place = str(view["seats"][visited]["place"])
    with_amans = _choose_amans(telling, facts, shown, ending=entry in UNLOVED)
    meets, met_here = _choose_meets(telling, view, facts, visited, _is_ending(data))
    quoted = _choose_quote(telling, view, data, goal)
    thread = list(next_of_threads(view, telling.memory.seat, entry, telling.grammar, telling.rng))
    scene = Scene(entry, telling, goal, place, with_amans, meets, met_here, quoted, thread)
    _insert(scene, steps, data, shown)
    for step in steps:
        _tell_step(scene, step, shown, data["tone"])
    demands = demands_of(data, scene.answer, view, telling.grammar)
    if not scene.whole or lacking(telling.text, demands, telling.memory, telling.grammar):
        telling.said, scene.meets = [], []
    return scene


def _tell_step(scene: Scene, step: str, shown: str | None, tone: str) -> None:
    """Add the sentence of one step. A shorter scene is better than a phrase the story has used before."""
    telling = scene.telling
    name, must, proof = step.partition("=")
    fresh = not must and name in DISPENSABLE and len(telling.said) >= SENTENCES_LEAST
    if name == "thread":
        said = telling.say_one(scene.thread, fresh=len(scene.thread) > 1)
    else:
        said = telling.say(*_keys(name, scene.entry, shown, tone), fresh=fresh, proof=proof)
    if not said and (must or name not in DISPENSABLE):
        scene.whole = False
    if name in MOVING and scene.goal is not None:
        telling.setting = scene.goal.setting


def _keys(step: str, entry: str, shown: str | None, tone: str) -> tuple[str, ...]:
    """Where to look for the sentences of a step."""
    if step in OWN:
        return (f"{step}.{entry}",)
    if step == "show":
        return (f"show.{shown}",) if shown else ("decadence",)
    if step == "decadence" and tone == "frank":
        return ("decadence", "decadence_frank")
    return (step,)


# --- Facts --------------------------------------------------------------------------------------


def _choose_place(telling: Telling, view: View, facts: Any, steps: list[str]) -> tuple[Noun | None, int | None]:
    """Where the scene leads, and whom one meets there. Adds a moving step to the plan, or removes it."""
    rule = facts["place_rule"]
    step = next((step for step in steps if step in MOVING), None)
    moves = rule == MUST or (rule != MUST_NOT and (step is not None or telling.rng.random() < _move_share(view)))
    if not moves:
        steps[:] = [step for step in steps if step not in MOVING]
        return None, None
    if step is None:
        step = "move"
        steps.insert(len(steps) - 1, step)
    goal, visited = None, None
    if step == "move" and telling.rng.random() < VISIT_SHARE:
        others = [seat for seat in _others(telling, view) if view["seats"][seat]["place"] in facts["places"]]
        if others:
            visited = telling.rng.choice(others)
            goal = telling.grammar.place(view["seats"][visited]["place"])
    if goal is None:
        goal = telling.draw(GOALS.get(step, "place"), telling.memory.place, *telling.memory.places)
    telling.nouns["there"] = telling.called(goal)
    return goal, visited


def _move_share(view: View) -> float:
    """Endings stay where they are unless the character flees."""
    return 0.0 if view["running"]["ending"] else MOVE_SHARE


def _others(telling: Telling, view: View) -> list[int]:
    """Other characters at large who have a name and a place."""
    return [
        number
        for number, seat in enumerate(view["seats"])
        if number != telling.memory.seat
        and not (seat["ended"] or seat["captured"])
        and seat["names"].get("who")
        and seat["place"]
    ]


def _choose_amans(telling: Telling, facts: Any, shown: str | None, ending: bool) -> bool:
    """Stay with the lover, or meet again where the card allows it, but not in an ending that is not about love."""
    allowed: list[bool] = facts["with_amans_allowed"]
    if len(allowed) == 1 or ending:
        return allowed[0]
    return facts["with_amans"] or shown == "amans" or telling.rng.random() < REUNION_SHARE


def _choose_meets(
    telling: Telling, view: View, facts: Any, visited: int | None, ending: bool
) -> tuple[list[int], bool]:
    """Another character, met where the scene begins or ends. It is only seen, until its player agrees (BC-27)."""
    here = [seat for seat in _others(telling, view) if seat in facts["also_here"]]
    seen = [visited] if visited is not None else here
    if ending or not seen or telling.rng.random() >= MEET_SHARE:
        return [], False
    met = telling.rng.choice(seen)
    telling.people["other"] = person(view["seats"][met]["names"]["who"], telling.grammar)
    return [met], met != visited


def _choose_quote(telling: Telling, view: View, data: Any, goal: Noun | None) -> Quotable | None:
    """An element of another scene, if it could lock a card worth keeping (BC-15)."""
    lock = arguments_in(data["guidance"]["may"], "lock_a_card")
    if lock is None or not worth_locking(view, telling.memory.seat, lock["cards"]):
        return None
    found = quotables(view, telling.memory.seat, telling.grammar)
    # The scene names its destination anyway, and nobody looks for the place they are in.
    spoken = {noun.bare for noun in (goal, telling.memory.place) if noun is not None}
    fit = [each for each in found if telling.is_new(each.text) and each.text not in spoken]
    if not fit or telling.rng.random() >= QUOTE_SHARE:
        return None
    quoted = telling.rng.choice(fit)
    if quoted.noun is None:
        telling.words["element"] = quoted.text
    else:
        telling.nouns["element"] = quoted.noun
    return quoted


def worth_locking(view: View, seat: int, cards: list[str]) -> list[str]:
    """Cards that honour one's own Deus and bring no pursuers."""
    own = set(view["seats"][seat]["deus"]) - {*DANGEROUS, "vinum"}
    return [card for card in cards if card in own]


# --- What is put in between ---------------------------------------------------------------------


def _insert(scene: Scene, steps: list[str], data: Any, shown: str | None) -> None:
    """Insert the Fates, the lover, other characters, the quotation, and what began earlier."""
    telling, ending = scene.telling, _is_ending(data)
    rng = telling.rng
    between: list[str] = []
    if scene.quoted is not None:
        between.append("quote_words" if scene.quoted.noun is None else f"quote.{scene.quoted.element}")
    if not ending:
        between += _company(scene, data["facts"]["with_amans"], rng.random(), shown == "amans")
        if not scene.thread and telling.memory.past and rng.random() < MEMORY_SHARE:
            between.append("memory")
        if "sight" in steps and rng.random() >= SIGHT_SHARE:
            steps.remove("sight")
    between += [
        f"twist.{twist}" for twist in TWISTS if arguments_in(data["guidance"]["must"], f"twist_{twist}") is not None
    ]
    last = len(steps) - 1
    moving = next((number for number, step in enumerate(steps) if step in MOVING), None)
    steps[last:last] = ["meet"] * (bool(scene.meets) and not scene.met_here)
    if scene.thread:
        # A lover who appears only at the close cannot promise anything before it.
        steps.insert(len(steps) if scene.entry == "venus_finds" else len(steps) - 1, "thread")
    # Meet whoever is at the beginning before leaving.
    before = moving if moving is not None else last
    if before == 0:
        before = last
    met_first = bool(scene.meets) and scene.met_here
    steps[before:before] = between
    if met_first:
        steps.insert(0 if moving == 0 else before, "meet")
    if not ending and arguments_in(data["guidance"]["cards"], "parcae_now") is not None:
        # They appear where the scene begins.
        steps.insert(0 if steps[0] in MOVING else 1, "fates")


def _is_ending(data: Any) -> bool:
    return arguments_in(data["guidance"]["must"], "this_is_your_ending") is not None


def _company(scene: Scene, before: bool, chance: float, shown: bool) -> list[str]:
    """What becomes of the two lovers, unless the entry or the Deus shown already says it."""
    if before and not scene.with_amans:
        return ["part"]
    if scene.entry in TOGETHER_ALREADY or shown:
        return []
    if scene.with_amans and not before:
        return ["reunion"]
    return ["together"] if scene.with_amans and chance < TOGETHER_SHARE else []
