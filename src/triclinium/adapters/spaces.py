"""The action and observation spaces, for Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces

from triclinium.adapters.episode import Episode
from triclinium.adapters.setup import Setup
from triclinium.core.decision import Seat


def action_space(table: Setup) -> spaces.Discrete:
    return spaces.Discrete(table.codes)


def action_number(action: Any) -> int:
    """The code of an action; -1, which is no code, for anything but a whole number."""
    if type(action) is int:
        return action
    whole = isinstance(action, int | numpy.integer) and not isinstance(action, bool)
    zero_dimensional = isinstance(action, numpy.ndarray) and action.shape == () and action.dtype.kind in "iu"
    return int(action) if whole or zero_dimensional else -1


def observation_space(table: Setup) -> spaces.Dict:
    """A row of numbers and a mask of actions."""
    layout = table.kernel.layout
    least, most = numpy.array(layout.least(), numpy.int16), numpy.array(layout.most(), numpy.int16)
    return spaces.Dict(
        {
            "observation": spaces.Box(least, most, dtype=numpy.int16),
            "action_mask": spaces.Box(0, 1, (table.codes,), numpy.int8),
        }
    )


def scaled_space(table: Setup) -> spaces.Box:
    """The row alone, every number divided by its usual size."""
    layout = table.kernel.layout
    usual = numpy.array(layout.usual(), numpy.float32)
    least, most = (numpy.array(bound, numpy.float32) / usual for bound in (layout.least(), layout.most()))
    return spaces.Box(least, most, dtype=numpy.float32)


def observation(episode: Episode, seat: Seat) -> dict[str, Any]:
    return {"observation": episode.observe(seat), "action_mask": episode.mask(seat)}
