"""Requests that go out: to nobody but the host that was named, once, for a time, and with a bounded reply."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from triclinium import outgoing
from triclinium.outgoing import Address, NotReached, post, read_address

PUBLIC = "93.184.215.14"
HELLO = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nsalve"
Talk = Callable[[socket.socket], None]


def saying(*parts: bytes) -> Talk:
    """A server that hears a request and says this."""

    def talk(connection: socket.socket) -> None:
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += connection.recv(4096)
        for part in parts:
            connection.sendall(part)

    return talk


@contextmanager
def stub(talk: Talk) -> Iterator[tuple[int, list[int]]]:
    """A server on this machine: its port, and a mark for each connection that came."""
    listener = socket.create_server(("127.0.0.1", 0))
    came: list[int] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            came.append(len(came))
            with connection:
                try:
                    talk(connection)
                except OSError:
                    continue

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1], came
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def ask(address: Address, *, seconds: float = 10.0, most: int = 1000) -> outgoing.Reply:
    return post(address, b"ave", {"Content-Type": "text/plain"}, seconds=seconds, reply_bytes=most)


def at_home(port: int, path: str = "/") -> Address:
    return read_address(f"http://localhost:{port}{path}", schemes=("http",), reach="home")


# --- Where a request really goes -----------------------------------------------------------------


class Resolver:
    """Tells one set of addresses after the other, as a resolver does that wants to be believed and then trusted."""

    def __init__(self, *told: list[str]) -> None:
        self.told = list(told)
        self.asked = 0

    def __call__(self, host: str, port: int, **more: Any) -> list[Any]:
        told = self.told[min(self.asked, len(self.told) - 1)]
        self.asked += 1
        return [
            (socket.AF_INET6 if ":" in ip else socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in told
        ]


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Every address a connection was wanted to; the one public address is this machine under another name."""
    wanted: list[tuple[str, int]] = []
    connect = socket.socket.connect

    def dial(self: socket.socket, address: tuple[str, int]) -> None:
        wanted.append(address)
        connect(self, ("127.0.0.1" if address[0] == PUBLIC else address[0], address[1]))

    monkeypatch.setattr(socket.socket, "connect", dial)
    return wanted


@pytest.mark.parametrize(
    "inside", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fe80::1%lo"]
)
def test_table_1_a_name_that_leads_inside_is_not_followed(
    inside: str, monkeypatch: pytest.MonkeyPatch, dialled: list[tuple[str, int]]
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Resolver([inside]))
    with stub(saying(HELLO)) as (port, came):
        with pytest.raises(NotReached):
            ask(read_address(f"http://hooks.example:{port}/", schemes=("http",)))
        assert came == [] and dialled == []


def test_table_1_a_resolver_that_changes_its_mind_is_asked_once(
    monkeypatch: pytest.MonkeyPatch, dialled: list[tuple[str, int]]
) -> None:
    resolver = Resolver([PUBLIC], ["127.0.0.2"])
    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    with stub(saying(HELLO)) as (port, came):
        assert ask(read_address(f"http://hooks.example:{port}/", schemes=("http",))).body == b"salve"
        assert (resolver.asked, came, dialled) == (1, [0], [(PUBLIC, port)])


def test_of_several_addresses_only_public_ones_are_tried(
    monkeypatch: pytest.MonkeyPatch, dialled: list[tuple[str, int]]
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Resolver(["127.0.0.1", "64:ff9b::7f00:1", PUBLIC, "10.0.0.1"]))
    with stub(saying(HELLO)) as (port, _):
        assert ask(read_address(f"http://hooks.example:{port}/", schemes=("http",))).good
        assert dialled == [(PUBLIC, port)]


def test_home_is_reached_where_it_is_meant() -> None:
    with stub(saying(HELLO)) as (port, _):
        assert ask(at_home(port)) == outgoing.Reply(200, b"salve")


def test_nobody_there_and_no_such_host(monkeypatch: pytest.MonkeyPatch) -> None:
    with stub(saying(HELLO)) as (port, _):
        pass
    with pytest.raises(NotReached):
        ask(at_home(port))

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "no such host")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(NotReached):
        ask(at_home(port))


# --- What comes back -----------------------------------------------------------------------------


def test_table_1_a_redirection_is_a_reply_and_nothing_is_asked_again() -> None:
    with stub(saying(HELLO)) as (inner, came_inside):
        away = b"HTTP/1.1 307 Away\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n" % inner
        with stub(saying(away)) as (port, came):
            reply = ask(at_home(port))
        assert (reply.status, reply.good, came, came_inside) == (307, False, [0], [])


@pytest.mark.parametrize(
    "parts",
    [
        [b"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + b"x" * 1001],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n" + b"x" * 1001],
        [b"HTTP/1.1 200 OK\r\n\r\n", *[b"x" * 1000] * 10_000],
        [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", *[b"3e8\r\n" + b"x" * 1000 + b"\r\n"] * 10_000],
        [b"HTTP/1.1 200 OK\r\n", *[b"X: " + b"x" * 1000 + b"\r\n"] * 10_000],
        [*[b"HTTP/1.1 100 Continue\r\n\r\n"] * 100_000],
        [b"x" * 100_000],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort"],
        [b"nonsense\r\n\r\n"],
        [],
    ],
    ids=["long", "longer", "endless", "chunks", "headers", "continue", "line", "short", "nonsense", "nothing"],
)
def test_a_reply_that_is_too_long_or_none_is_given_up(parts: list[bytes]) -> None:
    with stub(saying(*parts)) as (port, _), pytest.raises(NotReached):
        ask(at_home(port))


def test_a_reply_may_have_just_so_many_bytes_and_come_in_chunks() -> None:
    chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nsa\r\n3\r\nlve\r\n0\r\n\r\n"
    with stub(saying(chunks)) as (port, _):
        assert ask(at_home(port), most=5).body == b"salve"


@pytest.mark.parametrize("first", [b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: "])
def test_a_reply_that_drips_is_given_up_when_the_whole_time_is_over(first: bytes) -> None:
    """Every drop comes well within the limit; only the sum does not."""
    closed = threading.Event()

    def drip(connection: socket.socket) -> None:
        saying(first)(connection)
        try:
            while not closed.wait(0.02):
                connection.sendall(b"x")
        except OSError:
            closed.set()

    with stub(drip) as (port, _):
        with pytest.raises(NotReached):
            ask(at_home(port), seconds=0.3)
        assert closed.wait(10), "and the connection is closed"


def test_a_resolver_that_is_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = threading.Event()

    def silent(*_: object, **__: object) -> list[Any]:
        answer.wait()
        return []

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    with pytest.raises(NotReached):
        ask(at_home(9), seconds=0.05)
    answer.set()


def test_headers_cannot_carry_lines_of_their_own() -> None:
    with stub(saying(HELLO)) as (port, came):
        for key in ("a\r\nX-Other: b", "a\nb", "é", "a\0"):
            with pytest.raises(NotReached):
                post(at_home(port), b"", {"Authorization": key}, seconds=5, reply_bytes=10)
        assert came == []


# --- TLS ----------------------------------------------------------------------------------------


def certificate(folder: Path, host: str) -> Path:
    """A certificate that signs itself, and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{host}.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


@pytest.mark.parametrize(
    ("shown", "trusted", "good"),
    [("hooks.example", True, True), ("other.example", True, False), ("hooks.example", False, False)],
)
def test_the_host_must_prove_its_name(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    dialled: list[tuple[str, int]],
    shown: str,
    trusted: bool,
    good: bool,
) -> None:
    file = certificate(tmp_path, shown)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(file)
    names: list[str] = []
    serving.sni_callback = lambda _socket, name, _context: names.append(name)

    def talk(connection: socket.socket) -> None:
        with serving.wrap_socket(connection, server_side=True) as safe:
            saying(HELLO)(safe)

    usual = ssl.create_default_context

    def context() -> ssl.SSLContext:
        made = usual()
        if trusted:
            made.load_verify_locations(file)
        return made

    monkeypatch.setattr(ssl, "create_default_context", context)
    monkeypatch.setattr(socket, "getaddrinfo", Resolver([PUBLIC]))
    with stub(talk) as (port, _):
        address = read_address(f"https://hooks.example:{port}/")
        if good:
            assert ask(address).body == b"salve"
        else:
            with pytest.raises(NotReached):
                ask(address)
        assert dialled == [(PUBLIC, port)]
    assert names == ["hooks.example"], "the name is said, not the number"
