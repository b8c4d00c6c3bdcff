"""What a person sees of a table that stands still: its rules are gone, or its rows cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import apsw
import pytest
from bench.ports import free_port

from page.evening import lay_table, open_page, say, served
from triclinium.table.store.files import FILE

Rows = list[dict[str, Any]]
SAID: dict[str, str] = json.loads((files("triclinium.words") / "en.json").read_text(encoding="utf-8"))


def table_of_bots(page: Any) -> str:
    """A banquet with two bots, begun; gives its id."""
    page.goto(page.url.split("/t/")[0])
    page.locator(".game").nth(2).wait_for()
    lay_table(page, 0, seats="3")
    page.get_by_role("button", name=say("page.start")).click()
    page.get_by_role("list", name="Seats").wait_for()
    return str(page.url.rsplit("/", 1)[1].split("?")[0])


def changed(folder: Path, table: str, change: Callable[[Rows], None]) -> None:
    """The rows of a table, changed behind the server's back."""
    database = apsw.Connection(str(folder / FILE))
    (number,) = next(iter(database.execute("select number from tables where id = ?", (table,))))
    question = 'select row, body from rows where "table" = ? order by sequence'
    stored = list(database.execute(question, (number,)))
    rows = [json.loads(body) for _, body in stored]
    change(rows)
    for (row, _), body in zip(stored, rows, strict=True):
        database.execute("update rows set body = ? where row = ?", (json.dumps(body).encode(), row))
    database.close()


def of_other_rules(rows: Rows) -> None:
    """Made under earlier rules, by which an answer told something else."""
    rows[0]["rules"] -= 1
    next(row for row in rows if row.get("told"))["told"]["events"] = []


def not_to_be_read(rows: Rows) -> None:
    """Of a kind that this program does not know."""
    rows[-1]["row"] = "flown"


def test_a_frozen_table_and_one_put_away_say_what_is_the_matter(chromium: Any, tmp_path: Path) -> None:
    port = free_port()
    with served(tmp_path, port) as address:
        page = open_page(chromium, address)
        frozen, broken = table_of_bots(page), table_of_bots(page)
        page.goto("about:blank")
    changed(tmp_path, frozen, of_other_rules)
    changed(tmp_path, broken, not_to_be_read)
    with served(tmp_path, port) as address:
        page.goto(f"{address}/t/{frozen}")
        page.get_by_role("status").filter(has_text=SAID["refused.frozen"]).wait_for()
        with page.expect_download() as record:
            page.get_by_role("link", name=say("page.export")).click()
        assert json.loads(Path(record.value.path()).read_text().splitlines()[0])["game"] == "banquet"
        page.goto(f"{address}/t/{broken}")
        page.get_by_role("alert").filter(has_text=SAID["refused.put_away"]).wait_for()
        page.goto(address)
        page.get_by_text("Cannot be opened for now").wait_for()
        page.get_by_text("Begun under older rules").wait_for()
    page.context.close()


@pytest.mark.parametrize("part", ["**/assets/en-*.js", "**/api/games"])
def test_a_line_that_changes_while_the_page_comes_does_not_leave_it_empty(house, part):
    """Then a browser gives up all that it is loading (ERR_NETWORK_CHANGED), and does not ask again by itself."""
    address, chromium = house
    page = open_page(chromium, "about:blank")
    page.route(part, lambda route: route.abort("connectionreset"), times=1)
    page.goto(address)
    page.locator(".game").nth(2).wait_for()
    page.context.close()
