"""Bacchus' Banquet as a `Game`."""

from __future__ import annotations

import random
from collections.abc import Mapping

from triclinium.core.decision import Answer, Asked, Decision, Json, Listed, Seat
from triclinium.core.event import Event
from triclinium.core.exact import same
from triclinium.core.game import BadOptions, GameInfo, Kernel, Option, Options, Result, View, complete_options
from triclinium.core.kernel_game import KernelGame
from triclinium.games.banquet.rules import engine as rules
from triclinium.games.banquet.rules.answers import chance_code_of, chance_message_of, code_of, listing_of
from triclinium.games.banquet.rules.cards import (
    EDITION_NAMES,
    GUEST_NAMES,
    PRIVILEGE_MODES,
    SEATS_LEAST,
    SEATS_MOST,
)
from triclinium.games.banquet.rules.codes import CODES, OPTIONS_MOST
from triclinium.games.banquet.rules.deck import STANDARD_DECK, check_deck, counts_and_values, parse_deck
from triclinium.games.banquet.rules.refusals import why_not
from triclinium.games.banquet.rules.setup import set_up
from triclinium.games.banquet.rules.state import (
    DEAL_REPLACEMENT,
    ENDING_NAMES,
    LAY_CARD,
    NOTHING,
    OVER,
    PHASE_NAMES,
    WINDOW,
    State,
)
from triclinium.games.banquet.views.happenings import REVEALS, read_tape
from triclinium.games.banquet.views.history import read_history
from triclinium.games.banquet.views.observation import LAYOUT, observe
from triclinium.games.banquet.views.view import MEMBERS, SHARED, members, own_numbers, own_view, view
from triclinium.games.banquet.views.worlds import redeal, state_of

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


class Banquet(KernelGame[State]):
    info = INFO
    kernel: Kernel | None = Kernel(rules, State, OPTIONS_MOST, CODES, observe, LAYOUT, short=True)
    shared_parts = SHARED
    phase_names, last_of_chance, over = PHASE_NAMES, DEAL_REPLACEMENT, OVER
    chance_ruling = "BB-17"

    def complete(self, options: Mapping[str, Json]) -> Options:
        complete = complete_options(INFO, options)
        if not same(complete["deck"], STANDARD_DECK):
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

    def seats_asked(self, state: State) -> list[Seat]:
        return MEMBERS[state.owing]

    def how_asked(self, state: State, seat: Seat) -> Asked:
        sealed = state.phase == WINDOW
        return Asked(seat, state.asks, sealed, sealed and bool((state.standing_pass >> seat) & 1))

    def decision(self, state: State, seat: Seat) -> Decision:
        phase = state.phase
        if phase != WINDOW:
            return Listed.of(state.asks, seat, PHASE_NAMES[phase], listing_of(state, seat))
        standing = bool((state.standing_pass >> seat) & 1)
        return Listed.of(state.asks, seat, PHASE_NAMES[phase], listing_of(state, seat), True, standing)

    def code_of(self, state: State, seat: Seat, answer: Answer) -> int:
        code = code_of(state, answer)
        if code not in listing_of(state, seat).codes:
            raise why_not(state, seat, answer)
        return code

    def chance_message(self, state: State, code: int) -> Answer:
        return chance_message_of(state, code)

    def chance_code(self, state: State, answer: Answer) -> int:
        return chance_code_of(state, answer)

    def luck_weights(self, state: State) -> dict[int, int]:
        """A card weighs as many copies as the pile has."""
        if state.phase == LAY_CARD:
            return {kind: count for kind, count in enumerate(state.pile) if count}
        return super().luck_weights(state)

    def events(self, state: State) -> list[Event]:
        return read_tape(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    own_numbers = staticmethod(own_numbers)
    own_view = staticmethod(own_view)

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
        """Pass, leave, pass the Gift on, apply the turned-up card; otherwise the first option."""
        wanted = {"window": "pass", "initiative": "leave_gift", "answer": "offer", "taste": "apply"}
        kind = wanted.get(decision.kind)
        return next((option for option in decision.options if option["kind"] == kind), decision.options[0])

    def conserved(self, state: State) -> Json:
        """How many cards of each kind there are, wherever they lie."""
        held = [state.pile, state.discards, state.gone, *state.accepted[: state.seats]]
        total = [sum(counts) for counts in zip(*held, strict=True)]
        for card in (*state.ring, *state.place, *state.picked, state.card):
            if card != NOTHING:
                total[card] += 1
        return [*total]


GAME = Banquet()
legal_codes = GAME.legal_codes
