"""The one class of the package that our words use, by the browser's own ICU (`web/src/offline/worker.ts`)."""

from __future__ import annotations

from collections.abc import Mapping

from browser_words import formatted
from pyodide.ffi import to_js


class MessageFormat:
    """A message in one language."""

    def __init__(self, pattern: str, locale: str) -> None:
        self.pattern, self.locale = pattern, locale

    def format(self, given: Mapping[str, object]) -> str:
        """The message with these arguments."""
        return str(formatted(self.pattern, self.locale, to_js(dict(given), depth=2, dict_converter=_object)))


def _object(pairs: object) -> object:
    from js import Object

    return Object.fromEntries(pairs)
