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


@pytest.fixture(autouse=True)
def dealt(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, unless this is a proof."""
    if not PROOF:
        DEALS.begin(request.node.nodeid)
        monkeypatch.setattr(random, "_urandom", chance(request.node.nodeid))
