"""The prompt for a model: the guidance in the player's language, the facts of the passage, one's own story so far.

It contains what everybody at the table can read, and no words of other people: facts, names of characters and places,
open cards, and the passages of one's own seat. What a person asked as Bacchus, or marked, is not in it. Lines and
veils are in it only with consent. The names of people are in no view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from triclinium.core.player import Look
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.views.guidance import GUIDANCE
from triclinium.words import BadArguments, NoWords, Words

PASSAGES = 8
"""How many of one's latest passages to include."""
PASSAGE_LETTERS = 600
LABELS = ("shun", "story", "names", "facts", "must", "must_not")


@dataclass(frozen=True, slots=True)
class Brief:
    """A prompt, and the lines of it that are instructions and must not reappear in the story."""

    messages: tuple[dict[str, str], ...]
    instructions: tuple[str, ...]


def brief_of(
    look: Look, telling: Telling, facts: Sequence[str], names: Sequence[str] = (), lines: bool = True
) -> Brief:
    """Who the model is, what to tell now, the facts, what to leave out, and the names to use.

    With `lines`, the table's lines and veils are in it.
    """
    view: Any = look.view
    say = telling.grammar.texts
    tone = say(f"prompt.{view['table']['tone']}")[0]
    system = f"{say('prompt.system')[0]} {tone}"
    asked = _guidance(look, telling)
    said = [*_character(telling), *asked]
    if facts:
        said += [say("prompt.facts")[0], *(f"- {fact}" for fact in facts)]
    agreed = [*view["table"]["lines"], *view["table"]["veils"]]
    if agreed and lines:
        said.append(f"{say('prompt.shun')[0]} {_joined(agreed, telling)}")
    said += _story(view, look.seat, telling)
    if names:
        said.append(f"{say('prompt.names')[0]} {_joined(names, telling)}")
    labels = [say(f"prompt.{name}")[0] for name in LABELS]
    messages = ({"role": "system", "content": system}, {"role": "user", "content": "\n".join(said)})
    return Brief(messages, (system, *asked, *labels))


def _joined(texts: Sequence[str], telling: Telling) -> str:
    """Join texts as the language does."""
    joined = telling.grammar.sentences("prompt.joined")[0].message
    return reduce(lambda first, text: joined.format({"first": first, "next": text}), texts)


def _character(telling: Telling) -> list[str]:
    """The character: name, lover, accuser, crime, place."""
    values = {part: telling.value(part) for part in ("name", "lover", "accuser", "crime")}
    values["here"] = telling.grammar.form(telling.memory.place, "the")
    return [telling.grammar.sentences("prompt.character")[0].say(values)]


def _guidance(look: Look, telling: Telling) -> list[str]:
    """What the cards did and require: what the scene is about, what it must do and must not do."""
    data: Any = look.decision.data
    guidance = data["guidance"]
    seats: Any = look.view["seats"]
    names = [seat["names"].get("who") or telling.grammar.texts("unnamed.who")[0] for seat in seats]
    language = telling.grammar.language
    lines = [f"- {said(item, language, names)}" for item in guidance["cards"]]
    if guidance["entry"] is not None:
        lines.append(f"- {said(guidance['entry'], language, names)}")
    for group in ("must", "must_not"):
        if guidance[group]:
            lines.append(telling.grammar.texts(f"prompt.{group}")[0])
            lines += [f"- {said(item, language, names)}" for item in guidance[group]]
    return lines


def said(item: Any, language: str, names: list[str]) -> str:
    """A piece of guidance in words; its bare key if there are no words for it."""
    key = item["key"].removeprefix("guidance.")
    try:
        words = Words(language, "bacchanalia")
        return words.tell("guidance", key, item["arguments"], GUIDANCE, names)
    except (NoWords, BadArguments):
        return f"{key} {item['arguments'] or ''}".strip()


def _story(view: Any, seat: int, telling: Telling) -> list[str]:
    """One's own passages: what others told is theirs."""
    texts = [passage["text"] for passage in view["story"] if passage["seat"] == seat and passage["text"] is not None]
    if not texts:
        return []
    return [telling.grammar.texts("prompt.story")[0], *(text[:PASSAGE_LETTERS] for text in texts[-PASSAGES:])]
