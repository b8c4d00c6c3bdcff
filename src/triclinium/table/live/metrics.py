"""Metrics for Prometheus, on a separate port that only this machine can reach."""

from __future__ import annotations

import resource
from collections.abc import Iterable
from threading import Thread
from typing import Protocol
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from triclinium.table.live.hub import Hub

COUNTERS = {
    "messages": "Messages received over sockets.",
    "answers": "Messages acknowledged.",
    "refused": "Messages refused or resynced.",
    "too_fast": "Sockets closed for sending too much.",
    "bots": "Answers given by bots.",
    "rows": "Rows handed to the store.",
    "rows_read": "Rows of other nodes read and folded.",
    "overtaken": "Times that a table stepped back because another node was faster.",
    "commits": "Commits of the store.",
    "commit_seconds": "Seconds spent in commits.",
    "failures": "Commits that failed.",
    "faults": "Mistakes of the program at a table; the journal says where.",
    "frames": "Frames sent.",
    "frame_bytes": "Bytes in frames sent.",
}


class Serving(Protocol):
    """A server, which has its hub once it has started."""

    hub: Hub


class Numbers(Collector):
    """Reads the server's counters on request."""

    def __init__(self, server: Serving) -> None:
        self.server = server

    def collect(self) -> Iterable[Metric]:
        hub = getattr(self.server, "hub", None)
        if hub is None:
            return
        for name, meaning in COUNTERS.items():
            yield CounterMetricFamily(f"triclinium_{name}", meaning, value=getattr(hub.counts, name))
        yield GaugeMetricFamily("triclinium_sockets", "Open sockets.", value=hub.sockets)
        yield GaugeMetricFamily("triclinium_tables_in_memory", "Tables in memory.", value=len(hub.live))
        put_away = "Tables put away because of a fault."
        yield GaugeMetricFamily("triclinium_tables_put_away", put_away, value=len(hub.recovery.put_away))
        slowest = "Seconds of the slowest commit so far."
        yield GaugeMetricFamily("triclinium_commit_slowest_seconds", slowest, value=hub.counts.commit_slowest)
        lag = "Most seconds the event loop was late so far."
        yield GaugeMetricFamily("triclinium_loop_lag_most_seconds", lag, value=hub.counts.loop_lag_most)
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        yield GaugeMetricFamily("triclinium_memory_most_bytes", "Most memory used so far.", value=kilobytes * 1024)


def serve_metrics(server: Serving, port: int) -> tuple[WSGIServer, Thread]:
    """Serve /metrics on this machine only."""
    registry = CollectorRegistry()
    registry.register(Numbers(server))
    return start_http_server(port, "127.0.0.1", registry)
