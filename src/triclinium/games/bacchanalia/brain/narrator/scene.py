"""How a scene is built: which sentences follow each other for each entry of the Aruspex and each ending."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from triclinium.core.decision import Json
from triclinium.games.bacchanalia.brain.bots import DANGEROUS
from triclinium.games.bacchanalia.brain.narrator.grammar import Noun
from triclinium.games.bacchanalia.brain.narrator.memory import View, person
from triclinium.games.bacchanalia.brain.narrator.quoting import Quotable, quotables
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
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

STAYING = ("opening", "middle", "decadence", "sight", "close")
LEAVING = ("opening", "middle", "move", "sight", "close")
UNLOVED = (SLAIN, "slain_by_deeds", VIOLENCE, LOST, FREED, SACRIFICE, OPEN)
"""Endings that bring nobody together."""
ENDING = ("opening", "middle", "middle", "close")
PLANS: dict[str, tuple[str, ...]] = {
    "tie": LEAVING,
    "accusator_near": ("opening", "middle", "threat", "move", "close"),
    "accusator_confronts": ("opening", "middle", "threat", "move", "close"),
    "amans": ("opening", "middle", "middle", "flight", "close"),
    "bacchus": STAYING,
    "miles_near": ("opening", "middle", "threat", "move", "close"),
    "miles_escape": ("opening", "middle", "move", "sight", "close"),
    "miles_capture": ("opening", "middle", "taken", "close"),
    "minerva_together": ("opening", "middle", "sight", "close"),
    "minerva_apart": ("opening", "middle", "sight", "close"),
    "pluto": LEAVING,
    "satyrus": ("move", "opening", "middle", "decadence", "close"),
    "venus_memory": LEAVING,
    "venus_together": LEAVING,
    "venus_finds": ("opening", "middle", "move", "close"),
    "vinum_symbol": ("opening", "show", "middle", "decadence", "close"),
    "vinum": STAYING,
    HAPPY: ("opening", "middle", "middle", "flight", "close"),
    **dict.fromkeys((*UNLOVED, SPARED), ENDING),
}
"""The steps of each scene. `move`, `flight` and `taken` bring the character to another place."""
MOVING = ("move", "flight", "taken")
GOALS = {"flight": "haven", "taken": "prison"}
"""Where a step of moving leads; elsewhere to any place round Bertinoro."""
OWN = ("opening", "middle", "close")
"""Steps whose sentences belong to one entry alone."""
TOGETHER_ALREADY = {"venus_finds", "venus_together", "minerva_together", "amans"}
"""Entries that speak of the lover who is there."""

DISPENSABLE = ("middle", "close", "sight", "decadence", "threat", "memory", "together", "meet", "fates")
SENTENCES_LEAST = 3

MOVE_SHARE = 0.3
"""How often a scene that may change place does so."""
VISIT_SHARE = 0.3
MEET_SHARE = 0.5
QUOTE_SHARE = 0.8
MEMORY_SHARE = 0.35
SIGHT_SHARE = 0.7
REUNION_SHARE = 0.7
TOGETHER_SHARE = 0.4


@dataclass
class Scene:
    """A scene with the facts it sets, as an answer needs them."""

    entry: str
    telling: Telling
    goal: Noun | None
    """The place it leads to, None if it stays."""
    place: str | None
    """The name of that place."""
    with_amans: bool
    meets: list[int]
    quoted: Quotable | None

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
    """The entry or the outcome the guidance names."""
    key: str = data["guidance"]["entry"]["key"]
    return key.removeprefix("guidance.entry_").removeprefix("guidance.ending_")


def arguments_in(items: Any, key: str) -> dict[str, Any] | None:
    """The arguments of a piece of guidance, None if it is not there."""
    return next((item["arguments"] for item in items if item["key"] == f"guidance.{key}"), None)


def scene_of(telling: Telling, view: View, data: Any) -> Scene:
    """Choose the facts of a scene within what the cards allow, and tell it."""
    entry = entry_of_guidance(data)
    facts = data["facts"]
    shown = (arguments_in(data["guidance"]["must"], "show_deus") or {}).get("card")
    steps = list(PLANS[entry])
    place, visited = _choose_place(telling, view, facts, steps)
    with_amans = _choose_amans(telling, facts, shown, ending=entry in UNLOVED)
    meets = _choose_meets(telling, view, facts, visited)
    quoted = _choose_quote(telling, view, data)
    scene = Scene(entry, telling, telling.nouns.get("there"), place, with_amans, meets, quoted)
    _insert(scene, steps, data)
    for step in steps:
        # Better a shorter scene than a turn of phrase the story has heard; but it opens, moves and shows what it must.
        fresh = step in DISPENSABLE and len(telling.said) >= SENTENCES_LEAST
        telling.say(*_keys(step, entry, shown, data["tone"]), fresh=fresh)
    if not telling.said:
        telling.say("sight")
    return scene


def _keys(step: str, entry: str, shown: str | None, tone: str) -> tuple[str, ...]:
    """Where the sentences of a step are found."""
    if step in OWN:
        return (f"{step}.{entry}",)
    if step == "show":
        return (f"show.{shown}",) if shown else ("decadence",)
    if step == "decadence" and tone == "frank":
        return ("decadence", "decadence_frank")
    return (step,)


# --- Facts --------------------------------------------------------------------------------------


def _choose_place(telling: Telling, view: View, facts: Any, steps: list[str]) -> tuple[str | None, int | None]:
    """Where the scene leads, and whom one finds there; puts a step of moving into the plan, or takes it out."""
    rule = facts["place_rule"]
    step = next((step for step in steps if step in MOVING), None)
    moves = rule == MUST or (rule != MUST_NOT and (step is not None or telling.rng.random() < _move_share(view)))
    if not moves:
        steps[:] = [step for step in steps if step not in MOVING]
        return None, None
    if step is None:
        step = "move"
        steps.insert(len(steps) - 1, step)
    if step == "move" and telling.rng.random() < VISIT_SHARE:
        others = [seat for seat in _others(telling, view) if view["seats"][seat]["place"] in facts["places"]]
        if others:
            visited = telling.rng.choice(others)
            name = view["seats"][visited]["place"]
            telling.nouns["there"] = telling.grammar.place(name)
            return str(name), visited
    noun = telling.draw(GOALS.get(step, "place"), telling.memory.place)
    telling.nouns["there"] = noun
    return telling.grammar.form(noun, "the"), None


def _move_share(view: View) -> float:
    """Endings stay where they are unless they flee."""
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
    """Stay with the lover; meet again where the card allows it, but not in an ending that is not about love."""
    allowed: list[bool] = facts["with_amans_allowed"]
    if len(allowed) == 1 or ending:
        return allowed[0]
    return facts["with_amans"] or shown == "amans" or telling.rng.random() < REUNION_SHARE


def _choose_meets(telling: Telling, view: View, facts: Any, visited: int | None) -> list[int]:
    """Another's character in the same place: only seen, until its player says yes (BC-27)."""
    here = [seat for seat in _others(telling, view) if seat in facts["also_here"]]
    seen = [visited] if visited is not None else here
    if not seen or telling.rng.random() >= MEET_SHARE:
        return []
    met = telling.rng.choice(seen)
    telling.people["other"] = person(view["seats"][met]["names"]["who"], telling.grammar)
    return [met]


def _choose_quote(telling: Telling, view: View, data: Any) -> Quotable | None:
    """An element of another's scene, where a card worth keeping could be locked with it (BC-15)."""
    lock = arguments_in(data["guidance"]["may"], "lock_a_card")
    if lock is None or not worth_locking(view, telling.memory.seat, lock["cards"]):
        return None
    found = quotables(view, telling.memory.seat, telling.grammar)
    fit = [each for each in found if telling.is_new(each.text)]
    if not fit or telling.rng.random() >= QUOTE_SHARE:
        return None
    quoted = telling.rng.choice(fit)
    if quoted.noun is None:
        telling.words["element"] = quoted.text
    else:
        telling.nouns["element"] = quoted.noun
    return quoted


def worth_locking(view: View, seat: int, cards: list[str]) -> list[str]:
    """Cards that honour a Deus of one's own and bring no pursuers."""
    own = set(view["seats"][seat]["deus"]) - {*DANGEROUS, "vinum"}
    return [card for card in cards if card in own]


# --- What is put in between ---------------------------------------------------------------------


def _insert(scene: Scene, steps: list[str], data: Any) -> None:
    """Put in the Fates, the lover, other characters, what is quoted and what is remembered."""
    telling, ending = scene.telling, _is_ending(data)
    rng = telling.rng
    between: list[str] = []
    if scene.quoted is not None:
        between.append("quote_words" if scene.quoted.noun is None else f"quote.{scene.quoted.element}")
    if not ending:
        between += _company(scene, data["facts"]["with_amans"], rng.random())
        if telling.memory.past and rng.random() < MEMORY_SHARE:
            between.append("memory")
        if "sight" in steps and rng.random() >= SIGHT_SHARE:
            steps.remove("sight")
    between += [
        f"twist.{twist}" for twist in TWISTS if arguments_in(data["guidance"]["must"], f"twist_{twist}") is not None
    ]
    last = len(steps) - 1
    moving = next((number for number, step in enumerate(steps) if step in MOVING and number), last)
    steps[last:last] = ["meet"] if scene.meets else []
    steps[moving:moving] = between
    if not ending and arguments_in(data["guidance"]["cards"], "parcae_now") is not None:
        steps.insert(1, "fates")


def _is_ending(data: Any) -> bool:
    return arguments_in(data["guidance"]["must"], "this_is_your_ending") is not None


def _company(scene: Scene, before: bool, chance: float) -> list[str]:
    """What becomes of the two lovers, where the entry does not say it."""
    if before and not scene.with_amans:
        return ["part"]
    if scene.entry in TOGETHER_ALREADY:
        return []
    if scene.with_amans and not before:
        return ["reunion"]
    return ["together"] if scene.with_amans and chance < TOGETHER_SHARE else []
