"""Counters since the server started, for the metrics and the last line of the journal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Counts:
    answers: int = 0
    messages: int = 0
    refused: int = 0
    commits: int = 0
    rows: int = 0
    rows_read: int = 0
    overtaken: int = 0
    failures: int = 0
    faults: int = 0
    frames: int = 0
    frame_bytes: int = 0
    commit_seconds: float = 0.0
    commit_slowest: float = 0.0
    loop_lag_most: float = 0.0
    bots: int = 0
    too_fast: int = 0
