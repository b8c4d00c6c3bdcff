"""Views as they are sent: parts that are kept from one answer to the next are what the game would show now."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from triclinium.core.fairness import SeededLuck
from triclinium.core.game import AnyGame, SharesView
from triclinium.core.play import Play
from triclinium.games import GAMES, game_named
from triclinium.table.log.rows import Created, SeatPlan
from triclinium.table.play import luck, turn
from triclinium.table.play.states import SharedViews, states_told
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import ENCODER, Ack, ClockRule, Eyes, State, Undo

from .room import Room, state_told

SHARING = [game for game in GAMES if isinstance(game_named(game), SharesView)]


class Watched:
    """A state that notes which of its fields are looked at."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.seen: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.seen.add(name)
        return getattr(self.state, name)


def sharing(name: str) -> tuple[AnyGame, SharesView]:
    game = game_named(name)
    assert isinstance(game, SharesView)
    return game, game


def states(game: AnyGame, seed: int) -> Iterator[Any]:
    """The states of a game played at random, each with random options."""
    choose = random.Random(seed)
    options = {option.name: choose.choice(option.choices) for option in game.info.options if option.choices}
    play = Play.begin(game, choose.choice(game.info.seats), options)
    luck = SeededLuck(seed)
    yield play.state
    while True:
        play.draw(luck)
        yield play.state
        if not (pending := play.pending()):
            return
        decision = choose.choice(pending)
        play.answer(decision.seat, choose.choice(decision.options))


def test_a_game_shares_its_view() -> None:
    assert "banquet" in SHARING


@pytest.mark.parametrize("name", SHARING)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_is_the_view(name: str, seed: int) -> None:
    game, shares = sharing(name)
    pages = SharedViews(shares)
    for taken, state in enumerate(states(game, seed)):
        pages.renew(state, taken)
        for eyes in (None, 0, 1):
            assert json.loads(pages.whole(pages.seen(state, eyes))) == game.view(state, eyes)


@pytest.mark.parametrize("name", SHARING)
@pytest.mark.parametrize("seed", range(12))
def test_a_part_always_has_the_same_fields(name: str, seed: int) -> None:
    """Otherwise one that is gone would have to be sent as gone."""
    game, shares = sharing(name)
    found = set()
    for state in states(game, seed):
        shown = [part.shown(state) for part in shares.shared_parts]
        found.add(tuple(map(tuple, [*shown, shares.own_view(*shares.own_numbers(state, 0))])))
    assert len(found) == 1


@pytest.mark.parametrize("name", SHARING)
@pytest.mark.parametrize("seed", range(12))
def test_a_part_looks_at_its_own_fields_alone(name: str, seed: int) -> None:
    game, shares = sharing(name)
    for state in states(game, seed):
        for part in shares.shared_parts:
            if part.fields:
                watched = Watched(state)
                part.shown(watched)
                assert watched.seen <= set(part.fields)


@dataclass(slots=True)
class Newcomer:
    """Somebody who was sent nothing yet."""

    eyes: Eyes
    sent: Any = None
    version: int = 0


def whole_states(table: Table, everybody: Sequence[Eyes]) -> dict[Eyes, bytes]:
    newcomers = [(eyes, [Newcomer(eyes)]) for eyes in everybody]
    return {newcomer.eyes: body for newcomer, body in states_told(table, newcomers, table.news)}


def laid(game: str, clock: ClockRule) -> Table:
    """A table of bots, dealt."""
    made = Created(
        id="0" * 32, game=game, rules=game_named(game).info.rules_version, options=game_named(game).complete({}),
        seats=[SeatPlan(bot="random")] * 3, host="", secret="ab" * 32, clock=clock, wait=None, undo="free",
        window=0, quick=True,
    )  # fmt: skip
    table = Table(made)
    luck.gather(table)
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", [ClockRule(), ClockRule(kind="bank", amount=60, increment=5)])
def test_what_is_sent_is_the_state_with_nothing_left_out(game: str, clock: ClockRule) -> None:
    choose = random.Random(game)
    table = laid(game, clock)
    for _ in range(60):
        everybody = (None, 0, 1, 2)
        told = whole_states(table, everybody)
        for eyes in everybody:
            sent = json.loads(told[eyes])
            assert sent == json.loads(ENCODER.encode(state_told(table, eyes, table.news)))
            assert list(sent) == ["type", *State.__struct_fields__]
        table.settle()
        table.now += 100
        open_to = [seat for seat in table.questions if seat not in table.sealed]
        if not open_to:
            break
        seat = choose.choice(open_to)
        decision = table.questions[seat].decision
        turn.answer(table, seat, decision.id, choose.choice(decision.options), "bot")


def test_what_is_sent_after_an_undo_is_the_game_as_it_is_now() -> None:
    """A mark that has grown to the same number in another way is no sign that nothing has changed."""
    room = Room(people=4, options={"privileges": "none"}).begin()
    everybody = (None, 0, 1, 2, 3)
    undone = 0
    choose = random.Random(5)
    while (asked := room.asked()) and undone < 12:
        seat, decision = asked[0], room.table.questions[asked[0]].decision
        tried = choose.sample(decision.options, min(2, len(decision.options)))
        for option in tried:
            whole_states(room.table, everybody)
            assert isinstance(room.answer(seat, option), Ack)
            told = whole_states(room.table, everybody)
            for eyes in everybody:
                whole = json.loads(ENCODER.encode(state_told(room.table, eyes, room.table.news)))
                assert json.loads(told[eyes]) == whole
            room.store()
            if option is tried[0] and isinstance(room.say(seat, Undo), Ack):
                undone += seat in room.table.questions and room.table.questions[seat].decision.id == decision.id
            if seat not in room.table.questions or room.table.questions[seat].decision.id != decision.id:
                break
    assert undone
