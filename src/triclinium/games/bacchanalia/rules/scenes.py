"""The scene of a turn: its words, and the facts that it sets within what the Aruspex allows (step 7, BC-16, BC-25)."""

from __future__ import annotations

from dataclasses import dataclass

from triclinium.core.decision import Answer, Illegal, Json, Malformed
from triclinium.core.exact import flag, named
from triclinium.games.bacchanalia.rules.answers import element_of, seat_of
from triclinium.games.bacchanalia.rules.aruspex import MAY, MUST, MUST_NOT, amans_rule, deus_entry, entry_of, place_rule
from triclinium.games.bacchanalia.rules.cards import AMANS_ENDING, CARD_NAMES, DEUS_NAMES, ELEMENTS, PARCAE
from triclinium.games.bacchanalia.rules.state import (
    BEGIN_LOCK,
    NOTHING,
    SCENE,
    Mark,
    Passage,
    State,
    ask,
    go,
    note,
)
from triclinium.games.bacchanalia.rules.texts import (
    ALOUD,
    SHORT_BYTES_MOST,
    UNTOLD,
    VEILED,
    WRITTEN,
    Wording,
    check_name,
    check_text,
    check_words,
    plain_form,
    within,
)
from triclinium.games.bacchanalia.rules.turn import note_telling

MARKS_MOST = 8
STOCK_TEXT = "…"
"""The text of a program: it says nothing in any language."""
PLACES_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Telling:
    """A scene's answer, checked."""

    words: Wording
    moves: bool
    place: str | None
    with_amans: bool
    marks: tuple[Mark, ...]
    meets: tuple[int, ...]


def begin_scene(s: State) -> None:
    ask(s, SCENE, s.active)


# --- Checking -----------------------------------------------------------------------------------


def check_telling(s: State, answer: Answer) -> Telling:
    """Read a scene's answer. Raises `Refused` for impossible words, marks or facts."""
    words = check_words(answer["words"])
    moves, place = _check_place(s, words, answer["place"])
    with_amans = _check_amans(s, answer["with_amans"])
    marks = check_marks(words, answer["marks"])
    meets = _check_meets(s, answer["meets"])
    if words.form == UNTOLD:
        _check_untold(s, moves, place, with_amans, bool(marks or meets))
    return Telling(words, moves, place, with_amans, marks, meets)


def _check_place(s: State, words: Wording, value: Json) -> tuple[bool, str | None]:
    """A scene that must change place names the new one; one that must not, cannot (BC-16)."""
    rule = place_rule(s)
    if value is None:
        if rule == MUST:
            raise Illegal("refused.place_must_change", "BC-16")
        return False, None
    if not isinstance(value, dict) or set(value) != {"name"}:
        raise Malformed("refused.wrong_fields")
    name = check_name(value["name"])
    if rule == MUST_NOT:
        raise Illegal("refused.place_must_stay", "BC-16")
    if name is None and words.form == WRITTEN:
        raise Illegal("refused.place_unnamed", "BC-16")
    here = s.places[s.active]
    if name is not None and here is not None and plain_form(name) == plain_form(here):
        raise Illegal("refused.place_same", "BC-16")
    return True, name


def _check_amans(s: State, value: Json) -> bool:
    """With or without the Amans, as the Aruspex, the card or an ending allows (BC-16)."""
    wanted = flag(value, "refused.wrong_fields")
    allowed = amans_rule(s)
    if wanted in allowed:
        return wanted
    if wanted:
        raise Illegal("refused.amans_must_part" if s.with_amans[s.active] else "refused.amans_no_reunion", "BC-16")
    raise Illegal("refused.amans_must_be_there", "BC-16")


def check_marks(words: Wording, value: Json) -> tuple[Mark, ...]:
    """Elements marked for quotation: words of the text or, for a scene told aloud, words that were said."""
    if not isinstance(value, list):
        raise Malformed("refused.wrong_fields")
    if len(value) > MARKS_MOST:
        raise Malformed("refused.marks_many", "BC-15", most=MARKS_MOST)
    if value and words.form not in (WRITTEN, ALOUD):
        raise Illegal("refused.marks_without_words", "BC-23")
    return tuple(_check_mark(words, mark) for mark in value)


def _check_mark(words: Wording, value: Json) -> Mark:
    if not isinstance(value, dict) or set(value) != {"text", "element", "deus"}:
        raise Malformed("refused.wrong_fields")
    element = element_of(value["element"])
    deus = None if value["deus"] is None else DEUS_NAMES[named(value["deus"], DEUS_NAMES, "refused.no_such_card")]
    text = check_text(value["text"], SHORT_BYTES_MOST)
    if words.text is not None and not within(text, words.text):
        raise Illegal("refused.mark_not_there", "BC-15")
    return Mark(text, element, deus)


def _check_meets(s: State, value: Json) -> tuple[int, ...]:
    """Other players' characters in the scene. What they do needs their player's consent (BC-27)."""
    if not isinstance(value, list):
        raise Malformed("refused.wrong_fields")
    seats = [seat_of(s, seat) for seat in value]
    if len(set(seats)) != len(seats):
        raise Malformed("refused.wrong_fields")
    if s.active in seats:
        raise Illegal("refused.meets_self", "BC-27")
    return tuple(sorted(seats))


def _check_untold(s: State, moves: bool, place: str | None, with_amans: bool, more: bool) -> None:
    """An untold scene changes only what must change, and leads to no named place (BC-25)."""
    needless = moves and place_rule(s) == MAY
    if more or needless or place is not None or with_amans != amans_rule(s)[0]:
        raise Illegal("refused.untold_says_nothing", "BC-25")


# --- Telling ------------------------------------------------------------------------------------


def tell_scene(s: State, telling: Telling) -> None:
    """Write the scene into the story and set its facts."""
    seat = s.active
    cards = cards_behind(s)
    if telling.moves:
        s.places[seat] = telling.place
    met, parted = telling.with_amans and not s.with_amans[seat], s.with_amans[seat] and not telling.with_amans
    s.with_amans[seat] = telling.with_amans
    part = "ending" if s.ending else "scene"
    passage = Passage(
        len(s.story),
        s.turn,
        seat,
        part,
        telling.words.form,
        telling.words.text,
        None,
        s.places[seat],
        telling.moves,
        telling.with_amans,
        telling.marks,
        telling.meets,
        (),
        cards,
    )
    s.story.append(passage)
    s.scenes[seat] += 1
    note_telling(s, passage)
    if telling.moves and telling.place is None:
        note(s, "place_left", seat=seat)
    elif telling.moves:
        note(s, "place_changed", seat=seat, place=telling.place)
    if met or parted:
        note(s, "amans_joined" if met else "amans_parted", seat=seat)
    go(s, BEGIN_LOCK)


def cards_behind(s: State) -> dict[str, Json]:
    """The cards behind a scene."""
    lock = s.locked[s.active]
    drawn: list[Json] = [CARD_NAMES[umbra] for umbra in s.drawn]
    level: list[Json] = [CARD_NAMES[deus] for deus in s.level]
    ordinary = not s.ending or s.ending == AMANS_ENDING
    return {
        "ruling": deus_entry(s) if ordinary else _ending_ruling(s),
        "entry": entry_of(s) if ordinary else None,
        "level": level,
        "drawn": drawn,
        "locked": None if lock == NOTHING else CARD_NAMES[lock],
        "cut": None if s.cut == NOTHING else CARD_NAMES[s.cut],
        "parcae": s.parcae,
        "took": None if s.took == NOTHING else CARD_NAMES[s.took],
        "put": [CARD_NAMES[deus] for deus in s.put],
        "ending": s.ending or None,
        "outcome": s.outcome or None,
        "twists": list(s.twists),
    }


def _ending_ruling(s: State) -> str:
    return CARD_NAMES[PARCAE] if s.ruling == NOTHING else deus_entry(s)


# --- A sample of answers for bots ------------------------------------------------------------------


def scene_options(s: State) -> list[Answer]:
    """Some of the endless scenes: untold first, then aloud, veiled and with a stock text, over the allowed facts."""
    rule = place_rule(s)
    amans = amans_rule(s)
    options = [_scene(Wording(UNTOLD), {"name": None} if rule == MUST else None, amans[0])]
    if rule == MUST_NOT:
        unnamed: list[Json] = [None]
        named: list[Json] = [None]
    else:
        unnamed = [{"name": None}]
        named = [{"name": name} for name in places_to_go(s)]
        if rule == MAY:
            unnamed.insert(0, None)
            named.insert(0, None)
    for together in amans:
        options += [_scene(Wording(ALOUD), place, together) for place in unnamed]
        options += [_scene(Wording(WRITTEN, STOCK_TEXT), place, together) for place in named]
    options.append(_scene(Wording(VEILED), unnamed[0], amans[0]))
    # Marked elements differ from turn to turn, so that one can be new to somebody's scenes (BC-15).
    element = f"{STOCK_TEXT} {s.turn}"
    mark: list[Json] = [{"text": element, "element": ELEMENTS[s.turn % len(ELEMENTS)], "deus": None}]
    options.append(_scene(Wording(WRITTEN, element), named[0], amans[0], mark))
    # One scene contains the latest element that another player marked, so that it can be quoted for a lock.
    told = [mark.text for passage in reversed(s.story) if passage.seat != s.active for mark in passage.marks]
    if told and not s.ending:
        options.append(_scene(Wording(WRITTEN, told[0]), named[0], amans[0]))
    meets: list[Json] = [(s.active + 1) % s.seats]
    options.append(_scene(Wording(ALOUD), unnamed[0], amans[0], None, meets))
    return options


def _scene(
    words: Wording, place: Json, with_amans: bool, marks: list[Json] | None = None, meets: list[Json] | None = None
) -> Answer:
    return {
        "kind": "tell",
        "words": words.message(),
        "place": place,
        "with_amans": with_amans,
        "marks": marks or [],
        "meets": meets or [],
    }


def places_to_go(s: State) -> list[str]:
    """Places named so far except the character's own, those of other characters first; at least a stock name."""
    here = s.places[s.active]
    taken = {plain_form(here)} if here is not None else set()
    names: list[str] = []
    known = [place for place in s.places if place is not None] + [
        passage.place for passage in reversed(s.story) if passage.place is not None
    ]
    for place in known:
        if plain_form(place) not in taken:
            taken.add(plain_form(place))
            names.append(place)
    if not names:
        names.append(STOCK_TEXT if plain_form(STOCK_TEXT) not in taken else STOCK_TEXT * 2)
    return names[:PLACES_OFFERED]
