"""The report of a study: one self-contained HTML page that makes no requests.

On top stands the finding in a sentence, then a chart for each question; the tables are folded away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from vl_convert import javascript_bundle

from triclinium.core.ledger import ledger_of
from triclinium.lab.charts import charts_of
from triclinium.lab.grid import Grid
from triclinium.lab.tables import Row
from triclinium.lab.telling import COLUMNS, cell, finding
from triclinium.words import Words

TITLES = {
    "wins": "Who wins",
    "outcomes": "What seats came to",
    "endings": "How games end",
    "lengths": "How long games last",
    "cards": "What cards go with winning",
    "differences": "Variants compared",
}
NOTES = {
    "wins": "How often a seat wins, compared with the mean of all seats at the same table (1, the dashed line). "
    "Seats can win together, so the mean is more than one in so many seats. The bars are 95 % intervals (Wilson).",
    "outcomes": "Share of seats, with the 95 % interval (Wilson).",
    "endings": "Share of games, with the 95 % interval (Wilson).",
    "lengths": "Share of games by their length.",
    "cards": "Wins of seats that had the card before them or in hand at some time, less the wins of seats that never "
    "had it, with the 95 % interval (Newcombe). It shows what goes with winning, which is not always what brings it "
    "about. The p values are corrected for all cards of a table (Holm).",
    "differences": "Two shares are compared by the z test, lengths by the Mann-Whitney test. The p values are "
    "corrected for all measures of a pair of tables (Holm). Real means p below 0.05.",
}
STYLE = """
:root { color-scheme: light dark; --ink: #221a14; --paper: #fffdf8; --line: #d8cfc4; --soft: #6b5d4f; }
@media (prefers-color-scheme: dark) { :root { --ink: #efe6da; --paper: #1b1612; --line: #4a4037; --soft: #b3a595; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 0 auto; padding: 1rem; color: var(--ink);
  background: var(--paper); overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; text-wrap: balance; } h2 { margin-top: 2.5rem; }
.finding { font-size: 1.25rem; } .how, .note { color: var(--soft); } .how code { overflow-wrap: anywhere; }
.chart, .scroll { overflow-x: auto; max-width: 100%; } .chart { margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.85rem; }
td, th { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; padding: 0.4rem 0; } .real { font-weight: 600; }
"""
DRAW = """
const dark = matchMedia("(prefers-color-scheme: dark)").matches;
const room = Math.max(160, Math.min(document.body.clientWidth, 1088) - 230);
const fitted = (value) => {
  if (Array.isArray(value)) return value.map(fitted);
  if (value === null || typeof value !== "object") return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fitted(each)]));
  if (typeof made.width === "number") made.width = room;
  return made;
};
for (const [key, spec] of Object.entries(SPECS))
  vegaEmbed(`#chart-${key}`, fitted({...spec, background: null}),
    {mode: "vega-lite", actions: false, theme: dark ? "dark" : undefined});
"""
"""Charts are as wide as the page, and light on dark where the reader's screen is."""
SEAT_MEANS = "seat: its number at the table, which should not matter"
POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:"
"""Tells the browser to fetch nothing."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a report comes from, so that whoever is sent it can play the same games."""

    version: str
    date: str
    command: str


def report_of(grid: Grid, tables: Mapping[str, Sequence[Row]], origin: Origin) -> str:
    name = Words("en", grid.game).say("game.name")
    parts = [
        f"<h1>{escape(name)}: balance</h1>",
        f'<p class="finding">{escape(finding(tables))}</p>',
        f"<p>{escape(_summary(grid))}</p>",
        f'<p class="how">triclinium {origin.version}, {origin.date}: <code>{escape(origin.command)}</code></p>',
    ]
    if rows := tables["differences"]:
        parts.append(f'<h2>{TITLES["differences"]}</h2><p class="note">{NOTES["differences"]}</p>{_verdicts(rows)}')
    for key in ("wins", "outcomes", "endings", "lengths", "cards"):
        if tables[key]:
            parts.append(
                f'<h2>{TITLES[key]}</h2><p class="note">{escape(NOTES[key])}</p>{_explained(grid.game, tables[key])}'
            )
            parts.append(f'<div class="chart" id="chart-{key}"></div>{_table(tables[key])}')
    specs = {key: _plain(chart) for key, chart in charts_of(tables).items()}
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(name)}: balance</title><style>{STYLE}</style></head>\n<body>\n{body}\n"
        f'<script type="module">{_script(specs)}</script>\n</body></html>\n'
    )


def _script(specs: Mapping[str, Any]) -> str:
    """Vega, `vegaEmbed` and the charts, escaped so that nothing can end the script early."""
    text = json.dumps(specs).replace("</", "<\\/")
    return javascript_bundle(DRAW.replace("SPECS", text)).replace("</script", "<\\/script")


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


def _verdicts(rows: Sequence[Row]) -> str:
    """What really differs; the rest is folded away."""
    real = sorted((row for row in rows if row["verdict"] == "real"), key=lambda row: row["p"])
    others = [row for row in rows if row["verdict"] != "real"]
    lines = [f"<p>{len(real)} of {len(rows)} measures differ.</p>", _sentences(real)]
    if others:
        lines.append(
            f"<details><summary>{len(others)} without a difference shown</summary>{_sentences(others)}</details>"
        )
    return "\n".join(lines)


def _sentences(rows: Sequence[Row]) -> str:
    items = [f"<li>{row['seats']} seats, {escape(row['bots'])}: {escape(row['sentence'])}</li>" for row in rows]
    return f"<ul>{''.join(items)}</ul>" if items else ""


def _explained(game: str, rows: Sequence[Row]) -> str:
    """What the traits of this table mean, where that is not plain."""
    shown = {row["trait"] for row in rows if "trait" in row}
    said = {trait.name: trait.means for trait in ledger_of(game).traits} | {"seat": SEAT_MEANS}
    items = [f"<li>{escape(means)}</li>" for trait, means in said.items() if trait in shown and means]
    return f'<ul class="note">{"".join(items)}</ul>' if items else ""


def _table(rows: Sequence[Row]) -> str:
    names = [name for name in rows[0] if name in COLUMNS]
    head = "".join(f"<th>{escape(COLUMNS[name])}</th>" for name in names)
    lines = ["<tr>" + "".join(_cell(name, row) for name in names) + "</tr>" for row in rows]
    return (
        f"<details><summary>The numbers ({len(rows):,} rows)</summary>"
        f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div></details>'
    )


def _cell(name: str, row: Row) -> str:
    mark = ' class="number"' if isinstance(row[name], int | float) else ""
    return f"<td{mark}>{escape(cell(name, row[name]))}</td>"
