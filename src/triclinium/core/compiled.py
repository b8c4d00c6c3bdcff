"""Compile the kernel functions with Numba, to run over records of a structured array.

No rule is written twice: Numba is given each function's own code, with the functions it calls replaced by their
compiled versions. Numba is an extra (`pip install triclinium[bots]`); without it the plain functions run.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from triclinium.core.kernel import is_kernel, is_noted, shapes_of

Compiler = Callable[[FunctionType], Any]


@cache
def numba_is_here() -> bool:
    """Whether Numba is installed. Cached, because the answer means a search through folders."""
    return importlib.util.find_spec("numba") is not None


@cache
def dtype_of(state_class: type) -> Any:
    """The record type of a state class. Always the same object: an equal but distinct one slows every call."""
    import numpy

    fields = [
        (name, "i2", (1,) * len(shape) if is_noted(name, shape) else shape)
        for name, shape in shapes_of(state_class).items()
    ]
    return numpy.dtype(fields, align=True)


def write_record(record: Any, state: Any) -> None:
    """Copy a plain state into a record, without the notes of what happened."""
    for name, shape in state.__shapes__.items():
        if not is_noted(name, shape):
            record[name] = getattr(state, name)
    record["taping"] = 0


def read_record(record: Any, state: Any) -> None:
    for name, shape in state.__shapes__.items():
        if is_noted(name, shape):
            continue
        value = record[name]
        setattr(state, name, value.tolist() if shape else int(value))


def related(functions: Iterable[Callable[..., Any]]) -> dict[int, FunctionType]:
    """The functions and every kernel function they call, directly or not."""
    found: dict[int, FunctionType] = {}
    waiting = [function for function in functions if isinstance(function, FunctionType)]
    while waiting:
        function = waiting.pop()
        if id(function) in found:
            continue
        found[id(function)] = function
        source = _compiled_as(function)
        for name in source.__code__.co_names:
            neighbour = source.__globals__.get(name)
            if isinstance(neighbour, FunctionType) and is_kernel(neighbour):
                waiting.append(neighbour)
    return found


def _compiled_as(function: FunctionType) -> FunctionType:
    """What to compile for a function: the function itself, or its silent stand-in if it only notes events."""
    source: FunctionType = vars(function).get("compiled_as", function)
    return source


def compile_with(compiler: Compiler, functions: Iterable[Callable[..., Any]]) -> dict[Callable[..., Any], Any]:
    """Compile functions and all they call. Maps each function to its compiled version."""
    originals = related(functions)
    twins: dict[int, Any] = {}
    worlds: list[tuple[FunctionType, dict[str, Any]]] = []
    for key, original in originals.items():
        source = _compiled_as(original)
        world = dict(source.__globals__)
        twin = FunctionType(source.__code__, world, original.__name__, original.__defaults__)
        twin.__module__ = original.__module__
        twin.__qualname__ = original.__qualname__
        twins[key] = compiler(twin)
        worlds.append((original, world))
    for original, world in worlds:
        for name in _compiled_as(original).__code__.co_names:
            neighbour = world.get(name)
            if id(neighbour) in twins:
                world[name] = twins[id(neighbour)]
    return {originals[key]: twin for key, twin in twins.items()}


def compile_kernels(functions: Iterable[Callable[..., Any]], *, cached: bool = True) -> dict[Callable[..., Any], Any]:
    """Compile for the CPU. Compiled code is cached for the user, keyed by all the sources it came from."""
    import numba

    functions = tuple(functions)
    if not cached:
        return compile_with(numba.njit(nogil=True), functions)
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(_cache_folder(related(functions).values()))
    try:
        return compile_with(numba.njit(nogil=True, cache=True), functions)
    finally:
        settings.CACHE_DIR = before


def _cache_folder(functions: Iterable[FunctionType]) -> Path:
    """A cache folder for exactly these sources: Numba alone would miss a change in another file."""
    files = sorted({inspect.getfile(function) for function in functions})
    mark = hashlib.sha256()
    for file in files:
        mark.update(Path(file).read_bytes())
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return home / "triclinium" / mark.hexdigest()[:16]
