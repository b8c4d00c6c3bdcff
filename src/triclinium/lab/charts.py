"""The charts of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair
import pyarrow as arrow

from triclinium.lab.tables import Row
from triclinium.lab.telling import TRAIT_NAMES, cell

WIDTH = 800
"""In pixels; the page fits it to its own width."""
LEGEND = altair.Legend(orient="top", columns=1, labelLimit=600)


def charts_of(tables: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """A chart for each table that has one."""
    charts = {}
    if rows := tables["wins"]:
        charts["wins"] = _by_trait(rows, "against_mean")
    if rows := tables["outcomes"]:
        charts["outcomes"] = _by_trait(rows, "share")
    if rows := tables["endings"]:
        named = [{**row, "ending": cell("ending", row["ending"])} for row in _with_table(rows)]
        charts["endings"] = _points(named, "share", "ending", "share of games")
    if rows := tables["length_counts"]:
        charts["lengths"] = _lengths(rows, tables["lengths"][0]["counted_in"])
    if rows := tables["cards"]:
        charts["cards"] = _cards(rows)
    return charts


def _with_table(rows: Sequence[Row]) -> list[Row]:
    """The rows with one label for bots and variant, used for colours."""
    return [{**row, "table": f"{row['bots']}, {row['variant']}"} for row in rows]


def _data(rows: Sequence[Row]) -> Any:
    return arrow.Table.from_pylist([dict(row) for row in rows])


def _by_trait(rows: Sequence[Row], measure: str) -> Any:
    """One picture for each trait, with the numbers of seats below each other."""
    pictures = []
    for trait in dict.fromkeys(row["trait"] for row in rows):
        here = [row for row in _with_table(rows) if row["trait"] == trait]
        scaled = [_scaled(row) if measure == "against_mean" else row for row in here]
        title = "wins, as multiples of the table's mean" if measure == "against_mean" else "share of seats"
        line = 1 if measure == "against_mean" else None
        pictures.append(_points(scaled, measure, "called", title, line).properties(title=TRAIT_NAMES.get(trait, trait)))
    return altair.vconcat(*pictures)


def _scaled(row: Row) -> Row:
    """The interval as multiples of the table's mean, as the point is."""
    scale = row["against_mean"] / row["share"] if row["share"] else float(row["seats"])
    return {**row, "low": row["low"] * scale, "high": row["high"] * scale}


def _points(rows: Sequence[Row], measure: str, name: str, title: str, line: int | None = None) -> Any:
    """Points with their intervals, one picture for each number of seats, in the order of the rows."""
    base = altair.Chart(_data(rows)).encode(
        y=altair.Y(f"{name}:N", title=None, sort=None),
        yOffset="table:N",
        color=altair.Color("table:N", title=None, legend=LEGEND),
    )
    tooltip = [column for column in rows[0] if column not in ("bots", "variant", "trait", "value")]
    points = base.mark_point(filled=True).encode(x=altair.X(f"{measure}:Q", title=title), tooltip=tooltip)
    bars = base.mark_rule().encode(x=altair.X("low:Q", title=title), x2="high:Q")
    layers = [bars, points]
    if line is not None:
        layers.append(altair.Chart(base.data).mark_rule(strokeDash=[4, 4]).encode(x=altair.datum(line)))
    picture = altair.layer(*layers).properties(width=WIDTH, height=altair.Step(14)).facet(row=altair.Row("seats:O"))
    return picture.resolve_scale(y="independent")  # no empty rows for seats that are not there


def _lengths(rows: Sequence[Row], unit: str) -> Any:
    return (
        altair.Chart(_data(_with_table(rows)))
        .mark_line(interpolate="step")
        .encode(
            x=altair.X("length:Q", title=unit),
            y=altair.Y("share:Q", title="share of games"),
            color=altair.Color("table:N", title=None, legend=LEGEND),
            tooltip=["table", "seats", "length", "count"],
        )
        .properties(width=WIDTH, height=160)
        .facet(row=altair.Row("seats:O"))
    )


def _cards(rows: Sequence[Row]) -> Any:
    shown = sorted(_with_table(rows), key=lambda row: -row["difference"])
    return _points(shown, "difference", "called", "share of wins with the card less without it", 0)
