"""Possible worlds for a seat: the state that a view describes. Only the others' sealed answers are unknown; they stay
open.
"""

from __future__ import annotations

from typing import Any

from triclinium.core.copies import copied
from triclinium.core.decision import Seat
from triclinium.core.game import View
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, DEUS_KINDS, UMBRA_KINDS, questions_of
from triclinium.games.bacchanalia.rules.state import NOBODY, NOTHING, SEALED, TIE, Mark, Passage, Quote, State


def state_of(view: View, seat: Seat) -> State:
    seen: Any = view
    table: Any = dict(seen["table"])
    for name in ("youngest", "hedonist"):
        table[name] = _seat_number(table[name])
    s = State(**(table | {"lines": list(table["lines"]), "veils": list(table["veils"])}))
    _read_course(s, seen)
    s.pile = _counts(seen["pile"], UMBRA_KINDS)
    s.discards = _counts(seen["discards"], UMBRA_KINDS)
    s.centre = _counts(seen["centre"], DEUS_KINDS)
    s.aside = _counts(seen["aside"], DEUS_KINDS)
    _read_running(s, seen["running"])
    for shown in seen["seats"]:
        _read_seat(s, shown)
    s.story = [passage_of(passage) for passage in seen["story"]]
    s.quotes = [quote_of(quote) for quote in seen["quotes"]]
    s.sealed = [None] * s.seats
    if s.phase in SEALED:
        s.asked_together = list(s.owing)
        s.sealed[seat] = copied(seen["you"]["sealed"])
        if s.sealed[seat] is not None:
            s.owing.remove(seat)
    return s


def _counts(shown: dict[str, int], kinds: int) -> list[int]:
    return [shown.get(CARD_NAMES[kind], 0) for kind in range(kinds)]


def _card(name: str | None) -> int:
    return NOTHING if name is None else CARD_NAMES.index(name)


def _seat_number(value: int | None) -> int:
    return NOBODY if value is None else value


def _read_course(s: State, seen: Any) -> None:
    s.phase = seen["phase"]
    s.owing = list(seen["asked"])
    s.asks = seen["question"]
    s.resume = seen["left_to_chance"] or ""
    s.turn = seen["turn"]
    s.active = _seat_number(seen["active"])
    if seen["introduction"] is not None:
        s.question = questions_of(s.edition).index(seen["introduction"])
    s.sudden = seen["sudden"] or ""
    s.parcae = seen["parcae"]


def _read_running(s: State, running: Any) -> None:
    s.drawn = [_card(name) for name in running["drawn"]]
    s.cut = _card(running["cut"])
    s.minerva_left = running["minerva_left"]
    s.ruling = TIE if running["ruling"] == "tie" else _card(running["ruling"])
    s.level = [_card(name) for name in running["level"]]
    s.symbol = running["symbol"]
    s.won_tie = running["won_tie"]
    s.reshuffle = running["reshuffle"]
    s.two_left = running["two_left"]
    s.bacchus_to = _seat_number(running["bacchus_to"])
    s.asked = running["asked"]
    s.put = [_card(name) for name in running["put"]]
    s.took = _card(running["took"])
    s.took_from = _seat_number(running["took_from"])
    s.ending = running["ending"] or ""
    s.outcome = running["outcome"] or ""
    s.twists = list(running["twists"])
    s.offer = None if running["lock"] is None else quote_of(running["lock"])
    s.offers = running["locks_offered"]
    s.objected = list(running["objected"])
    s.votes = list(running["votes"])
    s.eye_used = running["eye_used"]


def _read_seat(s: State, shown: Any) -> None:
    s.held.append(_counts(shown["deus"], DEUS_KINDS))
    s.locked.append(_card(shown["locked"]))
    s.introduced.append(shown["introduced"])
    s.captured.append(shown["captured"])
    s.arrives.append(shown["bacchus_arrives"])
    s.places.append(shown["place"])
    s.with_amans.append(shown["with_amans"])
    s.names.append(dict(shown["names"]))
    s.scenes.append(shown["scenes"])
    s.ended.append(shown["ended"] or "")
    s.outcomes.append(shown["outcome"] or "")


def passage_of(shown: Any) -> Passage:
    marks = tuple(Mark(**mark) for mark in shown["marks"])
    return Passage(**(shown | {"marks": marks, "meets": tuple(shown["meets"]), "agreed": tuple(shown["agreed"])}))


def quote_of(shown: Any) -> Quote:
    return Quote(**(shown | {"card": _card(shown["card"])}))
