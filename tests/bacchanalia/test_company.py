"""What the books leave to talk round the table: names, ideas, questions out of turn, who lingers, first steps."""

from __future__ import annotations

from typing import Any

import pytest

from bacchanalia.feast import ALOUD, Feast, written
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.company import ROMAN_NAMES


def meanwhile(feast: Feast, seat: int | None = 1) -> list[dict[str, Any]]:
    view: Any = GAME.view(feast.state, seat)
    return [{"key": each["key"].removeprefix("guidance."), **each["arguments"]} for each in view["meanwhile"]]


def answered(feast: Feast, *names: str | None) -> Feast:
    for name in names:
        feast.say(feast.active, "introduce", words=ALOUD, name=name)
    return feast


def test_names_are_offered_for_everybody_who_has_one_and_none_twice():
    feast = Feast()
    data: Any = feast.decision().data
    assert sum(map(len, data["names"].values())) == sum(map(len, ROMAN_NAMES.values())) == 72
    assert "choose_a_name" in feast.guidance()["may"]
    answered(feast, "Aelia", None)
    data = feast.decision().data
    assert data["question"] == "amans" and "Aelia" not in data["names"]["women"]
    answered(feast, "Rufus")
    assert "names" not in feast.decision().data, "a crime has no name"


@pytest.mark.parametrize(("before", "part"), [((None, None), "amans"), ((None,) * 4, "accusator")])
def test_amans_and_accusator_are_sketched_by_all(before, part):
    feast = answered(Feast(), *before)
    assert "brainstorm" in feast.guidance()["may"]
    for viewer in (1, None):
        assert {"key": "suggest", "seat": 0, "part": part} in meanwhile(feast, viewer)
    answered(feast, None)
    assert "brainstorm" not in feast.guidance()["may"]
    assert "suggest" not in [each["key"] for each in meanwhile(feast)]


def test_bc_13_everybody_may_ask_in_every_turn_and_holds_up_nothing():
    feast = Feast()
    assert meanwhile(feast) == [{"key": "ask_freely", "seat": 0}]
    feast.introduced()
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    assert meanwhile(feast) == [{"key": "ask_freely", "seat": 0}]
    assert feast.asked == [0], "nobody else is waited for"


def test_the_first_signs_are_no_step_of_the_climb():
    feast = answered(Feast(), *(None,) * 5)
    assert "first_signs" in feast.guidance()["must"] and "signs_are_no_step" in feast.guidance()["may"]
    answered(feast, None)
    feast.say(0, "end_turn")
    answered(feast, *(None,) * 5)
    assert "signs_are_no_step" not in feast.guidance()["may"], "only the first player tells them"
    answered(feast, None)
    feast.say(1, "end_turn")
    feast.introduced()
    for step in (True, False):
        feast.at(0)
        feast.draws("pluto", "pluto", "satyrus", "accusator")
        assert feast.guidance()["entry"] == "entry_vinum"
        assert ("take_first_step" in feast.guidance()["may"]) is step
        feast.tells()
        feast.ends()
    feast.at(1)
    feast.lay(1, "venus")
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    assert "take_first_step" not in feast.guidance()["may"]


def test_characters_may_stay_whose_card_has_gone():
    feast = Feast("pluto venus, miles minerva, satyrus accusator").introduced()
    feast.draws("pluto", "pluto", "satyrus", "accusator")
    feast.tells(written("A goat dances."), marks=[{"text": "goat", "element": "thing", "deus": "satyrus"}])
    feast.ends()
    feast.at(0)
    feast.draws("minerva", "minerva", "satyrus", "accusator")
    data: Any = feast.decision().data
    stay = next(each for each in data["guidance"]["may"] if each["key"] == "guidance.let_figures_stay")
    assert stay["arguments"]["cards"] == ["pluto", "satyrus"], "Pluto went to the centre, the Satyrus was never held"
