"""The story of a record: title, cast, chapters by turn, quoted elements and endings, as data and as blocks of text.

The story is computed from the record, so a veiled passage is gone here too. A record names no players; the caller
supplies their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import TypedDict

from triclinium.core.decision import Json
from triclinium.core.tale import (
    ASIDE,
    CAST,
    CHAPTER,
    ENDS,
    HEADING,
    IMPRINT,
    ITEM,
    LABEL,
    MARGIN,
    QUOTE,
    TEXT,
    TITLE,
    UNDER,
    Block,
    Mark,
    Say,
)
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, LEFT
from triclinium.games.bacchanalia.rules.state import Passage, State, plain
from triclinium.games.bacchanalia.rules.texts import WRITTEN

INTRODUCTION, SCENE, ENDING = "introduction", "scene", "ending"

STORY: dict[str, dict[str, str]] = {
    "untitled": {},
    "edition_it": {},
    "edition_es": {},
    "cast": {},
    "teller": {"number": "number"},
    "further": {"first": "text", "next": "text"},
    "nameless": {"seat": "seat"},
    "role": {"name": "text", "seat": "seat"},
    "amans": {"name": "text"},
    "accusator": {"name": "text"},
    "introduction": {"name": "text"},
    "chapter": {"number": "number", "name": "text"},
    "ending": {"name": "text"},
    "place": {"place": "text"},
    "somewhere_else": {},
    "ruling": {"ruling": "ruling"},
    "told_by": {"seat": "seat"},
    "card": {"card": "card"},
    "drawn": {"cards": "cards"},
    "kept": {"card": "card"},
    "question": {"question": "question"},
    "bacchus_asks": {"seat": "seat"},
    "bacchus_arrives": {},
    "reply": {"name": "text"},
    "aloud": {},
    "untold": {},
    "veiled": {},
    "quoted": {"text": "text", "name": "text"},
    "quoted_aloud": {"name": "text"},
    "met": {"name": "text"},
    "seen": {"name": "text"},
    "ends": {},
    "outcome": {"name": "text", "outcome": "outcome"},
    "twist": {"twist": "twist"},
    "left": {"name": "text"},
}
"""Every key that a story needs, without its `story.`, with its arguments."""


class Role(TypedDict):
    seat: int
    name: str | None
    amans: str | None
    accusator: str | None
    ending: str | None
    outcome: str | None
    twists: list[str]
    scenes: int


class Chapter(TypedDict):
    """One turn: where it ends, who ruled it, its passages and the element it quoted."""

    turn: int
    seat: int
    kind: str
    place: str | None
    moved: bool
    with_amans: bool
    ruling: str | None
    entry: str | None
    cards: dict[str, Json]
    passages: list[dict[str, Json]]
    quotes: list[dict[str, Json]]


class Tale(TypedDict):
    title: str | None
    edition: str
    tone: str
    finished: bool
    sudden: str | None
    parcae: int
    cast: list[Role]
    chapters: list[Chapter]


def story(s: State) -> Tale:
    """The story so far."""
    turns = sorted({passage.turn for passage in s.story})
    return {
        "title": s.title or None,
        "edition": s.edition,
        "tone": s.tone,
        "finished": s.phase == "over",
        "sudden": s.sudden or None,
        "parcae": s.parcae,
        "cast": [_role(s, seat) for seat in range(s.seats)],
        "chapters": [_chapter(s, turn) for turn in turns],
    }


def _role(s: State, seat: int) -> Role:
    names = s.names[seat]
    ending = next((each for each in s.story if each.seat == seat and each.part == "ending"), None)
    twists = ending.cards["twists"] if ending is not None else []
    assert isinstance(twists, list)
    return {
        "seat": seat,
        "name": names.get("who"),
        "amans": names.get("amans"),
        "accusator": names.get("accusator"),
        "ending": s.ended[seat] or None,
        "outcome": s.outcomes[seat] or None,
        "twists": [str(twist) for twist in twists],
        "scenes": s.scenes[seat],
    }


def _chapter(s: State, turn: int) -> Chapter:
    passages = [passage for passage in s.story if passage.turn == turn]
    # Within a turn, only Bacchus's question is somebody else's.
    own = [passage for passage in passages if passage.part != "question"]
    scene = next((passage for passage in own if passage.part in ("scene", "ending")), own[-1])
    kind = scene.part if scene.part in (SCENE, ENDING) else INTRODUCTION
    ruling, entry = scene.cards.get("ruling"), scene.cards.get("entry")
    return {
        "turn": turn,
        "seat": scene.seat,
        "kind": kind,
        "place": scene.place,
        "moved": scene.moved,
        "with_amans": scene.with_amans,
        "ruling": None if ruling is None else str(ruling),
        "entry": None if entry is None else str(entry),
        "cards": scene.cards,
        "passages": [_passage(passage) for passage in passages],
        "quotes": [
            _message(plain(quote)) | {"card": CARD_NAMES[quote.card]} for quote in s.quotes if quote.turn == turn
        ],
    }


def _message(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def _passage(passage: Passage) -> dict[str, Json]:
    return _message(plain(passage))


# --- To be read ---------------------------------------------------------------------------------


def blocks(tale: Tale, say: Say) -> list[Block]:
    """The story as blocks. `say` puts every key of `STORY` into a language."""
    told = [Block(TITLE, one_row(tale["title"]) if tale["title"] else say("story.untitled"))]
    told += [Block(IMPRINT, say(f"story.edition_{tale['edition']}"))]
    told += [Block(HEADING, say("story.cast"), opens=CAST), *_cast(tale, say)]
    number = 0
    for chapter in tale["chapters"]:
        number += chapter["kind"] == SCENE
        told += _chapter_blocks(tale, chapter, number, say)
    ended = [role for role in tale["cast"] if role["outcome"] is not None]
    if ended:
        told += [Block(HEADING, say("story.ends"), opens=ENDS), *(_end(tale, role, say) for role in ended)]
    return told


def one_row(text: str) -> str:
    """Words for a heading or a list, in one line."""
    return " ".join(text.split())


def _further(parts: list[str], say: Say) -> str:
    """What is said about one person, joined as the language does."""
    return reduce(lambda first, part: say("story.further", first=first, next=part), parts)


def _name(tale: Tale, seat: int, say: Say) -> str:
    name = tale["cast"][seat]["name"]
    return one_row(name) if name else say("story.nameless", seat=seat)


def _cast(tale: Tale, say: Say) -> Iterator[Block]:
    for role in tale["cast"]:
        name = _name(tale, role["seat"], say)
        parts = [say("story.role", name=name, seat=role["seat"])]
        if role["amans"]:
            parts.append(say("story.amans", name=one_row(role["amans"])))
        if role["accusator"]:
            parts.append(say("story.accusator", name=one_row(role["accusator"])))
        yield Block(ITEM, _further(parts, say), name, _rulers(tale, role["seat"], say))


def _rulers(tale: Tale, seat: int, say: Say) -> tuple[Mark, ...]:
    """Every god that ruled a scene of this character, in the order of appearance."""
    ruled = [chapter["ruling"] for chapter in tale["chapters"] if chapter["seat"] == seat]
    return tuple(_mark(ruling, say) for ruling in dict.fromkeys(ruled) if ruling is not None)


def _mark(ruling: str, say: Say) -> Mark:
    return Mark(ruling, say("story.ruling", ruling=ruling))


def _chapter_blocks(tale: Tale, chapter: Chapter, number: int, say: Say) -> list[Block]:
    name = _name(tale, chapter["seat"], say)
    if chapter["kind"] == SCENE:
        heading = say("story.chapter", number=number, name=name)
    else:
        heading = say(f"story.{chapter['kind']}", name=name)
    place = one_row(chapter["place"]) if chapter["place"] else say("story.somewhere_else")
    under = [say("story.place", place=place)]
    if chapter["ruling"] is not None:
        under.append(say("story.ruling", ruling=chapter["ruling"]))
    under.append(say("story.told_by", seat=chapter["seat"]))
    marks = () if chapter["ruling"] is None else (_mark(chapter["ruling"], say),)
    told = [
        Block(HEADING, heading, marks=marks, opens=CHAPTER),
        Block(UNDER, " · ".join(under)),
        *_margin(chapter, say),
    ]
    for passage in chapter["passages"]:
        told += _passage_blocks(tale, chapter, passage, say)
    for quote in chapter["quotes"]:
        of, text = quote["of"], quote["text"]
        assert isinstance(of, int)
        source = _name(tale, of, say)
        if isinstance(text, str):
            told.append(Block(QUOTE, say("story.quoted", text=one_row(text), name=source)))
        else:
            told.append(Block(QUOTE, say("story.quoted_aloud", name=source)))
    return told


def _margin(chapter: Chapter, say: Say) -> Iterator[Block]:
    """The cards behind a scene: what was drawn, and what had been locked."""
    drawn, locked = chapter["cards"].get("drawn"), chapter["cards"].get("locked")
    if isinstance(drawn, list) and drawn:
        marks = tuple(Mark(str(card), say("story.card", card=card)) for card in drawn)
        yield Block(MARGIN, say("story.drawn", cards=drawn), marks=marks)
    if isinstance(locked, str):
        yield Block(MARGIN, say("story.kept", card=locked), marks=(Mark(locked, say("story.card", card=locked)),))


def _passage_blocks(tale: Tale, chapter: Chapter, passage: dict[str, Json], say: Say) -> list[Block]:
    part, meets, agreed = str(passage["part"]), passage["meets"], passage["agreed"]
    assert isinstance(meets, list) and isinstance(agreed, list)
    told: list[Block] = []
    if part == "question":
        told.append(Block(LABEL, say("story.bacchus_asks", seat=passage["seat"])))
    elif part == "reply":
        told.append(Block(LABEL, say("story.reply", name=_name(tale, chapter["seat"], say))))
    elif part == "arrival":
        told.append(Block(LABEL, say("story.bacchus_arrives")))
    elif part not in ("scene", "ending"):
        told.append(Block(LABEL, say("story.question", question=part)))
    told += _words(passage, say)
    for seat in meets:
        assert isinstance(seat, int)
        key = "story.met" if seat in agreed else "story.seen"
        told.append(Block(QUOTE, say(key, name=_name(tale, seat, say))))
    return told


def _words(passage: dict[str, Json], say: Say) -> list[Block]:
    form, text = str(passage["form"]), passage["text"]
    if form != WRITTEN or not isinstance(text, str):
        return [Block(ASIDE, say(f"story.{form}"))]
    return [Block(TEXT, one_row(row)) for row in text.splitlines() if row.strip()]


def _end(tale: Tale, role: Role, say: Say) -> Block:
    name = _name(tale, role["seat"], say)
    if role["outcome"] == LEFT:
        return Block(ITEM, say("story.left", name=name))
    twists = [say("story.twist", twist=twist) for twist in role["twists"]]
    text = _further([say("story.outcome", name=name, outcome=role["outcome"]), *twists], say)
    last = [chapter["ruling"] for chapter in tale["chapters"] if chapter["seat"] == role["seat"]][-1]
    return Block(ITEM, text, marks=() if last is None else (_mark(last, say),))
