"""Law of ownership: views, questions, events and options belong to the caller.

Writing to them changes neither their game nor any later one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from triclinium.core.copies import copied
from triclinium.core.decision import CHANCE, Answer, Decision
from triclinium.core.laws.trial import Trial, as_bytes, written

LAW = "what is handed out is one's own"
OWN_EVERY = 8
"""Try this law on every eighth step."""


def check_own(trial: Trial, decision: Decision, answer: Answer) -> None:
    """Hand everything out, write to it, and hand it out again."""
    if trial.rng.randrange(OWN_EVERY):
        return
    game, state = trial.game, trial.play.state
    before = _handed_out(trial, state)
    numbers = as_bytes(game.numbers(state))
    for asked in game.pending(state):
        fallback = None if asked.seat == CHANCE else game.fallback(asked)
        for handed_out in (fallback, asked.options, asked.data):
            spoil(handed_out)
    for viewer in trial.everybody:
        spoil(game.view(state, viewer))
    spoil(game.complete(trial.play.record.options))
    _check(trial, decision, lambda: _handed_out(trial, state) == before and as_bytes(game.numbers(state)) == numbers)
    _check_answer_own(trial, decision, answer)


def _check(trial: Trial, decision: Decision, unspoilt: Callable[[], bool]) -> None:
    try:
        fine = unspoilt()
    except Exception:
        fine = False  # the written-to value cannot even be encoded
    if not fine:
        raise trial.broken(LAW, f"while the question is {decision.kind}")


def _handed_out(trial: Trial, state: Any) -> list[bytes]:
    views = [as_bytes(trial.game.view(state, viewer)) for viewer in trial.everybody]
    options = as_bytes(trial.game.complete(trial.play.record.options))
    return [*views, *map(written, trial.game.pending(state)), options]


def _check_answer_own(trial: Trial, decision: Decision, answer: Answer) -> None:
    """Neither an accepted answer nor its events give a way into the game."""
    game = trial.game
    one, other = game.copy(trial.play.state), game.copy(trial.play.state)
    given = copied(answer)
    events = game.apply(one, decision.seat, given)
    told = as_bytes([event.data for event in events])
    after = as_bytes(game.numbers(one))
    for event in events:
        spoil(event.data)
    spoil(given)
    again = game.apply(other, decision.seat, answer)
    _check(trial, decision, lambda: as_bytes([event.data for event in again]) == told)
    _check(trial, decision, lambda: as_bytes(game.numbers(one)) == as_bytes(game.numbers(other)) == after)
    if decision.seat != CHANCE:
        seen = game.view(other, decision.seat)
        world = game.guess(seen, decision.seat, trial.rng)
        after = as_bytes(game.numbers(world))
        spoil(seen)
        _check(trial, decision, lambda: as_bytes(game.numbers(world)) == after)


def spoil(value: Any) -> None:
    """Write to everything in a value that can be written to. What refuses is safe."""
    if isinstance(value, dict):
        for part in value.values():
            spoil(part)
        with suppress(TypeError):
            value.clear()
    elif isinstance(value, list | tuple):
        for part in value:
            spoil(part)
        if isinstance(value, list):
            with suppress(TypeError):
                value.append(0)
