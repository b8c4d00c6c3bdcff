"""What a seat may know of a race, as an allow-list. Secrets leave the game only here and in events."""

from __future__ import annotations

from triclinium.core.decision import Json, Seat
from triclinium.core.game import View
from triclinium.games.benhur.rules.cards import (
    CARD_NAMES,
    CARDS,
    CHARIOTS_MOST,
    DECK_NAMES,
    DECKS,
    DRIVER_NAMES,
    FORMAT_NAMES,
    KIND_NAMES,
    STEERING_NAMES,
)
from triclinium.games.benhur.rules.setup import courses
from triclinium.games.benhur.rules.state import (
    ENDING_NAMES,
    FIGHT_NAMES,
    LAST_OF_CHANCE,
    NOBODY,
    OVER,
    PHASE_NAMES,
    RACING,
    STATUS_NAMES,
    WAITING,
    State,
    owner,
    racing,
)
from triclinium.games.benhur.rules.track import Track
from triclinium.games.benhur.rules.verdicts import foremost
from triclinium.games.benhur.views.history import last_turn
from triclinium.games.benhur.views.preview import SIDE_NAMES


def members(mask: int, most: int) -> list[Json]:
    """The members of a set, lowest first."""
    return [member for member in range(most) if (mask >> member) & 1]


def counted(counts: list[int], names: tuple[str, ...]) -> dict[str, Json]:
    """The kinds present, each with its count."""
    return {names[kind]: counts[kind] for kind in range(len(names)) if counts[kind]}


def number_or_none(number: int) -> int | None:
    """A chariot, or None for NOBODY."""
    return None if number < 0 else number


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    track = track_in(s)
    ranking = ranked(s)
    seen: View = {
        "game": "benhur",
        "seat": seat,
        "table": _table(s),
        "phase": PHASE_NAMES[s.phase],
        "asked": members(s.owing, s.seats) if LAST_OF_CHANCE < s.phase < OVER else [],
        "question": s.asks,
        "chariot": s.chariot,
        "race": s.race,
        "round": s.round,
        "actor": number_or_none(s.actor),
        "acted": members(s.acted, s.chariots),
        "ranking": list(ranking),
        "decks": [_deck(s, deck) for deck in range(DECKS)],
        "chariots": [_chariot(s, chariot, track) for chariot in range(s.chariots)],
        "turn": _turn(s),
        "fight": _fight(s),
        "scores": list(s.score[: s.seats]),
        "result": None,
    }
    if s.phase == OVER:
        seen["result"] = {"ending": ENDING_NAMES[s.ending], "winners": members(s.winners, s.seats)}
    if seat is not None:
        seen["you"] = _you(s, seat)
    return seen


def track_in(s: State) -> Track:
    """The track of a race."""
    places = tuple(zip(s.place_x, s.place_y, strict=True))
    return Track("", 2 * s.half_axis, s.middle, s.outer, s.line, places)


def ranked(s: State) -> list[int]:
    """The chariots on the sand, foremost first (BH-13)."""
    left = racing(s)
    order = []
    while left:
        first = foremost(s, left)
        order.append(first)
        left &= ~(1 << first)
    return order


def _table(s: State) -> Json:
    """The options of the table, which never change."""
    return {
        "seats": s.seats,
        "chariots": s.chariots,
        "format": FORMAT_NAMES[s.format],
        "length": s.length,
        "club": bool(s.club),
        "steering": STEERING_NAMES[s.steering],
        "track": {
            "axis": 2 * s.half_axis,
            "middle": s.middle,
            "outer": s.outer,
            "line": s.line,
            "places": [[s.place_x[place], s.place_y[place]] for place in range(CHARIOTS_MOST)],
        },
        "decks": {DECK_NAMES[deck]: counted(s.deck[deck], KIND_NAMES) for deck in range(DECKS)},
    }


def _deck(s: State, deck: int) -> Json:
    """A deck on the table: discards and shown cards are open, the pile is not."""
    return {
        "name": DECK_NAMES[deck],
        "left": s.pile_size[deck],
        "discards": counted(s.discards[deck], KIND_NAMES),
        "removed": counted(s.removed[deck], KIND_NAMES),
        "aside": counted(s.aside[deck], KIND_NAMES),
    }


def _chariot(s: State, chariot: int, track: Track) -> Json:
    """What everybody sees of a chariot. `progress` is for display only: the laps driven, with a fraction."""
    driver = s.driver[chariot]
    placed = s.status[chariot] != WAITING
    progress = s.wraps[chariot] + track.arc(s.x[chariot], s.y[chariot]) / track.lap() if placed else 0.0
    duty: Json = None
    if s.duty_to[chariot] != NOBODY:
        duty = {"to": s.duty_to[chariot], "side": SIDE_NAMES[s.duty_side[chariot]]}
    return {
        "seat": owner(s, chariot),
        "driver": None if driver < 0 else DRIVER_NAMES[driver],
        "place": s.place[chariot],
        "status": STATUS_NAMES[s.status[chariot]],
        "x": s.x[chariot],
        "y": s.y[chariot],
        "heading": s.heading[chariot],
        "wraps": s.wraps[chariot],
        "lap": s.lap[chariot],
        "progress": round(progress, 4) if s.status[chariot] == RACING else 0.0,
        "started": bool((s.started >> chariot) & 1),
        "owes_turn": bool((s.owes >> chariot) & 1),
        "contact": members(s.contact[chariot], s.chariots),
        "duty": duty,
        "hand": {DECK_NAMES[deck]: s.hand_size[chariot][deck] for deck in range(DECKS)},
        "known": counted(s.known[chariot], CARD_NAMES),
        "bare": {DECK_NAMES[deck]: s.bare[chariot][deck] for deck in range(DECKS)},
        "laurels": list(s.laurel[chariot][: courses(s)]),
        "last_turn": last_turn(s, chariot),
        "counts": list(s.history_counts[chariot]),
    }


def _turn(s: State) -> Json:
    return {
        "fought": members(s.fought, s.chariots),
        "cards_played": s.cards_played,
        "accidents_played": s.accidents_played,
        "whip_asked": members(s.whip_asked, s.chariots),
        "exchanging": bool(s.exchanging),
        "card": None if s.card < 0 else CARD_NAMES[s.card],
        "a": s.angle_a,
        "b": s.angle_b,
        "die": s.die,
        "repair": bool(s.repair),
        "good": bool(s.good),
        "refill_deck": DECK_NAMES[s.refill_deck],
        "then": PHASE_NAMES[s.then],
    }


def _fight(s: State) -> Json:
    return {
        "kind": FIGHT_NAMES[s.fight],
        "attacker": number_or_none(s.attacker),
        "defender": number_or_none(s.defender),
        "attacker_die": s.attacker_die,
        "defender_die": s.defender_die,
    }


def _you(s: State, seat: Seat) -> Json:
    """What only this seat knows: the hands of its chariots, and which duties lapsed for lack of a card."""
    own = [chariot for chariot in range(s.chariots) if owner(s, chariot) == seat]
    return {
        "chariots": list(own),
        "hands": [{CARD_NAMES[card]: s.hand[c][card] for card in range(CARDS) if s.hand[c][card]} for c in own],
        "lapsed": [chariot for chariot in own if (s.lapsed >> chariot) & 1],
    }
