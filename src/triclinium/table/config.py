"""How a server was started."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Config:
    """What an operator can set."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8060
    public_url: str = ""
    """Where people reach the server, if that is not what their browser says: https://table.example."""
    metrics_port: int | None = None
    webhook_hosts: frozenset[str] = field(default=frozenset())
    processes: int = 1
    """Processes that share the tables; each counts what an address may do for itself."""
    sockets_per_address: int = 200
    requests_per_minute: int = 240
    quiet: bool = False
    warm: bool = False
    """Whether the searches of bots and hints are compiled as soon as the server runs, beside the table."""

    @property
    def secure(self) -> bool:
        """Whether people come by https."""
        return self.public_url.startswith("https://")

    @property
    def cookie(self) -> str:
        """The name of the seat key's cookie; the prefix ties it to this host, and needs https."""
        return "__Host-triclinium" if self.secure else "triclinium"
