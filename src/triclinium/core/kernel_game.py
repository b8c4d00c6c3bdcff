"""The part of the `Game` protocol that all kernel games share: answers as codes, counted chance, events from the tape.

A game adds its own options, views, results and guesses, and the wording of its questions and refusals.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from triclinium.core.decision import CHANCE, Answer, Asked, Decision, Illegal, Json, Malformed, NotAsked, Seat
from triclinium.core.event import Event
from triclinium.core.exact import same
from triclinium.core.game import Kernel
from triclinium.core.kernel import copy_of, numbers_of, state_of, unpacked

State = TypeVar("State")
NOTHING = -1


class KernelGame(ABC, Generic[State]):
    """Kernel functions behind the `Game` protocol.

    Phases are numbered: those of chance first, the end last.
    """

    kernel: Kernel | None
    phase_names: tuple[str, ...]
    last_of_chance: int
    over: int
    chance_ruling: str
    """The ruling cited when chance's answer is refused."""
    _rules: Any
    _options_most: int

    # --- What each game supplies -----------------------------------------------------------------

    @abstractmethod
    def seats_asked(self, state: State) -> Iterable[Seat]:
        """Who owes an answer in a phase of the players."""

    @abstractmethod
    def decision(self, state: State, seat: Seat) -> Decision: ...

    @abstractmethod
    def code_of(self, state: State, seat: Seat, answer: Answer) -> int:
        """The code of a seat's answer. Raises `Refused` with the reason if the rules do not allow it."""

    @abstractmethod
    def chance_message(self, state: State, code: int) -> Answer: ...

    @abstractmethod
    def chance_code(self, state: State, answer: Answer) -> int:
        """The code of chance's answer. Raises `Malformed`."""

    @abstractmethod
    def events(self, state: State) -> list[Event]:
        """Read the events off the tape and clear it."""

    # --- The protocol -----------------------------------------------------------------------------

    def __init_subclass__(cls) -> None:
        assert cls.kernel is not None, "a game of this kind has one"
        cls._rules, cls._options_most = cls.kernel.rules, cls.kernel.options_most

    def pending(self, state: Any) -> tuple[Decision, ...]:
        if state.phase == self.over:
            return ()
        if state.phase <= self.last_of_chance:
            return (self._chance_decision(state),)
        return tuple([self.decision(state, seat) for seat in self.seats_asked(state)])

    def asked(self, state: Any) -> tuple[Asked, ...]:
        if state.phase == self.over:
            return ()
        if state.phase <= self.last_of_chance:
            return (Asked(CHANCE, state.asks, False),)
        return tuple([self.how_asked(state, seat) for seat in self.seats_asked(state)])

    def how_asked(self, state: Any, seat: Seat) -> Asked:
        """The question to a seat without its options."""
        return Asked(seat, state.asks, False)

    def apply(self, state: Any, seat: Seat, answer: Answer) -> list[Event]:
        self._rules.apply(state, seat, self._code(state, seat, answer))
        return self.events(state)

    def check(self, state: Any, seat: Seat, answer: Answer) -> None:
        """Raise `Refused` where `apply` would, without copying the state."""
        self._code(state, seat, answer)

    def _code(self, state: Any, seat: Seat, answer: Answer) -> int:
        if seat == CHANCE:
            return self._drawn(state, answer)
        if self.last_of_chance < state.phase < self.over and seat in self.seats_asked(state):
            return self.code_of(state, seat, answer)
        raise NotAsked("refused.not_asked")

    def outcomes(self, state: Any) -> int:
        total: int = self._rules.luck_total(state) if state.phase <= self.last_of_chance else 0
        return total

    def take_outcome(self, state: Any, number: int) -> tuple[Answer, list[Event]]:
        code = self._rules.luck_code(state, number)
        answer = self.chance_message(state, code)
        self._rules.apply(state, CHANCE, code)
        return answer, self.events(state)

    def copy(self, state: State) -> State:
        return copy_of(state)

    def packed(self, state: Any) -> tuple[int, ...]:
        packed: tuple[int, ...] = state.__pack__()
        return packed

    def unpacked(self, packed: tuple[int, ...]) -> Any:
        assert self.kernel is not None
        return unpacked(self.kernel.state, packed)

    def numbers(self, state: Any) -> Json:
        numbers: Json = numbers_of(state)
        return numbers

    def restored(self, numbers: Json) -> Any:
        """The state of which these are the `numbers`; its tape is empty, as it is between two answers."""
        assert self.kernel is not None
        assert isinstance(numbers, dict)
        return state_of(self.kernel.state, numbers)

    def legal_codes(self, state: State, seat: Seat) -> list[int]:
        out = [NOTHING] * self._options_most
        return out[: self._rules.legal(state, seat, out)]

    # --- Chance ---------------------------------------------------------------------------------

    def luck_weights(self, state: Any) -> dict[int, int]:
        """The weight of each code of chance, in the order in which `luck_code` counts them."""
        weights: dict[int, int] = {}
        for outcome in range(self._rules.luck_total(state)):
            code = self._rules.luck_code(state, outcome)
            weights[code] = weights.get(code, 0) + 1
        return weights

    def _chance_decision(self, state: Any) -> Decision:
        weights = self.luck_weights(state)
        options = tuple([self.chance_message(state, code) for code in weights])
        return Decision(state.asks, CHANCE, self.phase_names[state.phase], options, tuple(weights.values()))

    def _drawn(self, state: Any, answer: Answer) -> int:
        if state.phase > self.last_of_chance:
            raise NotAsked("refused.not_asked")
        code = self.chance_code(state, answer)
        if code not in self.luck_weights(state):
            raise Illegal("refused.not_to_be_drawn", self.chance_ruling)
        if not same(answer, self.chance_message(state, code)):
            raise Malformed("refused.no_such_answer")
        return code
