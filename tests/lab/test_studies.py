"""Studies: the commands, going on after a stop, the files, and a report that asks nothing of anybody."""

from __future__ import annotations

import csv
import os
import re
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from triclinium import __version__
from triclinium.cli import app
from triclinium.games import game_named
from triclinium.lab.charts import charts_of
from triclinium.lab.commands import command_line
from triclinium.lab.grid import Grid, Variant, variants_of
from triclinium.lab.runners import RAY_AHEAD, on_ray, on_this_machine, stop_on_interrupt
from triclinium.lab.store import Study
from triclinium.lab.telling import finding

BANQUET = game_named("banquet")


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["lab", *words], env={"COLUMNS": "200"})


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def grid(games: int = 60) -> Grid:
    return Grid("banquet", (3, 4), (("thumb",),), (Variant("standard", BANQUET.complete({})),), games, 1)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab") / "study"
    done = run("balance", "banquet", "--seats", "3,4", "--options", "edition=fr,nl", "--bots", "thumb,random+thumb",
               "--games", "60", "--seed", "7", "--processes", "1", "--out", str(folder))  # fmt: skip
    assert done.exit_code == 0, done.output
    return folder


def test_balance_counts_every_seat_of_every_game(study: Path) -> None:
    wins = rows(study, "wins")
    assert len({(row["seats"], row["bots"], row["variant"]) for row in wins}) == 8
    for seats in (3, 4):
        here = [
            row for row in wins if (row["seats"], row["bots"], row["variant"]) == (str(seats), "thumb", "edition=fr")
        ]
        for trait in ("guest", "dealt", "start_place", "seat", "bot"):
            assert sum(int(row["of"]) for row in here if row["trait"] == trait) == 60 * seats
        counts = {sum(int(row["count"]) for row in here if row["trait"] == trait) for trait in ("guest", "seat", "bot")}
        assert len(counts) == 1
    endings = rows(study, "endings")
    assert sum(int(row["count"]) for row in endings) == 8 * 60
    assert sum(int(row["games"]) for row in rows(study, "lengths")) == 8 * 60
    assert {row["bots"] for row in rows(study, "cards")} == {"thumb", "random+thumb"}


def test_tables_are_parquet_too_and_games_lie_in_parts(study: Path) -> None:
    for name in ("wins", "endings", "lengths", "cards", "differences"):
        assert parquet.read_table(study / f"{name}.parquet").num_rows == len(rows(study, name))
    seats = parquet.read_table(study / "parts")
    assert seats.num_rows > 0


def test_two_variants_are_compared_in_sentences_with_a_verdict(study: Path) -> None:
    differences = rows(study, "differences")
    assert {row["variant"] for row in differences} == {"edition=nl"}
    assert {row["verdict"] for row in differences} <= {"real", "not shown"}
    assert all(re.search(r"(is real|is not shown) \(p [<=]", row["sentence"]) for row in differences)
    assert {row["measure"] for row in differences} == {"guest", "dealt", "start_place", "seat", "end", "length"}


def test_the_report_names_nothing_that_a_browser_would_fetch(study: Path) -> None:
    html = (study / "report.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in html
    page, _, script = html.partition('<script type="module">')
    assert not re.search(r"(src|href|url)\s*[=(]", page)
    assert script.count("</script>") == 1
    assert not re.search(r"import\s*\(|importScripts|from\s*[\"']http", script)
    assert "Vespasian" in html and "Caligula" in html


def test_wins_are_held_to_the_mean_of_their_own_table(study: Path) -> None:
    """Seats can win together: the mean of all seats is 1, whatever it is of an even share."""
    wins = rows(study, "wins")
    for place in {(row["seats"], row["bots"], row["variant"]) for row in wins}:
        here = [row for row in wins if (row["seats"], row["bots"], row["variant"]) == place and row["trait"] == "seat"]
        assert sum(float(row["against_mean"]) for row in here) / len(here) == pytest.approx(1.0)


def test_the_report_says_what_was_found_and_where_it_comes_from(study: Path) -> None:
    html = (study / "report.html").read_text(encoding="utf-8")
    page = html.partition('<script type="module">')[0]
    found = re.search(r'<p class="finding">(.*?)</p>', page)
    assert (found and "measures differ. The surest" in found.group(1)) or "shows a difference" in page
    assert f"triclinium {__version__}, 20" in page and "<code>triclinium" in page
    assert "guest dealt" in page and "Caligula&#x27;s place, who begins" in page
    for raw in ("start_place", "against_", "third_out", "e-0", "not_shown"):
        assert raw not in page
    assert page.count("<details>") >= 5 and "max-height" not in page
    assert "prefers-color-scheme: dark" in page and 'name="viewport"' in page


def test_a_report_without_variants_names_who_wins_most_and_least() -> None:
    row = {"trait": "guest", "seats": 4, "bots": "thumb", "variant": "standard"}
    wins = [{**row, "called": "Vespasian", "against_mean": 1.3}, {**row, "called": "Claudius", "against_mean": 0.7}]
    assert finding({"wins": wins, "differences": []}) == (
        "Vespasian (4 seats, thumb, standard) wins most often, 1.30 times the mean of its table; "
        "Claudius (4 seats, thumb, standard) least often, 0.70 times."
    )


def test_pictures_have_no_rows_for_seats_that_are_not_there(study: Path) -> None:
    tables: Any = {name: [] for name in ("wins", "outcomes", "endings", "length_counts", "lengths", "cards")}
    numbers = ("count", "of", "share", "low", "high", "against_mean")
    tables["wins"] = [
        {**row, "seats": int(row["seats"]), **{name: float(row[name]) for name in numbers}}
        for row in rows(study, "wins")
    ]
    pictures = charts_of(tables)["wins"].to_dict()["vconcat"]
    assert all(picture["resolve"]["scale"]["y"] == "independent" for picture in pictures)


def test_a_command_is_told_without_the_folders_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["triclinium", "lab", "compare", "banquet", "--with", "deck=/home/me/my deck.toml", "--out", "/tmp/x/study"]
    monkeypatch.setattr(sys, "argv", typed)
    assert command_line() == "triclinium lab compare banquet --with 'deck=my deck.toml' --out study"


def test_a_study_is_not_overwritten_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    asked = ["balance", "banquet", "--seats", "3", "--bots", "thumb", "--games", "30", "--processes", "1"]
    assert run(*asked, "--out", str(tmp_path / "a")).exit_code == 0
    again = run(*asked, "--out", str(tmp_path / "a"))
    assert again.exit_code == 2 and "--resume" in again.output
    other = run(*asked, "--seed", "2", "--resume", "--out", str(tmp_path / "a"))
    assert other.exit_code == 2 and "another study" in other.output
    whole = (tmp_path / "a" / "wins.csv").read_bytes()
    for part in (tmp_path / "a" / "parts").glob("games-*"):
        part.unlink()
    assert run(*asked, "--resume", "--out", str(tmp_path / "a")).exit_code == 0
    assert (tmp_path / "a" / "wins.csv").read_bytes() == whole


def test_only_missing_blocks_are_played(tmp_path: Path) -> None:
    kept = Study(tmp_path, grid(), resume=False)
    first, *others = kept.missing()
    kept.keep(first, first.play())
    assert kept.missing() == others


def test_a_deck_of_ones_own_is_held_to_the_standard_in_one_command(tmp_path: Path) -> None:
    text = files("triclinium.games.banquet").joinpath("data/cards.toml").read_text(encoding="utf-8")
    deck = tmp_path / "no-daggers.toml"
    deck.write_text(re.sub(r"dagger = \{ count = \d+ \}", "dagger = { count = 0 }", text), encoding="utf-8")
    done = run("compare", "banquet", "--with", f"deck={deck}", "--seats", "5", "--bots", "thumb", "--games", "900",
               "--processes", "1", "--out", str(tmp_path / "c"))  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "the difference is real" in done.output
    by_daggers = next(row for row in rows(tmp_path / "c", "differences") if row["value"] == "daggers")
    assert by_daggers["verdict"] == "real" and float(by_daggers["second"]) == 0.0


def test_bacchanalia_tells_of_endings_and_scenes(tmp_path: Path) -> None:
    done = run("balance", "bacchanalia", "--seats", "3", "--bots", "simple", "--games", "4", "--processes", "1",
               "--out", str(tmp_path / "b"))  # fmt: skip
    assert done.exit_code == 0, done.output
    outcomes = rows(tmp_path / "b", "outcomes")
    assert {row["trait"] for row in outcomes} == {"ended", "outcome", "scenes"}
    assert sum(int(row["count"]) for row in outcomes if row["trait"] == "scenes") == 12


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("balance", "chess"), "no game 'chess'"),
        (("balance", "banquet", "--seats", "few"), "write them as 3,4,5"),
        (("balance", "banquet", "--seats", "9"), "3 to 5 seats, not 9"),
        (("balance", "banquet", "--bots", "oracle"), "no bot 'oracle'"),
        (("balance", "bacchanalia", "--bots", "search:9"), "no bot 'search:9'"),
        (("balance", "banquet", "-o", "edition=de"), "it is one of fr, nl"),
        (("compare", "banquet", "--with", "deck=/no/such/file"), "No such file"),
    ],
)
def test_mistakes_are_told_in_one_line(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    told = run(*words, "--out", str(tmp_path / "x"))
    assert told.exit_code == 2
    assert message in told.output and "Traceback" not in told.output


def test_cells_share_no_seeds_and_tasks_cover_every_game() -> None:
    tasks = list(Grid("banquet", (3,), (("easy",),), variants_of(BANQUET, {}, {}), 120, 1).tasks())
    assert [(task.first, task.games) for task in tasks] == [(0, 50), (50, 50), (100, 20)]
    assert len({task.seed for task in grid().tasks()}) == 2


def test_a_ray_cluster_of_two_workers_plays_the_same_games() -> None:
    """More blocks than are handed out at first: every one of them comes back."""
    from ray.cluster_utils import Cluster

    tasks = list(grid(150).tasks())
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        cluster.add_node(num_cpus=1)
        there = {(task.cell, task.first): block.games for task, block in on_ray(tasks, cluster.address)}
    finally:
        cluster.shutdown()
    assert len(tasks) > 2 * RAY_AHEAD
    assert there == {(task.cell, task.first): task.play().games for task in tasks}


def test_a_study_asked_to_stop_plays_what_it_has_begun_and_no_more() -> None:
    tasks = list(grid(400).tasks())
    played = []
    for task, _ in on_this_machine(tasks, 1, lambda: len(played) >= 2):
        played.append(task)
    assert 2 <= len(played) <= 4 < len(tasks)
    assert played == tasks[: len(played)]


def test_the_first_interrupt_asks_and_the_second_one_stops() -> None:
    told: list[str] = []
    before = signal.getsignal(signal.SIGINT)
    with stop_on_interrupt(lambda: told.append("stopping")) as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped() and told == ["stopping"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_keeps_the_games_played_and_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    asked = ["balance", "banquet", "--seats", "3", "--bots", "thumb", "--games", "1999", "--out", str(folder)]
    study = subprocess.Popen(
        [sys.executable, "-c", "from triclinium.cli import main; main()", "lab", *asked, "--processes", "2"],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while not list((folder / "parts").glob("games-*.parquet")):
            assert study.poll() is None
            time.sleep(0.02)
        os.killpg(study.pid, signal.SIGINT)  # as a terminal does: to every process of the command
        told, _ = study.communicate(timeout=120)
    finally:
        study.kill()
    assert study.returncode == 130
    kept = sum(parquet.read_metadata(path).num_rows for path in (folder / "parts").glob("games-*.parquet"))
    assert 0 < kept < 1999
    assert "Stopping after the games being played" in told
    assert f"keeps {kept:,} games; --resume plays the other {1999 - kept:,}" in told
