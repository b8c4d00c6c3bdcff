"""What a seat may know of a bacchanal. Cards and story are open; only sealed reactions and votes are not (BC-22)."""

from __future__ import annotations

from triclinium.core.decision import Json, Seat
from triclinium.core.game import View
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, questions_of
from triclinium.games.bacchanalia.rules.company import meanwhile
from triclinium.games.bacchanalia.rules.state import (
    FIELD_NAMES,
    INTRODUCTION,
    NOBODY,
    NOTHING,
    OVER,
    SEALED,
    TIE,
    Quote,
    State,
    plain,
)


def counted(counts: list[int]) -> dict[str, Json]:
    """The kinds present, each with its count."""
    return {CARD_NAMES[kind]: count for kind, count in enumerate(counts) if count}


def card_or_none(card: int) -> str | None:
    return None if card == NOTHING else CARD_NAMES[card]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def ruling_name(ruling: int) -> str | None:
    """The ruling Deus, the tie, or None."""
    return "tie" if ruling == TIE else card_or_none(ruling)


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    seen: View = {
        "game": "bacchanalia",
        "seat": seat,
        "table": _table(s),
        "phase": s.phase,
        "asked": list(asked_publicly(s)),
        "question": s.asks,
        "left_to_chance": s.resume or None,
        "turn": s.turn,
        "active": seat_or_none(s.active),
        "introduction": questions_of(s.edition)[s.question] if s.phase == INTRODUCTION else None,
        "sudden": s.sudden or None,
        "pile": counted(s.pile),
        "discards": counted(s.discards),
        "centre": counted(s.centre),
        "aside": counted(s.aside),
        "parcae": s.parcae,
        "running": _running(s),
        "seats": [_seat(s, other) for other in range(s.seats)],
        "story": plain(s.story),
        "quotes": [quote_message(quote) for quote in s.quotes],
        "meanwhile": list(meanwhile(s)),
        "over": s.phase == OVER,
    }
    if seat is not None:
        answered = s.sealed[seat]
        seen["you"] = {"sealed": None if answered is None else list(answered)}
    return seen


def bound(s: State) -> View:
    """What the book of a tale shows: the story and who is in it, not what the table agreed on, nor its cards."""
    table: Json = {"title": s.title, "edition": s.edition}
    seats: list[Json] = [{"names": dict(s.names[seat]), "outcome": s.outcomes[seat] or None} for seat in range(s.seats)]
    return {
        "table": table,
        "seats": seats,
        "story": plain(s.story),
        "quotes": [quote_message(quote) for quote in s.quotes],
    }


def asked_publicly(s: State) -> list[int]:
    """The seats that everybody sees being asked. For a sealed question: all who were asked, answered or not."""
    return s.asked_together if s.phase in SEALED else s.owing


def _table(s: State) -> Json:
    """The options of the table."""
    lines: list[Json] = list(s.lines)
    veils: list[Json] = list(s.veils)
    return {
        "seats": s.seats,
        "edition": s.edition,
        "tone": s.tone,
        "length": s.length,
        "appearances": s.appearances,
        "minutes": s.minutes,
        "title": s.title,
        "youngest": seat_or_none(s.youngest),
        "hedonist": seat_or_none(s.hedonist),
        "lines": lines,
        "veils": veils,
    }


def _running(s: State) -> Json:
    """The current turn: its cards, who rules, and what is on offer."""
    return {
        "drawn": [CARD_NAMES[umbra] for umbra in s.drawn],
        "cut": card_or_none(s.cut),
        "minerva_left": s.minerva_left,
        "ruling": ruling_name(s.ruling),
        "level": [CARD_NAMES[deus] for deus in s.level],
        "symbol": s.symbol,
        "won_tie": s.won_tie,
        "reshuffle": s.reshuffle,
        "two_left": s.two_left,
        "bacchus_to": seat_or_none(s.bacchus_to),
        "asked": s.asked,
        "put": [CARD_NAMES[deus] for deus in s.put],
        "took": card_or_none(s.took),
        "took_from": seat_or_none(s.took_from),
        "ending": s.ending or None,
        "outcome": s.outcome or None,
        "twists": list(s.twists),
        "lock": None if s.offer is None else quote_message(s.offer),
        "locks_offered": s.offers,
        "objected": list(s.objected),
        "votes": list(s.votes),
        "eye_used": s.eye_used,
    }


def _seat(s: State, seat: Seat) -> Json:
    """What lies before a seat, and the facts of its character."""
    names: dict[str, Json] = dict(s.names[seat])
    return {
        "deus": counted(s.held[seat]),
        "locked": card_or_none(s.locked[seat]),
        "introduced": s.introduced[seat],
        "captured": s.captured[seat],
        "bacchus_arrives": s.arrives[seat],
        "place": s.places[seat],
        "with_amans": s.with_amans[seat],
        "names": names,
        "scenes": s.scenes[seat],
        "ended": s.ended[seat] or None,
        "outcome": s.outcomes[seat] or None,
    }


def quote_message(quote: Quote) -> Json:
    return {name: getattr(quote, name) for name in FIELD_NAMES[Quote]} | {"card": CARD_NAMES[quote.card]}
