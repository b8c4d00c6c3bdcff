"""Bacchus' Banquet behind the protocol that all games follow."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from triclinium.core.decision import CHANCE, Answer, Decision, Illegal, Json, Malformed, NotAsked, Seat
from triclinium.core.event import Event
from triclinium.core.exact import same
from triclinium.core.game import BadOptions, GameInfo, Kernel, Option, Options, Result, View, complete_options
from triclinium.core.kernel import copy_of, numbers_of
from triclinium.games.banquet import rules
from triclinium.games.banquet.answers import chance_code_of, chance_message_of, code_of, message_of
from triclinium.games.banquet.cards import (
    EDITION_NAMES,
    GUEST_NAMES,
    KINDS,
    PRIVILEGE_MODES,
    SEATS_LEAST,
    SEATS_MOST,
)
from triclinium.games.banquet.codes import CODES, OPTIONS_MOST
from triclinium.games.banquet.deck import STANDARD_DECK, check_deck, counts_and_values, parse_deck
from triclinium.games.banquet.happenings import REVEALS, read_tape
from triclinium.games.banquet.history import read_history
from triclinium.games.banquet.observation import LAYOUT, observe
from triclinium.games.banquet.refusals import why_not
from triclinium.games.banquet.setup import set_up
from triclinium.games.banquet.state import (
    DEAL_REPLACEMENT,
    ENDING_NAMES,
    LAY_CARD,
    NOTHING,
    OVER,
    PHASE_NAMES,
    WINDOW,
    State,
)
from triclinium.games.banquet.view import SHARED, members, own_numbers, own_view, view
from triclinium.games.banquet.worlds import redeal, state_of

INFO = GameInfo(
    id="banquet",
    rules_version=2,
    seats=range(SEATS_LEAST, SEATS_MOST + 1),
    options=(
        Option("edition", "fr", EDITION_NAMES),
        Option("privileges", "hidden", PRIVILEGE_MODES),
        Option("different_dishes", False, (False, True)),
        Option("deck", STANDARD_DECK, read_file=parse_deck),
    ),
    reveals=REVEALS,
)


class Banquet:
    """The rules of Bacchus' Banquet for table, terminal, bots and lab."""

    info = INFO
    kernel: Kernel | None = Kernel(rules, State, OPTIONS_MOST, CODES, observe, LAYOUT)
    shared_parts = SHARED

    def complete(self, options: Mapping[str, Json]) -> Options:
        complete = complete_options(INFO, options)
        check_deck(complete["deck"])
        return complete

    def start(self, options: Mapping[str, Json], seats: int) -> State:
        complete = self.complete(options)
        deck = complete["deck"]
        assert isinstance(deck, dict)
        counts, values = counts_and_values(deck)
        s = State()
        s.seats = seats
        s.edition = EDITION_NAMES.index(str(complete["edition"]))
        s.privilege_mode = PRIVILEGE_MODES.index(str(complete["privileges"]))
        s.different_dishes = int(complete["different_dishes"] is True)
        s.pile[:] = counts
        s.value[:] = values
        s.taping = 1
        set_up(s)
        return s

    def pending(self, state: State) -> tuple[Decision, ...]:
        if state.phase == OVER:
            return ()
        if state.phase <= DEAL_REPLACEMENT:
            return (_chance_decision(state),)
        return tuple(_decision(state, seat) for seat in members(state.owing))

    def apply(self, state: State, seat: Seat, answer: Answer) -> list[Event]:
        rules.apply(state, seat, _code(state, seat, answer))
        return read_tape(state)

    def check(self, state: State, seat: Seat, answer: Answer) -> None:
        _code(state, seat, answer)

    def outcomes(self, state: State) -> int:
        return rules.luck_total(state) if state.phase <= DEAL_REPLACEMENT else 0

    def outcome(self, state: State, number: int) -> Answer:
        return chance_message_of(state, rules.luck_code(state, number))

    def take_outcome(self, state: State, number: int) -> list[Event]:
        rules.apply(state, CHANCE, rules.luck_code(state, number))
        return read_tape(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def own_numbers(self, state: State, seat: Seat | None) -> tuple[Any, ...]:
        return own_numbers(state, seat)

    def own_view(self, *numbers: Any) -> View:
        return own_view(*numbers)

    def result(self, state: State) -> Result | None:
        if state.phase != OVER:
            return None
        winners = tuple(members(state.winners))
        guests: list[Json] = [GUEST_NAMES[state.guest[seat]] for seat in range(state.seats)]
        scores = tuple(float(seat in winners) for seat in range(state.seats))
        return Result(ENDING_NAMES[state.ending], winners, scores, {"guest": guests, "rounds": state.round})

    def guess(self, view: View, seat: Seat, rng: random.Random) -> State:
        state = state_of(view, seat)
        read_history(state, view)
        if not redeal(state, seat, [rng.getrandbits(63)]):
            raise BadOptions("no world fits this view: it is not a view of a game played by these rules")
        state.taping = 1
        return state

    def fallback(self, decision: Decision) -> Answer:
        """Pass, leave, pass the Gift on, apply what was turned up; else the first of what is offered."""
        wanted = {"window": "pass", "initiative": "leave_gift", "answer": "offer", "taste": "apply"}
        kind = wanted.get(decision.kind)
        return next((option for option in decision.options if option["kind"] == kind), decision.options[0])

    def copy(self, state: State) -> State:
        return copy_of(state)

    def numbers(self, state: State) -> Json:
        numbers: Json = numbers_of(state)
        return numbers

    def conserved(self, state: State) -> Json:
        """How many cards of each kind there are, wherever they lie."""
        held = [state.pile, state.discards, state.gone, *state.accepted[: state.seats]]
        total: list[Json] = []
        loose = [*state.ring, *state.place, *state.picked, state.card]
        for kind in range(KINDS):
            total.append(sum(row[kind] for row in held) + loose.count(kind))
        return total


def legal_codes(state: State, seat: Seat) -> list[int]:
    """The codes a seat may answer with."""
    out = [NOTHING] * OPTIONS_MOST
    return out[: rules.legal(state, seat, out)]


def _decision(state: State, seat: Seat) -> Decision:
    options = [message_of(state, code) for code in legal_codes(state, seat)]
    sealed = state.phase == WINDOW
    standing = sealed and bool((state.standing_pass >> seat) & 1)
    return Decision(state.asks, seat, PHASE_NAMES[state.phase], tuple(options), sealed=sealed, standing=standing)


def _chance_decision(state: State) -> Decision:
    weights = _luck_weights(state)
    options = tuple(chance_message_of(state, code) for code in weights)
    return Decision(state.asks, CHANCE, PHASE_NAMES[state.phase], options, tuple(weights.values()))


def _luck_weights(state: State) -> dict[int, int]:
    """How likely each code of chance is, as `luck_code` would count them out."""
    if state.phase == LAY_CARD:
        return {kind: count for kind, count in enumerate(state.pile) if count}
    return {rules.luck_code(state, outcome): 1 for outcome in range(rules.luck_total(state))}


def _may_come(state: State, code: int) -> bool:
    if state.phase == LAY_CARD:
        return 0 <= code < KINDS and state.pile[code] > 0
    return code in _luck_weights(state)


def _code(state: State, seat: Seat, answer: Answer) -> int:
    return _chance_code(state, answer) if seat == CHANCE else _player_code(state, seat, answer)


def _chance_code(state: State, answer: Answer) -> int:
    if state.phase > DEAL_REPLACEMENT:
        raise NotAsked("refused.not_asked")
    code = chance_code_of(state, answer)
    if not _may_come(state, code):
        raise Illegal("refused.not_to_be_drawn", "BB-17")
    if not same(answer, chance_message_of(state, code)):
        raise Malformed("refused.no_such_answer")
    return code


def _player_code(state: State, seat: Seat, answer: Answer) -> int:
    if not 0 <= seat < state.seats or state.phase <= DEAL_REPLACEMENT or not (state.owing >> seat) & 1:
        raise NotAsked("refused.not_asked")
    code = code_of(state, answer)
    if code not in legal_codes(state, seat):
        raise why_not(state, seat, answer)
    return code


GAME = Banquet()
