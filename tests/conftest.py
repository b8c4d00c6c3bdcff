"""Every test deals the cards it dealt in the last run."""

from __future__ import annotations

import fcntl
import os
import random
from collections.abc import Generator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

from deals import DEALS, chance
from sizes import PROOF

settings.register_profile("usual", derandomize=True, database=None)
if not PROOF:
    settings.load_profile("usual")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """One worker imports everything first; the others wait, and find it compiled to bytecode."""
    if not hasattr(session.config, "workerinput"):
        return (yield)
    with (Path(session.config.option.basetemp).parent / "collecting").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests are begun first, so that at the end no worker waits for one.

    At the start each worker is given one stretch of the list, so they are dealt to the beginnings of the stretches.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.get_closest_marker("long")]
    others = iter([item for item in items if not item.get_closest_marker("long")])
    for worker in range(workers):
        begin, end = (len(items) * edge // workers for edge in (worker, worker + 1))
        first = long[worker::workers]
        items[begin:end] = first + list(islice(others, end - begin - len(first)))


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
