"""Every test deals the cards it dealt in the last run."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

from deals import DEALS, chance
from sizes import PROOF

settings.register_profile("usual", derandomize=True, database=None)
if not PROOF:
    settings.load_profile("usual")


@pytest.fixture(scope="session")
def named(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file for the name of the test that runs."""
    DEALS.file = tmp_path_factory.mktemp("deals") / "name"
    DEALS.begin("")


@pytest.fixture(autouse=True)
def dealt(named: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, unless this is a proof."""
    if not PROOF:
        DEALS.begin(request.node.nodeid)
        monkeypatch.setattr(random, "_urandom", chance(request.node.nodeid))
