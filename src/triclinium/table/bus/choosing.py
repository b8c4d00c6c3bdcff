"""Which bus an operator wants, and whether it can be had."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from triclinium.table.bus import Bus, BusFailed, DeafBus, Question
from triclinium.table.ops.journal import Journal

if TYPE_CHECKING:
    from triclinium.table.bus.questions import Questions, Thinker

SCHEMES = ("redis://", "rediss://", "unix://")


def bus_at(url: str, house: str, journal: Journal) -> Bus:
    """The bus of several nodes. Raises `BusFailed` if this is no address, or the extra is missing."""
    if not url:
        return DeafBus()
    _check(url)
    from triclinium.table.bus.redis import RedisBus

    return RedisBus(url, journal, house)


def questions_at(url: str, house: str) -> Questions:
    """The queue for machines that only think. Raises `BusFailed`."""
    _check(url)
    from triclinium.table.bus.questions import Questions

    return Questions(url, house)


def thinker_at(
    url: str, house: str, journal: Journal, at_once: int, think: Callable[[Question], Awaitable[Any]]
) -> Thinker:
    """One who takes questions from the queue. Raises `BusFailed`."""
    _check(url)
    from triclinium.table.bus.questions import Thinker

    return Thinker(url, house, journal, at_once, think)


async def try_bus(url: str) -> None:
    """See whether a Redis takes us. One that is only gone for now is no reason not to start. Raises `BusFailed`."""
    _check(url)
    from triclinium.table.bus.line import knock

    await knock(url)


def _check(url: str) -> None:
    if not url.startswith(SCHEMES):
        raise BusFailed("--bus takes the address of a Redis, as redis://HOST:6379")
    try:
        import redis as _redis  # noqa: F401
    except ImportError:
        raise BusFailed("Redis needs more packages: pip install 'triclinium[nodes]'") from None
