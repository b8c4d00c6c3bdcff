"""What the cards ask for, as keys and arguments: what they did, which entry rules, what must, may and must not
happen.

There are no sentences here. Each item is `{"key": "guidance.NAME", "arguments": {...}}`; `GUIDANCE` names them all.
"""

from __future__ import annotations

from triclinium.core.decision import Json
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.aruspex import (
    MAY,
    MUST,
    MUST_NOT,
    amans_in_play,
    amans_rule,
    entry_of,
    place_rule,
)
from triclinium.games.bacchanalia.rules.cards import (
    AMANS,
    AMANS_ENDING,
    BACCHUS,
    CARD_NAMES,
    DEUS_KINDS,
    HAND,
    MILES,
    NAMED_PARTS,
    OUTCOMES,
    PARCAE,
    SATYRUS,
    SLAIN,
    TWISTS,
    VENUS,
    VINUM,
    questions_of,
)
from triclinium.games.bacchanalia.rules.company import OUTLINED, PEOPLE, lingering, names_left, takes_first_step
from triclinium.games.bacchanalia.rules.gods import fullest
from triclinium.games.bacchanalia.rules.locks import acts_open, lockable, quotable_seats, scene_of_turn
from triclinium.games.bacchanalia.rules.scenes import MARKS_MOST, places_to_go
from triclinium.games.bacchanalia.rules.state import NOBODY, NOTHING, TIE, State, hand_of
from triclinium.games.bacchanalia.rules.texts import SHORT_BYTES_MOST, TEXT_BYTES_MOST
from triclinium.games.bacchanalia.views.view import quote_message

ENTRIES = (
    "tie",
    "accusator_near",
    "accusator_confronts",
    "amans",
    "bacchus",
    "miles_near",
    "miles_escape",
    "miles_capture",
    "minerva_together",
    "minerva_apart",
    "pluto",
    "satyrus",
    "venus_memory",
    "venus_together",
    "venus_finds",
    "vinum_symbol",
    "vinum",
)
"""The eleven entries of the Aruspex in all their forms."""

GUIDANCE: dict[str, dict[str, str]] = {
    # What the cards did.
    "drew": {"seat": "seat", "cards": "cards"},
    "locked_card": {"seat": "seat", "card": "card"},
    "parcae_now": {"number": "number"},
    "parcae_before": {"number": "number"},
    "minerva_cut": {"card": "card"},
    "minerva_left": {},
    "no_match": {},
    "rules": {"card": "card", "number": "number"},
    "rules_by_satyrus": {"card": "card"},
    "tied": {"cards": "cards"},
    "symbol": {},
    "bacchus_passed": {"seat": "seat"},
    "took": {"card": "card"},
    "took_from": {"card": "card", "seat": "seat"},
    "put": {"card": "card"},
    "keeps_bacchus": {},
    # The ruling entry, including the count of Parcae.
    **{f"entry_{entry}": {} for entry in ENTRIES},
    **{f"ending_{outcome}": {} for outcome in OUTCOMES if outcome != "left"},
    "ending_slain_by_deeds": {},
    **{f"twist_{twist}": {} for twist in TWISTS},
    # Facts.
    "change_place": {},
    "stay_here": {"place": "text"},
    "stay_where_you_are": {},
    "part_from_amans": {},
    "be_with_amans": {},
    "meet_amans": {},
    "meet_amans_by_card": {},
    "let_amans_go": {},
    "show_deus": {"card": "card"},
    "next_scene_is_miles_ending": {},
    "this_is_your_ending": {"ending": "ending"},
    "lock_a_card": {"cards": "cards"},
    "meet_characters": {"seats": "seats"},
    "skip": {},
    "let_figures_stay": {"cards": "cards"},
    "take_first_step": {},
    # Other steps of a turn.
    "answer_question": {"question": "question"},
    "maybe_innocent": {},
    "crime_examples": {},
    "brainstorm": {"part": "part"},
    "choose_a_name": {},
    "first_signs": {},
    "signs_are_no_step": {},
    "near_bertinoro": {},
    "amans_here": {},
    "bacchus_arrives": {},
    "draw_cards": {"number": "number"},
    "quote_another": {"seats": "seats"},
    "quote_in_scene": {},
    "quote_particular": {},
    "quote_new": {},
    "quote_deus": {},
    "ask_past_or_thoughts": {"seat": "seat"},
    "reply_or_episode": {"seat": "seat"},
    "use_eye": {"seat": "seat"},
    "object_to_lock": {"seat": "seat"},
    "agree_to_meeting": {"seat": "seat"},
    # What the others may do without being asked.
    "suggest": {"seat": "seat", "part": "part"},
    "ask_freely": {"seat": "seat"},
}
"""Every key of guidance, without its `guidance.`, with its arguments."""

Items = list[Json]


def item(key: str, **arguments: Json) -> Json:
    return {"key": f"guidance.{key}", "arguments": arguments}


def data_of(s: State, seat: int) -> dict[str, Json]:
    """The data of a question to a player."""
    must: Items = []
    may: Items = []
    must_not: Items = []
    data: dict[str, Json] = {"turn": s.turn, "active": s.active, "tone": s.tone}
    entry: Json = None
    cards: Items = [] if s.turn == 0 or s.phase in (phases.INTRODUCTION, phases.ARRIVAL) else what_cards_did(s)
    if s.phase == phases.INTRODUCTION:
        data |= _introduction(s, must, may, must_not)
    elif s.phase == phases.ARRIVAL:
        must.append(item("bacchus_arrives"))
    elif s.phase == phases.DRAW:
        data |= {"number": HAND - (s.locked[seat] != NOTHING and not s.ending), "ending": s.ending or None}
        must.append(item("draw_cards", number=data["number"]))
    elif s.phase == phases.SCENE:
        entry = _scene(s, must, may, must_not)
        data["facts"] = _facts(s)
    elif s.phase == phases.LOCK:
        data |= _lock(s, must, must_not)
    elif s.phase == phases.ASK:
        may.append(item("ask_past_or_thoughts", seat=s.active))
    elif s.phase == phases.REPLY:
        must.append(item("reply_or_episode", seat=s.bacchus_to))
    elif s.phase in (phases.REACT, phases.VOTE):
        data |= _window(s, seat, may)
    elif s.phase == phases.CLOCK:
        data |= {"by_table": True, "minutes": s.minutes}
    data["limits"] = {"text": TEXT_BYTES_MOST, "short": SHORT_BYTES_MOST, "marks": MARKS_MOST}
    data["guidance"] = {"cards": cards, "entry": entry, "must": must, "may": may, "must_not": must_not}
    return data


# --- What the cards did -------------------------------------------------------------------------


def what_cards_did(s: State) -> Items:
    """The turn's cards in the order of its steps."""
    seat = s.active
    items: Items = []
    if s.locked[seat] != NOTHING:
        items.append(item("locked_card", seat=seat, card=CARD_NAMES[s.locked[seat]]))
    if s.drawn or s.cut != NOTHING:
        items.append(item("drew", seat=seat, cards=_names([*s.drawn, s.cut] if s.cut != NOTHING else s.drawn)))
    if s.parcae:
        items.append(item("parcae_now" if PARCAE in s.drawn else "parcae_before", number=s.parcae))
    if s.cut != NOTHING:
        items.append(item("minerva_cut", card=CARD_NAMES[s.cut]))
    if s.minerva_left:
        items.append(item("minerva_left"))
    if s.ruling != NOTHING and s.phase != phases.DRAW:
        items += _ruling(s)
        items += _moves(s)
    return items


def _names(cards: list[int]) -> list[Json]:
    return [CARD_NAMES[card] for card in cards]


def _ruling(s: State) -> Items:
    if s.ruling == TIE:
        return [item("tied", cards=_names(s.level))]
    # The cards have moved since, so only what the hand still shows is counted.
    number = _number_on(s, s.ruling)
    if s.ruling == VINUM and not number:
        return [item("no_match")]
    items = [item("rules", card=CARD_NAMES[s.ruling], number=number)]
    if s.won_tie:
        items.append(item("rules_by_satyrus", card=CARD_NAMES[SATYRUS]))
    if s.symbol:
        items.append(item("symbol"))
    return items


def _number_on(s: State, deus: int) -> int:
    """The Umbra on the ruling card. It may have gone since, and taking a Miles may have made a twin."""
    copies = [0] * DEUS_KINDS
    copies[deus] = max(1, s.held[s.active][deus] + s.put.count(deus) - (s.took == deus))
    return fullest(copies, hand_of(s))[deus]


def _moves(s: State) -> Items:
    items: Items = []
    if s.bacchus_to != NOBODY:
        items.append(item("bacchus_passed", seat=s.bacchus_to))
    if s.took != NOTHING and s.took_from == NOBODY:
        items.append(item("took", card=CARD_NAMES[s.took]))
    elif s.took != NOTHING:
        items.append(item("took_from", card=CARD_NAMES[s.took], seat=s.took_from))
    items += [item("put", card=CARD_NAMES[deus]) for deus in s.put]
    if s.ruling == BACCHUS and not s.ending:
        items.append(item("keeps_bacchus"))
    return items


# --- The scene ----------------------------------------------------------------------------------


def _scene(s: State, must: Items, may: Items, must_not: Items) -> Json:
    seat = s.active
    rule = place_rule(s)
    (must if rule == MUST else may if rule == MAY else must_not).append(item("change_place"))
    if rule == MUST_NOT:
        here = s.places[seat]
        must.append(item("stay_where_you_are") if here is None else item("stay_here", place=here))
    amans = amans_rule(s)
    if amans == (True,):
        must.append(item("be_with_amans"))
    elif amans == (False,):
        if s.with_amans[seat]:
            must.append(item("part_from_amans"))
        else:
            must_not.append(item("meet_amans"))
    else:
        may.append(item("let_amans_go" if s.with_amans[seat] else "meet_amans_by_card"))
    others: list[Json] = [other for other in range(s.seats) if other != seat]
    may += [item("meet_characters", seats=others), item("skip")]
    if s.ending:
        must.append(item("this_is_your_ending", ending=s.ending))
        must += [item(f"twist_{twist}") for twist in s.twists]
    else:
        if s.ruling == VINUM and s.took != NOTHING:
            must.append(item("show_deus", card=CARD_NAMES[s.took]))
        if s.ruling == MILES and s.captured[seat]:
            must.append(item("next_scene_is_miles_ending"))
        if lockable(s) and quotable_seats(s):
            may.append(item("lock_a_card", cards=_names(lockable(s))))
        if takes_first_step(s, entry_of(s)):
            may.append(item("take_first_step"))
        if figures := lingering(s):
            may.append(item("let_figures_stay", cards=list(figures)))
    return _entry(s)


def _entry(s: State) -> Json:
    if not s.ending:
        return item(f"entry_{entry_of(s)}")
    if s.ending == AMANS_ENDING:
        return item("entry_amans")
    # In the Spanish edition one's own deeds cause death, in the Italian the pursuers do.
    own_deeds = s.outcome == SLAIN and s.edition == "es"
    return item("ending_slain_by_deeds" if own_deeds else f"ending_{s.outcome}")


def _facts(s: State) -> Json:
    """The facts that the scene sets, and the choices for each."""
    amans: list[Json] = list(amans_rule(s))
    places: list[Json] = [place for place in places_to_go(s) if place in s.places or _named(s, place)]
    here: list[Json] = [
        other
        for other in range(s.seats)
        if other != s.active and s.places[other] is not None and s.places[other] == s.places[s.active]
    ]
    return {
        "place": s.places[s.active],
        "place_rule": place_rule(s),
        "places": places,
        "also_here": here,
        "with_amans": s.with_amans[s.active],
        "with_amans_allowed": amans,
        "amans_in_play": amans_in_play(s),
        "holds_amans": bool(s.held[s.active][AMANS]),
        "holds_venus": bool(s.held[s.active][VENUS]),
    }


def _named(s: State, place: str) -> bool:
    return any(passage.place == place for passage in s.story)


# --- Other steps --------------------------------------------------------------------------------


def _introduction(s: State, must: Items, may: Items, must_not: Items) -> dict[str, Json]:
    part = questions_of(s.edition)[s.question]
    must.append(item("answer_question", question=part))
    if part in PEOPLE:
        may.append(item("choose_a_name"))
    if part in OUTLINED:
        may.append(item("brainstorm", part=part))
    if part == "crime":
        may += [item("maybe_innocent"), item("crime_examples")]
    if part == "where":
        must.append(item("near_bertinoro"))
        must_not.append(item("amans_here"))
        if s.turn == 1:
            must.append(item("first_signs"))
            may.append(item("signs_are_no_step"))
    data: dict[str, Json] = {
        "question": part,
        "number": s.question,
        "named": part in NAMED_PARTS,
        "first": s.turn == 1,
    }
    return data | {"names": names_left(s)} if part in PEOPLE else data


def _lock(s: State, must: Items, must_not: Items) -> dict[str, Json]:
    seats: list[Json] = list(quotable_seats(s))
    must += [item("quote_another", seats=seats), item("quote_new"), item("quote_particular")]
    scene = scene_of_turn(s)
    if scene is not None and scene.text is not None:
        # The words of a scene told aloud or veiled are unknown (BC-15).
        must.insert(1, item("quote_in_scene"))
    must_not.append(item("quote_deus"))
    return {"cards": _names(lockable(s)), "second": s.offers > 0}


def _window(s: State, seat: int, may: Items) -> dict[str, Json]:
    scene = scene_of_turn(s)
    if s.phase == phases.REACT:
        keys = {"agree": "agree_to_meeting", "object": "object_to_lock", "eye": "use_eye"}
        may += [item(keys[act], seat=s.active) for act in acts_open(s, seat)]
    return {
        "lock": None if s.offer is None else quote_message(s.offer),
        "objected": list(s.objected),
        "scene": None if scene is None else scene.number,
    }
