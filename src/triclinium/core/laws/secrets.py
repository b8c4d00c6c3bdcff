"""Laws about secrets, by non-interference: change what a seat may not know, and everything the seat is asked, told and
shown stays the same, byte for byte, until the secret is revealed to it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from triclinium.core.decision import Answer, Asked, Decision, Json, Refused, Seat
from triclinium.core.event import Event, told_to
from triclinium.core.laws.mutants import mutated
from triclinium.core.laws.trial import Trial, as_bytes, written

ALTERNATIVES_A_STEP = 2
NO_NEWS: dict[str, Json] = {"kind": ""}


def take_in_all_worlds(trial: Trial, decision: Decision, answer: Answer) -> None:
    """Apply the answer, and compare what each seat learns with worlds that look the same to it."""
    game, play = trial.game, trial.play
    before = trial.views()
    asked = game.asked(play.state)
    worlds = {seat: _other_world(trial, seat, before[seat]) for seat in range(play.record.seats)}
    for seat, world in worlds.items():
        _check_same_question(trial, seat, world)
    unanswered = game.copy(play.state)
    events = play.answer(decision.seat, answer, decision.id)
    as_bytes([[event.kind, event.data] for event in events])
    if game.conserved(play.state) != trial.conserved:
        raise trial.broken("cards are conserved", f"{game.conserved(play.state)}")
    if decision.sealed and len(asked) > 1:
        _check_silence(trial, decision, before, events)
    for seat, world in worlds.items():
        _check_same_news(trial, seat, world, asked, (decision.seat, answer), events)
    _check_hidden_answer(trial, unanswered, decision, events)


def _other_world(trial: Trial, seat: Seat, seen: bytes) -> Any:
    """A world with other secrets that looks the same to this seat."""
    trial.tally.views += 1
    world = trial.game.guess(json.loads(seen), seat, trial.rng)
    if as_bytes(trial.game.view(world, seat)) != seen:
        raise trial.broken("view(guess(view)) == view", f"seat {seat}")
    if trial.game.conserved(world) != trial.conserved:
        raise trial.broken("a guess conserves the cards", f"seat {seat}")
    return world


def _check_same_question(trial: Trial, seat: Seat, world: Any) -> None:
    """The seat is asked the same in both worlds, and a wrong answer is refused for the same reason."""
    here = next((one for one in trial.play.pending() if one.seat == seat), None)
    if here is None:
        if any(one.seat == seat for one in trial.game.asked(world)):
            raise trial.broken("secrets do not show in questions", f"seat {seat}: asked in one world only")
        return
    there = next((one for one in trial.game.pending(world) if one.seat == seat), None)
    if there is None or written(here) != written(there):
        raise trial.broken("secrets do not show in questions", f"seat {seat}: {here} or {there}")
    mutant = mutated(trial.rng.choice(here.options), trial.rng)
    refused = trial.refusal(trial.game.copy(trial.play.state), seat, mutant)
    if refused != trial.refusal(trial.game.copy(world), seat, mutant):
        raise trial.broken("secrets do not show in refusals", f"seat {seat}: {mutant}")


def _check_silence(trial: Trial, decision: Decision, before: Mapping[Seat | None, bytes], events: list[Event]) -> None:
    """A sealed answer that leaves the question open tells the others nothing, not even that it was given."""
    if all(one.id != decision.id for one in trial.game.asked(trial.play.state)):
        return
    after = trial.views()
    for viewer in trial.everybody:
        if viewer != decision.seat and (told_to(events, viewer) or after[viewer] != before[viewer]):
            raise trial.broken("sealed answers are silent", f"seat {viewer} noticed seat {decision.seat}")


def _check_same_news(
    trial: Trial, seat: Seat, world: Any, asked: tuple[Asked, ...], given: tuple[Seat, Answer], events: list[Event]
) -> None:
    """A seat is told and shown the same in both worlds until a secret is revealed."""
    try:
        _catch_up(trial, world, asked)
        there = trial.game.apply(world, *given)
        there += _catch_up(trial, world, trial.game.asked(trial.play.state))
    except Refused:
        return
    trial.tally.comparisons += 1
    if _told_apart(trial, seat, told_to(events, seat), told_to(there, seat)):
        return
    if trial.views()[seat] != as_bytes(trial.game.view(world, seat)):
        raise trial.broken("secrets do not show in views", f"seat {seat}")


def _catch_up(trial: Trial, world: Any, asked: tuple[Asked, ...]) -> list[Event]:
    """In the other world, give the sealed answers that the other seats have already given in this one.

    They gave them in this round, or let them stand for it. If the other world refuses them, it is no possible world.
    """
    events: list[Event] = []
    still_open = {(one.seat, one.id) for one in asked}
    for one in trial.game.asked(world):
        if one.sealed and (one.seat, one.id) not in still_open:
            last = next((e.answer for e in reversed(trial.play.record.entries) if e.seat == one.seat), {})
            events += trial.game.apply(world, one.seat, last)
    return events


def _check_hidden_answer(trial: Trial, unanswered: Any, decision: Decision, events: list[Event]) -> None:
    """If a seat sees no difference between two answers of another seat, its events show none either.

    An open answer may leave no trace: two paths that end in the same crash. Then both games are equal, down to the last
    secret, and the events tell only what everybody watched. Nobody watches a sealed answer.
    """
    game = trial.game
    others = [viewer for viewer in trial.everybody if viewer != decision.seat]
    seen = trial.views()
    told = {viewer: as_bytes(told_to(events, viewer)) for viewer in others}
    for answer in trial.rng.sample(decision.options, min(ALTERNATIVES_A_STEP, len(decision.options))):
        world = game.copy(unanswered)
        there = game.apply(world, decision.seat, answer)
        for viewer in others:
            if as_bytes(told_to(there, viewer)) == told[viewer] or as_bytes(game.view(world, viewer)) != seen[viewer]:
                continue
            if decision.sealed or game.numbers(world) != game.numbers(trial.play.state):
                raise trial.broken("events tell no more than views", f"seat {viewer}: {told_to(events, viewer)}")


def _told_apart(trial: Trial, seat: Seat, here: list[dict[str, Json]], there: list[dict[str, Json]]) -> bool:
    """Whether reveals, and nothing else, have told the seat which of two worlds it is in.

    A reveal that is the same in both worlds may still end one game and not the other.
    """
    reveals = trial.game.info.reveals
    begun = False
    for one, other in zip_longest(here, there, fillvalue=NO_NEWS):
        shown = (one["kind"] in reveals) + (other["kind"] in reveals)
        if as_bytes(one) == as_bytes(other):
            begun = begun or shown > 0
        elif shown == 2 or (shown == 1 and begun):
            return True
        else:
            raise trial.broken("secrets do not show in events", f"seat {seat}: {here} or {there}")
    return False
