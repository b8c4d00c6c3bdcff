"""OpenSpiel: both games registered, with chance as a player of its own.

>>> import pyspiel
>>> state = pyspiel.load_game("python_banquet(players=4)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 4)

Importing this module registers `python_banquet`, `python_ben_hur` and `python_banquet_small`. The parameters of the
first two are `players` and those options of the game that have a fixed list of values. An information state is all that
a player was told and has answered; an observation is what its seat may know now.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, TypeAlias

import numpy
import pyspiel

from triclinium.adapters.choosing import new_episode
from triclinium.adapters.episode import Episode
from triclinium.adapters.recall import Heard, Recall, Tally, as_text
from triclinium.adapters.setup import CHANCE_OUTCOMES_MOST, Setup
from triclinium.core.decision import CHANCE, Json, Seat
from triclinium.core.manifest import Research, manifest_of, manifests
from triclinium.core.playout import OVER_NOW
from triclinium.games import game_named

Distinct: TypeAlias = Callable[[Any, Sequence[int]], list[int]]
"""Leaves out the codes that mean the same as an earlier one."""
GAMES = {manifest.research.openspiel: game for game, manifest in manifests().items() if manifest.research is not None}
"""Our games by their OpenSpiel names."""
PLAYERS = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER_NOW: int(pyspiel.PlayerId.TERMINAL)}
"""OpenSpiel's numbers for those who are no seat."""
SMALL = {f"{name}_small": game for name, game in GAMES.items() if manifest_of(game).small is not None}
"""The games that have a small form, by its name."""


def research_of(short_name: str) -> Research:
    """The default set-up of a game."""
    research = manifest_of((GAMES | SMALL)[short_name]).research
    assert research is not None, "only such games have a name in OpenSpiel"
    return research


def game_type(short_name: str) -> pyspiel.GameType:
    """What OpenSpiel needs to know before it makes a game."""
    research, small = research_of(short_name), short_name in SMALL
    seats = game_named((GAMES | SMALL)[short_name]).info.seats
    if small:
        only: int = manifest_of(SMALL[short_name]).part("small").SEATS
        seats = range(only, only + 1)
    return pyspiel.GameType(
        short_name=short_name,
        long_name=f"{research.long_name}, small" if small else research.long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats.stop - 1,
        min_num_players=seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,  # a summary: a long game has too many events for all of them
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={} if small else {"players": research.usual_seats, **research.parameters},
    )


class SeatedGame(pyspiel.Game):  # type: ignore[misc]
    short_name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.table, self.distinct, self.answers_most = self.set_up(params or {})
        self.tally = Tally(self.table)
        self.beginning = Recall.beginning(self.table, self.tally)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.codes,
            max_chance_outcomes=CHANCE_OUTCOMES_MOST,
            num_players=self.table.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.answers_most,
        )
        super().__init__(TYPES[self.short_name], info, params or {})

    def set_up(self, params: dict[str, Any]) -> tuple[Setup, Distinct | None, int]:
        """The table, which of its answers differ (None: all of them), and the most answers of a game."""
        if self.short_name in SMALL:
            small = manifest_of(SMALL[self.short_name]).part("small")
            return Setup(SMALL[self.short_name], small.SEATS, small.OPTIONS), small.distinct, small.ANSWERS_MOST
        research = research_of(self.short_name)
        chosen: dict[str, Json] = {"players": research.usual_seats, **research.parameters, **params}
        players = chosen.pop("players")
        assert isinstance(players, int)
        return Setup(GAMES[self.short_name], players, chosen), None, research.answers_most

    def new_initial_state(self) -> SeatedState:
        """A new game. Chance is asked first."""
        return SeatedState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.answers_most

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatedObserver:
        """What a player may know: now or, with perfect recall, everything it was ever told."""
        if params:
            raise ValueError(f"observers of {self.short_name} take no parameters, not {params}")
        return SeatedObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SeatedState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SeatedGame) -> None:
        super().__init__(game)
        self.episode: Episode = new_episode(game.table)
        self.heard = Heard(game.beginning, [])
        self.distinct = game.distinct

    # OpenSpiel asks for the player four times at every node, and reaches `_legal_actions` through its own code. What
    # Python programs call most is answered here at once.

    def current_player(self) -> int:
        """The player that is asked, or chance, or nobody."""
        return PLAYERS.get(asked := self.episode.asked(), asked)

    def is_chance_node(self) -> bool:
        return self.episode.asked() == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the current player may answer, chance included; nothing for another one."""
        asked = self.episode.asked()
        if asked == CHANCE and player in (None, int(pyspiel.PlayerId.CHANCE)):
            return [code for code, _ in self.episode.odds()]
        if asked < 0 or player not in (None, asked):
            return []
        codes = self.episode.legal()
        return codes if self.distinct is None else self.distinct(self.episode.state, codes)

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer, with probabilities."""
        return self.episode.odds()

    def _apply_action(self, action: int) -> None:
        self.episode.apply(action)
        self.heard.note(action)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SeatedState:
        """The same game in a world this player could be in; the sampler gives numbers from 0 to 1."""
        return resampled(self, player_id, random.Random(probability_sampler()))

    def _action_to_string(self, player: int, action: int) -> str:
        return as_text(self.episode.message(action))

    def is_terminal(self) -> bool:
        return self.episode.over

    def returns(self) -> list[float]:
        """1 for each player that has won."""
        return self.episode.rewards()

    def __str__(self) -> str:
        return as_text(self.episode.table.game.numbers(self.episode.state))


class SeatedObserver:
    """What a player may know, in OpenSpiel's form; see `open_spiel.python.observation`."""

    def __init__(self, game: SeatedGame, wanted: pyspiel.IIGObservationType) -> None:
        layout = game.table.kernel.layout
        self.public: bool = wanted.public_info
        self.private: bool = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recall: bool = wanted.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        self.tally = game.tally if self.recall else None
        self.view_size = layout.size
        if self.public and self.private:
            parts = {field.name: field.shape for field in layout.fields} | (self.tally.shapes if self.tally else {})
            sizes = [prod(shape) for shape in parts.values()]
            self.tensor = numpy.zeros(sum(sizes), numpy.float32)
            pieces = numpy.split(self.tensor, numpy.cumsum(sizes)[:-1])
            self.dict = {name: piece.reshape(parts[name]) for name, piece in zip(parts, pieces, strict=True)}

    def set_from(self, state: SeatedState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[: self.view_size] = state.episode.observe(player)
            if self.tally is not None:
                self.tensor[self.view_size :] = state.heard.recall().counts[player]

    def string_from(self, state: SeatedState, player: int) -> str:
        """What a player may know now or, with perfect recall, all it was told and has answered."""
        if self.recall and self.private:
            return "\n".join((f"seat {player}", *state.heard.recall().lines[player]))
        game, position = state.episode.table.game, state.episode.state
        shared = game.view(position, None)
        if not self.private:
            return as_text(shared)
        whole = game.view(position, player)
        return as_text(whole if self.public else {key: value for key, value in whole.items() if key not in shared})


def resampled(state: SeatedState, player: Seat, rng: random.Random) -> SeatedState:
    """The same game in a world this player could be in: the resampler for OpenSpiel's information-set search.

    What the others were told in secret is unknown there; they have only what everybody heard and what they hold.
    """
    world: SeatedState = state.clone()
    game = state.episode.table.game
    position = game.guess(game.view(state.episode.state, player), player, rng)
    position.taping = 0
    world.episode.state = position
    world.heard = Heard(state.heard.recall().in_world(position, player), [])
    return world


TYPES = {name: game_type(name) for name in (*GAMES, *SMALL)}

for _name, _type in TYPES.items():
    # OpenSpiel makes a game from its class alone, and unpickling a state finds the class by its name here.
    _class = type(f"Seated_{_name}", (SeatedGame,), {"short_name": _name, "__module__": __name__})
    globals()[_class.__name__] = _class
    if _name not in pyspiel.registered_names():
        pyspiel.register_game(_type, _class)
