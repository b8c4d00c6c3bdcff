"""Everything the game can say is declared, with the arguments it is said with."""

from __future__ import annotations

import random
import re

from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.answers import FIELDS
from triclinium.games.bacchanalia.rules.refusals import ASKED_FOR
from triclinium.games.bacchanalia.words import vocabulary
from triclinium.words import BUILT_IN
from words.saying import sources_of

LISTS = {"cards": "card", "twists": "twist", "acts": "act"}


def fits(kind: str, value: object) -> bool:
    if kind == "number":
        return type(value) is int
    if kind == "text":
        return isinstance(value, str)
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "seat":
        return value is None or type(value) is int
    if kind == "seats":
        return isinstance(value, list) and all(type(seat) is int for seat in value)
    if kind in LISTS:
        return isinstance(value, list) and all(each in vocabulary.NAMES[LISTS[kind]] for each in value)
    return value in vocabulary.NAMES[kind]


def check(declared: dict[str, str], given: dict[str, object]) -> None:
    assert set(declared) == set(given)
    assert all(fits(kind, given[name]) for name, kind in declared.items()), (declared, given)


def test_events_prompts_answers_and_guidance_are_said_as_declared():
    seen: dict[str, set[str]] = {"event": set(), "answer": set(), "guidance": set(), "prompt": set()}
    for seed in range(36):
        rng = random.Random(seed)
        options = {"edition": ("it", "es")[seed % 2], "length": ("parcae", "all", "time")[seed % 3]}
        play = Play.begin(GAME, 3 + seed % 4, options)
        luck = SeededLuck(seed)
        while True:
            events = play.draw(luck)
            if not (pending := play.pending()):
                break
            decision = rng.choice(pending)
            data = decision.data
            seen["prompt"].add(decision.kind)
            check(vocabulary.PROMPTS[decision.kind], vocabulary.prompt_data(decision.kind, data))
            for option in decision.options:
                name = vocabulary.answer_name(option)
                seen["answer"].add(name)
                check(vocabulary.ANSWERS[name], vocabulary.answer_data(option))
            guidance = data["guidance"]
            items = [each for part in ("cards", "must", "may", "must_not") for each in guidance[part]]
            items += [each for seat in range(play.record.seats) for each in GAME.view(play.state, seat)["meanwhile"]]
            for item in items + ([guidance["entry"]] if guidance["entry"] else []):
                name = item["key"].removeprefix("guidance.")
                seen["guidance"].add(name)
                check(vocabulary.GUIDANCE[name], item["arguments"])
            events += play.answer(decision.seat, rng.choice(decision.options))
            for event in events:
                seen["event"].add(event.kind)
                check(vocabulary.EVENTS[event.kind], event.data)
    rare = {"bacchus_aside", "seat_left", "deck_renewed", "minerva_stayed", "hand_redrawn", "deus_not_taken"}
    assert set(vocabulary.EVENTS) - seen["event"] <= rare
    assert set(vocabulary.PROMPTS) - seen["prompt"] <= {"sacrifice"}
    assert set(vocabulary.ANSWERS) - seen["answer"] <= {"leave", "end_with_twists", "sacrifice"}
    assert (
        not set(vocabulary.GUIDANCE)
        - seen["guidance"]
        - {
            *(f"twist_{twist}" for twist in vocabulary.NAMES["twist"]),
            *(f"entry_{entry}" for entry in ("venus_together", "minerva_together")),
            *("ending_spared", "ending_open", "ending_freed", "ending_sacrifice", "part_from_amans", "minerva_cut"),
        }
    )


def test_every_refusal_is_declared():
    found: set[str] = set()
    for package in ("triclinium.games.bacchanalia", "triclinium.core"):
        for file in sources_of(package):
            if file.name != "vocabulary.py":
                found |= set(re.findall(r'"refused\.(\w+)"', file.read_text(encoding="utf-8")))
    assert found == set(vocabulary.REFUSALS)


def test_every_kind_of_argument_is_known():
    kinds = {kind for arguments in vocabulary.WORDS.values() for kind in arguments.values()}
    assert kinds <= BUILT_IN | set(vocabulary.NAMES) | set(LISTS)


def test_every_answer_belongs_to_a_question_and_has_a_label():
    assert set().union(*(kinds for kinds, _ in ASKED_FOR.values())) == set(FIELDS)
    assert set(FIELDS) <= set(vocabulary.ANSWERS)
    assert set(ASKED_FOR) == set(vocabulary.PROMPTS)


def test_every_option_and_choice_is_declared():
    wanted: list[str] = []
    for option in GAME.info.options:
        wanted.append(option.name)
        wanted += [f"{option.name}.{str(choice).lower()}" for choice in option.choices]
    assert list(vocabulary.NAMES["option"]) == wanted


def test_every_ruling_cited_exists_and_has_a_key():
    cited: set[str] = set()
    for file in sources_of("triclinium.games.bacchanalia"):
        cited |= set(re.findall(r"BC-\d+", file.read_text(encoding="utf-8")))
    assert cited <= set(vocabulary.RULINGS)
