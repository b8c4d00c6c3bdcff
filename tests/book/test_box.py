"""The box on paper: every card of the data, backs behind their fronts, pieces to scale, rules in full."""

from __future__ import annotations

import io
import re
import tomllib
from collections import Counter
from datetime import date
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader
from typer.testing import CliRunner

from book.reading import text_of
from book.vectors import drawn, size
from triclinium.book.box import CARD, MARGIN, NINE, OVERLAP, PAPERS, Order, box_data, printed
from triclinium.book.drawings import drawings
from triclinium.cli import app
from triclinium.core.box import Box
from triclinium.core.laws import option_sets
from triclinium.core.manifest import manifest_of, manifests
from triclinium.games import game_named
from triclinium.games.benhur.boards.box import CHARIOT_MM, MM
from triclinium.games.benhur.boards.circus import WALL
from triclinium.games.benhur.rules.geometry import HALF_BREADTH, RULER_HALF_BREADTH, RULERS
from triclinium.words import LANGUAGES, Words

DAY = date(2026, 8, 1)
NEAR = 0.2
"""Millimetres: no printer and no pair of scissors is as exact."""
each_game = pytest.mark.parametrize("game", manifests())
each_language = pytest.mark.parametrize("language", LANGUAGES)


def boxed(game: str, language: str = "en", **options: object) -> Box:
    complete = game_named(game).complete(options)
    return manifest_of(game).part("box")(Words(language, game), complete)


WHOLE = Order(made_on=DAY)


@cache
def paper(game: str, language: str = "en", order: Order = WHOLE) -> bytes:
    return printed(game_named(game), Words(language, game), game_named(game).complete({}), order)


def pages(game: str, language: str = "en", order: Order = WHOLE) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(paper(game, language, order))).pages)


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def data_counts(game: str) -> Counter[str]:
    """The counts as they stand in the data file, read without the program."""
    data = tomllib.loads(manifest_of(game).folder("data").joinpath("cards.toml").read_text(encoding="utf-8"))
    found: Counter[str] = Counter()

    def read(name: str, value: object) -> None:
        if isinstance(value, int):
            found[name] += value
        elif isinstance(value, dict) and "count" in value:
            found[name] += value["count"]
        elif isinstance(value, dict) and "plain" in value:
            found[name] += value["plain"]
            found[f"{name} horseshoe"] += value["horseshoe"]
        elif isinstance(value, dict):
            for key, inner in value.items():
                read(f"accident {key}" if name == "accidents" else key, inner)

    read("", data)
    return +found


@each_game
def test_counts_on_paper_are_the_counts_of_the_data(game: str):
    for options in option_sets(game_named(game)):
        decks = boxed(game, **options).decks
        counted: Counter[str] = Counter()
        for deck in decks:
            if deck.key not in ("guests", "privileges", "deus"):
                counted.update({card.key: 0 for card in deck.cards})
                for card in deck.cards:
                    counted[card.key] += card.copies
        assert +counted == data_counts(game)


def test_guests_privileges_and_deus_are_all_there():
    sizes = {deck.key: deck.size() for game in manifests() for deck in boxed(game).decks}
    assert sizes == {
        "actions": 93,
        "guests": 9,
        "privileges": 8,
        "normal": 54,
        "risky": 45,
        "deus": 18,
        "umbra": 62,
    }
    assert [deck.key for deck in boxed("banquet", privileges="none").decks] == ["actions", "guests"]


@each_game
@each_language
def test_every_card_is_on_the_sheets(game: str, language: str):
    """Read from the PDF: each text as often as the data has the card."""
    text = letters(text_of(paper(game, language)))
    for deck in boxed(game, language).decks:
        for card in deck.cards:
            if card.text and len({other.text for other in deck.cards}) == len(deck.cards):
                said = letters(card.text)
                all_cards = [each for one in boxed(game, language).decks for each in one.cards]
                copies = sum(each.copies for each in all_cards if letters(each.text) == said)
                assert text.count(said) == copies, card.name


def test_every_speed_card_is_on_the_sheets():
    tokens = Counter(text_of(paper("benhur", "en", Order(parts=("cards",), made_on=DAY))).split())
    cards = [card for deck in boxed("benhur").decks for card in deck.cards if card.large]
    for speed in {card.large for card in cards}:
        assert tokens[speed] == sum(card.copies for card in cards if card.large == speed), speed


@each_game
@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_have_the_size_of_the_paper_and_nine_cards(game: str, paper: str):
    order = Order(paper, ("cards",), made_on=DAY)
    found = pages(game, "en", order)
    assert {(round(p.mediabox.width / 72 * 25.4, 1), round(p.mediabox.height / 72 * 25.4, 1)) for p in found} == {
        PAPERS[paper]
    }
    decks = boxed(game).decks
    assert len(found) == sum(2 * -(-deck.size() // NINE) for deck in decks)
    for page in found:
        for path in drawn(page):
            inside = [(x, y) for x, y in path if 0 <= x <= PAPERS[paper][0] and 0 <= y <= PAPERS[paper][1]]
            assert inside, "nothing lies beyond the sheet"


@each_game
def test_backs_lie_behind_their_fronts(game: str):
    complete = game_named(game).complete({})
    data = box_data(game_named(game), Words("en", game), complete, Order(duplex=True), DAY)
    assert [sheet["back"] for sheet in data["sheets"]] == [False, True] * (len(data["sheets"]) // 2)
    for front, back in zip(data["sheets"][::2], data["sheets"][1::2], strict=True):
        # Turned over the long edge, the left column comes to lie on the right.
        mirrored = {place // 3 * 3 + 2 - place % 3 for place in range(len(front["cards"]))}
        assert set(back["places"]) == mirrored


def _marks(page: PageObject) -> set[tuple[float, float]]:
    """Where the upright cut marks stand: outside the nine cards."""
    top = (PAPERS["a4"][1] - 3 * CARD[1]) / 2 - 1
    lines = [path for path in drawn(page) if len(path) == 2 and size(path)[0] < 0.01 < size(path)[1]]
    tops = {(round(path[0][0], 2), round(min(path[0][1], path[1][1]), 2)) for path in lines}
    return {(x, y) for x, y in tops if not top < y < top + 2 + 3 * CARD[1] - 1}


def test_an_offset_shifts_the_backs_alone():
    order = Order("a4", ("cards",), duplex=True, offset=(1.5, -0.5), made_on=DAY)
    front, back = pages("bacchanalia", "en", order)[:2]
    shifted = {(round(x + 1.5, 2), round(y - 0.5, 2)) for x, y in _marks(front)}
    assert len(_marks(front)) == 8 and _marks(back) == shifted
    columns = sorted({x for x, _ in _marks(front)})
    assert [round(b - a, 2) for a, b in pairwise(columns)] == [CARD[0]] * 3


def test_cut_marks_can_be_left_out():
    assert _marks(pages("bacchanalia", "en", Order("a4", ("cards",), cut_marks=False, made_on=DAY))[0]) == set()


# --- To scale -----------------------------------------------------------------------------------


def track():
    return game_named("benhur").complete({})["track"]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_track_is_to_scale_on_every_tile(paper: str):
    measures = track()
    half, outer, middle = measures["axis"] / 2, measures["outer"], measures["middle"]
    wide, high = half + outer + WALL, outer + WALL
    found = pages("benhur", "en", Order(paper, ("pieces",), made_on=DAY))
    tiles = box_data(game_named("benhur"), Words("en", "benhur"), game_named("benhur").complete({}), Order(paper), DAY)[
        "tiles"
    ]
    assert len(tiles) >= 4
    corners = [(side * half, up * radius) for radius in (middle, outer) for side in (-1, 1) for up in (-1, 1)]
    corners += [(measures["line"], middle), (measures["line"], outer)]
    for page, tile in zip(found, tiles, strict=False):
        points = [point for path in drawn(page) for point in path]
        for x, y in corners:
            where = ((x + wide) * MM - tile["x"] + MARGIN, (y + high) * MM - tile["y"] + MARGIN)
            assert min(dist(where, point) for point in points) < NEAR


@pytest.mark.parametrize("paper", PAPERS)
def test_tiles_cover_the_track_and_lie_over_each_other(paper: str):
    data = box_data(game_named("benhur"), Words("en", "benhur"), game_named("benhur").complete({}), Order(paper), DAY)
    tiles = data["tiles"]
    for tile in tiles:
        assert tile["wide"] <= data["height"] - 2 * MARGIN + 0.001 and tile["high"] <= data["width"] - 2 * MARGIN
    for start, side, whole in (("x", "wide", "width"), ("y", "high", "height")):
        spans = sorted({(tile[start], tile[start] + tile[side]) for tile in tiles})
        assert spans[0][0] == 0 and spans[-1][1] == pytest.approx(tiles[0][whole])
        for (_, end), (begin, _) in pairwise(spans):
            assert end - begin == pytest.approx(OVERLAP)


def test_rulers_and_chariots_are_to_scale():
    sheets = pages("benhur", "en", Order(parts=("pieces",), made_on=DAY))
    paths = [(number, path) for number, page in enumerate(sheets) for path in drawn(page)]

    def there(wide: float, high: float) -> int:
        """How many places have a shape of this size: it may be filled and then outlined."""
        found = [(number, path) for number, path in paths if dist(size(path), (wide, high)) < NEAR]
        return len({(number, round(min(path)[0]), round(min(path)[1])) for number, path in found})

    for ruler in RULERS:
        assert there(ruler * MM, 2 * RULER_HALF_BREADTH * MM) == 2
    chariots = there(CHARIOT_MM, 2 * HALF_BREADTH * MM)
    assert chariots >= 6
    assert there(100.0, 0.0) == 1 + 2, "the line to check the printer by, and the middle of the longest rulers"


def test_ruler_and_track_have_one_scale():
    """A ruler of one length is as long as a chariot, and the track's fine lines stand one length apart."""
    assert pytest.approx(CHARIOT_MM) == RULERS[1] * MM


# --- Drawings and rules -------------------------------------------------------------------------


@each_game
def test_what_the_cards_name_is_drawn(game: str):
    art = set(drawings(game))
    for deck in boxed(game).decks:
        for card in deck.cards:
            assert card.drawing in art or card.large, card.key
            assert not card.badge or card.badge in art


@each_game
def test_a_drawing_needs_nothing_from_outside(game: str):
    assert drawings(game)
    for name, svg in drawings(game).items():
        assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="'), name
        assert not re.search(r"var\(|currentColor|<style|class=|href=|url\((?!#)|undefined|NaN", svg), name


@each_game
@each_language
def test_the_rules_are_the_paragraphs_of_the_page_with_credits(game: str, language: str):
    words = Words(language, game)
    text = letters(text_of(paper(game, language, Order(parts=("rules",), made_on=DAY))))
    keys = [key for key in manifest_of(game).part("vocabulary").WORDS if key.startswith("rule.")]
    assert len(keys) > 10
    for key in [*keys, "about.game", "about.people", "deck.reconstruction", "book.rights"]:
        assert letters(words.say(key)) in text, key


# --- The command --------------------------------------------------------------------------------


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["print", *map(str, words)])
    return done.exit_code, done.output.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--paper", "a0"], "there is no paper 'a0'; there are a4, letter"),
        (["--format", "docx"], "a game is printed as pdf"),
        (["--part", "dice"], "there is no part 'dice'; there are cards, pieces, rules"),
        (["--offset", "a,b"], "write two numbers of millimetres"),
        (["--offset", "99,0"], "10 mm is the most"),
        (["--edition", "de"], "option edition cannot be 'de'; it is one of fr, nl"),
        (["--deck", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--lang", "de"], "there is no language 'de'"),
        (["--booklet", "--duplex"], "a booklet holds the rules alone"),
    ],
)
def test_a_wrong_wish_is_refused_in_one_line(tmp_path: Path, words: list[str], said: str):
    code, text = run("banquet", "--out", tmp_path / "x.pdf", *words)
    assert code == 2 and said in text and not (tmp_path / "x.pdf").exists()


def test_own_decks_are_printed(tmp_path: Path):
    source = manifest_of("bacchanalia").folder("data").joinpath("cards.toml").read_text(encoding="utf-8")
    deck, out = tmp_path / "deck.toml", tmp_path / "box.pdf"
    deck.write_text(source.replace("miles = 10", "miles = 9").replace("venus = 4", "venus = 5"), encoding="utf-8")
    assert run("bacchanalia", "--out", out, "--deck", deck, "--part", "cards", "--lang", "it")[0] == 0
    text = letters(text_of(out.read_bytes()))
    words = Words("it", "bacchanalia")
    assert text.count(letters(words.say("card.miles.text"))) == 9 + 3
    assert text.count(letters(words.say("card.venus.text"))) == 5 + 1


def test_rules_as_a_booklet(tmp_path: Path):
    out = tmp_path / "rules.pdf"
    assert run("benhur", "--out", out, "--booklet", "--lang", "es")[0] == 0
    sheet = PdfReader(out).pages[0].mediabox
    assert (round(sheet.width / 72 * 25.4), round(sheet.height / 72 * 25.4)) == (297, 210)
