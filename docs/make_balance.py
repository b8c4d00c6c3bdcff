"""Draw the balance of Banquet's deck, before and now: `python docs/make_balance.py STUDY`.

STUDY is the folder of `triclinium lab compare banquet --with deck=docs/decks/banquet-third.toml`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import altair
import pyarrow
from pyarrow import compute, parquet

PICTURE = Path(__file__).parent / "pictures" / "banquet-balance.svg"
NAMES = {"standard": "now"}


def picture(study: Path) -> altair.TopLevelMixin:
    """Each guest's share of wins relative to the mean of its table, on a scale where half and twice are equally far."""
    wins = parquet.read_table(study / "wins.parquet")
    guests = wins.filter(compute.equal(wins["trait"], "guest")).to_pylist()
    rows = [{**row, "deck": NAMES.get(row["variant"], "before")} for row in guests]
    base = altair.Chart(pyarrow.Table.from_pylist(rows))
    points = base.mark_point(filled=True, size=50).encode(
        x=altair.X("against_mean:Q", title="wins, as multiples of the table's mean")
        .scale(type="log", domain=[0.2, 3], nice=False)
        .axis(values=[0.25, 0.5, 1, 2]),
        y=altair.Y("called:N", title=None, sort=None),
        color=altair.Color("deck:N", title=None, legend=altair.Legend(orient="top")),
        shape=altair.Shape("deck:N", title=None),
    )
    bounds = [base.mark_rule(strokeDash=[4, 4]).encode(x=altair.datum(bound)) for bound in (0.5, 1, 2)]
    return altair.layer(*bounds, points).properties(width=230).facet(column=altair.Column("seats:O"))


if __name__ == "__main__":
    picture(Path(sys.argv[1])).save(PICTURE)
