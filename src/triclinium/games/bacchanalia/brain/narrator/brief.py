"""What a model is told before it tells: the guidance in the player's language, the facts chosen, the tale so far.

Only what everybody at the table can read goes in: told passages, names of characters, open cards. A veiled passage has
no words, and people's names stand in no view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triclinium.core.player import Look
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.views.guidance import GUIDANCE
from triclinium.words import BadArguments, NoWords, Words

PASSAGES = 8
"""How many of the latest passages are told."""
PASSAGE_LETTERS = 600
GROUPS = ("cards", "must")


def brief_of(look: Look, telling: Telling, names: Sequence[str] = ()) -> list[dict[str, str]]:
    """The two messages put to a model: who it is, and what to tell now, with the names it is to use."""
    view: Any = look.view
    say = telling.grammar.texts
    lines = [*_character(telling), *_guidance(look, telling)]
    agreed = [*view["table"]["lines"], *view["table"]["veils"]]
    if agreed:
        lines.append(f"{say('prompt.shun')[0]} {'; '.join(agreed)}")
    lines += _story(view, telling)
    if names:
        lines.append(f"{say('prompt.names')[0]} {'; '.join(names)}")
    # The grammar's own telling shows the facts that were chosen, so that words and facts agree.
    lines.append(f"{say('prompt.draft')[0]} {telling.text}")
    tone = say(f"prompt.{view['table']['tone']}")[0]
    return [
        {"role": "system", "content": f"{say('prompt.system')[0]} {tone}"},
        {"role": "user", "content": "\n".join(lines)},
    ]


def _character(telling: Telling) -> list[str]:
    """Who the character is: name, lover, accuser, crime, place."""
    values = {part: telling.value(part) for part in ("name", "lover", "accuser", "crime")}
    values["here"] = telling.grammar.form(telling.memory.place, "the")
    return [telling.grammar.sentences("prompt.character")[0].say(values)]


def _guidance(look: Look, telling: Telling) -> list[str]:
    data: Any = look.decision.data
    guidance = data["guidance"]
    items = [item for group in GROUPS for item in guidance[group]]
    if guidance["entry"] is not None:
        items.append(guidance["entry"])
    seats: Any = look.view["seats"]
    names = [seat["names"].get("who") or telling.grammar.texts("unnamed.who")[0] for seat in seats]
    told = [said(item, telling.grammar.language, names) for item in items]
    return [f"- {line}" for line in told]


def said(item: Any, language: str, names: list[str]) -> str:
    """A piece of guidance in words; by its bare key where the words do not say it."""
    key = item["key"].removeprefix("guidance.")
    try:
        words = Words(language, "bacchanalia")
        return words.tell("guidance", key, item["arguments"], GUIDANCE, names)
    except (NoWords, BadArguments):
        return f"{key} {item['arguments'] or ''}".strip()


def _story(view: Any, telling: Telling) -> list[str]:
    texts = [passage["text"] for passage in view["story"] if passage["text"] is not None]
    if not texts:
        return []
    return [telling.grammar.texts("prompt.story")[0], *(text[:PASSAGE_LETTERS] for text in texts[-PASSAGES:])]
