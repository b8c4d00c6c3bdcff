"""One server in several processes: this one starts the shards, restarts a lost one, and stops them all."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from types import FrameType

from triclinium.table.ops.journal import Journal
from triclinium.table.ops.shard import Shard
from triclinium.table.web.handover import Handover

STOPS = (signal.SIGTERM, signal.SIGINT)
RESTART_SECONDS = 1.0
"""The delay before a lost shard restarts, so that one that cannot start does not fill the journal."""

Run = Callable[[Shard, Handover, socket.socket], None]
"""What a shard does until it is told to stop. The last argument is a socket that closes when the parent is gone."""


class Shards:
    def __init__(self, count: int, run: Run, journal: Journal) -> None:
        self.count = count
        self.run = run
        self.journal = journal
        self.handover = Handover(count)
        self.stopping = False
        self._ours, self._theirs = socket.socketpair()
        self._running: dict[int, int] = {}

    def start(self) -> None:
        for number in range(self.count):
            self._start(number)
        for name in STOPS:
            signal.signal(name, self._stop)

    def keep(self) -> None:
        """Keep all shards running until told to stop."""
        while self._running:
            process, _ = os.wait()
            if process not in self._running:
                continue
            number = self._running.pop(process)
            if self.stopping:
                continue
            self.journal.trouble("process", f"process {number + 1} of {self.count} was lost; it starts again")
            time.sleep(RESTART_SECONDS)
            if not self.stopping:
                self._start(number)
        self.handover.close()
        self._ours.close()
        self._theirs.close()

    def _start(self, number: int) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # a new process must not handle these as the parent does
        process = os.fork()
        if process:
            self._running[process] = number
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            if self.stopping:
                os.kill(process, signal.SIGTERM)
            return
        failed = True
        try:
            os.setpgid(0, 0)  # a Ctrl-C at the terminal goes to the parent only
            for name in STOPS:
                signal.signal(name, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            self._ours.close()
            self.run(Shard(number, self.count), self.handover, self._theirs)
            failed = False
        except Exception as error:
            self.journal.trouble("process", f"process {number + 1} of {self.count}: {error or type(error).__name__}")
        finally:
            sys.stderr.flush()
            os._exit(failed)

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        """Let all shards finish; on a second call, at once."""
        word = signal.SIGINT if self.stopping else signal.SIGTERM
        self.stopping = True
        for process in self._running:
            os.kill(process, word)
