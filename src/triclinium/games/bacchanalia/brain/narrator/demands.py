"""What a scene must show, and whether its words show it: by names, and by words that count as proof.

The demands come from the guidance, which the page shows as a checklist. The proofs are lists of beginnings of words in
the narration files, such as `proof.soldiers`. They choose our own sentences and judge a model's text. A demand may have
several proofs, any of which is enough: `accuser|soldiers`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triclinium.games.bacchanalia.brain.narrator.grammar import Grammar, Noun, Sentence
from triclinium.games.bacchanalia.brain.narrator.memory import Memory, Person
from triclinium.games.bacchanalia.rules.cards import FREED, HAPPY, LOST, SACRIFICE, SLAIN, SPARED, TWISTS, VIOLENCE
from triclinium.games.bacchanalia.rules.texts import mentions, plain_form, within

PURSUED = "accuser|soldiers"
SHOWS: dict[str, tuple[str, ...]] = {
    "tie": ("flat",),
    "accusator_near": (PURSUED,),
    "accusator_confronts": ("accuser", "crime"),
    "amans": ("lover",),
    "bacchus": ("bacchus", "feast"),
    "miles_near": (PURSUED,),
    "miles_escape": (PURSUED, "cost"),
    "miles_capture": (PURSUED,),
    "minerva_together": ("lover",),
    "minerva_apart": ("lover",),
    "pluto": ("violence",),
    "satyrus": ("desire",),
    "venus_memory": ("lover",),
    "venus_together": ("lover",),
    "venus_finds": ("guide", "lover"),
    "vinum_symbol": ("feast",),
    "vinum": ("feast",),
    HAPPY: ("lover",),
    SLAIN: (PURSUED, "death"),
    "slain_by_deeds": (PURSUED, "death"),
    VIOLENCE: ("death",),
    LOST: ("lost",),
    FREED: ("lover", "accuser|freed"),
    SACRIFICE: ("lover", "death"),
    "open": (),
    SPARED: ("lover", "accuser|freed"),
}
"""What each entry of the Aruspex and each ending asks a scene to show."""
SHOWN_BY = {"accusator": "accuser", "amans": "lover", "miles": "soldiers"}
"""The proof of a Deus that is a person or a group; the others have a list under their own name."""
TWISTED = dict(zip(TWISTS, ("accuser", "lover"), strict=True))


@dataclass(frozen=True, slots=True)
class Demands:
    """What one scene must show: proofs by name, and whom or what it must name."""

    proofs: tuple[str, ...]
    place: Noun | None = None
    met: tuple[str, ...] = ()
    """The names of the characters in it."""


def demands_of(data: Any, answer: Mapping[str, Any], view: Mapping[str, Any], grammar: Grammar) -> Demands:
    """What the guidance and the facts of a scene demand of its words."""
    guidance, facts = data["guidance"], data["facts"]
    entry: str = guidance["entry"]["key"]
    proofs = list(SHOWS[entry.removeprefix("guidance.entry_").removeprefix("guidance.ending_")])
    for item in guidance["must"]:
        key = item["key"].removeprefix("guidance.")
        if key == "show_deus":
            proofs.append(SHOWN_BY.get(item["arguments"]["card"], item["arguments"]["card"]))
        elif key == "be_with_amans":
            proofs.append("lover")
        elif key.startswith("twist_"):
            proofs.append(TWISTED[key.removeprefix("twist_")])
    if answer["with_amans"] != facts["with_amans"]:
        proofs.append("lover")
    place = None if answer["place"] is None else grammar.place(answer["place"]["name"])
    names = [view["seats"][seat]["names"].get("who") for seat in answer["meets"]]
    return Demands(tuple(dict.fromkeys(proofs)), place, tuple(filter(None, names)))


def lacking(text: str, demands: Demands, memory: Memory, grammar: Grammar) -> list[str]:
    """The demands that a text does not meet."""
    lacks = [proof for proof in demands.proofs if not shows(text, proof, memory, grammar)]
    if demands.place is not None and not mentions(text, demands.place.short):
        lacks.append("there")
    return lacks + [name for name in demands.met if not within(name, text)]


def shows(text: str, proof: str, memory: Memory, grammar: Grammar) -> bool:
    """Whether a text contains one of the proofs of a demand."""
    return any(_shows(text, one, memory, grammar) for one in proof.split("|"))


def _shows(text: str, proof: str, memory: Memory, grammar: Grammar) -> bool:
    people: dict[str, tuple[Person, str]] = {
        "lover": (memory.lover, "unnamed.amans"),
        "accuser": (memory.accuser, "unnamed.accusator"),
    }
    if proof in people:
        person, unnamed = people[proof]
        return mentions(text, person.name or grammar.texts(unnamed)[0])
    if proof == "crime":
        return mentions(text, memory.crime.bare)
    return grammar.has_word(f"proof.{proof}", plain_form(text))


def proves(sentence: Sentence, proof: str, grammar: Grammar) -> bool:
    """Whether a sentence is a proof, whatever its arguments."""
    return any(
        one in sentence.bases or (f"proof.{one}" in grammar.keys and grammar.has_word(f"proof.{one}", sentence.fixed))
        for one in proof.split("|")
    )


def provers(sentences: Sequence[Sentence], proof: str, grammar: Grammar) -> list[Sentence]:
    return [sentence for sentence in sentences if proves(sentence, proof, grammar)]
