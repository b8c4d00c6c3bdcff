"""OpenSpiel: both games registered, with chance as a player of its own.

>>> import pyspiel
>>> state = pyspiel.load_game("python_banquet(players=4)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 4)

Importing this module registers `python_banquet` and `python_ben_hur`. Their parameters are `players` and those options
of the game that have a fixed list of values. An information state is all that a player was told and has answered; an
observation is what its seat may know now.
"""

from __future__ import annotations

import json
import random
from copy import copy
from typing import Any

import numpy
import pyspiel

from triclinium.adapters.episode import Episode, Setup
from triclinium.core.decision import CHANCE, Json, Seat
from triclinium.core.event import told_to
from triclinium.core.manifest import Research, manifest_of, manifests
from triclinium.core.playout import OVER_NOW

GAMES = {manifest.research.openspiel: game for game, manifest in manifests().items() if manifest.research is not None}
"""Our games by their OpenSpiel names."""
CHANCE_OUTCOMES_MOST = 27


def research_of(short_name: str) -> Research:
    """The default set-up of a game."""
    research = manifest_of(GAMES[short_name]).research
    assert research is not None, "only such games have a name in OpenSpiel"
    return research


def game_type(short_name: str) -> pyspiel.GameType:
    """What OpenSpiel needs to know before it makes a game."""
    research = research_of(short_name)
    seats = Setup(GAMES[short_name], research.usual_seats).game.info.seats
    return pyspiel.GameType(
        short_name=short_name,
        long_name=research.long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats.stop - 1,
        min_num_players=seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a long game has too many events for a tensor of fixed size
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": research.usual_seats, **research.parameters},
    )


class SeatedGame(pyspiel.Game):  # type: ignore[misc]
    short_name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        research = research_of(self.short_name)
        chosen: dict[str, Json] = {"players": research.usual_seats, **research.parameters, **(params or {})}
        players = chosen.pop("players")
        assert isinstance(players, int)
        self.table = Setup(GAMES[self.short_name], players, chosen, telling=True)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.codes,
            max_chance_outcomes=CHANCE_OUTCOMES_MOST,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=research.answers_most,
        )
        super().__init__(TYPES[self.short_name], info, params or {})

    def new_initial_state(self) -> SeatedState:
        """A new game. Chance is asked first."""
        return SeatedState(self)

    def max_chance_nodes_in_history(self) -> int:
        return research_of(self.short_name).answers_most

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatedObserver:
        """What a player may know: now or, with perfect recall, everything it was ever told."""
        if params:
            raise ValueError(f"observers of {self.short_name} take no parameters, not {params}")
        return SeatedObserver(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SeatedState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SeatedGame) -> None:
        super().__init__(game)
        self.episode: Episode = game.table.new_episode()
        self.heard = Heard([[] for _ in range(game.table.seats)], [])

    def current_player(self) -> int:
        """The player that is asked, or chance, or nobody."""
        asked = self.episode.asked()
        if asked == OVER_NOW:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if asked == CHANCE else asked

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer, with probabilities."""
        return list(self.episode.odds().items())

    def _apply_action(self, action: int) -> None:
        asked = self.episode.asked()
        if asked != CHANCE:
            self.heard.by_seat[asked].append(as_text({"you_answered": action}))
        events = self.episode.apply(action)
        self.heard.by_all += [as_text(event) for event in told_to(events, None)]
        for seat, lines in enumerate(self.heard.by_seat):
            lines += [as_text(event) for event in told_to(events, seat)]

    def _action_to_string(self, player: int, action: int) -> str:
        return as_text(self.episode.message(action))

    def is_terminal(self) -> bool:
        return self.episode.over

    def returns(self) -> list[float]:
        """1 for each player that has won."""
        return self.episode.rewards()

    def __str__(self) -> str:
        return as_text(self.episode.table.game.numbers(self.episode.state))


class Heard:
    """What each seat was told and has answered since the start, line by line, and what everybody was told."""

    def __init__(self, by_seat: list[list[str]], by_all: list[str]) -> None:
        self.by_seat = by_seat
        self.by_all = by_all

    def __deepcopy__(self, memory: Any) -> Heard:
        """Lines never change, so copying the lists is enough. A search clones states at every turn."""
        return Heard([copy(lines) for lines in self.by_seat], copy(self.by_all))


class SeatedObserver:
    """What a player may know, in OpenSpiel's form; see `open_spiel.python.observation`."""

    def __init__(self, table: Setup, wanted: pyspiel.IIGObservationType) -> None:
        self.layout = table.kernel.layout
        self.public: bool = wanted.public_info
        self.private: bool = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recall: bool = wanted.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self.public and self.private and not self.recall:
            self.tensor = numpy.zeros(self.layout.size, numpy.float32)
            for field in self.layout.fields:
                self.dict[field.name] = self.tensor[self.layout.places[field.name]].reshape(field.shape)

    def set_from(self, state: SeatedState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.episode.observe(player)

    def string_from(self, state: SeatedState, player: int) -> str:
        """What a player may know now or, with perfect recall, all it was told and has answered."""
        if self.recall and self.private:
            return "\n".join((f"seat {player}", *state.heard.by_seat[player]))
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
    world.episode.state = position
    for other in range(state.num_players()):
        if other != player:
            world.heard.by_seat[other] = [*state.heard.by_all, as_text(game.view(position, other)["you"])]
    return world


def as_text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


TYPES = {name: game_type(name) for name in GAMES}

for _name in GAMES:
    # OpenSpiel makes a game from its class alone, and unpickling a state finds the class by its name here.
    _class = type(f"Seated_{_name}", (SeatedGame,), {"short_name": _name, "__module__": __name__})
    globals()[_class.__name__] = _class
    if _name not in pyspiel.registered_names():
        pyspiel.register_game(TYPES[_name], _class)
