"""A story as Markdown and as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from triclinium.core import tale
from triclinium.core.tale import Block

SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~&$]")
LIST_SIGN = re.compile(r"^(\s*\d*)([-+.)])")
"""What starts a list at the beginning of a line."""
MARKED = {
    tale.TITLE: "# {}",
    tale.IMPRINT: "*{}*",
    tale.HEADING: "## {}",
    tale.UNDER: "*{}*",
    tale.MARGIN: "*{}*",
    tale.LABEL: "**{}**",
    tale.TEXT: "{}",
    tale.ASIDE: "*{}*",
    tale.QUOTE: "> {}",
    tale.ITEM: "- {}",
}


def escaped(text: str) -> str:
    """Escape everything that Markdown would read as markup.

    >>> escaped("1. I *ran*. - You?")
    '1\\\\. I \\\\*ran\\\\*. - You?'
    """
    return LIST_SIGN.sub(r"\1\\\2", SPECIAL.sub(r"\\\g<0>", text))


def markdown(blocks: Sequence[Block]) -> str:
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
        ("\n" if kind == tale.ITEM else "\n\n").join(row(block) for block in some)
        for kind, some in groupby(blocks, key=lambda block: block.kind)
    ]
    return "\n\n".join(parts) + "\n"


def plain(blocks: Sequence[Block]) -> str:
    """Plain text for any screen, printer or screen reader."""
    return _joined(blocks, _plain)


def _plain(block: Block) -> str:
    if block.kind in (tale.TITLE, tale.HEADING):
        line = ("=" if block.kind == tale.TITLE else "-") * len(block.text)
        return f"{block.text}\n{line}"
    return f"- {block.text}" if block.kind == tale.ITEM else block.text
