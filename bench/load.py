"""How many tables one server carries: real rules over real sockets, the load from a second process.

python -m bench.load live          2,000 tables, 10,000 sockets, 500 moves a second
python -m bench.load saturated     1,000 tables of four, as fast as turn order permits; whose game is over plays again
python -m bench.load saturated --beside     the same by turns with a stock boardgame.io server, and how they compare
python -m bench.load stored        the cost of a move with 10 and with many stored tables
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy
import uvloop

from bench.boardgameio import Matches, NodeServer
from bench.crowd import Crowd, Server
from bench.ports import free_port

ROUNDS = 2


async def drive(
    server: Server,
    tables: int,
    watchers: int,
    rate: float | None,
    seconds: float,
    socket_port: int | None = None,
    crowd: Crowd | None = None,
) -> dict[str, Any]:
    crowd = crowd or Crowd(server.port)
    crowd.socket_port = socket_port
    if rate is not None:
        mean = tables / rate
        crowd.think = lambda: mean * (0.5 + crowd.random.random())
    began = time.perf_counter()
    await crowd.lay(tables, 4, watchers)
    laid = time.perf_counter() - began
    gc.collect()
    gc.freeze()
    playing_again = crowd.play_again() if rate is None else []
    crowd.begin()
    await asyncio.sleep(min(5.0, seconds / 4))
    crowd.measuring = True
    cpu, own, wall = server.cpu_seconds(), time.process_time(), time.perf_counter()
    beside = server.cpu_beside()
    await asyncio.sleep(seconds)
    crowd.measuring = False
    wall = time.perf_counter() - wall
    beside = {name: seconds - beside[name] for name, seconds in server.cpu_beside().items()}
    for task in playing_again:
        task.cancel()
    latencies = numpy.array(crowd.latencies or [0.0]) * 1000
    p50, p99, p999 = (float(numpy.percentile(latencies, share)) for share in (50, 99, 99.9))
    return {
        "tables": tables,
        "sockets": tables * (4 + watchers),
        "offered_moves_per_s": rate,
        "seconds": round(wall, 1),
        "durable_moves_per_s": round(crowd.acks / wall, 1),
        "frames_per_s": round(crowd.frames / wall, 1),
        "bytes_per_frame": round(crowd.frame_bytes / max(1, crowd.frames)),
        "p50_ms": round(p50, 2),
        "p99_ms": round(p99, 2),
        "p99_9_ms": round(p999, 2),
        "most_ms": round(float(latencies.max()), 1),
        "measured": len(crowd.latencies),
        "server_cpu": round((server.cpu_seconds() - cpu) / wall, 2),
        "load_cpu": round((time.process_time() - own) / wall, 2),
        "server_us_per_move": round(1e6 * (server.cpu_seconds() - cpu) / max(1, crowd.acks)),
        **{f"{name}_us_per_move": round(1e6 * used / max(1, crowd.acks)) for name, used in beside.items()},
        "server_mib": round(server.memory_bytes() / 2**20),
        "games_over": crowd.games_over,
        "refused": crowd.refused,
        "laid_in_s": round(laid, 1),
    }


def run(tables: int, watchers: int, rate: float | None, seconds: float, data: Path | None = None) -> dict[str, Any]:
    """One server on one core, the crowd on the other."""
    with tempfile.TemporaryDirectory(prefix="triclinium-load-") as folder:
        cores = sorted(os.sched_getaffinity(0))
        server = Server(data or Path(folder), free_port(), cores[0])
        try:
            server.wait_until_up()
            if len(cores) > 1:
                os.sched_setaffinity(0, {cores[1]})
            return uvloop.run(drive(server, tables, watchers, rate, seconds))
        finally:
            os.sched_setaffinity(0, set(cores))
            server.stop()
            sys.stderr.write(server.said().splitlines()[-1] + "\n")


def beside(tables: int, seconds: float) -> list[dict[str, Any]]:
    """Our server and boardgame.io's in turn, on the same cores as their crowds; the last line compares."""
    found: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        found.append({"server": "triclinium", **run(tables, 0, None, seconds)})
        found.append({"server": "boardgame.io", **run_node(tables, seconds)})
    ours, theirs = found[0::2], found[1::2]
    rates = [
        sum(line[name] for line in lines) for lines, name in ((ours, "durable_moves_per_s"), (theirs, "moves_per_s"))
    ]
    costs = [sum(line["server_us_per_move"] for line in lines) for lines in (ours, theirs)]
    found.append({"times_the_moves": round(rates[0] / rates[1], 2), "times_the_cpu": round(costs[0] / costs[1], 2)})
    return found


def run_node(tables: int, seconds: float) -> dict[str, Any]:
    """boardgame.io on one core, its crowd on the other."""
    cores = sorted(os.sched_getaffinity(0))
    server = NodeServer(free_port(), cores[0])
    try:
        server.wait_until_up()
        os.sched_setaffinity(0, {cores[-1]})
        return uvloop.run(Matches(server.port).play(server, tables, 4, seconds))
    finally:
        os.sched_setaffinity(0, set(cores))
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("live", "saturated", "stored"))
    parser.add_argument("--tables", type=int)
    parser.add_argument("--beside", action="store_true", help="compare with boardgame.io in the same run")
    parser.add_argument("--rate", type=float, default=500.0)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--stored", type=int, default=100_000)
    wanted = parser.parse_args()
    if wanted.what == "live":
        found = [run(wanted.tables or 2000, 1, wanted.rate, wanted.seconds or 120)]
    elif wanted.what == "saturated" and wanted.beside:
        found = beside(wanted.tables or 1000, wanted.seconds or 10)
    elif wanted.what == "saturated":
        found = [run(wanted.tables or 1000, 0, None, wanted.seconds or 10)]
    else:
        from bench.stored import fill

        found = []
        for stored in (10, wanted.stored):
            with tempfile.TemporaryDirectory(prefix="triclinium-stored-") as folder:
                fill(Path(folder), stored)
                told = run(wanted.tables or 200, 0, 500.0, wanted.seconds or 20, Path(folder))
                found.append({"stored": stored, **told})
    for line in found:
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
