"""PettingZoo: every seat an agent, asked in turn, with a mask of what it may answer.

>>> environment = env("banquet", seats=4)
>>> environment.reset(seed=1)
>>> observation, reward, terminated, truncated, info = environment.last()
>>> int(observation["action_mask"].sum())
35

Seats that answer sealed, at the same time, are asked one after the other; what one of them has answered shows in no
other's observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from triclinium.adapters.drawing import RENDER_MODES, draw
from triclinium.adapters.episode import Episode, Setup, agents_of
from triclinium.adapters.spaces import action_number, action_space, observation, observation_space
from triclinium.core.decision import Json
from triclinium.core.dice import sow
from triclinium.core.playout import OVER_NOW

ILLEGAL_REWARD = -1.0
"""For an agent that acts outside its mask, which ends the game."""


def env(game: str, seats: int = 4, options: Mapping[str, Json] | None = None, render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual wrappers."""
    raw = raw_env(game, seats, options, render_mode)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  PettingZoo's name for it
    def __init__(
        self, game: str, seats: int = 4, options: Mapping[str, Json] | None = None, render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, game, seats, options, render_mode)
        super().__init__()
        self.metadata = {"name": f"{game}_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = render_mode
        self.table = Setup(game, seats, options)
        self.possible_agents = agents_of(self.table)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: action_space(self.table) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.table) for agent in self.possible_agents}
        self.luck, _ = seeding.np_random()
        self.dice = [0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.luck, _ = seeding.np_random(seed)
        sow(self.dice, int(self.luck.integers(1 << 60)))
        self.episode: Episode = self.table.new_episode()
        self.episode.draw(self.dice)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.asked()]

    def observe(self, agent: str) -> dict[str, Any]:
        return observation(self.episode, self.seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        code = action_number(action)
        if code not in self.episode.legal():
            raise ValueError(f"{agent} cannot answer {action} now; its action_mask marks what it can")
        self.episode.apply(code)
        self.episode.draw(self.dice)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
        asked = self.episode.asked()
        if asked == OVER_NOW:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[asked]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the asked seat sees it."""
        return draw(self.episode, self.seat_of[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Nothing to close."""
