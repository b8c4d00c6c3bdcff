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
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env_logger import EnvLogger

from triclinium.adapters.choosing import new_episode
from triclinium.adapters.drawing import RENDER_MODES, draw
from triclinium.adapters.episode import Episode
from triclinium.adapters.setup import Setup, agents_of
from triclinium.adapters.spaces import action_number, action_space, observation, observation_space
from triclinium.core.decision import Json
from triclinium.core.playout import OVER_NOW

ILLEGAL_REWARD = -1.0
"""For an agent that acts outside its mask, which ends the game."""


def env(
    game: str,
    seats: int = 4,
    options: Mapping[str, Json] | None = None,
    render_mode: str | None = None,
    compiled: bool | None = None,
) -> guarded_env:
    """The environment with the behaviour of PettingZoo's usual wrappers."""
    return guarded_env(game, seats, options, render_mode, compiled)


def parallel_env(
    game: str,
    seats: int = 4,
    options: Mapping[str, Json] | None = None,
    render_mode: str | None = None,
    compiled: bool | None = None,
) -> Any:
    """The same game for programs that step all agents at once: only the action of the asked seat counts."""
    return turn_based_aec_to_parallel(env(game, seats, options, render_mode, compiled))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801  PettingZoo's name for it
    """One game. The rules are compiled where Numba is installed, unless `compiled` is False."""

    def __init__(
        self,
        game: str,
        seats: int = 4,
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
        compiled: bool | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats, options, render_mode, compiled)
        super().__init__()
        self.metadata = {"name": f"{game}_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": True}
        self.render_mode = render_mode
        self.table = Setup(game, seats, options, compiled=compiled)
        self.possible_agents = agents_of(self.table)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: action_space(self.table) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.table) for agent in self.possible_agents}
        self.luck, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.luck, _ = seeding.np_random(seed)
        self.episode: Episode = new_episode(self.table, int(self.luck.integers(1 << 60)))
        self.episode.go_on()
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
        if not self.episode.allows(code):
            raise ValueError(f"{agent} cannot answer {action} now; its action_mask marks what it can")
        self.episode.answer(code)
        asked = self.episode.asked()
        if asked == OVER_NOW:  # before that every reward is 0, as the reset has left them
            self.rewards = dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[asked]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the asked seat sees it."""
        return draw(self.episode, self.seat_of[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


class guarded_env(raw_env):  # noqa: N801
    """One game that bears mistakes as PettingZoo's wrappers do.

    `OrderEnforcingWrapper`, `AssertOutOfBoundsWrapper` and `TerminateIllegalWrapper` look up every attribute through
    each other, which takes four times as long as the game itself.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.was_reset = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.was_reset = True

    def observe(self, agent: str) -> dict[str, Any]:
        if not self.was_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> Any:
        if not self.was_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def step(self, action: int | None) -> None:
        if not self.was_reset:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        code = action_number(action)
        assert 0 <= code < self.table.codes, "action is not in action space"
        if self.episode.allows(code):
            super().step(code)
        else:
            self.end_for(agent)

    def end_for(self, agent: str) -> None:
        """End the game for all: this agent has acted outside its mask."""
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {other: ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents}
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self._deads_step_first()
