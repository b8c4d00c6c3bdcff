"""All outgoing requests: notices by push or webhook, and questions to a narrator's language model.

An address often comes from a stranger, and several programs interpret it. So it is parsed once, with an allow-list of
characters, and the request is built from the parsed parts. The host is resolved once, each address found is checked,
and the connection goes to exactly that address. Redirects are not followed and proxies are not used. The total time and
the length of the reply are limited.
"""

from __future__ import annotations

import io
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from http.client import HTTPException, HTTPResponse
from typing import Any, Literal, TypeAlias

LETTERS_MOST = 2048
HOST_LETTERS_MOST = 253
HEAD_BYTES_MOST = 32 * 1024
"""The head of a reply, in addition to its body."""
GOOD = range(200, 300)

ADDRESS = re.compile(
    r"(?P<scheme>https?)://"
    r"(?:\[(?P<six>[0-9a-f:.]{2,45})\]|(?P<host>[a-z0-9.-]+))"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>/[a-z0-9._~!$&'()*+,;=:@%/-]*)?"
    r"(?P<query>\?[a-z0-9._~!$&'()*+,;=:@%/?-]*)?",
    re.ASCII | re.IGNORECASE,
)
LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)", re.ASCII)
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
"""A last label that some resolvers read as a number, and with it the whole host."""
PORTS = {"http": 80, "https": 443}

Ip: TypeAlias = "ipaddress.IPv4Address | ipaddress.IPv6Address"
Network: TypeAlias = "ipaddress.IPv4Network | ipaddress.IPv6Network"
Reach: TypeAlias = Literal["public", "home"]
"""Where a request may go: only to the public internet, or also to this machine and home networks."""


def _networks(*texts: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(text) for text in texts)


HOME = _networks(
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "::1/128", "fc00::/7")
)
"""This machine, and home networks."""
PUBLIC = _networks("0.0.0.0/0", "2000::/3")
"""For IPv6 this excludes translated addresses (NAT64), because nobody can see where they lead."""
SPECIAL = _networks(
    *("0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15"),
    *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
    *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
)
"""Public by number, but not real destinations: links, tests, documentation, multicast, tunnels."""


class BadAddress(ValueError):
    """An address that requests may not go to. The message does not repeat it."""


class NotReached(OSError):
    """No usable reply: nobody there, too late, too long, or not HTTP."""


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed and checked address.

    >>> read_address("HTTPS://Hooks.Example/a?b=c").url
    'https://hooks.example/a?b=c'
    """

    scheme: str
    host: str
    port: int
    path: str = "/"
    query: str = ""
    reach: Reach = "public"

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.netloc}"

    @property
    def target(self) -> str:
        """Path and query."""
        return self.path + self.query

    @property
    def url(self) -> str:
        return self.origin + self.target

    def at(self, path: str) -> Address:
        """The same host with another path."""
        return replace(self, path=path)


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes

    @property
    def good(self) -> bool:
        """Whether the other side accepted it."""
        return self.status in GOOD


def read_address(text: object, *, schemes: tuple[str, ...] = ("https",), reach: Reach = "public") -> Address:
    """Parse an address. Raises `BadAddress` for anything that is not plainly one.

    >>> read_address("https://127.0.0.1\\\\.push.example/x")
    Traceback (most recent call last):
    triclinium.outgoing.BadAddress: not an address to send to
    """
    found = ADDRESS.fullmatch(text) if isinstance(text, str) and len(text) <= LETTERS_MOST else None
    if found is None or found["scheme"].lower() not in schemes:
        raise BadAddress("not an address to send to")
    scheme = found["scheme"].lower()
    port = int(found["port"] or PORTS[scheme])
    host = _read_host(found["host"], found["six"], reach)
    if not 0 < port < 1 << 16:
        raise BadAddress("no such port")
    return Address(scheme, host, port, found["path"] or "/", found["query"] or "", reach)


def is_host_name(text: str) -> bool:
    """Whether this is a host name that nothing could read as a number.

    >>> is_host_name("hooks.example"), is_host_name("127.1"), is_host_name("a_b"), is_host_name("a..b")
    (True, False, False, False)
    """
    labels = text.split(".")
    named = len(text) <= HOST_LETTERS_MOST and all(LABEL.fullmatch(label) for label in labels)
    return named and not NUMBER.fullmatch(labels[-1])


def _read_host(name: str | None, six: str | None, reach: Reach) -> str:
    if name is not None and is_host_name(name.lower()):
        return name.lower()
    try:
        ip: Ip = ipaddress.IPv4Address(name) if name is not None else ipaddress.IPv6Address(six or "")
    except ValueError:
        raise BadAddress("no such host") from None
    if not may_reach(ip, reach):
        raise BadAddress("not a host to send to")
    return str(ip)


def may_reach(ip: Ip, reach: Reach) -> bool:
    """Whether a request may go to this IP address.

    >>> [may_reach(ipaddress.ip_address(text), "public") for text in ("1.1.1.1", "::ffff:10.0.0.1")]
    [True, False]
    """
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if any(ip in network for network in HOME):
        return reach == "home"
    return any(ip in network for network in PUBLIC) and not any(ip in network for network in SPECIAL)


def post(address: Address, body: bytes, headers: Mapping[str, str], *, seconds: float, reply_bytes: int) -> Reply:
    """Send once and read the reply. Raises `NotReached`. Any status is a reply, redirects included."""
    until = time.monotonic() + seconds
    try:
        request = _request(address, body, headers)
        with _connected(address, until) as connection:
            _send(connection, request, until)
            return _reply(connection, until, reply_bytes)
    except NotReached:
        raise
    except (OSError, HTTPException, ValueError) as error:
        raise NotReached(type(error).__name__) from None


def _request(address: Address, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = [f"POST {address.target} HTTP/1.1", f"Host: {address.netloc}"]
    more = {"User-Agent": "triclinium", "Accept-Encoding": "identity", **headers, "Content-Length": str(len(body))}
    for name, value in {**more, "Connection": "close"}.items():
        if not (name + value).isascii() or not (name + value).isprintable():
            raise ValueError(f"the header {name!a} holds letters that no header has")
        lines.append(f"{name}: {value}")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _connected(address: Address, until: float) -> socket.socket:
    """Connect to one of the host's addresses that may be reached."""
    allowed = [ip for ip in _resolved(address, until) if may_reach(ip, address.reach)]
    failed: OSError = NotReached("no address that may be reached")
    for ip in allowed:
        family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
        connection = socket.socket(family, socket.SOCK_STREAM)
        try:
            connection.settimeout(_left(until))
            connection.connect((str(ip), address.port))
            if address.scheme == "http":
                return connection
            connection.settimeout(_left(until))
            return ssl.create_default_context().wrap_socket(connection, server_hostname=address.host)
        except OSError as error:
            connection.close()
            failed = error
    raise failed


def _resolved(address: Address, until: float) -> list[Ip]:
    """All addresses of a host, resolved once. The system's resolver has no timeout, so a late one is abandoned."""
    found: list[list[Any]] = []

    def resolve() -> None:
        try:
            found.append(socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            return

    asking = threading.Thread(target=resolve, daemon=True)
    asking.start()
    asking.join(_left(until))
    if not found:
        raise NotReached("the host was not found")
    # A link-local address has its link after a "%". These are never allowed.
    told = [str(entry[4][0]).partition("%")[0] for entry in found[0]]
    return [ipaddress.ip_address(text) for text in dict.fromkeys(told)]


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise NotReached("too late")
    return left


def _send(connection: socket.socket, request: bytes, until: float) -> None:
    waiting = memoryview(request)
    while waiting:
        connection.settimeout(_left(until))
        waiting = waiting[connection.send(waiting) :]


def _reply(connection: socket.socket, until: float, most: int) -> Reply:
    reading = _Reading(connection, until, most + HEAD_BYTES_MOST)
    reply = HTTPResponse(reading, method="POST")  # type: ignore[arg-type]  # it asks a socket for a file to read only
    reply.begin()
    body = reply.read(most + 1)
    if len(body) > most:
        raise NotReached("too long a reply")
    if reply.length:
        raise NotReached("the reply broke off")
    return Reply(reply.status, body)


class _Reading(io.RawIOBase):
    """Reads from a connection with a limit on time and bytes."""

    def __init__(self, connection: socket.socket, until: float, most: int) -> None:
        self._connection = connection
        self._until = until
        self._most = most

    def makefile(self, _mode: str) -> io.BufferedReader:
        """For `HTTPResponse`."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connection.settimeout(_left(self._until))
        got = self._connection.recv_into(buffer)
        self._most -= got
        if self._most < 0:
            raise NotReached("too long a reply")
        return got
