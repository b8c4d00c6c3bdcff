"""Veils, rewriting, skipping, lines agreed before play (BC-23, BC-24, BC-25)."""

from __future__ import annotations

import random

import pytest

from bacchanalia.feast import ALOUD, VEILED, Feast, written
from triclinium.book.plain import markdown
from triclinium.core.decision import Refused
from triclinium.core.fairness import Pledge
from triclinium.core.game import BadOptions
from triclinium.core.play import Play, replay, verify
from triclinium.core.record import read
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.agreement import merged, parse_agreement
from triclinium.games.bacchanalia.views.story import blocks, story

SECRET = "the drowned bell of Bertinoro"
PLACE = "a cellar full of bells"


def veiled_feast() -> Feast:
    """Seat 0 tells of something in a new place; seat 1 quotes it for a lock, which stands."""
    feast = Feast().introduced()
    feast.draws("miles", "miles", "satyrus", "accusator")
    mark = {"text": SECRET, "element": "thing", "deus": None}
    feast.tells(written(f"He hears {SECRET}."), marks=[mark], place={"name": PLACE})
    feast.ends()
    feast.draws("pluto", "pluto", "vinum", "accusator")
    feast.tells()
    feast.say(1, "lock", card="accusator", of=0, element="thing", words=written(SECRET))
    feast.ends()
    return feast


def refusal(call, *arguments) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return f"{caught.value.key.removeprefix('refused.')} {caught.value.rule}"


def test_bc_23_a_veil_removes_the_words_from_record_state_views_events_and_export():
    feast = veiled_feast()
    passage = next(each.number for each in feast.state.story if each.text is not None)
    before = feast.play.record
    record = GAME.veil(before, passage)
    play = replay(GAME, record)
    texts = [
        record.write(),
        str(GAME.numbers(play.state)),
        markdown(blocks(story(replay(GAME, record).state), lambda key, **more: f"{key} {more}")),
    ]
    texts += [str(GAME.view(play.state, seat)) for seat in (0, 1, 2, None)]
    again = Play.begin(GAME, 3, record.options)
    texts += [str(again.answer(entry.seat, entry.answer)) for entry in record.entries]
    assert not any(SECRET in text or PLACE in text for text in texts)
    assert SECRET in before.write()


def test_bc_23_a_veil_undoes_no_card_lock_or_fact():
    feast = veiled_feast()
    record = GAME.veil(feast.play.record, 18)
    after = replay(GAME, record).state
    before = feast.state
    assert after.locked == before.locked and after.held == before.held and after.pile == before.pile
    assert after.with_amans == before.with_amans
    assert after.story[18].moved and after.places[0] is None
    assert len(after.quotes) == 1 and after.quotes[0].text is None


def test_bc_23_nothing_records_who_called_or_that_it_was_called():
    feast = Feast().introduced()
    feast.draws("miles", "miles", "satyrus", "accusator")
    told = Feast().introduced()
    told.draws("miles", "miles", "satyrus", "accusator")
    feast.tells(written("Too much."))
    told.tells(VEILED, place={"name": None})
    # The record reads exactly as if the teller had drawn the veil himself.
    assert GAME.veil(feast.play.record, 18).write() == told.play.record.write()


def test_bc_23_veiled_elements_cannot_be_quoted():
    feast = Feast()
    feast.introduce(**dict.fromkeys(("who", "mirror", "amans", "flight", "accusator", "where"), f"{SECRET}."))
    feast.introduced()
    feast.turn("miles", "miles", "satyrus", "accusator", words=written("Nothing more."))
    feast.draws("pluto", "pluto", "vinum", "accusator")
    feast.tells()
    record = feast.play.record
    for passage in (0, 1, 2, 3, 4, 5):
        record = GAME.veil(record, passage)
    feast.play = replay(GAME, record)
    lock = {"card": "pluto", "of": 0, "element": "thing", "words": written(SECRET)}
    assert feast.refused(1, "lock", **lock) == "lock_not_there BC-15"
    feast.play = replay(GAME, GAME.veil(record, 18))
    assert feast.refused(1, "lock", **lock) == "lock_veiled BC-23"


def test_bc_23_a_veil_can_be_called_after_the_end_and_twice():
    feast = veiled_feast()
    record = GAME.veil(GAME.veil(feast.play.record, 18), 18)
    assert replay(GAME, record).state.story[18].form == "veiled"
    assert refusal(GAME.veil, record, 999) == "no_such_passage BC-23"


def test_bc_23_a_veiled_record_still_verifies():
    rng = random.Random(5)
    play = Play.begin(GAME, 3, {"length": "parcae", "appearances": 3}, Pledge.fresh(3))
    luck = play.record.pledge.luck()
    while True:
        play.draw(luck)
        if not (pending := play.pending()):
            break
        play.answer(pending[0].seat, rng.choice(pending[0].options))
    record = play.record
    for passage in play.state.story:
        record = GAME.veil(record, passage.number)
        assert replay(GAME, record).record.ending == play.record.ending
    assert verify(GAME, read(record.write())) == []
    assert all(each.form in ("veiled", "untold") for each in replay(GAME, record).state.story)


def test_bc_24_own_words_can_be_rewritten_until_the_turn_ends():
    feast = veiled_feast()
    feast.draws("satyrus", "satyrus", "vinum", "amans")
    mark = {"text": "red door", "element": "thing", "deus": None}
    feast.tells(written("A red door."), marks=[mark])
    number = feast.state.story[-1].number
    record = GAME.rewrite(feast.play.record, 2, number, written("A blue door."))
    scene = replay(GAME, record).state.story[number]
    assert (scene.text, scene.marks, scene.place) == ("A blue door.", (), "elsewhere")
    assert "red door" not in record.write()
    assert refusal(GAME.rewrite, record, 1, number, ALOUD) == "rewrite_not_yours BC-24"
    assert refusal(GAME.rewrite, record, 0, 18, ALOUD) == "rewrite_too_late BC-24"
    assert refusal(GAME.rewrite, record, 2, 99, ALOUD) == "no_such_passage BC-24"
    veiled = GAME.veil(record, number)
    assert refusal(GAME.rewrite, veiled, 2, number, ALOUD) == "rewrite_veiled BC-23"


def test_bc_24_an_accepted_lock_stands_when_the_scene_is_rewritten():
    feast = veiled_feast()
    feast.draws("satyrus", "satyrus", "vinum", "amans")
    feast.tells(written(f"Again {SECRET}."))
    feast.say(2, "lock", card="amans", of=0, element="thing", words=written(SECRET))
    number = feast.state.story[-1].number
    state = replay(GAME, GAME.rewrite(feast.play.record, 2, number, written("Silence."))).state
    assert state.offer is not None and state.offer.text == SECRET


def test_bc_24_a_scene_left_untold_stays_so_and_a_written_one_names_its_place():
    feast = Feast().introduced()
    feast.draws("miles", "miles", "satyrus", "accusator")
    feast.tells(ALOUD, place={"name": None})
    assert refusal(GAME.rewrite, feast.play.record, 0, 18, written("He runs.")) == "place_unnamed BC-16"
    untold = Feast().introduced()
    untold.draws("miles", "miles", "satyrus", "accusator")
    untold.tells({"form": "untold"}, place={"name": None})
    assert refusal(GAME.rewrite, untold.play.record, 0, 18, ALOUD) == "rewrite_untold BC-25"


def test_bc_28_a_veiled_telling_fulfils_every_entry_but_marks_nothing():
    feast = Feast().introduced()
    feast.draws("miles", "miles", "satyrus", "accusator")
    mark = [{"text": "x", "element": "thing", "deus": None}]
    scene = {"words": VEILED, "place": {"name": None}, "with_amans": False, "meets": []}
    assert feast.refused(0, "tell", **scene, marks=mark) == "marks_without_words BC-23"
    feast.say(0, "tell", **scene, marks=[])
    assert feast.phase == "lock"


# Before play.


def test_bc_23_lines_and_veils_are_merged_so_that_nobody_is_named():
    one = merged([["Spiders", "torture"], ["children harmed", "spiders"]])
    other = merged([["children harmed", "spiders"], ["torture", "Spiders"]])
    assert one == other == ["children harmed", "Spiders", "torture"]
    options = GAME.complete({"lines": ["b", "A", "b"], "veils": parse_agreement("x\n\n y \n")})
    assert (options["lines"], options["veils"]) == (["A", "b"], ["x", "y"])
    with pytest.raises(BadOptions):
        GAME.complete({"lines": ["a\x00"]})
    with pytest.raises(BadOptions):
        GAME.complete({"veils": "spiders"})
