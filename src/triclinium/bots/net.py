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
    """The first so many outputs of a layer, for a row of numbers many of which are zero."""
    for unit in range(outputs):
        out[unit] = bias[unit]
    for place in range(size):
        value = row[place]
        if value != 0:
            weight = weights[place]
            for unit in range(outputs):
                out[unit] += value * weight[unit]


@kernel
def rectify(out: Any, nought: Any) -> None:
    """Let nothing negative through. `nought` is a zero of the layer's own precision, so that nothing widens."""
    for unit in range(len(out)):
        out[unit] = max(out[unit], nought)
