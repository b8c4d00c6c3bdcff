"""What strangers send: frames and requests of every wrong kind, as bytes, each with a name."""

from __future__ import annotations

import base64
import os
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import msgspec

from bench.grammar import ODD_NUMBERS, ODD_TEXTS, ODD_VALUES, Grammar, type_of
from triclinium.table.protocol.messages import AnyUp
from triclinium.table.web.asks import Route
from triclinium.table.web.routes import ROUTES

CONTINUES, TEXT, BINARY, CLOSES, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
UP_TYPES = {kind.tag: kind for kind in type_of(AnyUp).types}  # type: ignore[attr-defined]
RARE = {"leave": 0.01, "dismiss": 0.05, "hint": 0.02, "veil": 0.2, "pause": 0.2, "stand_in": 0.2, "not_ready": 0.3}
"""Messages that end what can be tried at a table, or that cost others time by design."""
ENCODE = msgspec.json.Encoder().encode


def frame(body: bytes, opcode: int = TEXT, first: int = FINAL, mask: bool = True, length: int | None = None) -> bytes:
    """A frame, valid or not: the length may be false."""
    size = len(body) if length is None else length
    key = os.urandom(4) if mask else b""
    flag = MASKED if mask else 0
    if size < 126:
        head = bytes((first | opcode, flag | size))
    elif size < 1 << 16:
        head = bytes((first | opcode, flag | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first | opcode, flag | 127)) + (size & (1 << 64) - 1).to_bytes(8, "big")
    if mask:
        repeated = (key * (len(body) // 4 + 1))[: len(body)]
        body = (int.from_bytes(body, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(body), "big")
    return head + key + body


@dataclass
class Prey:
    """A table that strangers made or may enter, and what they know of it."""

    id: str
    keys: list[str]
    invite: str = ""
    watch: str = ""
    nonces: list[str] = field(default_factory=list)
    """Nonces of earlier messages, which are sent again."""
    spent: bool = False
    """Nothing is left to try here."""


class Frames:
    """What is sent over a socket."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.grammar = Grammar(rng)
        self.kinds = list(UP_TYPES)
        self.weights = list(accumulate(RARE.get(kind, 1.0) for kind in self.kinds))

    def message(self, prey: Prey, decision: dict[str, Any] | None) -> tuple[str, bytes]:
        """One text frame: valid, at the wrong moment, with a wrong answer, or no message at all."""
        rng = self.rng
        what = rng.random()
        if what < 0.35 and decision is not None:
            return self._answer(prey, decision)
        made = self.grammar.make(UP_TYPES[rng.choices(self.kinds, cum_weights=self.weights)[0]])
        self._know(made, prey, decision)
        if what < 0.9:
            return f"well formed {made['type']}", frame(ENCODE(made))
        if what < 0.98:
            body = self.grammar.spoil(made).encode("utf-8", "surrogatepass")
            return f"spoilt {made['type']}", frame(body)
        spoilt = bytearray(ENCODE(made))
        for _ in range(rng.choice((1, 3, 20))):
            spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        return "bytes changed", frame(bytes(spoilt))

    def _know(self, made: dict[str, Any], prey: Prey, decision: dict[str, Any] | None) -> None:
        """Put known values into a message, most of the time."""
        rng = self.rng
        if decision is not None and "decision" in made and rng.random() < 0.7:
            made["decision"] = decision["id"]
        if prey.nonces and rng.random() < 0.1:
            made["nonce"] = rng.choice(prey.nonces)
        else:
            prey.nonces = [*prey.nonces[-30:], made["nonce"]]
        if "passage" in made or "proposal" in made:
            made["passage" if "passage" in made else "proposal"] = rng.randrange(12)

    def _answer(self, prey: Prey, decision: dict[str, Any]) -> tuple[str, bytes]:
        """An answer to the open question, with something that was never offered."""
        rng = self.rng
        options: Sequence[Any] = decision["options"] or ({},)
        answer = msgspec.json.decode(ENCODE(rng.choice(options)))
        how = "an answer"
        number = decision["id"]
        if (wrong := rng.random()) < 0.75 and isinstance(answer, dict) and answer:
            how = "a wrong answer"
            key = rng.choice(list(answer))
            if wrong < 0.15:
                answer[rng.choice(ODD_TEXTS)] = rng.choice(ODD_VALUES)
            elif wrong < 0.25:
                del answer[key]
            elif wrong < 0.6:
                answer[key] = rng.choice((*ODD_NUMBERS[:13], *ODD_NUMBERS[-6:], *ODD_TEXTS, *ODD_VALUES))
            else:
                answer[key] = rng.choice(list(rng.choice(options).values()) or [None])
        elif wrong < 0.85:
            how, number = "a stale answer", max(0, number - rng.choice((1, 2, 7)))
        nonce = secrets.token_hex(8)
        prey.nonces = [*prey.nonces[-30:], nonce]
        return how, frame(ENCODE({"type": "answer", "nonce": nonce, "decision": number, "answer": answer}))

    def oddity(self) -> tuple[str, bytes, bool]:
        """Not a message: control frames, fragments, invalid frames, half frames. Returns whether to cut the connection
        after.
        """
        rng = self.rng
        what = rng.randrange(16)
        some = os.urandom(rng.choice((0, 1, 60, 125)))
        if what == 0:
            return "ping", frame(some, PING), False
        if what == 1:
            return "pong", frame(some, PONG), False
        if what == 2:
            return "binary", frame(os.urandom(rng.choice((0, 5, 3000))), BINARY), False
        if what == 3:
            code = rng.choice((0, 999, 1000, 1001, 1005, 1006, 1015, 3000, 4999, 5000, 65535))
            return "close", frame(code.to_bytes(2, "big") + some[:100], CLOSES), True
        if what == 4:
            return (
                "bad UTF-8",
                frame(b'{"type":"chat","text":"' + rng.choice((b"\xff", b"\xc0\xaf", b"\xed\xa0\x80"))),
                True,
            )
        if what == 5:
            return "reserved", frame(b"{}", rng.choice((3, 7, 11, 15)), FINAL | rng.choice((0, 0x40, 0x20, 0x10))), True
        if what == 6:
            return "unmasked", frame(b'{"type":"undo","nonce":"12345678"}', mask=False), True
        if what == 7:
            return "length lies", frame(b"abc", length=rng.choice((126, 70_000, 1 << 40, 1 << 63))), True
        if what == 8:
            return "too long", frame(b" " * rng.choice((8193, 33_000, 40_000))), True
        if what == 9:
            return "half a frame", frame(b'{"type":"undo","nonce":"12345678"}')[: rng.randrange(1, 30)], True
        if what == 10:
            pieces = [frame(b'{"type":', TEXT, 0), frame(some, PING), frame(b'"lift","nonce":"12345678"}', CONTINUES)]
            return "pieces", b"".join(pieces), False
        if what == 11:
            return "many pieces", frame(b"[", TEXT, 0) + frame(b"[", CONTINUES, 0) * 60 + frame(b"]", CONTINUES), False
        if what == 12:
            return "continues nothing", frame(b"{}", CONTINUES), True
        if what == 13:
            return "long ping", frame(bytes(126), PING), True
        if what == 14:
            return "pings", frame(b"a", PING) * 30, False
        return "noise", os.urandom(rng.choice((1, 50, 2000))), True


METHODS = (
    "GET",
    "POST",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "HEAD",
    "TRACE",
    "CONNECT",
    "get",
    "FOO",
    "G" * 300,
    "PRI",
)
ODD_PATHS = (
    "/", "//", "/../../etc/passwd", "/assets/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/t/%00",
    "/api", "/api/", "/api//tables", "/api/tables/", "/api/tables/../games", "/api/%74ables", "/api/tables;a=b", "/t/" + "a" * 5000,
    "/\\..\\..\\", "/%", "/%zz", "/%ff%fe", "/api/tables/%F0%9F%8F%9B", "*", "http://127.0.0.1/api/games", "/ws/", "/assets",
    "/index.html?" + "a=b&" * 900, "/api/games#x", "/favicon.ico", "/privacy", "/api/openapi.json", "/api/socket.schema.json", "/.git/config",
)  # fmt: skip
HEAVY = {"/api/tables": 0.1, "/api/me": 0.05, "/api/tables/{table}/branch": 0.3, "/api/tables/{table}/story": 0.3}
"""Routes that make or send much are requested less often."""
TOML_BOMBS = (
    ".".join("a" * 4000) + " = 1", "a = " + "[" * 8000, "\n".join(f"[{'.'.join('ab' * 50)}.x{number}]" for number in range(80)),
    "a = {b = " * 2000, 'a = "' + "x" * 16_000 + '"', "[[cards]]\n" * 1500, "a=1\n" * 4000, "\x00", "d = 1979-05-27T07:32:00Z",
)  # fmt: skip


class Requests:
    """What is sent over HTTP."""

    def __init__(self, rng: random.Random, port: int, preys: list[Prey], others: list[str]) -> None:
        self.rng = rng
        self.grammar = Grammar(rng)
        self.host = f"127.0.0.1:{port}"
        self.preys = preys
        self.others = others
        """Tables of people who play in peace."""
        self.weights = list(accumulate(HEAVY.get(route.path, 1.0) for route in ROUTES))

    def address(self) -> str:
        """The client's address, as a proxy would say."""
        rng = self.rng
        what = rng.random()
        if what < 0.9:
            return f"10.{rng.randrange(40)}.{rng.randrange(100)}.{rng.randrange(256)}"
        if what < 0.97:
            return f"2001:db8:{rng.randrange(4000):x}::{rng.getrandbits(16):x}"
        return rng.choice(("unknown", "", "1.2.3.4, 5.6.7.8", "a" * 500, "::1", "127.0.0.1", "999.1.1.1", "1.2.3.4:80"))

    def request(self) -> tuple[str, bytes, bool]:
        """A request with its name; returns whether to cut the connection after it."""
        what = self.rng.random()
        if what < 0.85:
            return self._to_a_route(self.rng.choices(ROUTES, cum_weights=self.weights)[0])
        if what < 0.95:
            return self._elsewhere()
        return self._broken()

    def _to_a_route(self, route: Route) -> tuple[str, bytes, bool]:
        rng = self.rng
        prey = rng.choice(self.preys)
        what = rng.random()
        table = prey.id if what < 0.6 else rng.choice(self.others) if what < 0.8 else secrets.token_hex(16)
        if what > 0.95:
            table = (
                rng.choice(("..", "%2e%2e", "A" * 32, "0" * 31, "0" * 33, "%00" * 32, "é" * 32))
                .encode()
                .decode("latin-1")
            )
        path = route.path.replace("{table}", table)
        if route.query and rng.random() < 0.7:
            path += "?" + "&".join(self._query(name, pattern) for name, pattern in route.query if rng.random() < 0.7)
        body = self._body(route, prey) if route.takes is not None else b""
        if route.takes is None and rng.random() < 0.05:
            body = b'{"a":1}'
        return f"{route.method} {route.path}", self.written(route.method, path, self._key(prey), body), False

    def _query(self, name: str, pattern: str) -> str:
        rng = self.rng
        odd = rng.choice(
            ("-1", "99999999999999999999", "%00", "%ff", "٣", "1&" + name + "=2", "", "0x1", "1e3", "[]", "a" * 3000)
        )
        return f"{name}={self.grammar.like(pattern) if rng.random() < 0.6 else odd}"

    def _body(self, route: Route, prey: Prey) -> bytes:
        rng = self.rng
        made = self.grammar.make(type_of(route.takes))
        if "secret" in made and rng.random() < 0.6:
            made["secret"] = rng.choice((prey.invite, prey.watch))
        if "game" in made:
            made["game"] = rng.choice(("banquet", "benhur", "bacchanalia", made["game"]))
            if rng.random() < 0.3:
                made["files"] = {rng.choice(("deck", "track", "lines", "veils")): rng.choice(TOML_BOMBS)}
        what = rng.random()
        if what < 0.4:
            return bytes(ENCODE(made))
        if what < 0.97:
            return self.grammar.spoil(made).encode("utf-8", "surrogatepass")
        return b" " * rng.choice((60_000, 70_000)) + ENCODE(made)

    def _key(self, prey: Prey) -> str:
        rng = self.rng
        what = rng.random()
        if what < 0.6:
            return f"triclinium={rng.choice(prey.keys)}"
        if what < 0.75:
            return f"triclinium={rng.choice(rng.choice(self.preys).keys)}"
        odd = (
            "",
            "triclinium=",
            "triclinium=" + "a" * 64,
            "triclinium=" + "a" * 4000,
            "a=b; " * 200,
            "=;=;;",
            "\xff\xfe=\x80",
        )
        return rng.choice((*odd, f"triclinium={prey.keys[0]}; triclinium={secrets.token_urlsafe(32)}"))

    def written(self, method: str, path: str, cookie: str, body: bytes, more: str = "") -> bytes:
        origin = f"http://{self.host}"
        if self.rng.random() < 0.05:
            origin = self.rng.choice(("null", "https://evil.example", f"https://{self.host}", "", "a" * 2000))
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\n"
            f"X-Forwarded-For: {self.address()}\r\nContent-Length: {len(body)}\r\n{more}\r\n"
        )
        return head.encode("latin-1", "replace") + body

    def _elsewhere(self) -> tuple[str, bytes, bool]:
        """Another method, or a path that does not exist."""
        rng = self.rng
        method = rng.choice(METHODS)
        path = rng.choice(ODD_PATHS) if rng.random() < 0.6 else rng.choice(ROUTES).path.replace("{table}", "0" * 32)
        body = rng.choice((b"", b"", b"{}", bytes(500)))
        whole = self.written(method, path, self._key(rng.choice(self.preys)), body)
        return (
            "a path or a method that is none",
            whole,
            method not in ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"),
        )

    def _broken(self) -> tuple[str, bytes, bool]:
        """No request, or half of one."""
        rng = self.rng
        whole = self.written("POST", "/api/tables", "", b'{"game":"banquet"}')
        odd = (
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(60),
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            os.urandom(300),
            b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 3000 + b"\r\n",
            b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
            b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
            b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
            b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            whole[: rng.randrange(1, len(whole))],
            whole + whole[:40],
            whole.replace(b"Content-Length", b"Expect: 100-continue\r\nContent-Length"),
            self.handshake("/ws/" + "0" * 32, "", "Sec-WebSocket-Version: 1"),
            self.handshake("/api/tables", "", "Sec-WebSocket-Version: 13"),
        )
        return "no request", rng.choice(odd), True

    def handshake(self, path: str, key: str, version: str = "Sec-WebSocket-Version: 13") -> bytes:
        """A request for a socket."""
        nonce = base64.b64encode(os.urandom(16)).decode()
        more = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {nonce}\r\n{version}\r\n"
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\nCookie: triclinium={key}\r\n"
            f"X-Forwarded-For: {self.address()}\r\n{more}\r\n"
        )
        return head.encode()
