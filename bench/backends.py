"""PostgreSQL and Redis of our own, from Debian's packages: on a free port, in a new folder, gone afterwards.

Tests and proofs start them, restart them, kill them and cut them off. PostgreSQL does not run as root; root runs it as
the user that its package brings.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.ports import free_port

PATIENCE = 30.0
POSTGRES_USER = "postgres"
PASSWORD = "for tests only"
QUICK = ("fsync=off", "full_page_writes=off")
"""For tests that lose no power: nothing waits for a disk."""


def binaries() -> Path:
    """Where the newest PostgreSQL of this machine is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise SystemExit("there is no PostgreSQL here: `make test` installs it, or `apt-get install postgresql`")
    return found[-1].parent


def redis_server() -> str:
    found = shutil.which("redis-server")
    if found is None:
        raise SystemExit("there is no Redis here: `make test` installs it, or `apt-get install redis-server`")
    return found


class Backend:
    """A process that listens on a port, with a folder of its own."""

    folder: Path
    port: int
    host = "127.0.0.1"
    """Where it can be asked from here; `listen` says where else."""
    listen: str
    process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "said").open("ab") as said:
            self.process = subprocess.Popen(self.command(), stdout=said, stderr=said, cwd=self.folder)
        until = time.monotonic() + PATIENCE
        while not self.is_up():
            if self.process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"{type(self).__name__} did not start: {(self.folder / 'said').read_text()[-2000:]}")
            time.sleep(0.01)

    def is_up(self) -> bool:
        try:
            with socket.create_connection((self.host, self.port), 1) as asked:
                return self.answers(asked)
        except OSError:
            return False

    def answers(self, asked: socket.socket) -> bool:
        raise NotImplementedError

    def signal(self, number: int) -> None:
        """Send a signal and wait for the end."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(PATIENCE)
            self.process = None

    def stop(self) -> None:
        self.signal(signal.SIGINT)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)

    def close(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Backend):
    """One cluster with a password; `quick` leaves out what only a loss of power needs."""

    def __init__(self, *, quick: bool = True, listen: str = "127.0.0.1", options: Sequence[str] = ()) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="triclinium-postgres-"))
        self.listen = listen
        self.port = free_port()
        self.options = (*options, *(QUICK if quick else ()))
        self.owner = pwd.getpwnam(POSTGRES_USER) if os.geteuid() == 0 else None
        (self.folder / "password").write_text(PASSWORD)
        if self.owner is not None:
            for path in (self.folder, self.folder / "password"):
                os.chown(path, self.owner.pw_uid, self.owner.pw_gid)
        self._as_owner(
            "initdb", "--no-sync", "-A", "scram-sha-256", "-U", POSTGRES_USER,
            "--pwfile", str(self.folder / "password"), "-E", "UTF8", "--no-locale", "-D", str(self.folder / "data"),
        )  # fmt: skip
        with (self.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all all all scram-sha-256\n")
        self.start()

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str, password: str = PASSWORD) -> str:
        return f"postgresql://{POSTGRES_USER}:{password.replace(' ', '%20')}@{self.host}:{self.port}/{database}"

    def command(self) -> list[str]:
        settings = (
            f"port={self.port}", f"listen_addresses={self.listen}", f"unix_socket_directories={self.folder}",
            "max_connections=200", "shared_buffers=64MB", *self.options,
        )  # fmt: skip
        options = [word for setting in settings for word in ("-c", setting)]
        return [*self._owner(), str(binaries() / "postgres"), "-D", str(self.folder / "data"), *options]

    def answers(self, asked: socket.socket) -> bool:
        ready = [str(binaries() / "pg_isready"), "-q", "-h", self.host, "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0

    def restart(self) -> None:
        """As an operator does it: whoever is connected is cut off."""
        self.stop()
        self.start()

    def kill(self) -> None:
        """Without a word, with all its processes: the others see the postmaster go and leave."""
        super().kill()
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def _owner(self) -> list[str]:
        if self.owner is None:
            return []
        return ["setpriv", f"--reuid={self.owner.pw_uid}", f"--regid={self.owner.pw_gid}", "--clear-groups"]

    def _as_owner(self, program: str, *arguments: str) -> None:
        command = [*self._owner(), str(binaries() / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        if done.returncode:
            raise SystemExit(f"{program} failed: {done.stderr[-2000:]}")


class Redis(Backend):
    """A Redis that stores nothing."""

    def __init__(self, *, listen: str = "127.0.0.1") -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="triclinium-redis-"))
        self.listen = listen
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://{self.host}:{self.port}"

    def command(self) -> list[str]:
        return [
            redis_server(), "--port", str(self.port), "--bind", self.listen, "--dir", str(self.folder), "--save", "",
            "--appendonly", "no", "--protected-mode", "no",
        ]  # fmt: skip

    def answers(self, asked: socket.socket) -> bool:
        asked.sendall(b"PING\r\n")
        return asked.recv(16).startswith(b"+PONG")
