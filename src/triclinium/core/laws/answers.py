"""Laws about questions and answers: every offered answer is accepted; any other is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from triclinium.core.decision import CHANCE, Asked, Decision, NotAsked, Refused, Seat
from triclinium.core.exact import among
from triclinium.core.game import NamesOutcomes
from triclinium.core.laws.mutants import mutated, retyped
from triclinium.core.laws.trial import Trial, as_bytes, written
from triclinium.core.record import one_line

MUTANTS_A_STEP = 4


def check_questions(trial: Trial, pending: tuple[Decision, ...]) -> None:
    """The open questions are well formed and stay the same while nothing happens."""
    game, state = trial.game, trial.play.state
    if list(map(written, pending)) != list(map(written, game.pending(state))):
        raise trial.broken("questions stay while a window is open", f"{[decision.kind for decision in pending]}")
    if tuple(Asked(one.seat, one.id, one.sealed, one.standing) for one in pending) != game.asked(state):
        raise trial.broken("who is asked is who owes an answer", f"{game.asked(state)}")
    if game.result(state) is not None:
        raise trial.broken("nothing pending means over", "a result while questions are open")
    if len({decision.seat for decision in pending}) != len(pending):
        raise trial.broken("one question a seat", "two for one seat")
    for decision in pending:
        texts = [one_line(option) for option in decision.options]
        if not texts or len(set(texts)) != len(texts):
            raise trial.broken("options are there and differ", f"{decision.kind}: {texts}")
        if decision.seat == CHANCE:
            if len(decision.weights) != len(decision.options) or min(decision.weights) < 1:
                raise trial.broken("chance has odds", f"{decision.weights}")
            _check_outcomes(trial, decision)
        elif not among(game.fallback(decision), decision.options):
            raise trial.broken("the fallback is legal", decision.kind)


def _check_outcomes(trial: Trial, decision: Decision) -> None:
    """The outcomes a game names one by one are those of its list, in the same order."""
    game, state = trial.game, trial.play.state
    if not isinstance(game, NamesOutcomes):
        return
    listed = [option for option, weight in zip(decision.options, decision.weights, strict=True) for _ in range(weight)]
    outcomes = range(game.outcomes(state))
    if as_bytes([game.take_outcome(game.copy(state), number)[0] for number in outcomes]) != as_bytes(listed):
        raise trial.broken("outcomes are those of the list", decision.kind)
    for number in {outcomes[0], outcomes[-1]}:
        taken, applied = game.copy(state), game.copy(state)
        _, told = game.take_outcome(taken, number)
        if told != game.apply(applied, CHANCE, listed[number]) or game.numbers(taken) != game.numbers(applied):
            raise trial.broken("an outcome is taken as its answer is", f"{decision.kind}: {listed[number]}")


def check_answers(trial: Trial, decision: Decision, pending: tuple[Decision, ...]) -> None:
    """Listed answers are accepted. Mutants, other types and other seats are refused, and the state stays the same."""
    game, state = trial.game, trial.play.state
    before = game.numbers(state)
    if decision.seat != CHANCE:
        for option in decision.options:
            if (refused := trial.refusal(game.copy(state), decision.seat, option)) is not None:
                raise trial.broken("listed answers pass", f"{option} refused: {refused}")
            _check_check(trial, decision.seat, option)
        _check_refused(trial, decision, before)
        _check_others(trial, decision, pending)
        _check_simultaneous(trial, pending)
    _check_types(trial, decision, before)
    if game.numbers(state) != before:
        raise trial.broken("copies are apart", "trying answers on copies changed the game")


def _check_refused(trial: Trial, decision: Decision, before: Any) -> None:
    for mutant in _mutants(trial, decision):
        trial.tally.mutants += 1
        _check_check(trial, decision.seat, mutant)
        copy = trial.game.copy(trial.play.state)
        if trial.refusal(copy, decision.seat, mutant) is None:
            if decision.listed_all and not among(mutant, decision.options):
                raise trial.broken("mutants are refused", f"{decision.kind}: {mutant}")
        elif trial.game.numbers(copy) != before:
            raise trial.broken("a refusal changes nothing", f"{mutant}")


def _check_check(trial: Trial, seat: Seat, answer: Any) -> None:
    """`check` refuses what `apply` refuses, for the same reason."""
    here: Refused | None = None
    try:
        trial.play.check(seat, answer)
    except Refused as refused:
        here = refused
    if here != trial.refusal(trial.game.copy(trial.play.state), seat, answer):
        raise trial.broken("a check refuses what the rules refuse", f"seat {seat}: {answer}")


def _mutants(trial: Trial, decision: Decision) -> Iterator[Any]:
    """Nearly correct answers, answers to other questions, and nonsense."""
    option = trial.rng.choice(decision.options)
    if trial.foreign:
        yield trial.rng.choice(trial.foreign)
    trial.foreign.append(option)
    for _ in range(MUTANTS_A_STEP):
        yield mutated(option, trial.rng)


def _check_types(trial: Trial, decision: Decision, before: Any) -> None:
    """Where 1 or 0 is expected, 1.0, true and "0" are refused, also for questions whose options are not all listed."""
    copy = trial.game.copy(trial.play.state)
    for mutant in retyped(trial.rng.choice(decision.options)):
        trial.tally.mutants += 1
        if trial.refusal(copy, decision.seat, mutant) is None:
            raise trial.broken("types are exact", f"{decision.kind}: {mutant}")
    if trial.game.numbers(copy) != before:
        raise trial.broken("a refusal changes nothing", f"{decision.kind}: an answer of other types")


def _check_others(trial: Trial, decision: Decision, pending: tuple[Decision, ...]) -> None:
    asked = {one.seat for one in pending}
    seats = trial.play.record.seats
    for seat in {*range(seats), CHANCE, seats} - asked:
        refused = trial.refusal(trial.game.copy(trial.play.state), seat, decision.options[0])
        if refused is None:
            raise trial.broken("who is not asked is refused", f"seat {seat}")
        if not isinstance(refused, NotAsked):
            raise trial.broken("who is not asked is told so", f"seat {seat}: {refused}")


def _check_simultaneous(trial: Trial, pending: tuple[Decision, ...]) -> None:
    """Sealed answers lead to the same game in any order."""
    if len(pending) < 2:
        return
    game = trial.game
    answers = [(decision.seat, trial.rng.choice(decision.options)) for decision in pending]
    ends = []
    for order in (answers, answers[::-1]):
        copy = game.copy(trial.play.state)
        try:
            events = [event for seat, answer in order for event in game.apply(copy, seat, answer)]
        except Refused as refused:
            raise trial.broken("simultaneous answers commute", f"{answers}: {refused}") from None
        ends.append((game.numbers(copy), events))
    if ends[0] != ends[1]:
        raise trial.broken("simultaneous answers commute", f"{answers}")
