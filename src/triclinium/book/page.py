"""A story as one web page that also prints well."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from importlib.resources import files
from itertools import groupby

from triclinium.book.sections import Book, Section
from triclinium.core.tale import ASIDE, ITEM, LABEL, MARGIN, QUOTE, TEXT, UNDER, Block, Mark

TAGS = {UNDER: "p", MARGIN: "aside", LABEL: "h3", TEXT: "p", ASIDE: "p", QUOTE: "blockquote", ITEM: "li"}
Drawn = Callable[[Mark], str]
"""Puts a mark into a page."""


def style() -> str:
    return files("triclinium.book").joinpath("templates", "tale.css").read_text(encoding="utf-8")


def page(book: Book) -> str:
    """One self-contained HTML file: its style and its drawings are in it."""
    used = book.used()

    def drawn(mark: Mark) -> str:
        if mark.drawing not in used:
            return ""
        label = escape(mark.name)
        return (
            f'<svg class="mark" role="img" viewBox="0 0 64 64" aria-label="{label}"><use href="#{mark.drawing}"/></svg>'
        )

    metas = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head = f"<title>{escape(book.title)}</title><style>{style()}</style>"
    defined = "".join(symbol(name, svg) for name, svg in used.items())
    rows = [
        "<!doctype html>",
        f'<html lang="{book.language}">',
        f"<head>{metas}{head}</head>",
        "<body>",
        f'<svg class="drawings" aria-hidden="true">{defined}</svg>' if defined else "",
        '<header class="title">',
        f"<h1>{escape(book.title)}</h1>",
        *(f'<p class="imprint">{escape(line)}</p>' for line in book.imprint),
        "</header>",
        *(section_html(section, drawn) for section in book.sections),
        "</body></html>\n",
    ]
    return "\n".join(row for row in rows if row)


def symbol(name: str, svg: str) -> str:
    """A drawing to be used many times in one page."""
    inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", svg)
    box = re.search(r'viewBox="([^"]*)"', svg)
    return f'<symbol id="{name}" viewBox="{box[1] if box else "0 0 64 64"}">{inner}</symbol>'


def section_html(section: Section, drawn: Drawn) -> str:
    """A section with its heading; its markup is good HTML and good XML."""
    first = section.first_text()
    rows = [f'<section class="{section.opens}">', '<div class="opening">']
    rows += [drawn(mark) for mark in section.marks]
    rows += [f"<h2>{escape(section.heading)}</h2>", "</div>"]
    for kind, some in groupby(section.blocks, key=lambda block: block.kind):
        inner = [_tagged(block, drawn, block is first) for block in some]
        rows += ["<ul>", *inner, "</ul>"] if kind == ITEM else inner
    return "\n".join([*rows, "</section>"])


def _tagged(block: Block, drawn: Drawn, first: bool) -> str:
    text = escape(block.text)
    if block.strong:
        strong = escape(block.strong)
        text = text.replace(strong, f"<strong>{strong}</strong>", 1)
    if block.marks:
        text += f' <span class="marks">{"".join(drawn(mark) for mark in block.marks)}</span>'
    tag = TAGS[block.kind]
    named = block.kind if block.kind in (UNDER, ASIDE, MARGIN) else "first" if first else ""
    return f'<{tag} class="{named}">{text}</{tag}>' if named else f"<{tag}>{text}</{tag}>"
