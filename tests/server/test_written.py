"""Views as they are sent: parts that are kept from one answer to the next are what the game would show now."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from triclinium.core.fairness import SeededLuck
from triclinium.core.game import AnyGame, SharesView
from triclinium.core.play import Play
from triclinium.games import GAMES, game_named
from triclinium.table.written import SharedPages

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
    pages = SharedPages(shares)
    for state in states(game, seed):
        shared = json.loads(pages.written(state) + b"}")
        for eyes in (None, 0, 1):
            assert {**shared, **shares.own_view(state, eyes)} == game.view(state, eyes)


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
