"""Checks before every request: security headers, the same origin, the visitor's key, limits."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address
from typing import Any

from triclinium.outgoing import read_address
from triclinium.table.config import Config, Network, with_mapped
from triclinium.table.people.limits import Buckets, Held, address_key
from triclinium.table.play.links import fresh_secret, hashed

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html triclinium",
    )
)
WORKER = "/assets/offline-worker-"
"""How the address of the worker begins in which games without a network are played (`web/vite.config.ts`)."""
WORKER_POLICY = "; ".join(
    ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'", "frame-ancestors 'none'")
)
"""Its own policy: it compiles Python for WebAssembly. The page may not."""
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}
KEY = re.compile(r"[A-Za-z0-9_-]{40,64}")
KEY_DAYS = 400
ADDRESS_MOST = 64
"""The most letters of an address; anything longer is invalid."""
PAGE_TIMES = 10
"""The page has many small files: an address may load this many times as many as it may make requests."""


@dataclass(slots=True)
class Admission:
    config: Config
    requests: Buckets = field(init=False)
    loads: Buckets = field(init=False)
    sockets: Held = field(init=False)
    connections: Held = field(init=False)
    proxies: tuple[Network, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.requests = Buckets(self.config.requests_per_minute, 60.0)
        self.loads = Buckets(self.config.requests_per_minute * PAGE_TIMES, 60.0)
        self.sockets = Held(self.config.sockets_per_address)
        self.connections = Held(self.config.connections_per_address)
        self.proxies = with_mapped(self.config.proxies)

    def same_origin(self, headers: dict[str, str], scheme: str) -> bool:
        """Whether the request comes from this server's own page. A browser always says where a page is from."""
        origin = headers.get("origin", "")
        if self.config.public_url:
            return origin == self.config.public_url
        host = headers.get("host", "")
        wanted = f"{'https' if scheme in ('https', 'wss') else 'http'}://{host}"
        return bool(host) and origin == wanted

    def visitor(self, headers: dict[str, str]) -> str:
        """Who asks: the hash of the key in their cookie, or nobody."""
        for part in headers.get("cookie", "").split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.config.cookie and KEY.fullmatch(value):
                return hashed(value)
        return ""

    def fresh_visitor(self) -> tuple[str, str]:
        """A new visitor, and the header that gives their browser the key."""
        key = fresh_secret()
        cookie = f"{self.config.cookie}={key}; Path=/; Max-Age={KEY_DAYS * 86_400}; HttpOnly; SameSite=Strict"
        return hashed(key), cookie + ("; Secure" if self.config.secure else "")

    def no_visitor(self) -> str:
        """The header that removes the key from a browser."""
        cookie = f"{self.config.cookie}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"
        return cookie + ("; Secure" if self.config.secure else "")

    def headers(self, path: str) -> dict[str, str]:
        """Headers for every response."""
        more = {"content-security-policy": WORKER_POLICY} if path.startswith(WORKER) else {}
        if self.config.secure:
            more["strict-transport-security"] = "max-age=31536000"
        return {**HEADERS, **more}

    def may_ask(self, address: str) -> bool:
        """Whether this address is below its limit of requests."""
        return self.requests.take(address_key(address), time.monotonic())

    def may_load(self, address: str) -> bool:
        """Whether this address may load one more file of the page."""
        return self.loads.take(address_key(address), time.monotonic())

    def enter(self, address: str) -> bool:
        """Count a socket of this address, if it may have one more."""
        return self.sockets.add(address_key(address))

    def exit(self, address: str) -> None:
        """Release a socket of this address."""
        self.sockets.drop(address_key(address))

    def connect(self, peer: str) -> bool:
        """Count a connection of this peer, if it may have one more. A trusted proxy has no limit."""
        return self.is_proxy(peer) or self.connections.add(address_key(peer))

    def disconnect(self, peer: str) -> None:
        """A connection of this peer has closed or become a socket."""
        if not self.is_proxy(peer):
            self.connections.drop(address_key(peer))

    def is_proxy(self, peer: str) -> bool:
        """Whether this peer is a trusted proxy."""
        return bool(self.proxies) and len(peer) <= ADDRESS_MOST and _is_in(peer, self.proxies)

    def caller(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> tuple[str, str]:
        """Who asks, and by which scheme: as a trusted proxy says, or the peer itself."""
        if not self.is_proxy(peer):
            return peer, "http"
        scheme = "http"
        hops: list[str] = []
        for name, value in headers:
            if name == b"x-forwarded-proto" and value.strip() in (b"http", b"https"):
                scheme = value.strip().decode()
            elif name == b"x-forwarded-for":
                hops += filter(None, map(_without_port, value.decode("latin-1").split(",")))
        # Each proxy appends its caller. The last address that is no trusted proxy is the caller; otherwise the first.
        hops = hops or [peer]
        return next((hop for hop in reversed(hops) if not self.is_proxy(hop)), hops[0]), scheme


def headers_of(scope: MutableMapping[str, Any]) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def address_of(scope: MutableMapping[str, Any]) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _without_port(hop: str) -> str:
    """An address as proxies write it.

    >>> [_without_port(hop) for hop in ("192.0.2.7 ", "192.0.2.7:81", "2001:db8::7", "[2001:db8::7]:81")]
    ['192.0.2.7', '192.0.2.7', '2001:db8::7', '2001:db8::7']
    """
    hop = hop.strip()
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


@lru_cache(1024)
def _is_in(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip in network for network in networks)


def public_url_of(text: str) -> str:
    """A public address for comparison with origins: scheme and host, without a path. Raises `ValueError`.

    >>> public_url_of("https://Table.example:443/")
    'https://table.example'
    """
    address = read_address(text, schemes=("http", "https"), reach="home")
    if address.target != "/":
        raise ValueError(text)
    return address.origin
