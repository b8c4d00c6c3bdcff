"""What actions and observations of a table can be, as Gymnasium's spaces; PettingZoo uses the same."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces

from triclinium.adapters.sitting import Sitting, Table
from triclinium.core.decision import Seat


def action_space(table: Table) -> spaces.Discrete:
    """The codes of all answers."""
    return spaces.Discrete(table.codes)


def action_number(action: Any) -> int:
    """The code of an action that somebody took; -1, which no code is, for what is no whole number."""
    whole = isinstance(action, int | numpy.integer) and not isinstance(action, bool)
    zero_dimensional = isinstance(action, numpy.ndarray) and action.shape == () and action.dtype.kind in "iu"
    return int(action) if whole or zero_dimensional else -1


def observation_space(table: Table) -> spaces.Dict:
    """A row of numbers and a mask of actions."""
    layout = table.kernel.layout
    least, most = numpy.array(layout.least(), numpy.int16), numpy.array(layout.most(), numpy.int16)
    return spaces.Dict(
        {
            "observation": spaces.Box(least, most, dtype=numpy.int16),
            "action_mask": spaces.Box(0, 1, (table.codes,), numpy.int8),
        }
    )


def observation(sitting: Sitting, seat: Seat) -> dict[str, Any]:
    """What a seat may know and do now."""
    return {"observation": sitting.observe(seat), "action_mask": sitting.mask(seat)}
