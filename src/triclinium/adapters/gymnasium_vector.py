"""Many seats at once as a `gymnasium.vector.VectorEnv`: `Vector` in Gymnasium's words.

>>> import gymnasium
>>> import triclinium.adapters.gymnasium
>>> seats = gymnasium.make_vec("triclinium/Banquet-v0", 16, "vector_entry_point", bots=("thumb",))
>>> observations, _ = seats.reset(seed=1)
>>> observations["observation"].shape
(16, 869)

A game that is over is dealt anew in the same step, and what is observed is the new game: nobody is asked at the end of
a game, so there is no last observation to keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from triclinium.adapters.spaces import action_space, observation_space, scaled_space
from triclinium.adapters.vector import Vector
from triclinium.core.decision import Json, Seat
from triclinium.core.game import BadOptions


class SeatVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """One seat of each of many games, one kind of bot at the others. An action outside its mask raises `ValueError`."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int = 4,
        seat: Seat = 0,
        bots: Sequence[str] = ("random",),
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
        flat: bool = False,
    ) -> None:
        if render_mode is not None:
            raise BadOptions("many games at once are not drawn; make a single environment to look at one")
        if len(set(bots)) != 1:
            raise BadOptions(
                f"one kind of bot plays at all other seats here, not {', '.join(bots) or 'none'}; name one"
            )
        self.tables = Vector(game, num_envs, seats, options, learner=seat, bot=bots[0])
        table = self.tables.table
        self.num_envs = num_envs
        self.seat = seat
        self.flat = flat
        self.single_action_space = action_space(table)
        self.single_observation_space = scaled_space(table) if flat else observation_space(table)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._usual = numpy.array(table.kernel.layout.usual(), numpy.float32)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew. One seed is enough for all of them."""
        if seed is not None and not isinstance(seed, int | numpy.integer):
            raise BadOptions("one seed deals all games; give a whole number")
        super().reset(seed=None if seed is None else int(seed))
        self.tables.reset(int(self.np_random.integers(1 << 60)))
        return self._seen(), {}

    def step(self, actions: ArrayLike) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        self.tables.step(actions)
        rewards = self.tables.rewards[:, self.seat].astype(numpy.float64)
        return self._seen(), rewards, self.tables.done.copy(), numpy.zeros(self.num_envs, numpy.bool_), {}

    def action_masks(self) -> NDArray[numpy.bool_]:
        """What the seat may answer in each game."""
        return self.tables.masks.astype(numpy.bool_)

    def _seen(self) -> Any:
        rows = self.tables.observations()
        if self.flat:
            return rows / self._usual
        return {"observation": rows.copy(), "action_mask": self.tables.masks.copy()}
