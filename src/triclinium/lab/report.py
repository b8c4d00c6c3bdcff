"""The report of a study: one self-contained HTML file that makes no requests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import altair
import pyarrow as arrow
from vl_convert import javascript_bundle

from triclinium.lab.grid import Grid
from triclinium.lab.tables import Row
from triclinium.words import Words

TITLES = {
    "wins": "Who wins",
    "outcomes": "What seats came to",
    "endings": "How games end",
    "lengths": "How long games last",
    "cards": "What cards are worth",
    "differences": "Variants compared",
}
NOTES = {
    "wins": "Share of seats that won, with the 95 % interval (Wilson). The dashed line is an even share, one in so "
    "many seats; against_even is the share divided by it.",
    "outcomes": "Share of seats, with the 95 % interval (Wilson).",
    "endings": "Share of games, with the 95 % interval (Wilson).",
    "lengths": "Quantiles of the length of a game.",
    "cards": "Seats that had the card before them or in hand at some time against seats that never had it: the "
    "difference of their shares of wins, with its 95 % interval (Newcombe). It shows what goes with winning, which is "
    "not always what brings it about. p is corrected for all cards of a table (Holm).",
    "differences": "Two proportions are held to each other by the z test, lengths by the Mann-Whitney test; p is "
    "corrected for all measures of a pair of tables (Holm). Real means p below 0.05.",
}
ROWS_SHOWN = 400
WIDTH = 560
LEGEND = altair.Legend(orient="top", columns=1, labelLimit=600)
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #221a14; }
h1, h2 { line-height: 1.2; } table { border-collapse: collapse; font-size: 0.85rem; }
td, th { padding: 0.2rem 0.6rem; border-bottom: 1px solid #d8cfc4; text-align: left; white-space: nowrap; }
.scroll { overflow-x: auto; max-height: 30rem; } .real { font-weight: 600; }
"""
POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:"
"""Tells the browser to fetch nothing."""


def report_of(grid: Grid, tables: Mapping[str, Sequence[Row]]) -> str:
    name = Words("en", grid.game).say("game.name")
    charts = charts_of(tables)
    parts = [f"<h1>{escape(name)}</h1>", f"<p>{escape(_summary(grid))}</p>"]
    if rows := tables["differences"]:
        real = [row for row in rows if row["verdict"] == "real"]
        parts.append(f"<h2>{TITLES['differences']}</h2><p>{NOTES['differences']}</p>{_verdicts(rows, real)}")
    for key in ("wins", "outcomes", "endings", "lengths", "cards"):
        if tables[key]:
            parts.append(f'<h2>{TITLES[key]}</h2><p>{escape(NOTES[key])}</p><div id="chart-{key}"></div>')
            parts.append(_table(tables[key]))
    specs = {key: _plain(chart) for key, chart in charts.items()}
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(name)}: balance</title><style>{STYLE}</style></head>\n<body>\n{body}\n"
        f'<script type="module">{_script(specs)}</script>\n</body></html>\n'
    )


def _script(specs: Mapping[str, Any]) -> str:
    """Vega, `vegaEmbed` and the charts, escaped so that nothing can end the script early."""
    text = json.dumps(specs).replace("</", "<\\/")
    draw = (
        f"for (const [key, spec] of Object.entries({text}))\n"
        '  vegaEmbed(`#chart-${key}`, spec, {mode: "vega-lite", actions: false});\n'
    )
    return javascript_bundle(draw).replace("</script", "<\\/script")


def _plain(chart: Any) -> Any:
    """A chart's specification without the address of its schema."""
    spec = chart.to_dict()
    spec.pop("$schema", None)
    return spec


def _summary(grid: Grid) -> str:
    return (
        f"{grid.games:,} games at each of {len(grid.cells)} tables: seats {', '.join(map(str, grid.seats))}; bots "
        f"{', '.join('+'.join(bots) for bots in grid.bots)}; {', '.join(each.name for each in grid.variants)}. "
        f"Seed {grid.seed}."
    )


def _verdicts(rows: Sequence[Row], real: Sequence[Row]) -> str:
    lines = [f"<p>{len(real)} of {len(rows)} measures differ.</p><div class='scroll'><ul>"]
    for row in sorted(rows, key=lambda row: (row["verdict"] != "real", row["p"])):
        mark = ' class="real"' if row["verdict"] == "real" else ""
        lines.append(f"<li{mark}>{row['seats']} seats, {escape(row['bots'])}: {escape(row['sentence'])}</li>")
    return "\n".join([*lines, "</ul></div>"])


def _table(rows: Sequence[Row]) -> str:
    names = list(rows[0])
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    lines = ["<tr>" + "".join(f"<td>{_cell(row[name])}</td>" for name in names) + "</tr>" for row in rows[:ROWS_SHOWN]]
    more = f"<p>{len(rows) - ROWS_SHOWN} more rows are in the files.</p>" if len(rows) > ROWS_SHOWN else ""
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div>{more}'


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))


# --- Charts -------------------------------------------------------------------------------------------


def charts_of(tables: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """A chart for each table that has one."""
    charts = {}
    if rows := tables["wins"]:
        charts["wins"] = _by_trait(rows, "against_even")
    if rows := tables["outcomes"]:
        charts["outcomes"] = _by_trait(rows, "share")
    if rows := tables["endings"]:
        charts["endings"] = _points(_with_table(rows), "share", "ending", "share of games")
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
        scaled = [_scaled(row) if measure == "against_even" else row for row in here]
        title = "share of wins against an even share" if measure == "against_even" else "share of seats"
        line = 1 if measure == "against_even" else None
        pictures.append(_points(scaled, measure, "called", title, line).properties(title=trait.replace("_", " ")))
    return altair.vconcat(*pictures)


def _scaled(row: Row) -> Row:
    return {**row, "low": row["low"] * row["seats"], "high": row["high"] * row["seats"]}


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
    return altair.layer(*layers).properties(width=WIDTH, height=altair.Step(12)).facet(row=altair.Row("seats:O"))


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
