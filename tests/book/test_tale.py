"""A tale as a book: every format holds the whole story, in the typography of its language, and names nobody unasked."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from book.reading import text_of
from book.tales import TITLES, told
from sizes import PROOF
from triclinium.book.drawings import drawings
from triclinium.book.imposing import booklet_order
from triclinium.book.press import Sheets, TooLong, apart, page_count, pressed
from triclinium.book.story import Wish, book_of
from triclinium.core.tale import TEXT
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.views.story import blocks, story
from triclinium.words import LANGUAGES, Words

DAY = date(2026, 8, 1)
MM = 72 / 25.4
EPUBCHECK = Path("/usr/share/java/epubcheck.jar")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def made(form: str, language: str = "en", **wish: object) -> bytes:
    wished = Wish(form, **{"told_on": DAY, "made_on": DAY, **wish})
    return book_of(GAME, told(language).state, Words(language, "bacchanalia"), wished)


def letters(text: str) -> str:
    """What of a text survives line breaks, hyphens and typography."""
    return re.sub(r"[\W_]+", "", text)


def passages(language: str) -> list[str]:
    """Every paragraph that somebody has told."""
    said = blocks(story(told(language).state), lambda key, **_: key)
    return [letters(block.text) for block in said if block.kind == TEXT]


@each_language
def test_a_pdf_holds_every_word_of_the_tale(language: str):
    text = letters(re.sub(r"\n\d+(?=\n|$)", "", text_of(made("pdf", language, margin=False))))
    # A drop capital stands apart from its word, and a page number between two pages.
    missing = [passage for passage in passages(language) if passage[30:90] not in text]
    assert len(passages(language)) > 30 and missing == []


def test_a_pdf_is_a5_has_a_title_and_its_own_fonts():
    reader = PdfReader(io.BytesIO(made("pdf", "fr", names=["Livia", None, "Flavia"])))
    sizes = {(round(page.mediabox.width / MM), round(page.mediabox.height / MM)) for page in reader.pages}
    assert sizes == {(148, 210)}
    assert reader.metadata and reader.metadata.title == TITLES["fr"]
    assert "Livia" in str(reader.metadata.author) and "Flavia" in str(reader.metadata.author)
    fonts = {str(font["/BaseFont"]) for page in reader.pages for font in _fonts(page)}
    assert fonts and all("Libertinus" in font or "Cinzel" in font for font in fonts)


def _fonts(page):
    return [font.get_object() for font in page["/Resources"].get("/Font", {}).values()]


def test_a_booklet_has_two_pages_on_each_side_of_a4():
    small, sheets = PdfReader(io.BytesIO(made("pdf"))), PdfReader(io.BytesIO(made("pdf", paper="booklet")))
    assert {(round(p.mediabox.width / MM), round(p.mediabox.height / MM)) for p in sheets.pages} == {(297, 210)}
    assert len(sheets.pages) == len(booklet_order(len(small.pages)))


@pytest.mark.parametrize("pages", range(1, 33))
def test_every_page_of_a_booklet_lies_on_the_back_of_its_neighbour(pages: int):
    order = booklet_order(pages)
    assert len(order) % 2 == 0
    assert sorted(page for pair in order for page in pair if page) == list(range(1, pages + 1))
    for (_, front), (back, _) in zip(order[::2], order[1::2], strict=True):
        assert back == 0 or back == front + 1


def test_the_same_story_is_the_same_file():
    assert made("pdf") == made("pdf") and made("epub") == made("epub")


def test_a_page_count_is_what_another_reader_counts():
    pdf = made("pdf")
    assert page_count(pdf) == len(PdfReader(io.BytesIO(pdf)).pages)


@each_language
def test_an_epub_is_sound(language: str, tmp_path: Path):
    archive = zipfile.ZipFile(io.BytesIO(made("epub", language)))
    first = archive.infolist()[0]
    assert first.filename == "mimetype" and first.compress_type == zipfile.ZIP_STORED
    assert archive.read("mimetype") == b"application/epub+zip"
    pages = [name for name in archive.namelist() if name.endswith((".xhtml", ".opf", ".svg", ".xml"))]
    for name in pages:
        ElementTree.fromstring(archive.read(name))
    package = archive.read("book/content.opf").decode()
    listed = set(re.findall(r'href="([^"]+)"', package))
    assert listed == {name.removeprefix("book/") for name in archive.namelist() if name.startswith("book/")} - {
        "content.opf"
    }
    assert f"<dc:language>{language}</dc:language>" in package
    read = [ElementTree.fromstring(archive.read(name)) for name in pages if name.endswith(".xhtml")]
    text = letters("".join(part for page in read for part in page.itertext()))
    assert [passage for passage in passages(language) if passage not in text] == []


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES if PROOF else ["fr"])
def test_epubcheck_finds_nothing(language: str, tmp_path: Path):
    file = tmp_path / "tale.epub"
    file.write_bytes(made("epub", language, names=["Livia & <co>", None, None]))
    done = subprocess.run(
        ["java", "-jar", str(EPUBCHECK), str(file)], capture_output=True, text=True, timeout=120, check=False
    )
    assert "No errors or warnings detected" in done.stdout + done.stderr, done.stdout + done.stderr


@each_language
def test_a_page_needs_nothing_from_outside_and_every_mark_is_drawn(language: str):
    text = made("html", language).decode()
    assert f'<html lang="{language}">' in text
    assert not re.search(r'(src|href)="(?!#)', text) and "url(" not in text and "@import" not in text
    drawn = set(re.findall(r'<use href="#([^"]+)"', text))
    assert drawn and drawn <= set(re.findall(r'<symbol id="([^"]+)"', text)) <= set(drawings("bacchanalia"))
    plain = letters(_text(text))
    assert [passage for passage in passages(language) if passage not in plain] == []


def _text(html: str) -> str:
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            found.append(data)

    Reader().feed(html)
    return "".join(found)


@each_language
@pytest.mark.parametrize("form", ["md", "txt", "html"])
def test_a_book_says_what_it_is_and_who_invented_the_game(language: str, form: str):
    text, words = made(form, language).decode(), Words(language, "bacchanalia")
    told_text = _text(text) if form == "html" else text.replace("\\", "")
    day = words.say("book.date", day="1", month="m8", year="2026")
    for said in (TITLES[language], words.say("book.told_on", date=day), "Paul Czege", "Michele Gelli", "Narrattiva"):
        assert said in told_text
    assert words.say("story.edition_it") in told_text


@pytest.mark.parametrize("form", ["md", "html", "pdf", "epub"])
def test_notes_on_cards_can_be_left_out(form: str):
    def noted(margin: bool) -> bool:
        book = made(form, margin=margin)
        if form == "pdf":
            return "Drawn" in text_of(book)
        if form == "epub":
            archive = zipfile.ZipFile(io.BytesIO(book))
            book = b"".join(archive.read(name) for name in archive.namelist() if name.endswith(".xhtml"))
        return b"Drawn" in book

    assert noted(True) and not noted(False)


def test_a_press_that_takes_too_long_is_stopped():
    with pytest.raises(TooLong):
        apart(Sheets("tale", {}, 0.0), seconds=0.0)


def test_what_is_pressed_apart_is_what_is_pressed_here():
    def both(press: object) -> bytes:
        return book_of(GAME, told("en").state, Words("en", "bacchanalia"), Wish("pdf", told_on=DAY, made_on=DAY), press)

    assert both(apart) == both(pressed)


HOSTILE = ['#eval("1")', "$ x $ *b* _i_ <b> & @ref", '#image("/etc/passwd")', "`raw` \\ // comment /* */", "[[ ]] = a"]


def test_words_of_tellers_are_never_read_as_markup():
    state = GAME.copy(told("en").state)
    state.title = "A #let x = 1; title"
    state.story[:] = [replace(told, text="\n".join(HOSTILE)) if told.text else told for told in state.story]
    book = book_of(GAME, state, Words("en", "bacchanalia"), Wish("pdf", margin=False))
    text = letters(text_of(book))
    assert all(letters(each) in text for each in HOSTILE)
