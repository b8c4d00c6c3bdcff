"""The learned mind and its judge as the bots read them: in half precision, sizes of inputs folded in, with a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import torch

from learning.nets import Judge, Mind

SPARED = 5
"""Bits of each weight that are rounded off, for a file a quarter smaller. The ladder was played without them."""


def rounded(array: Any) -> Any:
    """An array in half precision without the last bits of its numbers."""
    bits = numpy.ascontiguousarray(array, numpy.float16).view(numpy.uint16).astype(numpy.uint32)
    size = (((bits & 0x7FFF) + (1 << SPARED - 1)) >> SPARED) << SPARED
    return (bits & 0x8000 | size).astype(numpy.uint16).view(numpy.float16)


def write_weights(path: Path, mind: dict[str, Any], judge: dict[str, Any], record: dict[str, Any]) -> None:
    """One file of numbers; `record` tells how they were learned."""
    halves: dict[str, Any] = {}
    for net, state in (("mind", mind), ("judge", judge)):
        halves[f"{net}_first"] = rounded((state["trunk.first.weight"].numpy() * state["trunk.scale"].numpy()).T)
        for layer in ("second", "last"):
            halves[f"{net}_{layer}"] = rounded(state[f"trunk.{layer}.weight"].numpy().T)
        for layer in ("first", "second", "last"):
            halves[f"{net}_{layer}_bias"] = state[f"trunk.{layer}.bias"].numpy().astype(numpy.float16)
    numpy.savez_compressed(path, record=numpy.frombuffer(json.dumps(record).encode(), numpy.uint8), **halves)


def read_mind(path: str) -> Mind:
    """The mind in such a file, to be played against or to go on learning."""
    kept = _read(path)
    mind = Mind(len(kept["mind_first_bias"]))
    _fill(mind, kept, "mind")
    return mind


def read_judge(path: str) -> Judge | None:
    """Its judge, if the file has one."""
    kept = _read(path)
    if "judge_first" not in kept:
        return None
    judge = Judge(len(kept["judge_first_bias"]))
    _fill(judge, kept, "judge")
    return judge


def read_record(path: str) -> dict[str, Any]:
    """How its weights were learned."""
    with numpy.load(path) as kept:
        record: dict[str, Any] = json.loads(kept["record"].tobytes())
    return record


def _read(path: str) -> dict[str, Any]:
    with numpy.load(path) as kept:
        return {name: torch.as_tensor(kept[name].astype(numpy.float32)) for name in kept.files if name != "record"}


def _fill(net: Mind | Judge, kept: dict[str, Any], prefix: str) -> None:
    for name in ("first", "second", "last"):
        layer = getattr(net.trunk, name)
        layer.weight.data.copy_(kept[f"{prefix}_{name}"].T)
        layer.bias.data.copy_(kept[f"{prefix}_{name}_bias"])
