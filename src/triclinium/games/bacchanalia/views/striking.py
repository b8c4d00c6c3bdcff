"""Remove words from a game that was played under other rules, using only its answers and events (BC-23).

Today's rules cannot replay such a game. Its events say which answer told a passage; quotations are found by their
words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from triclinium.core.decision import Answer, Illegal, Json
from triclinium.core.event import Event
from triclinium.games.bacchanalia.rules.passages import veiled
from triclinium.games.bacchanalia.rules.texts import ALOUD, VEILED, Wording, within
from triclinium.games.bacchanalia.views.happenings import EVENTS

FREE = ("text", "name", "place")
"""The fields of an answer that hold people's own words."""


def told_in(answers: Sequence[Answer], told: Sequence[Sequence[Event]]) -> list[int]:
    """For each passage, the index of the entry whose events tell it; without such events, every answer with words."""
    found: dict[int, int] = {}
    for number, events in enumerate(told):
        for event in events:
            passage = event.data.get("passage")
            if type(passage) is int:
                found.setdefault(passage, number)
    if not found:
        return [number for number, answer in enumerate(answers) if "words" in answer]
    return [number for _, number in sorted(found.items())]


def strike(
    answers: Sequence[Answer], told: Sequence[Sequence[Event]], passages: Collection[int]
) -> tuple[list[Answer], list[list[Event]]]:
    """Answers and events without the words of these passages and without what quotes them. Raises `Illegal`."""
    tellings = told_in(answers, told)
    if any(passage >= len(tellings) for passage in passages):
        raise Illegal("refused.no_such_passage", "BC-23")
    entries = {tellings[passage] for passage in passages}
    texts = {text for number in entries for text in _own_words(answers[number], told[number])}
    struck = [veiled(answer) if number in entries else _without(answer, texts) for number, answer in enumerate(answers)]
    return struck, [[new for event in events if (new := _untold(event, texts)) is not None] for events in told]


def _own_words(answer: Answer, events: Sequence[Event]) -> Iterator[str]:
    """Everything that people wrote in an answer."""
    yield from _free(answer)
    for event in events:
        for name, value in event.data.items():
            if isinstance(value, str) and EVENTS.get(event.kind, {}).get(name, "text") == "text":
                yield value


def _free(value: Json, name: str = "") -> Iterator[str]:
    if isinstance(value, str) and value and name in FREE:
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _free(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _free(inner, name)


def _quotes(value: Json, texts: Collection[str]) -> bool:
    return isinstance(value, str) and value != "" and any(within(value, text) or within(text, value) for text in texts)


def _without(answer: Answer, texts: Collection[str]) -> Answer:
    """An answer that quotes none of these texts."""
    if not any(_quotes(word, texts) for word in _free(answer)):
        return answer
    struck = {
        name: None if name in FREE and _quotes(value, texts) else value
        for name, value in answer.items()
        if name not in ("words", "marks")
    }
    if isinstance(struck.get("place"), dict):
        struck["place"] = {"name": None}
    if "words" in answer:
        struck["words"] = Wording(ALOUD).message()
    if "marks" in answer:
        struck["marks"] = []
    return struck


def _untold(event: Event, texts: Collection[str]) -> Event | None:
    """An event without these texts: the event of a veiled telling, if there is one."""
    kinds = EVENTS.get(event.kind, {})
    quoting = [
        name for name, value in event.data.items() if kinds.get(name, "text") == "text" and _quotes(value, texts)
    ]
    if not quoting:
        return event
    data = {name: value for name, value in event.data.items() if name not in quoting}
    if event.kind == "told_in_writing":
        return Event("told", {**data, "form": VEILED}, event.audience)
    if event.kind == "lock_offered":
        return Event("lock_offered_aloud", data, event.audience)
    if event.kind == "named":
        return None
    return Event(event.kind, {**data, **dict.fromkeys(quoting, "")}, event.audience)
