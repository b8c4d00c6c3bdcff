"""A small net of two hidden layers, as the learned players use it: its weights, and a layer as a kernel function."""

from __future__ import annotations

from typing import Any, NamedTuple

from triclinium.core.kernel import kernel


class Layers(NamedTuple):
    """The weights of a net, a row for each input."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any
    last: Any
    last_bias: Any


def read_layers(kept: Any, prefix: str = "") -> Layers:
    """The weights in an open `.npz` file; they are kept in half precision."""
    import numpy

    return Layers(*(kept[prefix + name].astype(numpy.float32) for name in Layers._fields))


@kernel
def feed(row: Any, size: int, weights: Any, bias: Any, out: Any, outputs: int) -> None:
    """The first so many outputs of a layer, for a row of numbers many of which are zero.

    Four that are not are added at once: going over the sums takes longer than multiplying.
    """
    for unit in range(outputs):
        out[unit] = bias[unit]
    held = 0
    first = 0
    second = 0
    third = 0
    for place in range(size):
        if row[place] == 0:
            continue
        if held == 0:
            first = place
        elif held == 1:
            second = place
        elif held == 2:
            third = place
        else:
            add_four(row, first, second, third, place, weights, out, outputs)
        held = (held + 1) % 4
    if held > 0:
        add(row, first, weights, out, outputs)
    if held > 1:
        add(row, second, weights, out, outputs)
    if held > 2:
        add(row, third, weights, out, outputs)


@kernel
def add(row: Any, place: int, weights: Any, out: Any, outputs: int) -> None:
    value = row[place]
    weight = weights[place]
    for unit in range(outputs):
        out[unit] += value * weight[unit]


@kernel
def add_four(row: Any, a: int, b: int, c: int, d: int, weights: Any, out: Any, outputs: int) -> None:
    v = row[a]
    w = row[b]
    x = row[c]
    y = row[d]
    of_a = weights[a]
    of_b = weights[b]
    of_c = weights[c]
    of_d = weights[d]
    for unit in range(outputs):
        out[unit] += v * of_a[unit] + w * of_b[unit] + x * of_c[unit] + y * of_d[unit]


@kernel
def rectify(out: Any, nought: Any) -> None:
    """Let nothing negative through. `nought` is a zero of the layer's own precision, so that nothing widens."""
    for unit in range(len(out)):
        out[unit] = max(out[unit], nought)
