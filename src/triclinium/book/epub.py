"""A story as an EPUB 3 book: a zip of XHTML pages, written by hand so that it needs no library."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from html import escape
from uuid import NAMESPACE_URL, uuid5

from triclinium.book.page import section_html, style
from triclinium.book.sections import Book
from triclinium.core.tale import Mark

_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_STYLE = (
    "body { margin: 0 4%; background: none; max-width: none; }\n"
    ".title { min-height: 0; padding-top: 25%; display: block; }\n"
)
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip, so that the same story gives the same bytes."""


def epub(book: Book, made: datetime, authors: list[str]) -> bytes:
    """The book as one file. `authors` are those who agreed to be named."""
    drawn = _Drawn(book.used())
    pages = {"title.xhtml": _page(book, book.title, _title(book))}
    for number, section in enumerate(book.sections):
        pages[f"part{number:03}.xhtml"] = _page(book, section.heading, section_html(section, drawn))
    pages["nav.xhtml"] = _page(book, book.title, _contents(book), epub_ns=True)
    files = {"style.css": style() + _STYLE, **pages}
    files |= {f"art/{name}.svg": svg for name, svg in drawn.used.items()}
    files["content.opf"] = _package(book, files, made, authors)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        # Readers look for this name and its bytes at a fixed place.
        archive.writestr(zipfile.ZipInfo("mimetype", _EARLIEST), "application/epub+zip", zipfile.ZIP_STORED)
        for name, text in {"META-INF/container.xml": _CONTAINER, **{f"book/{n}": t for n, t in files.items()}}.items():
            info = zipfile.ZipInfo(name, _EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text)
    return out.getvalue()


class _Drawn:
    """Puts marks into pages as pictures of their own."""

    def __init__(self, used: dict[str, str]) -> None:
        self.used = used

    def __call__(self, mark: Mark) -> str:
        if mark.drawing not in self.used:
            return ""
        return f'<img class="mark" src="art/{mark.drawing}.svg" alt="{escape(mark.name)}"/>'


def _page(book: Book, title: str, body: str, epub_ns: bool = False) -> str:
    ops = ' xmlns:epub="http://www.idpf.org/2007/ops"' if epub_ns else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml"{ops} lang="{book.language}" xml:lang="{book.language}">\n'
        f'<head><title>{escape(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>\n'
        f"<body>\n{body}\n</body></html>\n"
    )


def _title(book: Book) -> str:
    lines = "".join(f'<p class="imprint">{escape(line)}</p>' for line in book.imprint)
    return f'<section class="title"><h1>{escape(book.title)}</h1>{lines}</section>'


def _contents(book: Book) -> str:
    rows = [("title.xhtml", book.title), *((f"part{n:03}.xhtml", s.heading) for n, s in enumerate(book.sections))]
    items = "\n".join(f'<li><a href="{file}">{escape(heading)}</a></li>' for file, heading in rows)
    return f'<nav epub:type="toc" id="toc"><h2>{escape(book.title)}</h2><ol>\n{items}\n</ol></nav>'


def _package(book: Book, files: dict[str, str], made: datetime, authors: list[str]) -> str:
    identity = uuid5(NAMESPACE_URL, "\n".join([book.language, *(files[name] for name in sorted(files))]))
    items = "\n".join(_item(name) for name in files)
    spine = "\n".join(
        f'<itemref idref="{_id(name)}"/>' for name in files if name.endswith(".xhtml") and name != "nav.xhtml"
    )
    creators = "".join(f"<dc:creator>{escape(author)}</dc:creator>\n" for author in authors)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
        f'xml:lang="{book.language}">\n<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        f'<dc:identifier id="id">urn:uuid:{identity}</dc:identifier>\n<dc:title>{escape(book.title)}</dc:title>\n'
        f"<dc:language>{book.language}</dc:language>\n{creators}"
        f'<meta property="dcterms:modified">{made.strftime("%Y-%m-%dT%H:%M:%SZ")}</meta>\n</metadata>\n'
        f"<manifest>\n{items}\n</manifest>\n<spine>\n{spine}\n</spine>\n</package>\n"
    )


MEDIA = {"xhtml": "application/xhtml+xml", "css": "text/css", "svg": "image/svg+xml"}


def _item(name: str) -> str:
    nav = ' properties="nav"' if name == "nav.xhtml" else ""
    return f'<item id="{_id(name)}" href="{name}" media-type="{MEDIA[name.rpartition(".")[2]]}"{nav}/>'


def _id(name: str) -> str:
    return "f-" + name.replace("/", "-").replace(".", "-")
