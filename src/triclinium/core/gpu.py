"""Compile the kernel functions for an NVIDIA graphics card. Needs `pip install 'triclinium[gpu]'`.

The same functions as on the CPU (`compiled`), with tables of numbers as arrays: a card fetches its instructions slowly,
so what is compiled has to be small.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Any

from triclinium.core.game import BadOptions
from triclinium.core.kernel import is_noted, shapes_of


def cuda_here() -> Any:
    """The CUDA compiler, which has no types. Raises `BadOptions` if there is no usable graphics card."""
    try:
        cuda = import_module("numba.cuda")
    except ModuleNotFoundError:
        raise BadOptions("playing on a graphics card needs more packages: pip install 'triclinium[gpu]'") from None
    if not cuda.is_available():
        raise BadOptions("there is no NVIDIA card here, or its driver does not answer; play on the processor")
    return cuda


def for_gpu(function: FunctionType) -> Any:
    """Compile a kernel function, to be called from others on the card."""
    import numpy

    compiler = import_module("numba.cuda").jit(device=True)
    for name in function.__code__.co_names:
        if _is_table(value := function.__globals__.get(name)):
            function.__globals__[name] = numpy.array(value, numpy.int32)
    return compiler(function)


def _is_table(value: object) -> bool:
    """Whether something is a table of whole numbers."""
    if not isinstance(value, tuple):
        return False
    rows = [len(row) for row in value if isinstance(row, tuple)]
    if rows:
        return len(rows) == len(value) and len(set(rows)) == 1 and all(_is_table(row) for row in value)
    return all(type(number) is int for number in value)


@cache
def numbers_in(state_class: type) -> int:
    """How many numbers a compiled state has; what happened is not among them."""
    return len(_numbered(state_class))


@cache
def movers(state_class: type) -> tuple[FunctionType, FunctionType]:
    """Two functions, `load(s, cells, game)` and `save(s, cells, game)`, written out number by number.

    A card reads and writes fast only where neighbouring threads touch neighbouring numbers. So states lie there number
    by number, each for all games, and a thread works on a copy of its own.
    """
    made = []
    for name, line in (("load", "s.{0} = cells[game, {1}]"), ("save", "cells[game, {1}] = s.{0}")):
        lines = [line.format(field, at) for at, field in enumerate(_numbered(state_class))]
        world: dict[str, Any] = {}
        exec("\n ".join([f"def {name}(s, cells, game):", *lines]), world)
        made.append(world[name])
    return made[0], made[1]


def _numbered(state_class: type) -> list[str]:
    """Every number of a state as an expression: `phase`, `pile[3]`, `accepted[1][26]`."""
    found = []
    for name, shape in shapes_of(state_class).items():
        if is_noted(name, shape):
            continue
        rows = [f"{name}[{row}]" for row in range(shape[0])] if shape else [name]
        found += [f"{row}[{column}]" for row in rows for column in range(shape[1])] if len(shape) == 2 else rows
    return found
