"""Proofs at full size, with one line of figures each.

    python -m bench.proof                   # all of them: `make proof`
    python -m bench.proof power crash       # these
    python -m bench.proof power --size 20   # any size; only a run at full size is saved
    python -m bench.proof --part 100        # a hundredth of each
    python -m bench.proof --docs            # write docs/proofs.md from the saved runs

Proofs of games are played in shards. With TRICLINIUM_SHARDS=FOLDER the shards are saved there, and an interrupted run
continues from them. A run at full size is added to `bench/results/proofs.jsonl`, and `docs/proofs.md` is written again.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from bench import proof_crash, proof_games, proof_hostile, proof_lost, proof_nodes, proof_power

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "bench" / "results" / "proofs.jsonl"
PAGE = ROOT / "docs" / "proofs.md"
Told = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Proof:
    """What is tried, how often, and how to describe it."""

    what: str
    size: int
    run: Callable[[int, int], Told]
    """Takes a size and a seed; returns figures and a list `faults`."""
    figure: Callable[[Told], str]


PROOFS = {
    "power": Proof(
        "losses of power at any step of the store: what was acknowledged is there, whole and once",
        2_000,
        proof_power.prove,
        lambda told: (
            f"{told['batches']:,} batches, {told['rows']:,} rows, {told['wiped']:,} rows wiped, "
            f"{told['backups']:,} backups; {told['sectors_lost']:,} sectors lost, {told['sectors_torn']:,} torn"
        ),
    ),
    "crash": Proof(
        "`kill -9` of a server under load: nothing acknowledged is lost, doubled or out of order",
        1_000,
        proof_crash.prove,
        lambda told: (
            f"{told['acknowledged']:,} answers acknowledged, {told['rows']:,} rows, {told['games_over']:,} games over; "
            f"{told['while_starting']} kills more while starting; "
            f"everybody is back after {told['resumed_ms']} ms"
        ),
    ),
    "nodes": Proof(
        "three nodes, killed or cut off from PostgreSQL or Redis while people play, and these two killed and started: "
        "nothing acknowledged is lost, doubled or out of order, and all are told the same",
        200,
        proof_nodes.prove,
        lambda told: (
            f"{', '.join(f'{count} {what}' for what, count in told['happened'].items())}; "
            f"{told['acknowledged']:,} answers acknowledged, {told['rows']:,} rows, {told['games_over']:,} games over, "
            f"{told['compared']:,} tables compared; after a kill of their node people play on in "
            f"{told['failover_ms_median']} ms, {told['failover_ms_most']} ms at most"
        ),
    ),
    "lost": Proof(
        "connections cut at any byte: who comes back knows what a newcomer is told; nothing lost or doubled",
        10_000,
        proof_lost.prove,
        lambda told: (
            f"{', '.join(f'{count:,} {manner}' for manner, count in told['manners'].items())}; "
            f"{told['in_the_handshake']:,} before the socket was open; {told['compared']:,} comparisons, "
            f"{told['acknowledged']:,} messages acknowledged, {told['repeated']:,} repeated"
        ),
    ),
    "hostile": Proof(
        "hostile messages to the socket and the routes: no crash, no 5xx, those who play do not notice, and no step of "
        "the loop takes 50 ms",
        1_000_000,
        proof_hostile.prove,
        lambda told: (
            f"{told['over_sockets']:,} over sockets, {told['messages'] - told['over_sockets']:,} requests, "
            f"{told['kinds']} kinds; the slowest step took {told['step_cpu_ms_most']} ms of processor time "
            f"({told['loop_lag_ms_most']:.0f} ms by the clock of a busy machine); meanwhile "
            f"{told['peaceful_answers']:,} answers of players, {told['peaceful_ms_median']} ms in the median"
        ),
    ),
    "views": Proof(
        "views of each game beside a world that the seat cannot tell apart: what it may not know never shows",
        proof_games.VIEWS,
        partial(proof_games.prove, "views"),
        lambda told: "; ".join(
            f"{game}: {sums['views']:,} views, {sums['comparisons']:,} comparisons in {sums['games']:,} games"
            for game, sums in told["of"].items()
        ),
    ),
    "games": Proof(
        "games at random for each game and number of seats: every one ends, and no card is lost",
        proof_games.GAMES_A_SEAT_COUNT,
        partial(proof_games.prove, "games"),
        lambda told: "; ".join(
            f"{game}: {sums['games']:,} games, {sums['decisions']:,} decisions, the longest {sums['longest']:,}"
            for game, sums in told["of"].items()
        ),
    ),
    "laws": Proof(
        "games at each table (options and seats) under all laws, as `triclinium check GAME --games 200` plays them",
        proof_games.GAMES_A_TABLE,
        partial(proof_games.prove, "laws"),
        lambda told: "; ".join(
            f"{game}: {sums['games']:,} games, {sums['views']:,} views" for game, sums in told["of"].items()
        ),
    ),
}


def run(name: str, size: int, seed: int) -> Told:
    """Run a proof; returns its figures and where they come from."""
    began = time.perf_counter()
    told = PROOFS[name].run(size, seed)
    return {
        "proof": name,
        "size": size,
        "seed": seed,
        "seconds": round(time.perf_counter() - began, 1),
        **told,
        "commit": commit(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def commit() -> str:
    """The commit checked out, with a plus if the sources have changed since."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], capture_output=True, text=True, cwd=ROOT, check=False).stdout.strip()

    return git("rev-parse", "--short=10", "HEAD") + ("+" if git("status", "--porcelain", "src", "bench/*.py") else "")


def keep(told: Told) -> None:
    with KEPT.open("a") as file:
        file.write(json.dumps(told) + "\n")
    PAGE.write_text(page())


HEAD = """# What was proved, and at what size

Each line is the latest run at full size; `make proof` runs them all, and `make test` a hundredth of each. How they
work is said at the top of each `bench/proof_*.py`. This page is made from `bench/results/proofs.jsonl` by
`python -m bench.proof --docs`.

| proof | size | faults | figures | command | commit | day | took |
|---|---|---|---|---|---|---|---|
"""


def page() -> str:
    """docs/proofs.md from the saved runs."""
    latest: dict[str, Told] = {}
    if KEPT.exists():
        latest = {told["proof"]: told for told in map(json.loads, KEPT.read_text().splitlines())}
    lines = [_line(name, proof, latest[name]) for name, proof in PROOFS.items() if name in latest]
    return HEAD + "".join(lines)


def _line(name: str, proof: Proof, told: Told) -> str:
    machine = f"{told['seconds']:,.0f} s on {told['cores']} cores"
    cells = (
        proof.what, f"{told['size']:,}", str(len(told["faults"])), proof.figure(told),
        f"`python -m bench.proof {name}`", told["commit"], told["date"], machine,
    )  # fmt: skip
    return f"| {' | '.join(cells)} |\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proofs", nargs="*", metavar="PROOF", help=", ".join(PROOFS))
    parser.add_argument("--size", type=int, help="instead of the full size of each")
    parser.add_argument("--part", type=int, default=1, help="divide the full size of each by this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--docs", action="store_true", help="only write docs/proofs.md")
    wanted = parser.parse_args()
    if unknown := set(wanted.proofs) - set(PROOFS):
        parser.error(f"no such proof: {', '.join(sorted(unknown))}")
    if wanted.docs:
        PAGE.write_text(page())
        return
    faults = 0
    for name in wanted.proofs or PROOFS:
        told = run(name, wanted.size or PROOFS[name].size // wanted.part, wanted.seed)
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        faults += len(told["faults"])
        if told["size"] >= PROOFS[name].size:
            keep(told)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
