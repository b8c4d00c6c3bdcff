"""A story as a file: Markdown, plain text, or a web page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from itertools import groupby, zip_longest
from typing import Any, TypeAlias

from triclinium.core.game import AnyGame
from triclinium.core.manifest import manifest_of
from triclinium.core.tale import ASIDE, HEADING, ITEM, LABEL, QUOTE, TEXT, TITLE, UNDER, Block, Say, TellsTale
from triclinium.words import Words

FORMATS = {"md": "text/markdown", "txt": "text/plain", "html": "text/html"}
"""Each format with its media type."""


class NoTale(Exception): ...


Names: TypeAlias = "Sequence[str | None]"
"""The players' names by seat; None for a player who is not named."""


def tale_of(game: AnyGame, state: Any, words: Words, form: str = "md", names: Names = ()) -> str:
    """The story of a game so far, in a language.

    A player without a name in `names` is called the first teller, the second teller, and so on: a record holds no
    names.
    """
    if not isinstance(game, TellsTale):
        raise NoTale(game.info.id)
    said = game.tale(state, saying(game, words, names))
    return WRITERS[form](said, words.language)


def saying(game: AnyGame, words: Words, names: Names = ()) -> Say:
    """Puts the keys of a game's story into a language."""
    schema = manifest_of(game.info.id).part("vocabulary").STORY
    tellers = [words.say("story.teller", number=seat + 1) for seat in range(max(game.info.seats))]
    tellers = [name or teller for name, teller in zip_longest(names, tellers)]

    def say(key: str, **arguments: object) -> str:
        return words.tell("story", key.removeprefix("story."), arguments, schema, tellers)

    return say


# --- Markdown -----------------------------------------------------------------------------------

SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~&$]")
LIST_SIGN = re.compile(r"^(\s*\d*)([-+.)])")
"""What starts a list at the beginning of a line."""
MARKED = {
    TITLE: "# {}",
    HEADING: "## {}",
    UNDER: "*{}*",
    LABEL: "**{}**",
    TEXT: "{}",
    ASIDE: "*{}*",
    QUOTE: "> {}",
    ITEM: "- {}",
}


def escaped(text: str) -> str:
    """Escape everything that Markdown would read as markup.

    >>> escaped("1. I *ran*. - You?")
    '1\\\\. I \\\\*ran\\\\*. - You?'
    """
    return LIST_SIGN.sub(r"\1\\\2", SPECIAL.sub(r"\\\g<0>", text))


def markdown(blocks: Sequence[Block], language: str = "en") -> str:
    return _joined(blocks, _marked)


def _marked(block: Block) -> str:
    text = escaped(block.text)
    if block.strong:
        strong = escaped(block.strong)
        text = text.replace(strong, f"**{strong}**", 1)
    return MARKED[block.kind].format(text)


def _joined(blocks: Sequence[Block], row: Callable[[Block], str]) -> str:
    """Paragraphs, with list items kept together."""
    parts = [
        ("\n" if kind == ITEM else "\n\n").join(row(block) for block in some)
        for kind, some in groupby(blocks, key=lambda block: block.kind)
    ]
    return "\n\n".join(parts) + "\n"


# --- Plain text ---------------------------------------------------------------------------------


def plain(blocks: Sequence[Block], language: str = "en") -> str:
    """Plain text for any screen, printer or screen reader."""
    return _joined(blocks, _plain)


def _plain(block: Block) -> str:
    if block.kind in (TITLE, HEADING):
        line = ("=" if block.kind == TITLE else "-") * len(block.text)
        return f"{block.text}\n{line}"
    return f"- {block.text}" if block.kind == ITEM else block.text


# --- A page -------------------------------------------------------------------------------------

TAGS = {TITLE: "h1", HEADING: "h2", UNDER: "p", LABEL: "h3", TEXT: "p", ASIDE: "p", QUOTE: "blockquote", ITEM: "li"}
STYLE = (
    "body{font:1.15rem/1.6 Georgia,serif;max-width:38em;margin:3em auto;padding:0 1em;color:#2b1d16;"
    "background:#fbf6ec}h1{text-align:center}h2{margin-top:2.5em}h3{font-size:1em;margin-bottom:0}"
    ".under,.aside{font-style:italic}blockquote{margin-left:1em;font-size:.9em}"
    "@media print{body{background:none}h2{break-after:avoid}}"
)


def page(blocks: Sequence[Block], language: str = "en") -> str:
    """One self-contained HTML file."""
    title = next(block.text for block in blocks if block.kind == TITLE)
    rows: list[str] = []
    for kind, some in groupby(blocks, key=lambda block: block.kind):
        inner = [_tagged(block) for block in some]
        rows += ["<ul>", *inner, "</ul>"] if kind == ITEM else inner
    head = f"<title>{escape(title)}</title><style>{STYLE}</style>"
    metas = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    start = ["<!doctype html>", f'<html lang="{language}">', f"<head>{metas}{head}</head>", "<body>"]
    return "\n".join([*start, *rows, "</body></html>\n"])


def _tagged(block: Block) -> str:
    text = escape(block.text)
    if block.strong:
        strong = escape(block.strong)
        text = text.replace(strong, f"<strong>{strong}</strong>", 1)
    tag = TAGS[block.kind]
    mark = f' class="{block.kind}"' if block.kind in (UNDER, ASIDE) else ""
    return f"<{tag}{mark}>{text}</{tag}>"


WRITERS = {"md": markdown, "txt": plain, "html": page}
