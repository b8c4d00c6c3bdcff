"""Words in a story that is frozen can still be veiled and taken out (BC-23)."""

from __future__ import annotations

from typing import Any

import pytest

from triclinium.core.decision import Refused
from triclinium.core.event import Event
from triclinium.games import game_named
from triclinium.table.people import personal
from triclinium.table.play import passages, waking
from triclinium.table.protocol import messages as up

from .room import Room, play_on
from .test_passages import until_told
from .upgraded import rows_of, without_told
from .versions import raised, refuses

BELL = "the drowned bell of Bertinoro"


def a_tale() -> tuple[Room, int, int]:
    """A story with words of its own in it; gives the teller and the passage."""
    room = Room(people=3, game="bacchanalia").begin()
    teller, passage = until_told(room, BELL)
    play_on(room, 6)
    room.store()
    assert BELL.encode() in b"".join(room.stored)
    return room, teller, passage


@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
def test_bc_23_a_veil_falls_on_a_frozen_story_too(told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _, passage = a_tale()
    raised(monkeypatch, "bacchanalia", refuses)
    rows = rows_of(room) if told else without_told(rows_of(room))
    before = waking.wake(rows)
    assert before.phase == "frozen"
    if not told:
        words = [number for number, entry in enumerate(before.past.entries) if "words" in entry.answer]
        passage = next(at for at, number in enumerate(words) if BELL in str(before.past.entries[number].answer))
    veiled = passages.edited(rows, 0, up.VeilPassage(nonce="a-veil-is-drawn", passage=passage))
    assert BELL.encode() not in b"".join(up.ENCODER.encode(row) for row in veiled)
    after = waking.wake(veiled)
    assert after.retold == 1
    assert len(after.past.entries) == len(before.past.entries)
    assert passages.edited(veiled, 0, up.VeilPassage(nonce="another-veil", passage=passage))[: len(veiled)] == veiled
    with pytest.raises(Refused, match="frozen"):
        passages.edited(
            rows, 0, up.Rewrite(nonce="other-words", passage=passage, words={"form": "written", "text": "x"})
        )
    with pytest.raises(Refused, match="no_such_passage"):
        passages.edited(rows, 0, up.VeilPassage(nonce="a-veil-is-drawn", passage=999))


def test_bc_23_what_quotes_a_veiled_passage_of_a_frozen_story_is_struck_too() -> None:
    game: Any = game_named("bacchanalia")
    tell = {"kind": "tell", "words": {"form": "written", "text": f"I heard {BELL}."}, "place": {"name": "Bertinoro"}}
    lock = {"kind": "lock", "card": "veritas", "words": {"form": "written", "text": BELL}}
    other = {"kind": "tell", "words": {"form": "written", "text": "A plain grey door."}}
    told = [
        [
            Event("told_in_writing", {"seat": 0, "part": "scene", "passage": 0, "text": f"I heard {BELL}."}),
            Event("place_changed", {"seat": 0, "place": "Bertinoro"}),
            Event("an_old_event", {"seat": 0, "whisper": BELL}),
        ],
        [Event("lock_offered", {"seat": 1, "card": "veritas", "of": 0, "element": "object", "text": BELL})],
        [Event("told_in_writing", {"seat": 1, "part": "scene", "passage": 1, "text": "A plain grey door."})],
    ]
    answers, events = game.strike([tell, lock, other], told, [0])
    assert "ell" not in str(answers[:2]).replace("tell", "")
    assert answers[2] == other
    assert [event.kind for event in events[0]] == ["told", "place_changed", "an_old_event"]
    assert [event.kind for event in events[1]] == ["lock_offered_aloud"]
    assert events[2] == told[2]
    assert "Bertinoro" not in str([answers, events])


def test_a_visitor_who_goes_takes_their_words_out_of_a_frozen_story_too(monkeypatch: pytest.MonkeyPatch) -> None:
    room, teller, _ = a_tale()
    raised(monkeypatch, "bacchanalia", refuses)
    rows = personal.forgotten(rows_of(room), f"visitor{teller}", "gone")
    assert BELL.encode() not in b"".join(up.ENCODER.encode(row) for row in rows)
    assert waking.wake(rows).phase == "frozen"
