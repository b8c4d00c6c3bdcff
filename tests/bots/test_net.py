"""A layer of a net adds four inputs at once, and leaves out those that are zero."""

from __future__ import annotations

import numpy
import pytest

from triclinium.bots.net import feed
from triclinium.core.compiled import compile_kernels


@pytest.mark.parametrize("seen", range(10))
def test_a_layer_is_a_product_of_matrices_however_many_inputs_are_zero(seen):
    rng = numpy.random.default_rng(seen)
    row = numpy.zeros(11, numpy.float32)
    row[rng.permutation(11)[:seen]] = rng.normal(size=seen)
    weights, bias = (rng.normal(size=shape).astype(numpy.float32) for shape in ((11, 8), 8))
    out = numpy.full(8, 9, numpy.float32)
    compile_kernels((feed,))[feed](row, 11, weights, bias, out, 6)
    assert out[:6] == pytest.approx(row @ weights[:, :6] + bias[:6], abs=1e-5)
    assert (out[6:] == 9).all(), "only the outputs that were asked for"
