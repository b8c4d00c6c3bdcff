"""Tellers for the golden stories: they choose their cards like the simple player and have something to say."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from triclinium.core.decision import Answer, Decision, Json
from triclinium.games.bacchanalia.brain.choices import choice
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES
from triclinium.games.bacchanalia.rules.state import State

WHO = ("Lucilla", "Quintus", "Fabia", "Decimus", "Prisca", "Rufus")
AMANS = ("Cassia", "Hilarus", "Marcellus", "Vibia", "Festus", "Nerilla")
ACCUSATOR = ("Senator Burrus", "Aunt Domitia", "the tax farmer", "Captain Varro", "Old Galba", "the priest Cotta")
PLACES = (
    "the fig orchard",
    "the mill below Bertinoro",
    "the inn on the Via Aemilia",
    "the temple steps",
    "a barn full of hay",
    "the ford of the Bidente",
    "the potter’s yard",
    "the upper vineyard",
    "the baths of Fratta",
    "a wine cellar",
    "the chestnut wood",
    "the old watchtower",
)
PEOPLE = ("a lame flute player", "a girl with a goat", "the blind barber", "a Syrian juggler", "a weeping bride")
THINGS = ("a cracked amphora", "a bronze mirror", "a wreath of ivy", "a torn red sail", "a silver comb", "a blue door")
NIGHTS = ("at dusk", "by torchlight", "before cockcrow", "in the heat of noon", "under a thin moon", "after the rain")
INTRODUCTION = {
    "who": "They call me {name}, and until this summer nobody asked for more.",
    "mirror": "In the well I see dust, a cut lip and eyes that have slept too little.",
    "amans": "I love {name}, and half of Romagna knows it.",
    "flight": "I run from men who say that I burned a granary.",
    "crime": "They say that I laughed at the statue of Nero. I did laugh.",
    "accusator": "It is {name} who gave them my name.",
    "where": "I hide at {name}, and somewhere a drum begins.",
}
SCENES = {
    "tie": "The cups stood empty and nobody sang, so I went on.",
    "accusator": "I heard my own name called behind me, and the charge that goes with it.",
    "amans": "We took the road north together and did not look back until the sea.",
    "bacchus": "The god was among us, and the whole hill began to dance.",
    "miles": "Helmets on the road: I had no time to say goodbye.",
    "minerva": "For an hour my head was clear, and I thought of the one I love.",
    "pluto": "A shout, a fall, a silence. I was seen running.",
    "satyrus": "The pipes led me on to where the lamps had been put out.",
    "venus": "A stranger took my hand and said nothing, and I followed.",
    "vinum": "One more cup, they said, and the feast grew louder.",
}
ENDINGS = {
    "happy": "The border stone was behind us, and we laughed.",
    "slain": "I stood up when they came. That is all there is to tell.",
    "violence": "Nobody ever knew who had the knife.",
    "lost": "Ask for me among the dancers; I have forgotten my name.",
    "freed": "I am free, and I sleep alone.",
    "sacrifice": "The boat left without me, as it had to.",
    "open": "I sat down by the road and waited for the morning.",
    "spared": "The rope broke, and so did the crowd.",
}
QUESTIONS = ("What did you dream of?", "Whom did you betray?", "What would you give to go home?", "Whose ring is that?")
REPLIES = ("Of water.", "Only myself.", "Everything but one thing.", "My mother’s; she does not know.")


@dataclass(frozen=True, slots=True)
class Manner:
    """How tellers behave: how often they leave for good, and how often they quarrel over a lock."""

    leaves: float = 0.0
    quarrels: float = 0.2
    locks: float = 0.7
    silent: float = 0.1
    """How often they leave a passage untold, tell it aloud, or tell it under a veil."""
    clock: float = 0.3


class Teller:
    """One seat of a golden story."""

    def __init__(self, manner: Manner, seat: int, seed: int) -> None:
        self.manner = manner
        self.seat = seat
        self.rng = random.Random(seed)

    def choose(self, state: State, decision: Decision) -> Answer:
        kind, rng, options = decision.kind, self.rng, list(decision.options)
        data: Any = decision.data
        if kind in (phases.DRAW, phases.ARRIVAL) and rng.random() < self.manner.leaves:
            return {"kind": "leave"}
        if kind == phases.INTRODUCTION:
            return self.introduce(data["question"], data["named"])
        if kind == phases.SCENE:
            return self.tell(state, data["facts"])
        if kind == phases.LOCK:
            return self.lock(options)
        if kind in (phases.REACT, phases.VOTE):
            return rng.choice(options[1:]) if len(options) > 1 and rng.random() < self.manner.quarrels else options[0]
        if kind == phases.CLOCK:
            return {"kind": "clock", "up": rng.random() < self.manner.clock}
        if kind == phases.ASK:
            return {"kind": "ask", "words": written(rng.choice(QUESTIONS))} if rng.random() < 0.7 else options[0]
        if kind == phases.REPLY:
            return {"kind": "reply", "words": self.words(rng.choice(REPLIES))}
        if kind == phases.ARRIVAL:
            return {"kind": "arrive", "words": self.words(f"He came {rng.choice(NIGHTS)}, and the dogs lay down.")}
        if options[-1] == {"kind": "leave_to_chance"} and rng.random() < 0.05:
            return options[-1]
        held = state.held[self.seat]
        own = {CARD_NAMES[deus] for deus, count in enumerate(held) if count}
        return choice(kind, options, lambda: own, rng)

    def words(self, text: str) -> dict[str, Json]:
        if self.rng.random() < self.manner.silent:
            return {"form": self.rng.choice(("aloud", "untold", "veiled"))}
        return written(text)

    def introduce(self, part: str, named: bool) -> Answer:
        names = {"who": WHO, "amans": AMANS, "accusator": ACCUSATOR, "where": PLACES}
        name = names[part][self.seat] if named else None
        words = self.words(INTRODUCTION[part].format(name=name))
        return {"kind": "introduce", "words": words, "name": name if words["form"] == "written" else None}

    def tell(self, state: State, facts: Any) -> Answer:
        rng = self.rng
        rule, allowed = facts["place_rule"], facts["with_amans_allowed"]
        ending = bool(state.ending)
        entry = "tie" if state.ruling == phases.TIE else CARD_NAMES[state.ruling]
        element, text = rng.choice([("person", rng.choice(PEOPLE)), ("thing", rng.choice(THINGS))])
        first = ENDINGS[state.outcome] if ending else SCENES[entry]
        words = self.words(f"{first} {rng.choice(NIGHTS).capitalize()} there was {text}.{self.quotation(state)}")
        if words["form"] == "untold":
            place: Json = {"name": None} if rule == "must" else None
            return scene(words, place, allowed[0])
        goes = rule == "must" or (rule == "may" and rng.random() < 0.5)
        name = rng.choice([place for place in PLACES if place != facts["place"]])
        told = words["form"] == "written"
        place = {"name": name if told else None} if goes else None
        marks: list[Json] = [{"text": text, "element": element, "deus": None}] if told else []
        others: list[Json] = [seat for seat in range(state.seats) if seat != self.seat]
        meets = [rng.choice(others)] if rng.random() < 0.2 else []
        return scene(words, place, rng.choice(allowed)) | {"marks": marks, "meets": meets}

    def quotation(self, state: State) -> str:
        """Something another player marked, taken up in the scene so that it can be quoted for a lock (BC-15)."""
        marks = [mark.text for passage in state.story if passage.seat != self.seat for mark in passage.marks]
        if state.ending or not marks or self.rng.random() >= self.manner.locks:
            return ""
        return f" And again there was {self.rng.choice(marks)}."

    def lock(self, options: list[Answer]) -> Answer:
        quoting = [option for option in options[1:] if "text" in dict(option["words"])]
        if self.rng.random() >= self.manner.locks:
            return options[0]
        return self.rng.choice(quoting if quoting and self.rng.random() < 0.9 else options[1:])


def written(text: str) -> dict[str, Json]:
    return {"form": "written", "text": text}


def scene(words: dict[str, Json], place: Json, with_amans: bool) -> Answer:
    return {"kind": "tell", "words": words, "place": place, "with_amans": with_amans, "marks": [], "meets": []}


def tellers(manner: Manner, seats: int, number: int) -> list[Teller]:
    """Everybody at the table of a numbered story."""
    return [Teller(manner, seat, number * 10 + seat) for seat in range(seats)]
