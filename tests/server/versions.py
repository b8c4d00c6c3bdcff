"""Other versions of a game's rules, for as long as a test runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from triclinium.core.decision import Illegal
from triclinium.core.event import Event
from triclinium.games import game_named

Change = Callable[[pytest.MonkeyPatch, Any], None]


def raised(patches: pytest.MonkeyPatch, game: str, change: Change | None = None, by: int = 1) -> int:
    """Raise the version of a game's rules, and change them; gives the new version."""
    played = game_named(game)
    version = played.info.rules_version + by
    patches.setattr(played, "info", replace(played.info, rules_version=version))
    if change is not None:
        change(patches, played)
    return version


def _events(patches: pytest.MonkeyPatch, game: Any, other: Callable[[list[Event]], list[Event]]) -> None:
    apply, take = game.apply, getattr(game, "take_outcome", None)
    patches.setattr(game, "apply", lambda *given: other(apply(*given)))
    if take is not None:

        def taken(*given: Any) -> tuple[Any, list[Event]]:
            answer, events = take(*given)
            return answer, other(events)

        patches.setattr(game, "take_outcome", taken)


def tells_more(patches: pytest.MonkeyPatch, game: Any) -> None:
    """Events hold one fact more, and there is one event more after each answer."""

    def other(events: list[Event]) -> list[Event]:
        more = [Event(event.kind, {**event.data, "weather": "fair"}, event.audience) for event in events]
        return [*more, Event("cup_filled", {"seat": 0})]

    _events(patches, game, other)


def another_option(patches: pytest.MonkeyPatch, game: Any) -> None:
    """A new kind of card, which tables may wish for; without it everything is as it was."""
    complete, start = game.complete, game.start
    patches.setattr(game, "complete", lambda given: {**complete(_without_lamps(given)), "lamps": given.get("lamps", 0)})

    def with_lamps(options: Any, seats: int) -> Any:
        assert options["lamps"] == 0
        return start(_without_lamps(options), seats)

    patches.setattr(game, "start", with_lamps)


def _without_lamps(options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "lamps"}


def other_facts(patches: pytest.MonkeyPatch, game: Any) -> None:
    """A rule was changed: the same answers lead to something else."""

    def other(events: list[Event]) -> list[Event]:
        return [
            Event(
                event.kind,
                {name: 99 if type(value) is int else value for name, value in event.data.items()},
                event.audience,
            )
            for event in events
        ]

    _events(patches, game, other)


def other_audience(patches: pytest.MonkeyPatch, game: Any) -> None:
    """What was told to one seat is told to nobody else, but to another one."""
    _events(
        patches,
        game,
        lambda events: [
            Event(event.kind, event.data, frozenset({0}) if event.audience is None else None) for event in events
        ],
    )


def other_order(patches: pytest.MonkeyPatch, game: Any) -> None:
    """Things happen in another order."""
    _events(patches, game, lambda events: events[::-1])


def fewer_events(patches: pytest.MonkeyPatch, game: Any) -> None:
    """Something does not happen any longer."""
    _events(patches, game, lambda events: events[1:])


def other_questions(patches: pytest.MonkeyPatch, game: Any) -> None:
    """Somebody is asked something else."""
    pending = game.pending
    patches.setattr(
        game, "pending", lambda state: tuple(replace(one, kind=one.kind + "_twice") for one in pending(state))
    )


def refuses(patches: pytest.MonkeyPatch, game: Any) -> None:
    """An answer that was taken is refused."""
    apply = game.apply

    def other(state: Any, seat: int, answer: Any) -> Any:
        if seat >= 0:
            raise Illegal("refused.stale")
        return apply(state, seat, answer)

    patches.setattr(game, "apply", other)


def stumbles(patches: pytest.MonkeyPatch, game: Any) -> None:
    """An old card is not known any longer."""

    def other(*given: Any) -> Any:
        raise KeyError("olives")

    patches.setattr(game, "apply", other)


def refuses_options(patches: pytest.MonkeyPatch, game: Any) -> None:
    """A game with these options cannot be begun any longer."""

    def other(*given: Any) -> Any:
        raise KeyError("edition")

    patches.setattr(game, "complete", other)


COMPATIBLE: tuple[Change | None, ...] = (None, tells_more, another_option)
INCOMPATIBLE: tuple[Change, ...] = (
    other_facts,
    other_audience,
    other_order,
    fewer_events,
    other_questions,
    refuses,
    stumbles,
    refuses_options,
)
