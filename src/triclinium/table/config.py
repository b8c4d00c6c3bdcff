"""The configuration of a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeAlias

from triclinium.table.ops.retention import Keeping
from triclinium.table.people.limits import Most
from triclinium.table.people.models import Models

LOOPBACK = ("127.0.0.0/8", "::1/128")
Network: TypeAlias = "IPv4Network | IPv6Network"


@dataclass(frozen=True, slots=True)
class Config:
    """What an operator can set."""

    data: Path
    store: str = ""
    """The address of a PostgreSQL database for all tables; else they are in SQLite, in `data`."""
    bus: str = ""
    """The address of a Redis over which several nodes tell each other what is new."""
    house: str = ""
    """Which house of that database this is, if there are several."""
    host: str = "127.0.0.1"
    port: int = 8060
    public_url: str = ""
    """Where people reach the server, if their browser cannot tell: https://table.example."""
    trusted_proxies: tuple[Network, ...] = ()
    """The proxies in front of the server, whose X-Forwarded-For is believed."""
    metrics_port: int | None = None
    webhook_hosts: frozenset[str] = field(default=frozenset())
    sockets_per_address: int = 200
    connections_per_address: int = 200
    """Connections for requests; those upgraded to sockets count as sockets."""
    requests_per_minute: int = 240
    most: Most = field(default_factory=Most)
    """How much is stored for one visitor and one address."""
    keeping: Keeping = field(default_factory=Keeping)
    """How long tables are kept."""
    models: Models = field(default_factory=Models)
    """Language models that may write passages for people: none by default."""
    quiet: bool = False
    warm: bool = False
    """Whether to compile the searches of bots and hints right after the start, in the background."""

    @property
    def proxies(self) -> tuple[Network, ...]:
        """All trusted proxies: the named ones and, with a public address, those on this machine."""
        here = tuple(ip_network(text) for text in LOOPBACK) if self.public_url else ()
        return self.trusted_proxies + here

    @property
    def secure(self) -> bool:
        """Whether people come by https."""
        return self.public_url.startswith("https://")

    @property
    def cookie(self) -> str:
        """The name of the seat key's cookie. The prefix ties it to this host and requires https."""
        return "__Host-triclinium" if self.secure else "triclinium"


def network_of(text: str) -> Network:
    """An address or network as an operator writes it. Raises `ValueError`, also for a network of everybody.

    >>> network_of("10.0.0.7"), network_of("fd00::/8")
    (IPv4Network('10.0.0.7/32'), IPv6Network('fd00::/8'))
    """
    network = ip_network(text.strip(), strict=False)
    if network.prefixlen == 0:
        raise ValueError("everybody")
    return network


def with_mapped(networks: tuple[Network, ...]) -> tuple[Network, ...]:
    """The networks, with those of IPv4 also in the mapped form that a dual-stack listener sees.

    >>> with_mapped((network_of("10.0.0.0/8"),))
    (IPv4Network('10.0.0.0/8'), IPv6Network('::ffff:a00:0/104'))
    """
    mapped = [
        IPv6Network((0xFFFF << 32 | int(network.network_address), 96 + network.prefixlen))
        for network in networks
        if isinstance(network, IPv4Network)
    ]
    return (*networks, *mapped)
