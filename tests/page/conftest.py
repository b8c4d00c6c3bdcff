"""One server and one browser for all tests of the page that a worker runs in a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from page.evening import browser, served


@pytest.fixture(scope="package")
def house() -> Iterator[tuple[str, Any]]:
    """The server's address and a browser. Not for the whole session: Playwright keeps the thread's event loop."""
    with served() as address, browser() as chromium:
        yield address, chromium
