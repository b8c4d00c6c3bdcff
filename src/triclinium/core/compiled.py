"""Compile the kernel functions with Numba, to run over records of a structured array.

No rule is written twice: Numba is given each function's own code, with the functions it calls replaced by their
compiled versions. Numba is an extra (`pip install triclinium[bots]`); without it the plain functions run.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from triclinium.core.kernel import is_kernel, is_noted, shapes_of, small_fields

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


@cache
def packed_dtype(state_class: type) -> Any:
    """The record type of a state without its notes, as small as its numbers allow.

    Its size is an odd number of words of four bytes: a graphics card keeps memory that threads share in 32 banks, and
    the same field of neighbouring records then lies in different banks.
    """
    import numpy

    small = small_fields(state_class)
    fields = [
        (name, "i1" if name in small else "i2", shape)
        for name, shape in shapes_of(state_class).items()
        if not is_noted(name, shape)
    ]
    tight: Any = numpy.dtype(fields, align=True)
    form: Any = {
        "names": list(tight.names),
        "formats": [tight.fields[name][0] for name in tight.names],
        "offsets": [tight.fields[name][1] for name in tight.names],
        "itemsize": (-(-tight.itemsize // 4) | 1) * 4,
    }
    return numpy.dtype(form)


def write_record(record: Any, state: Any) -> None:
    """Copy a plain state into a record, without the notes of what happened."""
    for name, shape in state.__shapes__.items():
        if not is_noted(name, shape):
            record[name] = getattr(state, name)
    record["taping"] = 0


def numbers_in_rows(records: Any, state_class: type) -> Any:
    """The numbers of many records, a row for each; what happened is not among them."""
    import numpy

    fields = [name for name, shape in shapes_of(state_class).items() if not is_noted(name, shape)]
    rows = [records[name].reshape(len(records), -1).astype(numpy.int16, copy=False) for name in fields]
    return numpy.concatenate(rows, axis=1)


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
        source = compiled_as(function)
        for name in source.__code__.co_names:
            neighbour = source.__globals__.get(name)
            if isinstance(neighbour, FunctionType) and is_kernel(neighbour):
                waiting.append(neighbour)
    return found


def compiled_as(function: FunctionType) -> FunctionType:
    """What to compile for a function: the function itself, or its silent stand-in if it only notes events."""
    source: FunctionType = vars(function).get("compiled_as", function)
    return source


def compile_with(compiler: Compiler, functions: Iterable[Callable[..., Any]]) -> dict[Callable[..., Any], Any]:
    """Compile functions and all they call. Maps each function to its compiled version."""
    originals = related(functions)
    twins: dict[int, Any] = {}
    worlds: list[tuple[FunctionType, dict[str, Any]]] = []
    for key, original in originals.items():
        source = compiled_as(original)
        world = dict(source.__globals__)
        twin = FunctionType(source.__code__, world, original.__name__, original.__defaults__)
        twin.__module__ = original.__module__
        twin.__qualname__ = original.__qualname__
        twins[key] = compiler(twin)
        worlds.append((original, world))
    for original, world in worlds:
        for name in compiled_as(original).__code__.co_names:
            neighbour = world.get(name)
            if id(neighbour) in twins:
                world[name] = twins[id(neighbour)]
    return {originals[key]: twin for key, twin in twins.items()}


def compile_kernels(functions: Iterable[Callable[..., Any]], *, cached: bool = True) -> dict[Callable[..., Any], Any]:
    """Compile for the CPU. Compiled code is cached for the user, each function by itself and keyed by all it uses.

    Of several processes that need the same function at once, one compiles it; the others wait and load it. What is
    called by compiled functions alone gets no door for Python: doors take a sixth of the time.
    """
    import numba

    functions = tuple(functions)
    if not cached:
        return compile_with(numba.njit(nogil=True), functions)
    settings: Any = numba.config
    before = settings.CACHE_DIR
    home = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "triclinium"
    keys: dict[int, str] = {}
    called = {compiled_as(function).__code__ for function in functions if isinstance(function, FunctionType)}

    def compiler(twin: FunctionType) -> Any:
        inner = twin.__code__ not in called
        folder = home / f"{_key_of(twin, keys)[:24]}{'-inner' if inner else ''}"
        settings.CACHE_DIR = str(folder)
        compiled: Any = numba.njit(nogil=True, cache=True, no_cpython_wrapper=inner, no_cfunc_wrapper=True)(twin)
        compiled.compile = _compiling_once(compiled.compile, folder / "compiling")
        return compiled

    try:
        return compile_with(compiler, functions)
    finally:
        settings.CACHE_DIR = before


def _compiling_once(compiling: Callable[[Any], Any], lock: Path) -> Callable[[Any], Any]:
    """Numba's way to compile a function for some types, but for all whole numbers alike and by one process at a time.

    Numba would compile a function anew for each small number and each constant that it is called with, although they
    all are computed with as large ones: twice as many functions in all.

    Nobody waits for ever: kernel functions do not call themselves, so whoever compiles a function waits only for those
    it calls. And in one process only one thread compiles: Numba's own lock is taken first.
    """
    import numba
    from numba.core.compiler_lock import global_compiler_lock

    types: Any = numba.types

    def wide(given: Any) -> Any:
        kind = types.unliteral(given)
        return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

    def compile_once(given: tuple[Any, ...]) -> Any:
        with global_compiler_lock, _held(lock):
            return compiling(tuple(wide(one) for one in given))

    return compile_once


@contextmanager
def _held(lock: Path) -> Iterator[None]:
    """Hold a lock between processes; where the file system has none, everybody goes on at once."""
    import fcntl

    with lock.open("w") as file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _key_of(function: FunctionType, known: dict[int, str]) -> str:
    """The key of a function: its source, the constants it uses and every function it calls.

    Numba looks only at the file a function is written in. It would not see a change in a neighbour's file, nor tell
    a pattern that is bound to one game from the same pattern bound to another.
    """
    if (found := known.get(id(function))) is not None:
        return found
    known[id(function)] = function.__qualname__  # for one that calls itself
    source = compiled_as(function)
    key = hashlib.sha256(f"{function.__module__}.{function.__qualname__}{_file_key(inspect.getfile(source))}".encode())
    for name in source.__code__.co_names:
        value = source.__globals__.get(name)
        if isinstance(value, FunctionType):
            key.update(f"{name}()={_key_of(value, known)}".encode())
        elif isinstance(value, ModuleType):
            key.update(f"{name}:{_file_key(getattr(value, '__file__', name))}".encode())
        else:
            key.update(f"{name}={_constant(value)}".encode())
    known[id(function)] = key.hexdigest()
    return known[id(function)]


def _constant(value: Any) -> str:
    """A global as compiled code sees it; arrays in full."""
    return repr(value.tolist()) if hasattr(value, "tolist") else repr(value)


@cache
def _file_key(file: str) -> str:
    path = Path(file)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else file
