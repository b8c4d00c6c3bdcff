"""Gymnasium: one seat against bots.

>>> import gymnasium
>>> environment = gymnasium.make("triclinium/Banquet-v0", seats=4, bots=("random",))
>>> observation, info = environment.reset(seed=1)
>>> int(observation["action_mask"].sum()) > 0
True

Importing this module registers the environments; `gymnasium.make("triclinium.adapters.gymnasium:triclinium/BenHur-v0")`
imports it by the way.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy

from triclinium.adapters.drawing import RENDER_MODES, draw
from triclinium.adapters.episode import Episode, Setup
from triclinium.adapters.spaces import action_number, action_space, observation, observation_space
from triclinium.bots import bot_named, bot_names
from triclinium.core.decision import Json, Seat
from triclinium.core.dice import sow
from triclinium.core.game import BadOptions
from triclinium.core.manifest import manifests
from triclinium.core.player import Look, Player
from triclinium.core.playout import OVER_NOW

ILLEGAL_REWARD = -1.0
"""For an action outside the mask, which ends the game."""

IDS = {manifest.research.gymnasium: game for game, manifest in manifests().items() if manifest.research is not None}


class SeatEnv(gymnasium.Env[dict[str, Any], numpy.int64]):
    """One seat of a game, with bots at the others. The reward is 1 for a win, at the end."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 4,
        seat: Seat = 0,
        bots: Sequence[str] = ("random",),
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Setup(game, seats, options)
        if not 0 <= seat < seats:
            raise BadOptions(f"no seat {seat} at this table; seats are 0 to {seats - 1}")
        if not bots:
            raise BadOptions(f"name at least one bot for the other seats; there are {', '.join(bot_names(game))}")
        self.seat = seat
        self.render_mode = render_mode
        others = [other for other in range(seats) if other != seat]
        self.players: dict[Seat, Player] = {
            other: bot_named(game, bots[place % len(bots)]) for place, other in enumerate(others)
        }
        self.action_space = action_space(self.table)
        self.observation_space = observation_space(self.table)
        self.dice = [0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        sow(self.dice, int(self.np_random.integers(1 << 60)))
        self.thoughts = random.Random(int(self.np_random.integers(1 << 60)))
        self.episode: Episode = self.table.new_episode()
        self.let_bots_answer()
        return observation(self.episode, self.seat), {}

    def step(self, action: numpy.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        code = action_number(action)
        if code not in self.episode.legal():
            return observation(self.episode, self.seat), ILLEGAL_REWARD, True, False, {"illegal": action}
        self.episode.apply(code)
        self.let_bots_answer()
        reward = self.episode.rewards()[self.seat]
        if self.render_mode == "human":
            self.render()
        return observation(self.episode, self.seat), reward, self.episode.over, False, {}

    def let_bots_answer(self) -> None:
        """Continue until this seat is asked or the game is over. A bot sees only its own seat's view."""
        game, state = self.table.game, self.episode.state
        self.episode.draw(self.dice)
        while (seat := self.episode.asked()) not in (self.seat, OVER_NOW):
            decision = next(decision for decision in game.pending(state) if decision.seat == seat)
            answer = self.players[seat].choose(Look(game, state, decision, self.thoughts))
            self.episode.apply(self.episode.code(answer))
            self.episode.draw(self.dice)

    def render(self) -> Any:
        """The table as this seat sees it."""
        return draw(self.episode, self.seat, self.render_mode)


for identity, game in IDS.items():
    if identity not in gymnasium.registry:
        gymnasium.register(id=identity, entry_point=f"{__name__}:{SeatEnv.__name__}", kwargs={"game": game})
