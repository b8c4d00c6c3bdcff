"""PostgreSQL and Redis for the tests of the server: started when the first test wants them, gone after the last."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest
from bench.backends import Postgres, Redis


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One for all tests: whoever stops it starts it again."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.close()


@pytest.fixture
def house_name() -> str:
    """A house of its own for each test, in the same database."""
    return f"test_{secrets.token_hex(6)}"
