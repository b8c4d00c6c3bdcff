"""How much is tried: a little in `make test`, which everybody waits for, and much in `make proof`."""

from __future__ import annotations

import os

PROOF = os.environ.get("TRICLINIUM_PROOF") == "1"


def many(usual: int, proof: int) -> int:
    """How many games, scenes or examples."""
    return proof if PROOF else usual
