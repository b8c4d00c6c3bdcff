"""A board for any game: its raw view, and its events and answers in its own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.pretty import Pretty

from triclinium.core.decision import Answer, Decision, Json, Refused
from triclinium.core.game import View
from triclinium.words import Words


class PlainBoard:
    def __init__(self, words: Words, names: Sequence[str], vocabulary: Any) -> None:
        self.words = words
        self.names = names
        self.vocabulary = vocabulary

    def _tell(self, group: str, name: str, data: Mapping[str, Json], schema: str) -> str:
        return self.words.tell(group, name, data, getattr(self.vocabulary, schema), self.names)

    def draw(self, view: View) -> RenderableType:
        return Pretty(view)

    def tell(self, event: dict[str, Json]) -> str:
        data = {name: value for name, value in event.items() if name != "kind"}
        return self._tell("event", str(event["kind"]), data, "EVENTS")

    def prompt(self, decision: Decision) -> str:
        return self._tell("prompt", decision.kind, decision.data or {}, "PROMPTS")

    def label(self, view: View, answer: Answer) -> str:
        data = {name: value for name, value in answer.items() if name != "kind"}
        return self._tell("answer", str(answer["kind"]), data, "ANSWERS")

    def refusal(self, refused: Refused) -> str:
        return self._tell("refused", refused.key.removeprefix("refused."), refused.arguments, "REFUSALS")

    def listed(self, decision: Decision) -> Sequence[Answer]:
        return decision.options

    def short_form(self, decision: Decision) -> str | None:
        return None

    def typed(self, text: str, decision: Decision) -> Answer | None:
        return None
