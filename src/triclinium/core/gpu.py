"""Compile the kernel functions for an NVIDIA graphics card. Needs `pip install 'triclinium[gpu]'`.

The same functions as on the CPU (`compiled`), with tables of numbers as arrays: a card fetches its instructions slowly,
so what is compiled has to be small.
"""

from __future__ import annotations

from importlib import import_module
from types import FunctionType
from typing import Any

from triclinium.core.game import BadOptions


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
