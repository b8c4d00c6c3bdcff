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
from numpy.typing import NDArray

from triclinium.adapters.choosing import new_episode
from triclinium.adapters.drawing import RENDER_MODES, draw
from triclinium.adapters.episode import Episode
from triclinium.adapters.setup import Setup
from triclinium.adapters.spaces import action_number, action_space, observation, observation_space, scaled_space
from triclinium.bots import bot_named
from triclinium.core.decision import Json, Seat
from triclinium.core.game import BadOptions
from triclinium.core.manifest import manifests
from triclinium.core.player import Look, Player
from triclinium.core.playout import OVER_NOW

ILLEGAL_REWARD = -1.0
"""For an action outside the mask, which ends the game."""

IDS = {manifest.research.gymnasium: game for game, manifest in manifests().items() if manifest.research is not None}


class SeatEnv(gymnasium.Env[Any, numpy.int64]):
    """One seat of a game, with bots at the others. The reward is 1 for a win, at the end.

    An observation is a row of whole numbers with a mask of actions. With `flat` it is the row alone, as numbers of the
    usual size 1; the mask is what `action_masks` returns.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 4,
        seat: Seat = 0,
        bots: Sequence[str] = ("random",),
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
        flat: bool = False,
        compiled: bool | None = None,
    ) -> None:
        self.table = Setup(game, seats, options, compiled=compiled)
        quick = set(bots) <= set(self.table.ledger.bots)
        if not quick:  # bots that are given a view need the plain state
            self.table = Setup(game, seats, options, compiled=False)
        if not 0 <= seat < seats:
            raise BadOptions(f"no seat {seat} at this table; seats are 0 to {seats - 1}")
        self.seat = seat
        self.render_mode = render_mode
        self.flat = flat
        self.bots = self.table.seated(bots, (seat,)) if quick else None
        self.players: dict[Seat, Player] = {}
        if not quick:
            others = [other for other in range(seats) if other != seat]
            self.players = {other: bot_named(game, bots[place % len(bots)]) for place, other in enumerate(others)}
        self.action_space = action_space(self.table)
        self.observation_space = scaled_space(self.table) if flat else observation_space(self.table)
        self.usual = numpy.array(self.table.kernel.layout.usual(), numpy.float32)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.episode: Episode = new_episode(self.table, int(self.np_random.integers(1 << 60)), self.bots)
        self.thoughts = random.Random(int(self.np_random.integers(1 << 60)))
        self.episode.go_on()
        self.let_players_answer()
        return self.seen(), {}

    def step(self, action: numpy.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        code = action_number(action)
        if not self.episode.allows(code):
            return self.seen(), ILLEGAL_REWARD, True, False, {"illegal": action}
        self.episode.answer(code)
        self.let_players_answer()
        over = self.episode.over
        reward = self.episode.rewards()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self.seen(), reward, over, False, {}

    def let_players_answer(self) -> None:
        """Ask the bots that are no kernel functions. Each sees only its own seat's view."""
        game = self.table.game
        while (seat := self.episode.asked()) not in (self.seat, OVER_NOW):
            state = self.episode.state
            decision = next(decision for decision in game.pending(state) if decision.seat == seat)
            answer = self.players[seat].choose(Look(game, state, decision, self.thoughts))
            self.episode.answer(self.episode.code(answer))

    def seen(self) -> Any:
        """What this seat may know now."""
        if self.flat:
            return self.episode.observe(self.seat) / self.usual
        return observation(self.episode, self.seat)

    def action_masks(self) -> NDArray[numpy.bool_]:
        """What this seat may answer now, as MaskablePPO and others ask for it."""
        return self.episode.mask(self.seat).astype(numpy.bool_)

    def render(self) -> Any:
        """The table as this seat sees it."""
        return draw(self.episode, self.seat, self.render_mode)


for identity, game in IDS.items():
    if identity not in gymnasium.registry:
        gymnasium.register(
            id=identity,
            entry_point=f"{__name__}:{SeatEnv.__name__}",
            vector_entry_point="triclinium.adapters.gymnasium_vector:SeatVectorEnv",
            kwargs={"game": game},
        )
