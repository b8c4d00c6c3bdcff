"""Tests of difference: against known values, against a library, and that chance alone is seldom called real."""

from __future__ import annotations

import random

import numpy
import pytest

from triclinium.core.intervals import Share
from triclinium.lab.difference import SURE, holm, of_lengths, of_shares


def test_two_proportions_agree_with_the_chi_squared_test() -> None:
    from scipy.stats import chi2_contingency

    for first, second in (
        (Share(56, 70), Share(48, 80)),
        (Share(3, 100), Share(9, 90)),
        (Share(500, 999), Share(1, 3)),
    ):
        table = [[first.count, first.of - first.count], [second.count, second.of - second.count]]
        assert of_shares(first, second).p == pytest.approx(chi2_contingency(table, correction=False).pvalue)


def test_the_interval_of_a_difference_is_newcombes() -> None:
    """The example of Newcombe (1998): 56 of 70 against 48 of 80, method 10."""
    difference = of_shares(Share(48, 80), Share(56, 70))
    assert (round(difference.effect, 4), round(difference.low, 4), round(difference.high, 4)) == (0.2, 0.0524, 0.3339)


def test_equal_shares_and_empty_ones_differ_in_nothing() -> None:
    assert of_shares(Share(0, 10), Share(0, 20)).p == 1.0
    assert of_shares(Share(0, 0), Share(3, 20)).p == 1.0


def test_lengths_that_differ_are_told_apart_and_others_are_not() -> None:
    rng = numpy.random.default_rng(3)
    one, other = rng.poisson(14, 4000), rng.poisson(15, 4000)
    apart = of_lengths(one, other)
    assert apart.low < 1 < apart.high and apart.p < 0.001
    alike = of_lengths(one, rng.poisson(14, 4000))
    assert alike.low < 0 < alike.high and alike.p > SURE


def test_holm_keeps_its_promise_over_many_tests() -> None:
    """With no difference anywhere, at most one family in twenty calls something real."""
    rng = random.Random(5)
    false_alarms = 0
    for _ in range(400):
        chances = []
        for _ in range(9):
            one, other = (Share(sum(rng.random() < 0.3 for _ in range(100)), 100) for _ in range(2))
            chances.append(of_shares(one, other).p)
        false_alarms += min(holm(chances)) < SURE
    assert false_alarms <= 400 * SURE * 1.6


def test_holm_is_never_kinder_than_the_tests_themselves() -> None:
    chances = [0.2, 0.001, 0.04, 0.9]
    assert all(after >= before for before, after in zip(chances, holm(chances), strict=True))
    assert holm([]) == []
