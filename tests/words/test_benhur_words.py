"""The words of Ben Hur: placements, chariots by their drivers' names, and whole races told in every language."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

import pytest

from triclinium.core.decision import Answer, Decision, Json, Refused
from triclinium.core.event import told_to
from triclinium.core.play import Play
from triclinium.games import game_named
from triclinium.games.benhur.rules import state
from triclinium.games.benhur.rules.answers import CHANCE_FIELDS, FIELDS
from triclinium.games.benhur.rules.cards import FORMAT_NAMES, PLACE_NAMES
from triclinium.games.benhur.words.vocabulary import (
    ANSWERS,
    EVENTS,
    MISHAPS,
    NAMES,
    PROMPTS,
    REFUSALS,
    RULINGS,
    TEXTS,
    answer_data,
    chariot_names,
    mishap_key,
    placement_key,
)
from triclinium.words import LANGUAGES, BadArguments, Words
from words.saying import sources_of

GAME = game_named("benhur")
SEATS = ["Livia", "Marcus", "Irene"]
CHARIOTS = ["Messala (Livia)", "Ben Hur (Marcus)", "Sidon (Irene)"]
each_language = pytest.mark.parametrize("language", LANGUAGES)


def tell(words: Words, group: str, name: str, /, **data: object) -> str:
    schema = {"event": EVENTS, "prompt": PROMPTS, "answer": ANSWERS, "refused": REFUSALS}[group]
    return words.tell(group, name, data, schema, SEATS, {"chariot": CHARIOTS})


def source(name: str) -> str:
    (found,) = (file for file in sources_of("triclinium.games.benhur") if file.stem == name)
    return found.read_text(encoding="utf-8")


# The declarations against the program.


def test_every_question_and_answer_is_declared() -> None:
    assert list(PROMPTS) == list(state.PHASE_NAMES[state.LAST_OF_CHANCE + 1 : state.OVER])
    assert {kind: set(arguments) for kind, arguments in ANSWERS.items()} == FIELDS
    assert not set(CHANCE_FIELDS) & set(ANSWERS)


def test_every_rule_a_refusal_cites_has_words() -> None:
    cited = set(re.findall(r'"(BH-\d+|variant \d|steering)"', source("refusals") + source("game")))
    assert cited - {"steering"} and cited <= set(RULINGS)


def test_every_verdict_has_a_name() -> None:
    named = set(re.findall(r'verdict = "(\w+)"(?: if .* else "(\w+)")?', source("preview")))
    assert {name for pair in named for name in pair if name} == set(NAMES["verdict"])


# Placements.


@each_language
@pytest.mark.parametrize("a", [30, 0, -30])
@pytest.mark.parametrize("b", [30, 0, -30])
def test_a_placement_is_called_the_same_everywhere(language: str, a: int, b: int) -> None:
    words = Words(language, "benhur")
    key = placement_key(a, b)
    assert key is not None
    placement, card = words.say(key), "risky +II+ horseshoe"
    for kind in ("drive", "crash"):
        told = tell(words, "answer", kind, card=card, a=a, b=b)
        assert told.endswith(placement) and words.name("card", card) in told
    assert tell(words, "answer", "collide", card=card, a=a, b=b, rival=1).endswith(placement)
    assert placement in tell(words, "event", "speed_played", chariot=0, card=card, a=a, b=b)
    assert words.tell("placement", "free", {"a": a, "b": b}, {"free": TEXTS["placement.free"]}, []) == placement


def test_free_steering_is_told_in_degrees() -> None:
    free = {"free": TEXTS["placement.free"]}
    told = {
        language: Words(language, "benhur").tell("placement", "free", {"a": 12, "b": -5}, free, [])
        for language in LANGUAGES
    }
    assert told == {
        "en": "ruler 12° left, chariot 5° right",
        "fr": "réglette 12° à gauche, char 5° à droite",
        "nl": "lat 12° naar links, wagen 5° naar rechts",
        "it": "righello 12° a sinistra, carro 5° a destra",
        "es": "regla 12° a la izquierda, carro 5° a la derecha",
    }
    assert (
        Words("en", "benhur").tell("placement", "free", {"a": 0, "b": 7}, free, []) == "ruler straight, chariot 7° left"
    )


# Chariots.


def test_a_chariot_is_called_by_its_driver_and_its_player() -> None:
    words = Words("fr", "benhur")
    assert chariot_names(words, ["cleanthes", "ben_hur"], SEATS[:2]) == ["Cléanthe (Livia)", "Ben Hur (Marcus)"]
    assert chariot_names(words, [None, None], SEATS[:2]) == ["Livia", "Marcus"]
    assert chariot_names(words, ["sidon", None, None, "messala"], SEATS[:2]) == [
        "Sidon (Livia)",
        "Marcus, char 1",
        "Livia, char 2",
        "Messala (Marcus)",
    ]


def test_chariots_are_told_by_the_names_given_for_them() -> None:
    words = Words("en", "benhur")
    told = tell(words, "event", "whip_announced", chariot=0, rival=2)
    assert told == "Messala (Livia) cracks the whip at Sidon (Irene)!"
    told = tell(words, "refused", "blocked", chariots=[0, 1, 2])
    assert told.startswith("The way is blocked by Messala (Livia), Ben Hur (Marcus) and Sidon (Irene).")
    with pytest.raises(BadArguments, match="there is no chariot 1 among 0 names"):
        words.tell("event", "turn_began", {"chariot": 1}, EVENTS, SEATS)
    with pytest.raises(BadArguments, match="chariot must be a chariot, not 'messala'"):
        tell(words, "event", "turn_began", chariot="messala")
    with pytest.raises(BadArguments, match="a must be a degrees, not 'left'"):
        tell(words, "event", "speed_played", chariot=0, card="normal II", a="left", b=0)


# Choices within messages.


@each_language
def test_places_and_laurels_are_named_by_their_numbers(language: str) -> None:
    words = Words(language, "benhur")
    for number, roman in enumerate(PLACE_NAMES, start=1):
        told = tell(words, "event", "start_thrown", chariot=0, place=number, x=0, y=0)
        assert words.say(f"place.{number}") in told and f" {roman}." in told
    with pytest.raises(BadArguments, match="place must be the name of a place, not 7"):
        tell(words, "event", "place_taken", chariot=0, place=7)


@each_language
def test_a_laurel_says_what_it_is_for(language: str) -> None:
    words = Words(language, "benhur")
    told = [tell(words, "event", "laurel_won", chariot=0, laurel=2, course=3, format=name) for name in FORMAT_NAMES]
    assert len(set(told)) == 3
    assert ["3" in line for line in told] == [True, True, False]
    assert all(CHARIOTS[0] in line and words.say("laurel.2") in line for line in told)


@each_language
def test_a_hand_without_horseshoes_shows_none(language: str) -> None:
    words = Words(language, "benhur")
    bare = tell(words, "event", "horseshoes_shown", chariot=0, cards=[])
    shown = tell(words, "event", "horseshoes_shown", chariot=0, cards=["normal III horseshoe"])
    assert words.say("nothing") not in bare.split() and words.name("card", "normal III horseshoe") in shown


@each_language
def test_sides_numbers_and_mishaps_differ(language: str) -> None:
    words = Words(language, "benhur")
    assert words.say("ui.duty", side="left") != words.say("ui.duty", side="right")
    for key in ("ui.horseshoes", "ui.cards"):
        one, two = (words.say(key, number=number).split(" ", 1)[1] for number in (1, 2))
        assert one != two
    keys = [mishap_key(card, number) for card in NAMES["card"] if "accident" in card for number in range(MISHAPS)]
    assert len({words.say(key) for key in keys}) == len(set(keys)) == 3 * MISHAPS >= 12


# Whole races.


class Teller:
    """Tells everything that happens to one seat, as a terminal or a page does."""

    def __init__(self, language: str, seats: int, chariots: int) -> None:
        self.words = Words(language, "benhur")
        self.names = ["Livia", "Marcus", "Irene", "Íñigo", "Elio", "<b>{x}</b>"][:seats]
        self.drivers: list[str | None] = [None] * chariots
        self.lines: list[str] = []

    def tell(self, group: str, name: str, data: dict[str, object], schema: dict[str, dict[str, str]]) -> None:
        called = chariot_names(self.words, self.drivers, self.names)
        line = self.words.tell(group, name, data, schema, self.names, {"chariot": called})
        assert not re.search(r"[{}#_]", line.replace("<b>{x}</b>", "")), f"{group}.{name}: {line}"
        self.lines.append(line)

    def hear(self, event: dict[str, object]) -> None:
        data = {name: value for name, value in event.items() if name != "kind"}
        self.tell("event", str(event["kind"]), data, EVENTS)
        if event["kind"] == "driver_drawn":
            self.drivers[int(str(event["chariot"]))] = str(event["driver"])

    def read(self, decision: Decision) -> None:
        assert decision.data is not None
        self.tell("prompt", decision.kind, {"chariot": decision.data["chariot"]}, PROMPTS)
        for answer in decision.options[:3] + decision.options[-3:]:
            self.tell("answer", str(answer["kind"]), dict(answer_data(answer)), ANSWERS)


RACES: list[tuple[str, int, dict[str, Json]]] = [
    ("en", 3, {"format": "races", "length": 2}),
    ("fr", 2, {"format": "long", "length": 3, "chariots": 2}),
    ("nl", 4, {"format": "laps", "length": 1, "club": True}),
    ("it", 2, {"format": "laps", "length": 1, "steering": "free"}),
    ("es", 6, {"format": "long", "length": 2, "club": True}),
]


@pytest.mark.parametrize(("language", "seats", "options"), RACES)
def test_a_whole_race_can_be_told(language: str, seats: int, options: dict[str, Json]) -> None:
    rng = random.Random(language)
    play: Play[Any] = Play.begin(GAME, seats, options)
    teller = Teller(language, seats, play.state.chariots)
    while pending := play.pending():
        decision = pending[0]
        if not decision.weights:
            teller.read(decision)
        for event in told_to(play.answer(decision.seat, rng.choice(decision.options), decision.id), 0):
            teller.hear(dict(event))
    assert len(teller.lines) > 50 and None not in teller.drivers


def test_a_refusal_can_be_told() -> None:
    rng = random.Random(3)
    play: Play[Any] = Play.begin(GAME, 3, {})
    teller = Teller("en", 3, 3)
    teller.drivers = ["messala", "ben_hur", "sidon"]
    mutants: list[Answer] = [
        {"kind": "hold"},
        {"kind": "whip", "rival": 1},
        {"kind": "rein_in", "card": "normal II"},
        {"kind": "fly"},
    ]
    for kind, card in product(("drive", "collide", "crash"), ("normal II", "risky +III+", "risky accident 1-2")):
        for a, b in ((-30, 30), (30, 30), (7, 0), (0, 31)):
            mutants.append({"kind": kind, "card": card, "a": a, "b": b, **({"rival": 2} if kind == "collide" else {})})
    refused = set()
    while pending := play.pending():
        decision = pending[0]
        for mutant in mutants if not decision.weights else []:
            try:
                GAME.apply(GAME.copy(play.state), decision.seat, mutant)
            except Refused as refusal:
                name = refusal.key.removeprefix("refused.")
                refused.add(name)
                teller.tell("refused", name, dict(refusal.arguments), REFUSALS)
                assert not refusal.rule or teller.words.has(f"rule.{refusal.rule}")
        play.answer(decision.seat, rng.choice(decision.options), decision.id)
    assert len(refused) >= 8
