"""The learned mind as the bots read it: half precision, the sizes of the inputs folded in, with its record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import torch

from learning.nets import Mind

SPARED = 5
"""Bits of each weight that are rounded off, for a file a quarter smaller. The ladder was played without them."""


def rounded(array: Any) -> Any:
    """An array in half precision without the last bits of its numbers."""
    bits = numpy.ascontiguousarray(array, numpy.float16).view(numpy.uint16).astype(numpy.uint32)
    size = (((bits & 0x7FFF) + (1 << SPARED - 1)) >> SPARED) << SPARED
    return (bits & 0x8000 | size).astype(numpy.uint16).view(numpy.float16)


def write_weights(path: Path, mind: dict[str, Any], record: dict[str, Any]) -> None:
    """One file of numbers; `record` tells how they were learned."""
    arrays: dict[str, Any] = {}
    arrays["mind_first"] = (mind["trunk.first.weight"].numpy() * mind["trunk.scale"].numpy()).T
    for layer in ("second", "last"):
        arrays[f"mind_{layer}"] = mind[f"trunk.{layer}.weight"].numpy().T
    for layer in ("first", "second", "last"):
        arrays[f"mind_{layer}_bias"] = mind[f"trunk.{layer}.bias"].numpy()
    halves: dict[str, Any] = {}
    for name, array in arrays.items():
        halves[name] = rounded(array) if array.ndim == 2 else array.astype(numpy.float16)
    numpy.savez_compressed(path, record=numpy.frombuffer(json.dumps(record).encode(), numpy.uint8), **halves)


def read_mind(path: str) -> Mind:
    """The mind in such a file, to be played against."""
    with numpy.load(path) as kept:
        arrays = {name: torch.as_tensor(kept[name].astype(numpy.float32)) for name in kept.files if name != "record"}
    mind = Mind(len(arrays["mind_first_bias"]))
    for name in ("first", "second", "last"):
        layer = getattr(mind.trunk, name)
        layer.weight.data.copy_(arrays[f"mind_{name}"].T)
        layer.bias.data.copy_(arrays[f"mind_{name}_bias"])
    return mind
