"""A driver of Ben Hur between two: `python -m learning.mix FIRST SECOND --share 0.25 --out FILE`.

SECOND went on learning from FIRST (`python -m learning.benhur --start FIRST`), so its nets lie close to FIRST's, and
those between drive well too. FILE gets nets that are so far on the way from FIRST to SECOND, and SECOND's record.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy

RECORD = "record"


def mixed(first: dict[str, Any], second: dict[str, Any], share: float) -> dict[str, Any]:
    """Arrays on the way from one file's to another's, in half precision."""
    nets = [{name: one for name, one in file.items() if name != RECORD} for file in (first, second)]
    sizes = [{name: one.shape for name, one in net.items()} for net in nets]
    if sizes[0] != sizes[1]:
        raise ValueError("The two files have nets of different sizes. Mix a driver with the one it went on from.")
    before, after = ({name: one.astype(numpy.float32) for name, one in net.items()} for net in nets)
    made = {name: ((1 - share) * before[name] + share * after[name]).astype(numpy.float16) for name in before}
    record = json.loads(second[RECORD].tobytes()) | {"share_of_this_lesson": share}
    return made | {RECORD: numpy.frombuffer(json.dumps(record).encode(), numpy.uint8)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m learning.mix", description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    with numpy.load(asked.first) as first, numpy.load(asked.second) as second:
        numpy.savez_compressed(asked.out, **mixed(dict(first), dict(second), asked.share))


if __name__ == "__main__":
    main()
