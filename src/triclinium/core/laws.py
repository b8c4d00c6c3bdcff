"""What every game must obey, checked by playing it: on every game, every option, by tests and `triclinium check`.

A game is played at random. At every step the laws are tried on copies; the first one broken raises
`LawBroken` with the record that shows it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from triclinium.core.decision import CHANCE, Answer, Decision, Json, NotAsked, Refused, Seat
from triclinium.core.event import Event, told_to
from triclinium.core.fairness import Luck, SeededLuck
from triclinium.core.game import AnyGame, NamesOutcomes
from triclinium.core.play import Play, drawn, replay
from triclinium.core.record import Entry, one_line, read
from triclinium.core.undo import own_last, take_back

ENTRIES_MOST = 100_000
MUTANTS_A_STEP = 4
ALTERNATIVES_A_STEP = 2


class LawBroken(Exception):
    """A law, what broke it, and the record up to there."""

    def __init__(self, law: str, what: str, record: str) -> None:
        super().__init__(f"{law}: {what}")
        self.law = law
        self.record = record


@dataclass(slots=True)
class Tally:
    """How much was checked."""

    games: int = 0
    decisions: int = 0
    views: int = 0
    mutants: int = 0
    comparisons: int = 0

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.views += other.views
        self.mutants += other.mutants
        self.comparisons += other.comparisons


def obey(game: AnyGame, seats: int, options: Mapping[str, Json], seed: int, every: int = 1) -> Tally:
    """Play one game at random under all laws; raises `LawBroken`.

    `every` tries the laws on one step in so many, for games whose steps cost much: more games show more then.
    """
    trial = _Trial(game, seats, options, seed, every)
    try:
        return trial.run()
    except LawBroken:
        raise
    except Exception as crash:
        raise trial.broken("no crash", f"{type(crash).__name__}: {crash}") from crash


def option_sets(game: AnyGame) -> list[dict[str, Json]]:
    """Every combination of the options that have choices, or of those worth trying."""
    sets: list[dict[str, Json]] = [{}]
    for option in game.info.options:
        if option.choices:
            sets = [{**chosen, option.name: choice} for chosen in sets for choice in option.tried or option.choices]
    return sets


class _Trial:
    """One game under the laws."""

    def __init__(self, game: AnyGame, seats: int, options: Mapping[str, Json], seed: int, every: int) -> None:
        self.game = game
        self.every = every
        self.rng = random.Random(seed)
        self.luck: Luck = SeededLuck(seed)
        self.play: Play[Any] = Play.begin(game, seats, options)
        self.tally = Tally(games=1)
        self.conserved = game.conserved(self.play.state)
        self.foreign: list[Answer] = []

    def broken(self, law: str, what: str) -> LawBroken:
        return LawBroken(law, what, self.play.record.write())

    def run(self) -> Tally:
        while pending := self.play.pending():
            if len(self.play.record.entries) >= ENTRIES_MOST:
                raise self.broken("play ends", f"still running after {ENTRIES_MOST} entries")
            decision = self.rng.choice(pending)
            tried = self.rng.randrange(self.every) == 0
            if tried:
                self.check_questions(pending)
            if decision.seat == CHANCE:
                answer = drawn(decision, self.luck, self.play.draws)
            else:
                self.tally.decisions += 1
                answer = self.rng.choice(decision.options)
                if tried:
                    self.check_refusals(decision)
                    self.check_simultaneous(pending)
            if tried:
                self.step(decision, answer)
            else:
                self.play.answer(decision.seat, answer, decision.id)
        if self.game.result(self.play.state) is None:
            raise self.broken("nothing pending means over", "no result")
        self.check_record()
        return self.tally

    # --- Questions and answers --------------------------------------------------------------

    def check_questions(self, pending: tuple[Decision, ...]) -> None:
        if pending != self.game.pending(self.play.state):
            raise self.broken("questions stay while a window is open", f"{[decision.kind for decision in pending]}")
        if self.game.result(self.play.state) is not None:
            raise self.broken("nothing pending means over", "a result while questions are open")
        if len({decision.seat for decision in pending}) != len(pending):
            raise self.broken("one question a seat", "two for one seat")
        for decision in pending:
            texts = [one_line(option) for option in decision.options]
            if not texts or len(set(texts)) != len(texts):
                raise self.broken("options are there and differ", f"{decision.kind}: {texts}")
            if decision.seat == CHANCE:
                if len(decision.weights) != len(decision.options) or min(decision.weights) < 1:
                    raise self.broken("chance has odds", f"{decision.weights}")
                self.check_outcomes(decision)
            elif self.game.fallback(decision) not in decision.options:
                raise self.broken("the fallback is legal", decision.kind)

    def check_outcomes(self, decision: Decision) -> None:
        """Outcomes that a game names one by one are those of its list, in the same order."""
        if isinstance(self.game, NamesOutcomes):
            listed = [
                option for option, weight in zip(decision.options, decision.weights, strict=True) for _ in range(weight)
            ]
            outcomes = range(self.game.outcomes(self.play.state))
            if [self.game.outcome(self.play.state, number) for number in outcomes] != listed:
                raise self.broken("outcomes are those of the list", decision.kind)
            for number in {outcomes[0], outcomes[-1]}:
                taken, applied = self.game.copy(self.play.state), self.game.copy(self.play.state)
                told = self.game.take_outcome(taken, number)
                if told != self.game.apply(applied, CHANCE, listed[number]) or (
                    self.game.numbers(taken) != self.game.numbers(applied)
                ):
                    raise self.broken("an outcome is taken as its answer is", f"{decision.kind}: {listed[number]}")

    def check_refusals(self, decision: Decision) -> None:
        """Listed answers pass; mutants and answers from other seats are refused and change nothing."""
        before = self.game.numbers(self.play.state)
        for option in decision.options:
            copy = self.game.copy(self.play.state)
            try:
                self.game.apply(copy, decision.seat, option)
            except Refused as refused:
                raise self.broken("listed answers pass", f"{option} refused: {refused}") from None
            self.check_check(decision.seat, option)
        for mutant in self.mutants(decision):
            self.tally.mutants += 1
            self.check_check(decision.seat, mutant)
            copy = self.game.copy(self.play.state)
            if not self.refuses(copy, decision.seat, mutant):
                if decision.listed_all and mutant not in decision.options:
                    raise self.broken("mutants are refused", f"{decision.kind}: {mutant}")
            elif self.game.numbers(copy) != before:
                raise self.broken("a refusal changes nothing", f"{mutant}")
        for seat in (*range(self.play.record.seats), CHANCE, self.play.record.seats):
            if all(seat != asked.seat for asked in self.play.pending()):
                try:
                    self.game.apply(self.game.copy(self.play.state), seat, decision.options[0])
                except NotAsked:
                    continue
                except Refused as refused:
                    raise self.broken("who is not asked is told so", f"seat {seat}: {refused}") from None
                raise self.broken("who is not asked is refused", f"seat {seat}")
        if self.game.numbers(self.play.state) != before:
            raise self.broken("copies are apart", "trying answers on copies changed the game")

    def check_check(self, seat: Seat, answer: Any) -> None:
        try:
            self.play.check(seat, answer)
            here = None
        except Refused as refused:
            here = refused
        if here != self.refusal(self.play.state, seat, answer):
            raise self.broken("a check refuses what the rules refuse", f"seat {seat}: {answer}")

    def refuses(self, state: Any, seat: Seat, answer: Any) -> bool:
        try:
            self.game.apply(state, seat, answer)
        except Refused:
            return True
        return False

    def mutants(self, decision: Decision) -> Iterator[Any]:
        """Answers that are nearly right, answers to other questions, and nonsense."""
        option = self.rng.choice(decision.options)
        if self.foreign:
            yield self.rng.choice(self.foreign)
        self.foreign.append(option)
        for _ in range(MUTANTS_A_STEP):
            yield _mutated(option, self.rng)

    def check_simultaneous(self, pending: tuple[Decision, ...]) -> None:
        """Sealed answers in any order lead to the same game."""
        if len(pending) < 2:
            return
        answers = [(decision.seat, self.rng.choice(decision.options)) for decision in pending]
        ends = []
        for order in (answers, answers[::-1]):
            copy = self.game.copy(self.play.state)
            events = [event for seat, answer in order for event in self.game.apply(copy, seat, answer)]
            ends.append((self.game.numbers(copy), events))
        if ends[0] != ends[1]:
            raise self.broken("simultaneous answers commute", f"{answers}")

    # --- Secrets ----------------------------------------------------------------------------

    def step(self, decision: Decision, answer: Answer) -> None:
        """Take the answer, comparing what each seat learns with worlds it could not tell apart."""
        seats = range(self.play.record.seats)
        before = {seat: as_bytes(self.game.view(self.play.state, seat)) for seat in (*seats, None)}
        worlds = {seat: self.other_world(seat, before[seat]) for seat in seats}
        questions = {asked.seat: asked for asked in self.play.pending()}
        for seat, world in worlds.items():
            self.check_same_question(seat, questions.get(seat), world)
        sealed = len(questions) > 1 and decision.sealed
        unanswered = self.game.copy(self.play.state)
        events = self.play.answer(decision.seat, answer, decision.id)
        as_bytes([[event.kind, event.data] for event in events])
        if self.game.conserved(self.play.state) != self.conserved:
            raise self.broken("cards are conserved", f"{self.game.conserved(self.play.state)}")
        if sealed:
            self.check_silence(decision.seat, before, events)
        for seat, world in worlds.items():
            self.check_same_news(seat, world, questions, Entry(decision.seat, answer), events)
        self.check_hidden_answer(unanswered, decision, events)
        self.check_undo(decision.seat)

    def other_world(self, seat: Seat, seen: bytes) -> Any:
        """A world this seat could be in, secrets altered; it must look the same."""
        self.tally.views += 1
        world = self.game.guess(json.loads(seen), seat, self.rng)
        if as_bytes(self.game.view(world, seat)) != seen:
            raise self.broken("view(guess(view)) == view", f"seat {seat}")
        if self.game.conserved(world) != self.conserved:
            raise self.broken("a guess conserves the cards", f"seat {seat}")
        return world

    def check_same_question(self, seat: Seat, asked: Decision | None, world: Any) -> None:
        there = next((other for other in self.game.pending(world) if other.seat == seat), None)
        if asked != there:
            raise self.broken("secrets do not show in questions", f"seat {seat}: {asked} or {there}")
        if asked is None:
            return
        mutant = _mutated(self.rng.choice(asked.options), self.rng)
        here = self.refusal(self.play.state, seat, mutant)
        if here != self.refusal(world, seat, mutant):
            raise self.broken("secrets do not show in refusals", f"seat {seat}: {mutant}")

    def refusal(self, state: Any, seat: Seat, answer: Any) -> Refused | None:
        try:
            self.game.apply(self.game.copy(state), seat, answer)
        except Refused as refused:
            return refused
        return None

    def check_silence(self, teller: Seat, before: Mapping[Seat | None, bytes], events: list[Event]) -> None:
        """A sealed answer that leaves the question open tells the others nothing, not even that it was given."""
        if self.question_closed():
            return
        for seat, seen in before.items():
            if seat != teller and (told_to(events, seat) or as_bytes(self.game.view(self.play.state, seat)) != seen):
                raise self.broken("sealed answers are silent", f"seat {seat} noticed seat {teller}")

    def question_closed(self) -> bool:
        newest = self.play.marks[-1].decision
        return all(decision.id != newest for decision in self.play.pending())

    def check_same_news(
        self, seat: Seat, world: Any, asked: Mapping[Seat, Decision], entry: Entry, events: list[Event]
    ) -> None:
        """Non-interference: what a seat is told and sees is the same in the other world until a secret is revealed."""
        try:
            self.catch_up(world, tuple(asked.values()))
            there = self.game.apply(world, entry.seat, entry.answer)
            there += self.catch_up(world, self.play.pending())
        except Refused:
            return
        self.tally.comparisons += 1
        here, whole = self.until_reveal(told_to(events, seat))
        news, _ = self.until_reveal(told_to(there, seat))
        if here != news:
            raise self.broken("secrets do not show in events", f"seat {seat}: {here!r} or {news!r}")
        if whole and as_bytes(self.game.view(self.play.state, seat)) != as_bytes(self.game.view(world, seat)):
            raise self.broken("secrets do not show in views", f"seat {seat}")

    def catch_up(self, world: Any, asked: tuple[Decision, ...]) -> list[Event]:
        """Give, in the other world, the sealed answers that others need not give in this one any more.

        They have given them, or let them stand for the whole round; a world in which they could not is refused.
        """
        events: list[Event] = []
        still_open = {(decision.seat, decision.id) for decision in asked}
        for decision in self.game.pending(world):
            if decision.sealed and (decision.seat, decision.id) not in still_open:
                last = next((e.answer for e in reversed(self.play.record.entries) if e.seat == decision.seat), {})
                events += self.game.apply(world, decision.seat, last)
        return events

    def check_hidden_answer(self, unanswered: Any, decision: Decision, events: list[Event]) -> None:
        """Whoever sees no difference between two answers of somebody else is told no difference either."""
        others = [seat for seat in (*range(self.play.record.seats), None) if seat != decision.seat]
        seen = {seat: self.game.view(self.play.state, seat) for seat in others}
        for answer in self.rng.sample(decision.options, min(ALTERNATIVES_A_STEP, len(decision.options))):
            world = self.game.copy(unanswered)
            there = self.game.apply(world, decision.seat, answer)
            for seat in others:
                if self.game.view(world, seat) == seen[seat] and told_to(events, seat) != told_to(there, seat):
                    raise self.broken("events tell no more than views", f"seat {seat}: {told_to(events, seat)}")

    def until_reveal(self, news: list[dict[str, Json]]) -> tuple[bytes, bool]:
        """What was told before the first reveal, and whether that was all."""
        told: list[Any] = []
        for event in news:
            if event["kind"] in self.game.info.reveals:
                return as_bytes(told), False
            told.append(event)
        return as_bytes(told), True

    # --- The record -------------------------------------------------------------------------

    def check_undo(self, seat: Seat) -> None:
        number = own_last(self.play, seat)
        if number is None:
            return
        crossed = self.play.marks[number:]
        if any(mark.seat == CHANCE or mark.told_others or mark.revealed for mark in crossed):
            raise self.broken("undo crosses no chance and no reveal", f"entry {number}")
        if self.tally.decisions % 16 == 0 and take_back(self.play, seat) is None:
            raise self.broken("an offered undo works", f"entry {number}")

    def check_record(self) -> None:
        text = self.play.record.write()
        again = read(text)
        if again.write() != text:
            raise self.broken("record to JSON to record", "the text changed")
        if self.game.numbers(replay(self.game, again).state) != self.game.numbers(self.play.state):
            raise self.broken("a replay ends where the game ended", "states differ")


def as_bytes(value: Json | list[Any]) -> bytes:
    """A view, or news, as the bytes that would be sent."""
    return json.dumps(value, separators=(",", ":")).encode()


NONSENSE: tuple[Any, ...] = (None, 7, "x", [], {}, {"kind": None}, {"kind": "no_such_kind"}, {"kind": ["pass"]})


def _mutated(option: Answer, rng: random.Random) -> Any:
    """An answer with one thing wrong, or nonsense."""
    if rng.random() < 0.2:
        return rng.choice(NONSENSE)
    mutant: dict[str, Any] = json.loads(json.dumps(option))
    field = rng.choice(list(mutant))
    roll = rng.random()
    if roll < 0.2:
        del mutant[field]
    elif roll < 0.4:
        mutant["more"] = 1
    else:
        mutant[field] = _changed(mutant[field], rng)
    return mutant


def _changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return rng.choice((0, "true", [], 2))
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, 99, -99, True, str(value), 1 << 70, float(value)))
    if isinstance(value, str):
        return rng.choice((value + "x", "", value.upper(), 0, None, [value]))
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return rng.choice(
            (
                value[:at] + value[at + 1 :],
                [*value, value[at]],
                [*value[:at], _changed(value[at], rng), *value[at + 1 :]],
            )
        )
    return rng.choice((0, "x", None))
