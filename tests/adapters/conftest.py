"""What the tests of the adapters share."""

from __future__ import annotations

import pytest

from sizes import PROOF
from triclinium.adapters.setup import PLAIN


@pytest.fixture
def plain_unless_proof(monkeypatch):
    """Ben Hur takes a minute and a half to compile: without proof its doors are tried with the plain rules."""
    if not PROOF:
        monkeypatch.setenv(PLAIN, "1")


@pytest.fixture(autouse=True)
def plain_races(request):
    """The same for every test that is given Ben Hur by one of its names."""
    given = request.node.callspec.params.values() if hasattr(request.node, "callspec") else ()
    if any("hur" in str(value).lower() for value in given):
        request.getfixturevalue("plain_unless_proof")
