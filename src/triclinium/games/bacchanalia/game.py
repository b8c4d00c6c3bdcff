"""Bacchanalia as a `Game`."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

from triclinium.core.decision import CHANCE, Answer, Asked, Decision, Json, NotAsked, Seat
from triclinium.core.event import Event
from triclinium.core.exact import among
from triclinium.core.game import BadOptions, GameInfo, Kernel, Limit, Option, Options, Result, View, complete_options
from triclinium.core.record import Record
from triclinium.core.tale import Block, Say
from triclinium.games.bacchanalia.rules import engine as rules
from triclinium.games.bacchanalia.rules.agreement import agreed, check_title, parse_agreement
from triclinium.games.bacchanalia.rules.cards import (
    APPEARANCES,
    CHANCE_NAMES,
    DEUS_KINDS,
    EDITIONS,
    LENGTHS,
    MINUTES,
    SEATS_LEAST,
    SEATS_MOST,
    TONES,
    UMBRA_KINDS,
)
from triclinium.games.bacchanalia.rules.deck import STANDARD_DECK, check_deck, parse_deck, umbra_counts
from triclinium.games.bacchanalia.rules.passages import rewrite, tellings, veil
from triclinium.games.bacchanalia.rules.setup import lay_out
from triclinium.games.bacchanalia.rules.state import (
    CHANCE_PHASES,
    NOBODY,
    NOTHING,
    OVER,
    SEALED,
    State,
    copy_of,
    plain,
    restored,
)
from triclinium.games.bacchanalia.views.guidance import data_of
from triclinium.games.bacchanalia.views.happenings import REVEALS, read_tape
from triclinium.games.bacchanalia.views.story import blocks, story
from triclinium.games.bacchanalia.views.striking import strike, told_in
from triclinium.games.bacchanalia.views.view import bound, view
from triclinium.games.bacchanalia.views.worlds import state_of

SEAT_CHOICES: tuple[Json, ...] = (CHANCE_NAMES, *range(SEATS_MOST))
SEAT_LIMITS = tuple(Limit(0, seats - 1, "seats", seats) for seats in range(SEATS_LEAST, SEATS_MOST + 1))

INFO = GameInfo(
    id="bacchanalia",
    rules_version=2,
    seats=range(SEATS_LEAST, SEATS_MOST + 1),
    options=(
        Option("edition", "it", EDITIONS),
        Option("tone", "veiled", TONES, tried=("veiled",)),
        Option("length", "parcae", LENGTHS, tried=("parcae", "time")),
        Option("appearances", 5, APPEARANCES, tried=(3,)),
        Option("minutes", 120, MINUTES, tried=(120,)),
        Option("youngest", CHANCE_NAMES, SEAT_CHOICES, tried=(CHANCE_NAMES,), limits=SEAT_LIMITS),
        Option("hedonist", CHANCE_NAMES, SEAT_CHOICES, tried=(CHANCE_NAMES,), limits=SEAT_LIMITS),
        Option("title", "", read_file=str.strip),
        Option("lines", [], read_file=parse_agreement),
        Option("veils", [], read_file=parse_agreement),
        Option("deck", STANDARD_DECK, read_file=parse_deck),
    ),
    reveals=REVEALS,
    speaks_for_absent=False,  # BC-21, BC-27
    boundaries=("lines", "veils"),
)


class Bacchanalia:
    info = INFO
    kernel: Kernel | None = None

    def complete(self, options: Mapping[str, Json]) -> Options:
        complete = complete_options(INFO, options)
        check_deck(complete["deck"])
        complete["title"] = check_title(complete["title"])
        for name in ("lines", "veils"):
            complete[name] = agreed(name, complete[name])
        return complete

    def start(self, options: Mapping[str, Json], seats: int) -> State:
        complete = self.complete(options)
        s = State(
            seats=seats,
            edition=str(complete["edition"]),
            tone=str(complete["tone"]),
            length=str(complete["length"]),
            appearances=_number(complete["appearances"]),
            minutes=_number(complete["minutes"]),
            title=str(complete["title"]),
            youngest=_seat(complete, "youngest", seats),
            hedonist=_seat(complete, "hedonist", seats),
            lines=_texts(complete["lines"]),
            veils=_texts(complete["veils"]),
        )
        lay_out(s, umbra_counts(complete["deck"]))
        rules.advance(s)
        return s

    def pending(self, state: State) -> tuple[Decision, ...]:
        if state.phase == OVER:
            return ()
        if state.phase in CHANCE_PHASES:
            options, weights = rules.chance_options(state)
            return (Decision(state.asks, CHANCE, state.phase, tuple(options), tuple(weights)),)
        return tuple(self._decision(state, seat) for seat in state.owing)

    def asked(self, state: State) -> tuple[Asked, ...]:
        if state.phase == OVER:
            return ()
        if state.phase in CHANCE_PHASES:
            return (Asked(CHANCE, state.asks, False),)
        return tuple(Asked(seat, state.asks, state.phase in SEALED) for seat in state.owing)

    def _decision(self, state: State, seat: Seat) -> Decision:
        options = tuple(rules.options(state, seat))
        listed_all = state.phase not in rules.FREE
        data = data_of(state, seat)
        return Decision(state.asks, seat, state.phase, options, (), data, state.phase in SEALED, listed_all)

    def apply(self, state: State, seat: Seat, answer: Answer) -> list[Event]:
        if seat == CHANCE:
            if state.phase not in CHANCE_PHASES:
                raise NotAsked("refused.not_asked")
            rules.apply_chance(state, answer)
        else:
            if state.phase in CHANCE_PHASES or seat not in state.owing:
                raise NotAsked("refused.not_asked")
            rules.apply(state, seat, answer)
        return read_tape(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def result(self, state: State) -> Result | None:
        """Nobody wins a story. The result says how each one ended."""
        if state.phase != OVER:
            return None
        details: dict[str, Json] = {
            "endings": list(state.ended),
            "outcomes": list(state.outcomes),
            "scenes": list(state.scenes),
            "turns": state.turn,
            "parcae": state.parcae,
        }
        return Result(state.sudden or "all_ended", (), (0.0,) * state.seats, details)

    def guess(self, view: View, seat: Seat, rng: random.Random) -> State:
        return state_of(view, seat)

    def fallback(self, decision: Decision) -> Answer:
        """Chance makes card choices; questions and votes lapse; the scene is left untold (BC-21)."""
        left = rules.leave_to_chance()
        return left if among(left, decision.options) else decision.options[0]

    def farewell(self, decision: Decision) -> Answer | None:
        """A player who leaves for good ends without a scene when their turn comes (BC-19, BC-21)."""
        return {"kind": "leave"} if decision.kind in rules.FIRST_OF_TURN else None

    def copy(self, state: State) -> State:
        return copy_of(state)

    def numbers(self, state: State) -> Json:
        return plain(state)

    def restored(self, numbers: Json) -> State:
        assert isinstance(numbers, dict)
        return restored(numbers)

    def veil(self, record: Record, *passages: int) -> Record:
        """Veil passages (BC-23)."""
        return veil(self, record, *passages)

    def tellings(self, record: Record) -> list[int]:
        return tellings(self, record)

    def rewrite(self, record: Record, seat: Seat, passage: int, words: Json) -> Record:
        """Rewrite a player's own words of the current turn (BC-24)."""
        return rewrite(self, record, seat, passage, words)

    def tale(self, state: State, say: Say) -> list[Block]:
        return blocks(story(state), say)

    def bound(self, state: State) -> View:
        return bound(state)

    def told_in(self, answers: Sequence[Answer], told: Sequence[Sequence[Event]]) -> list[int]:
        return told_in(answers, told)

    def strike(
        self, answers: Sequence[Answer], told: Sequence[Sequence[Event]], passages: Collection[int]
    ) -> tuple[list[Answer], list[list[Event]]]:
        """A veil in a game under other rules (BC-23)."""
        return strike(answers, told, passages)

    def conserved(self, state: State) -> Json:
        """How many Deus and Umbra cards of each kind there are, wherever they lie."""
        loose = [*state.drawn, *(lock for lock in state.locked if lock != NOTHING)]
        umbra: list[Json] = [state.pile[kind] + state.discards[kind] + loose.count(kind) for kind in range(UMBRA_KINDS)]
        deus: list[Json] = [
            state.centre[kind] + state.aside[kind] + sum(held[kind] for held in state.held)
            for kind in range(DEUS_KINDS)
        ]
        return {"umbra": umbra, "deus": deus}


def _number(value: Json) -> int:
    assert type(value) is int
    return value


def _seat(options: Options, name: str, seats: int) -> int:
    """The seat that the host has named, or NOBODY if chance names one (BC-1)."""
    value = options[name]
    if type(value) is not int:
        return NOBODY
    if value >= seats:
        raise BadOptions(f"option {name} names seat {value}; this table has seats 0 to {seats - 1}")
    return value


def _texts(value: Json) -> list[str]:
    assert isinstance(value, list)
    return [str(text) for text in value]


GAME = Bacchanalia()
