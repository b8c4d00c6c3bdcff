"""Write the learned mind as the bots read it: half precision, the sizes of the inputs folded in, with its record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy


def write_weights(path: Path, mind: dict[str, Any], record: dict[str, Any]) -> None:
    """One file of numbers; `record` tells how they were learned."""
    arrays: dict[str, Any] = {}
    arrays["mind_first"] = (mind["trunk.first.weight"].numpy() * mind["trunk.scale"].numpy()).T
    for layer in ("second", "last"):
        arrays[f"mind_{layer}"] = mind[f"trunk.{layer}.weight"].numpy().T
    for layer in ("first", "second", "last"):
        arrays[f"mind_{layer}_bias"] = mind[f"trunk.{layer}.bias"].numpy()
    halves: dict[str, Any] = {name: numpy.ascontiguousarray(array, numpy.float16) for name, array in arrays.items()}
    numpy.savez_compressed(path, record=numpy.frombuffer(json.dumps(record).encode(), numpy.uint8), **halves)
