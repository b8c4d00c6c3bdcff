"""A scene and its facts, chosen within what the cards allow: where it leads, with whom, whom it meets and quotes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triclinium.core.decision import Json
from triclinium.games.bacchanalia.brain.choices import DANGEROUS
from triclinium.games.bacchanalia.brain.narrator.grammar import Noun
from triclinium.games.bacchanalia.brain.narrator.memory import View, person
from triclinium.games.bacchanalia.brain.narrator.plans import GOALS, PLANS, is_moving, moving_step
from triclinium.games.bacchanalia.brain.narrator.quoting import Quotable, quotables
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.brain.narrator.threads import Step
from triclinium.games.bacchanalia.rules.aruspex import MUST, MUST_NOT
from triclinium.games.bacchanalia.rules.cards import SACRIFICE, SLAIN, VIOLENCE
from triclinium.games.bacchanalia.rules.scenes import MARKS_MOST
from triclinium.games.bacchanalia.rules.texts import plain_form

MOVE_SHARE = 0.3
"""How often a scene that may change place does so."""
VISIT_SHARE = 0.3
MEET_SHARE, MEET_AGAIN_SHARE = 0.5, 0.2
QUOTE_SHARE = 0.8
REUNION_SHARE = 0.7
REMOTE = ("prison", "haven")
"""Lexicons of places that no other scene looks at."""
DEADLY = ("pluto", SLAIN, "slain_by_deeds", VIOLENCE, SACRIFICE)
"""Entries whose people nobody meets again."""


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
    met_before: bool
    """Whether earlier scenes of the teller have met them."""
    quoted: Quotable | None
    thread: Step
    """What continues an earlier thread; one of its sentences is used."""
    rumour: Step
    """What is said of somebody whose story has ended."""

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
        if self.entry in DEADLY:
            nouns = [noun for noun in nouns if noun.element != "person"]
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


def is_ending(data: Any) -> bool:
    return arguments_in(data["guidance"]["must"], "this_is_your_ending") is not None


def choose_place(telling: Telling, view: View, data: Any, chosen: Mapping[str, Json]) -> tuple[Noun | None, int | None]:
    """Where the scene leads, and whom one finds there; None if it stays. A person may have chosen the place."""
    facts, entry = data["facts"], entry_of_guidance(data)
    rule, plan = facts["place_rule"], PLANS[entry]
    if rule != MUST_NOT and isinstance(chosen.get("place"), str) and chosen["place"]:
        place = telling.grammar.place(str(chosen["place"]))
        telling.nouns["there"] = telling.called(place)
        return place, None
    if rule != MUST and "place" in chosen:
        return None, None
    # Endings stay where they are unless the character flees.
    share = 0.0 if view["running"]["ending"] else MOVE_SHARE
    if rule != MUST and (rule == MUST_NOT or not (any(map(is_moving, plan)) or telling.rng.random() < share)):
        return None, None
    step = moving_step(entry)
    goal: Noun | None = None
    visited: int | None = None
    if step == "move" and telling.rng.random() < VISIT_SHARE:
        others = [seat for seat in _others(telling, view) if view["seats"][seat]["place"] in facts["places"]]
        if others:
            visited = telling.rng.choice(others)
            goal = telling.grammar.place(view["seats"][visited]["place"])
    if goal is None:
        goal = telling.draw(GOALS.get(step, "place"), telling.memory.place, *telling.memory.places)
    telling.nouns["there"] = telling.called(goal)
    return goal, visited


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


def choose_amans(telling: Telling, facts: Any, shown: str | None, ending: bool) -> bool:
    """Stay with the lover, or meet again where the card allows it, but not in an ending that is not about love."""
    allowed: list[bool] = facts["with_amans_allowed"]
    if len(allowed) == 1 or ending:
        return allowed[0]
    return facts["with_amans"] or shown == "amans" or telling.rng.random() < REUNION_SHARE


def choose_meets(
    telling: Telling, view: View, data: Any, visited: int | None, chosen: Mapping[str, Json]
) -> tuple[list[int], bool]:
    """Another character, met where the scene begins or ends. It is only seen, until its player agrees (BC-27)."""
    wanted = chosen.get("meets")
    if isinstance(wanted, list):
        others = [seat for seat in wanted if isinstance(seat, int) and _can_be_met(telling, view, seat)]
        if others:
            telling.people["other"] = person(view["seats"][others[0]]["names"]["who"], telling.grammar)
        return others[:1], False
    here = [seat for seat in _others(telling, view) if seat in data["facts"]["also_here"]]
    seen = [visited] if visited is not None else here
    if is_ending(data) or not seen:
        return [], False
    met = telling.rng.choice(seen)
    # Two who flee along the same roads would else do nothing but see each other.
    if telling.rng.random() >= (MEET_AGAIN_SHARE if seat_met(view, telling.memory.seat, met) else MEET_SHARE):
        return [], False
    telling.people["other"] = person(view["seats"][met]["names"]["who"], telling.grammar)
    return [met], met != visited


def seat_met(view: View, seat: int, other: int) -> bool:
    """Whether one seat has met another before, in a scene of its own."""
    return any(passage["seat"] == seat and other in passage["meets"] for passage in view["story"])


def _can_be_met(telling: Telling, view: View, seat: int) -> bool:
    """Whether this is another seat whose character has a name."""
    other = 0 <= seat < len(view["seats"]) and seat != telling.memory.seat
    return other and bool(view["seats"][seat]["names"].get("who"))


def choose_quote(telling: Telling, view: View, data: Any, goal: Noun | None) -> Quotable | None:
    """An element of another scene, if it could lock a card worth keeping (BC-15)."""
    lock = arguments_in(data["guidance"]["may"], "lock_a_card")
    if lock is None or not worth_locking(view, telling.memory.seat, lock["cards"]):
        return None
    found = quotables(view, telling.memory.seat, telling.grammar)
    # The scene names its destination anyway, and nobody looks for the place they are in.
    spoken = {noun.bare for noun in (goal, telling.memory.place) if noun is not None}
    # Nobody hears music from a prison, or sees the lights of a haven beyond the border.
    spoken |= {noun.bare for lexicon in REMOTE for noun in telling.grammar.lexicon(lexicon)}
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
