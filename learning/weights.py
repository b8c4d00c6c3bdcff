"""Write learned weights as the bots read them: half precision, the sizes of the inputs folded in, with their record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy


def write_weights(path: Path, mind: dict[str, Any], judge: dict[str, Any], record: dict[str, Any]) -> None:
    """One file of numbers; `record` tells how they were learned."""
    arrays: dict[str, Any] = {}
    for name, net in (("mind", mind), ("judge", judge)):
        scale = net["trunk.scale"].numpy()
        arrays[f"{name}_first"] = (net["trunk.first.weight"].numpy() * scale).T
        for layer in ("second", "last"):
            arrays[f"{name}_{layer}"] = net[f"trunk.{layer}.weight"].numpy().T
        for layer in ("first", "second", "last"):
            arrays[f"{name}_{layer}_bias"] = net[f"trunk.{layer}.bias"].numpy()
    halves = {name: numpy.ascontiguousarray(array, numpy.float16) for name, array in arrays.items()}
    numpy.savez_compressed(path, record=numpy.frombuffer(json.dumps(record).encode(), numpy.uint8), **halves)
