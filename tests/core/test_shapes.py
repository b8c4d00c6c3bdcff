"""What a game shows, asks and tells has exactly the shapes it states: the page's types are made of them."""

from __future__ import annotations

import json
import random
from typing import Any, Literal, NotRequired, TypedDict

import pytest

from sizes import PROOF
from triclinium.core.decision import CHANCE, Decision
from triclinium.core.fairness import SeededLuck
from triclinium.core.laws import option_sets
from triclinium.core.manifest import manifest_of
from triclinium.core.play import Play
from triclinium.core.shapes import Among, event_shapes, misfits
from triclinium.games import GAMES, game_named

CASES = [
    pytest.param(name, seats, options, id=f"{name}-{seats}-{'-'.join(str(value) for value in options.values())}")
    for name in GAMES
    for number, options in enumerate(option_sets(game_named(name)))
    for seats in game_named(name).info.seats
    if PROOF or seats == game_named(name).info.seats[number % len(game_named(name).info.seats)]
]
"""Every set of options and every number of seats; in a proof each set with each number."""
STEPS_BETWEEN = {"banquet": 4, "benhur": 25, "bacchanalia": 10}
"""A race has thousands of steps, a tale grows with each: not every one is looked at, but the last always."""


def where(game: str) -> str:
    file = f"src/{manifest_of(game).package.replace('.', '/')}/views/shapes.py"
    return f"{file} does not say so: mend it, then run `python web/make_types.py`"


def as_told(value: Any) -> Any:
    """A value as it arrives."""
    return json.loads(json.dumps(value))


def wrong_in(question: Any, decision: Decision) -> list[str]:
    wrong = [] if question is None else list(misfits(question.data, as_told(decision.data), f"{decision.kind}.data"))
    for option in decision.options:
        kinds = [misfits(shape, as_told(option), f"{decision.kind}.options") for shape in question.answers]
        found = [list(each) for each in kinds]
        if all(found):
            wrong.append(f"{decision.kind} takes {option}: {found}")
    return wrong


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_views_questions_and_events_have_the_shapes_that_are_stated(name, seats, options):
    shapes, vocabulary = manifest_of(name).part("shapes"), manifest_of(name).part("vocabulary")
    events = event_shapes(vocabulary.EVENTS, shapes.ARGUMENTS)
    game, rng, luck = game_named(name), random.Random(seats), SeededLuck(seats)
    play: Play[Any] = Play.begin(game, seats, options)
    every = STEPS_BETWEEN.get(name, 1)
    steps = 0
    while pending := play.pending():
        decision = rng.choice(pending)
        by_chance = decision.seat == CHANCE
        told = play.draw(luck) if by_chance else play.answer(decision.seat, rng.choice(decision.options))
        for event in told:
            assert event.kind in events, f"add it to EVENTS of {name}"
            assert list(misfits(events[event.kind], {"kind": event.kind, **event.data}, event.kind)) == [], where(name)
        steps += 1
        if steps % every and play.pending():
            continue
        for seat in (*range(seats), None):
            view = as_told(game.view(play.state, seat))
            assert list(misfits(shapes.View, view, "view")) == [], where(name)
            assert (view["seat"], "you" in view) == (seat, seat is not None)
        for asked in play.pending():
            if asked.seat != CHANCE:
                assert asked.kind in shapes.QUESTIONS, where(name)
                assert wrong_in(shapes.QUESTIONS[asked.kind], asked) == [], where(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_and_answer_has_a_shape(name):
    shapes, vocabulary = manifest_of(name).part("shapes"), manifest_of(name).part("vocabulary")
    assert list(shapes.QUESTIONS) == list(vocabulary.PROMPTS), where(name)


class Belt(TypedDict):
    """For the test."""

    holes: int
    buckle: Literal["gold"] | None
    gems: NotRequired[list[str]]


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"holes": 3, "buckle": None}, []),
        ({"holes": 3, "buckle": "gold", "gems": ["ruby"]}, []),
        ({"holes": True, "buckle": None}, [".holes: True is no int"]),
        ({"buckle": None}, [".holes: is missing in Belt"]),
        ({"holes": 1, "buckle": "tin"}, [".buckle: 'tin' is none of ('gold',)"]),
        ({"holes": 1, "buckle": None, "colour": "red"}, [".colour: Belt knows no such field"]),
        ({"holes": 1, "buckle": None, "gems": [1]}, [".gems[0]: 1 is no str"]),
        (None, [": None is no Belt"]),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(value, wrong):
    assert list(misfits(Belt, value)) == wrong


def test_a_name_must_be_among_those_the_rules_keep():
    from typing import Annotated

    metal = Annotated[str, Among("Metal", ("gold", "tin"))]
    assert list(misfits(dict[metal, tuple[int, metal]], {"gold": [1, "tin"]})) == []
    assert list(misfits(dict[metal, tuple[int, metal]], {"wood": [1]})) == [
        ".wood: 'wood' is no Metal",
        ".wood: [1] is no list of this length",
    ]
