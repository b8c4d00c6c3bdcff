"""Rules as kernel functions: small typed functions over a state of named whole numbers.

The decorator `kernel` only registers a function. At the table it runs as plain Python; `core.compiled` compiles the
same function, unchanged.

A state is a class decorated with `state`. Its fields are whole numbers or fixed rows of them:

>>> @state
... class Cup:
...     filled: int
...     belt: Annotated[list[int], 5]
...     accepted: Annotated[list[list[int]], 5, 3]
>>> cup = Cup()
>>> cup.filled, cup.belt, cup.accepted[4]
(0, [0, 0, 0, 0, 0], [0, 0, 0])

Kernel functions allocate nothing, raise nothing, do not recurse and hold no Python objects. So they can also be
compiled for a GPU.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

Function = TypeVar("Function", bound=Callable[..., Any])
StateT = TypeVar("StateT")

Shape = tuple[int, ...]
"""() for a single number, (5,) for a row of five, (5, 27) for five rows of 27."""

SMALL = "small"
"""Says of a row that each of its numbers lies between -128 and 127 at every table: `Annotated[list[int], 5, SMALL]`."""

TAPE = "tape"
NOTED = (TAPE, "history")
"""Fields that note what happened. Compiled states keep one place of each, because they note nothing."""

_KERNELS: dict[str, list[Callable[..., Any]]] = {}


def kernel(function: Function) -> Function:
    """Register a function of the rules for compilation and return it unchanged."""
    _KERNELS.setdefault(function.__module__, []).append(function)
    vars(function)["kernel"] = True
    return function


def spoken(unheard: Callable[..., Any]) -> Callable[[Function], Function]:
    """Register a kernel function that only notes events. Compiled rules, which need none, call `unheard` instead."""

    def decorate(function: Function) -> Function:
        vars(function)["compiled_as"] = unheard
        return kernel(function)

    return decorate


def is_noted(name: str, shape: Shape) -> bool:
    """Whether a field notes what happened."""
    return bool(shape) and name.startswith(NOTED)


def is_kernel(thing: object) -> bool:
    """Whether something is a kernel function, or a pattern bound to one."""
    return isinstance(thing, FunctionType) and "kernel" in vars(thing)


def bind(patterns: Iterable[Callable[..., Any]], doors: Mapping[str, Any], module: str) -> dict[str, FunctionType]:
    """Turn patterns into kernel functions. A pattern calls functions such as `legal` by name; `doors` supplies a game's
    own.

    The patterns see the doors and each other, and everything in their own module.
    """
    bound: dict[str, FunctionType] = {}
    for pattern in patterns:
        assert isinstance(pattern, FunctionType)
        function = FunctionType(pattern.__code__, {}, pattern.__name__, pattern.__defaults__)
        function.__module__ = module
        function.__doc__ = pattern.__doc__
        function.__globals__.update(pattern.__globals__)
        vars(function)["kernel"] = True
        bound[pattern.__name__] = function
    for function in bound.values():
        function.__globals__.update(doors)
        function.__globals__.update(bound)
    return bound


def kernels_of(module: str) -> tuple[Callable[..., Any], ...]:
    """The kernel functions of a module, in order."""
    return tuple(_KERNELS.get(module, ()))


def shapes_of(state_class: type) -> dict[str, Shape]:
    """The fields of a state class with their shapes, in order."""
    shapes: dict[str, Shape] = state_class.__shapes__  # type: ignore[attr-defined]
    return shapes


def small_fields(state_class: type) -> frozenset[str]:
    """The fields whose numbers fit into a byte."""
    small: frozenset[str] = state_class.__small__  # type: ignore[attr-defined]
    return small


def state(blueprint: type[StateT]) -> type[StateT]:
    """Turn a class body of annotated fields into a slotted class. Every number starts at zero."""
    hints = get_type_hints(blueprint, include_extras=True)
    shapes = {name: _shape(name, hint) for name, hint in hints.items()}
    small = frozenset(name for name, hint in hints.items() if SMALL in get_args(hint))

    body = {
        "__slots__": tuple(shapes),
        "__shapes__": shapes,
        "__small__": small,
        "__doc__": blueprint.__doc__,
        "__module__": blueprint.__module__,
        "__qualname__": blueprint.__qualname__,
        "__annotations__": blueprint.__annotations__,
        "__init__": _starter(shapes),
        "__copy__": _copier(shapes),
        "__pack__": _packer(shapes),
    }
    made: Any = type(blueprint.__name__, (), body)
    return cast(type[StateT], made)


def copy_into(target: Any, source: Any) -> None:
    """Make `target` equal to `source`, reusing the rows of `target`."""
    for name, shape in source.__shapes__.items():
        if len(shape) == 2:
            for mine, theirs in zip(getattr(target, name), getattr(source, name), strict=True):
                mine[:] = theirs
        elif shape:
            getattr(target, name)[:] = getattr(source, name)
        else:
            setattr(target, name, getattr(source, name))


def copy_of(source: StateT) -> StateT:
    copied: StateT = source.__copy__()  # type: ignore[attr-defined]
    return copied


def unpacked(state_class: type[StateT], packed: tuple[int, ...]) -> StateT:
    """The state that was packed. Its tape is empty, as it is between two answers."""
    made: Any = state_class()
    at = 0
    for name, shape in shapes_of(state_class).items():
        if name == TAPE:
            continue
        if not shape:
            setattr(made, name, packed[at])
            at += 1
            continue
        for row in getattr(made, name) if len(shape) == 2 else (getattr(made, name),):
            row[:] = packed[at : at + len(row)]
            at += len(row)
    return cast(StateT, made)


def _starter(shapes: Mapping[str, Shape]) -> Callable[[Any], None]:
    """Generate a function that sets every number of such a state to zero."""
    lines = [f" self.{name} = {_zeros(shape)}" for name, shape in shapes.items()]
    world: dict[str, Any] = {}
    exec("\n".join(["def __init__(self):", *lines]), world)
    starter: Callable[[Any], None] = world["__init__"]
    return starter


def _packer(shapes: Mapping[str, Shape]) -> Callable[[Any], tuple[int, ...]]:
    """Generate a function that gives the whole state, without its tape, as one row of numbers: to keep, not to play on.

    A state is fifty objects, which the garbage collector looks at one by one; a row of numbers it does not look at.
    """
    parts = []
    for name, shape in shapes.items():
        if name == TAPE:
            continue
        if len(shape) == 2:
            parts += [f"*self.{name}[{row}]" for row in range(shape[0])]
        else:
            parts.append(f"{'*' if shape else ''}self.{name}")
    world: dict[str, Any] = {}
    exec(f"def __pack__(self): return ({', '.join(parts)},)", world)
    packer: Callable[[Any], tuple[int, ...]] = world["__pack__"]
    return packer


def _copier(shapes: Mapping[str, Shape]) -> Callable[[Any], Any]:
    """Generate a function that copies such a state, written out field by field as a dataclass does.

    A table copies the state for every answer. A loop over field names takes three times as long.
    """
    lines = ["def __copy__(self):", " copy = new(type(self))"]
    for name, shape in shapes.items():
        if not shape:
            lines.append(f" copy.{name} = self.{name}")
        elif len(shape) == 1:
            lines.append(f" copy.{name} = self.{name}.copy()")
        else:
            rows = [f"row_{number}" for number in range(shape[0])]
            lines.append(f" [{', '.join(rows)}] = self.{name}")
            lines.append(f" copy.{name} = [{', '.join(f'{row}.copy()' for row in rows)}]")
    world: dict[str, Any] = {"new": object.__new__}
    exec("\n".join([*lines, " return copy"]), world)
    copier: Callable[[Any], Any] = world["__copy__"]
    return copier


def numbers_of(state: Any) -> dict[str, Any]:
    """The whole state as plain JSON without the notes. For comparison only, never for a player."""
    return {name: _plain(getattr(state, name), shape) for name, shape in state.__shapes__.items() if name != TAPE}


def state_of(state_class: type[StateT], numbers: Mapping[str, Any]) -> StateT:
    """The state of which these are the numbers. Raises `ValueError` if they are none."""
    made, shapes = state_class(), shapes_of(state_class)
    if numbers.keys() | {TAPE} != shapes.keys() | {TAPE}:
        raise ValueError("other fields")
    for name, value in numbers.items():
        if not _fits(value, shapes[name]):
            raise ValueError(f"{name} has another shape")
        setattr(made, name, value)
    return made


def _fits(value: Any, shape: Shape) -> bool:
    if not shape:
        return type(value) is int
    return type(value) is list and len(value) == shape[0] and all(_fits(each, shape[1:]) for each in value)


def _shape(name: str, hint: Any) -> Shape:
    if hint is int:
        return ()
    if get_origin(hint) is Annotated:
        lengths = [part for part in get_args(hint)[1:] if part != SMALL]
        if 1 <= len(lengths) <= 2 and all(isinstance(length, int) and length > 0 for length in lengths):
            return tuple(lengths)
    raise TypeError(f"field {name!r} must be int or Annotated[list[int], length, ...], not {hint!r}")


def _zeros(shape: Shape) -> str:
    """The zeros of a field, as Python writes them."""
    if not shape:
        return "0"
    if len(shape) == 1:
        return f"[0] * {shape[0]}"
    return f"[[0] * {shape[1]} for _ in range({shape[0]})]"


def _plain(value: Any, shape: Shape) -> Any:
    if not shape:
        return int(value)
    if len(shape) == 1:
        return [int(number) for number in value]
    return [[int(number) for number in row] for row in value]
