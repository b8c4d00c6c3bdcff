"""Write what the page needs to put messages into words: the type of each argument, and the paragraph behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from triclinium.core.manifest import manifest_of
from triclinium.games import GAMES

GROUPS = {
    "event": "EVENTS",
    "prompt": "PROMPTS",
    "answer": "ANSWERS",
    "refused": "REFUSALS",
    "hint": "HINTS",
    "guidance": "GUIDANCE",
    "story": "STORY",
}
"""Each group of messages with its declaration; only a game of stories has the last two."""


def vocabulary() -> dict[str, dict[str, Any]]:
    """By game and group: the messages with their arguments, the paragraphs, and what to tell afterwards."""
    told = {}
    for game in GAMES:
        module = manifest_of(game).part("vocabulary")
        groups = {group: getattr(module, name) for group, name in GROUPS.items() if hasattr(module, name)}
        paragraphs = manifest_of(game).part("paragraphs").PARAGRAPHS
        told[game] = {**groups, "paragraph": paragraphs, "tidings": list(module.TIDINGS)}
        told[game]["numbered"] = list(manifest_of(game).numbered)
    return told


def main() -> None:
    target = Path(__file__).parent / "src/lib/vocabulary.json"
    target.write_text(json.dumps(vocabulary(), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
