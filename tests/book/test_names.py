"""The names of tellers: in a file beside the record, used if it is there, and in no other place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from book.tales import told
from triclinium.book import press
from triclinium.cli import app


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "evening.jsonl"
    file.write_text(told("en").record.write(), encoding="utf-8")
    return file


def story(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["story", *map(str, words)])
    return done.exit_code, done.output


def test_names_are_kept_beside_the_record_only_if_asked_and_can_be_deleted(record: Path):
    names = record.with_suffix(".names.json")
    tellers = ["--teller", "Livia", "--teller", "-", "--teller", "Flavia"]
    before = record.read_bytes()
    assert "Livia" in story(record, *tellers)[1] and not names.exists()
    story(record, *tellers, "--keep-names")
    assert json.loads(names.read_text()) == ["Livia", None, "Flavia"]
    text = story(record)[1]
    assert "told by Livia" in text and "told by the second teller" in text and record.read_bytes() == before
    names.unlink()
    assert "Livia" not in story(record)[1]


def names(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["names", *map(str, words)])
    return done.exit_code, done.output


def test_each_person_agrees_for_their_own_seat_and_may_take_it_back(record: Path):
    file = record.with_suffix(".names.json")
    assert names(record) == (0, "1  the first teller\n2  the second teller\n3  the third teller\n")
    assert not file.exists()
    assert "2  Flavia" in names(record, "--seat", 2, "--name", "Flavia")[1]
    assert "1  Livia" in names(record, "--seat", 1, "--name", "Livia")[1]
    assert json.loads(file.read_text()) == ["Livia", "Flavia", None]
    text = story(record)[1]
    assert "told by Flavia" in text and "told by the third teller" in text
    names(record, "--seat", 2, "--forget")
    assert json.loads(file.read_text()) == ["Livia", None, None] and "Flavia" not in story(record)[1]
    names(record, "--seat", 1, "--forget")
    assert not file.exists(), "nobody is named, and nothing is kept"


def test_all_names_can_be_deleted_even_if_their_file_is_broken(record: Path):
    record.with_suffix(".names.json").write_text("no json")
    assert names(record)[0] == 2
    assert names(record, "--forget")[0] == 0
    assert not record.with_suffix(".names.json").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--name", "Livia"], "say whose name with --seat"),
        (["--seat", 1], "--name NAME to keep it or --forget to delete it"),
        (["--seat", 1, "--name", "Livia", "--forget"], "--name NAME to keep it or --forget"),
        (["--seat", 4, "--name", "Livia"], "choose 1 to 3"),
        (["--seat", 1, "--name", "L" * 81], "is no name for a book; write at most 80"),
        (["--seat", 1, "--name", "Li\avia"], "is no name for a book"),
        (["--seat", 1, "--name", " "], "is no name for a book"),
    ],
)
def test_a_name_that_cannot_be_kept_is_refused_in_one_line(record: Path, words: list[str], said: str):
    code, text = names(record, *words)
    assert code == 2 and said in text.replace("\n", " ") and not record.with_suffix(".names.json").exists()


@pytest.mark.parametrize("content", ["no json", "{}", '["Livia"]', '["a", 1, null]', '["a\\u0007", null, null]'])
def test_a_bad_file_of_names_is_refused_in_one_line(record: Path, content: str):
    record.with_suffix(".names.json").write_text(content)
    code, said = story(record)
    assert code == 2 and said.startswith("triclinium: ") and "mend or delete it" in said


def test_without_typst_a_pdf_is_refused_in_one_line(record: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(press, "find_spec", lambda name: None)
    code, said = story(record, "--format", "pdf", "--out", record.with_suffix(".pdf"))
    assert code == 2 and "pip install 'triclinium[paper]'" in said.replace("\n", " ")
    assert not record.with_suffix(".pdf").exists()
    assert story(record, "--format", "epub", "--out", record.with_suffix(".epub"))[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--format", "docx"], "there is no format 'docx'; there are md"),
        (["--format", "pdf"], "say where to write it with --out FILE.pdf"),
        (["--paper", "a0"], "there is no paper 'a0'; there are a5, booklet"),
        (["--date", "yesterday"], "write it as 2026-08-01"),
        (["--keep-names"], "give one --teller for each seat"),
        (["--teller", "Livia"], "3 sat at that table"),
    ],
)
def test_a_wrong_wish_is_refused_in_one_line(record: Path, words: list[str], said: str):
    code, text = story(record, *words)
    assert code == 2 and said in text.replace("\n", " ")
