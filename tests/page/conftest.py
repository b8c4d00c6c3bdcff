"""One server and one browser for all tests of the page that a worker runs in a row."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from page.evening import browser, served, told_of

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """A browser. Not for the whole session: Playwright keeps the thread's event loop to itself."""
    with browser() as running:
        yield running


@pytest.fixture(scope="package")
def house(chromium: Any) -> Iterator[tuple[str, Any]]:
    """A server's address and the browser."""
    with served() as address:
        yield address, chromium


@pytest.fixture(autouse=True)
def nothing_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that fails leaves its pages open, and their moving pictures would slow down every other."""
    yield
    if "house" in request.fixturenames:
        _, chromium = request.getfixturevalue("house")
        for context in chromium.contexts:
            for page in context.pages:
                if FAILED in request.node.stash and hasattr(page, "awaited"):
                    print(told_of(page))
            context.close()
