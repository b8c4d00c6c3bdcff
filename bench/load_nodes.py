"""How many tables several nodes carry, with PostgreSQL and Redis on the same machine, and who needs how much of it.

python -m bench.load_nodes                2,000 tables and 10,000 sockets over two nodes, 267 moves a second offered
python -m bench.load_nodes --mixed        the same with the people of each table at different nodes, as without a hash
python -m bench.load_nodes --saturated    as fast as turn order permits
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import uvloop

from bench.backends import Backend, Postgres, Redis
from bench.crowd import Crowd, Room, Server, cpu_seconds_of
from bench.load import drive
from bench.ports import free_port


class Nodes(Server):
    """Several nodes of one house, with the part of a server that the load needs. `quick=False`: PostgreSQL syncs."""

    def __init__(self, folder: Path, count: int) -> None:
        self.postgres, self.redis = Postgres(quick=False), Redis()
        self.ports = [free_port() for _ in range(count)]
        self.port = self.ports[0]
        self.base = f"http://127.0.0.1:{self.port}"
        more = ["--store", self.postgres.url, "--bus", self.redis.url, "--public-url", self.base]
        self.journal = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the nodes)
        self.nodes = []
        for number, port in enumerate(self.ports):
            words = [*self.arguments(port, folder / str(number)), *more]
            command = [sys.executable, "-m", "triclinium.cli", *words]
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.journal)
            self.nodes.append(self.process)
            self.port = port
            self.wait_until_up()
        self.port = self.ports[0]

    def cpu_seconds(self) -> float:
        return sum(cpu_seconds_of(node.pid) for node in self.nodes)

    def memory_bytes(self) -> int:
        return sum(int(Path(f"/proc/{node.pid}/statm").read_text().split()[1]) for node in self.nodes) * 4096

    def cpu_beside(self) -> dict[str, float]:
        backends: dict[str, Backend] = {"postgres": self.postgres, "redis": self.redis}
        return {name: cpu_seconds_of(one.process.pid) for name, one in backends.items() if one.process is not None}

    def stop(self) -> None:
        for node in self.nodes:
            node.terminate()
        for node in self.nodes:
            node.wait(30)
        self.postgres.close()
        self.redis.close()


class Spread(Crowd):
    """A crowd over all nodes: by table, as a proxy with a hash would lead them, or mixed."""

    def __init__(self, ports: list[int], mixed: bool) -> None:
        super().__init__(ports[0])
        self.ports = ports
        self.mixed = mixed

    def port_of(self, room: Room) -> int:
        return random.choice(self.ports) if self.mixed else self.ports[room.number % len(self.ports)]


async def run(
    nodes: Nodes, tables: int, watchers: int, rate: float | None, seconds: float, mixed: bool
) -> dict[str, Any]:
    told = await drive(nodes, tables, watchers, rate, seconds, crowd=Spread(nodes.ports, mixed))
    return {"nodes": len(nodes.ports), "mixed": mixed, **told}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=2)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=267.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--mixed", action="store_true")
    parser.add_argument("--saturated", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="triclinium-load-") as folder:
        nodes = Nodes(Path(folder), wanted.nodes)
        try:
            watchers, rate = (0, None) if wanted.saturated else (1, wanted.rate)
            told = uvloop.run(run(nodes, wanted.tables, watchers, rate, wanted.seconds, wanted.mixed))
        finally:
            nodes.stop()
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
