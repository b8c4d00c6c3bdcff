"""How a report puts the tables of a study into words: headings, numbers as people write them, and the finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from triclinium.lab.tables import Row

TRAIT_NAMES = {"dealt": "guest dealt", "start_place": "start place"}
COLUMNS = {
    "seats": "seats",
    "bots": "bots",
    "variant": "variant",
    "trait": "by",
    "called": "which",
    "ending": "ending",
    "count": "times",
    "of": "of",
    "share": "share",
    "low": "from",
    "high": "to",
    "against_mean": "times the mean",
    "games": "games",
    "mean": "mean",
    "p5": "5 % are shorter",
    "p25": "25 %",
    "median": "half are shorter",
    "p75": "75 %",
    "p95": "95 %",
    "counted_in": "counted in",
    "seats_with": "seats with it",
    "share_with": "win with it",
    "seats_without": "seats without",
    "share_without": "win without",
    "difference": "difference",
    "p": "p",
    "verdict": "difference is",
}
"""The columns that a report shows, and their headings. Files have all columns, by their names."""
SHARES = {"share", "low", "high", "share_with", "share_without", "difference"}
P_LEAST = 0.001


def cell(column: str, value: Any) -> str:
    """A value as a person would write it: shares in per cent, p not below what it can mean.

    >>> cell("share", 0.2531), cell("p", 5.485e-05), cell("ending", "third_out"), cell("count", 12345)
    ('25.3 %', 'below 0.001', 'third out', '12,345')
    """
    if column == "p":
        return f"below {P_LEAST}" if value < P_LEAST else f"{value:.3f}"
    if column in SHARES:
        return f"{100 * value:.1f} %"
    if isinstance(value, float):
        return f"{value:,.2f}".removesuffix(".00")
    if isinstance(value, int):
        return f"{value:,}"
    return TRAIT_NAMES.get(value, str(value).replace("_", " "))


def finding(tables: Mapping[str, Sequence[Row]]) -> str:
    """What a study shows, in a sentence or two."""
    if rows := tables["differences"]:
        return _difference(rows)
    rows = tables["wins"]
    first = rows[0]["trait"]
    by_mean = sorted((row for row in rows if row["trait"] == first), key=lambda row: float(row["against_mean"]))
    least, most = by_mean[0], by_mean[-1]
    if most["against_mean"] == 0:
        return "Nobody won."
    return (
        f"{_who(most)} wins most often, {most['against_mean']:.2f} times the mean of its table; "
        f"{_who(least)} least often, {least['against_mean']:.2f} times."
    )


def _who(row: Row) -> str:
    trait = TRAIT_NAMES.get(row["trait"], row["trait"])
    called = row["called"] if trait == "guest" else f"{trait} {row['called']}"
    return f"{called[:1].upper()}{called[1:]} ({row['seats']} seats, {row['bots']}, {row['variant']})"


def _difference(rows: Sequence[Row]) -> str:
    real = [row for row in rows if row["verdict"] == "real"]
    if not real:
        return f"None of {len(rows)} measures shows a difference."
    surest = min(real, key=lambda row: float(row["p"]))
    place = f"{surest['seats']} seats, {surest['bots']}"
    return f"{len(real)} of {len(rows)} measures differ. The surest, at {place}: {surest['sentence']}"
