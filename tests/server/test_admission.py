"""Limits for an address: by home, behind proxies, at any number of names; answers that are made once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from triclinium.table import commands
from triclinium.table.config import Config, network_of
from triclinium.table.people.limits import Buckets
from triclinium.table.web.admission import Admission
from triclinium.table.web.documents import Document

from .people import house


def admission(folder: Path, **settings: Any) -> Admission:
    return Admission(Config(data=folder, **settings))


def test_table_12_a_home_has_one_limit_however_many_addresses_it_has(tmp_path: Path) -> None:
    one = admission(tmp_path, requests_per_minute=20, sockets_per_address=2, connections_per_address=2)
    asked = [one.may_ask(f"2001:db8:1:2::{number:x}") for number in range(600)]
    assert sum(asked) <= 21, "one /64"
    assert one.may_ask("2001:db8:1:3::1"), "another home"
    assert [one.enter(f"2001:db8:1:2:{number}::") for number in range(3)] == [True, True, False]
    assert [one.connect(f"2001:db8:1:2:{number}::") for number in range(3)] == [True, True, False]
    one.exit("2001:db8:1:2:ffff::")
    assert one.enter("2001:db8:1:2::")


def test_table_12_one_ipv4_address_is_one_however_it_is_written(tmp_path: Path) -> None:
    one = admission(tmp_path, requests_per_minute=2)
    assert [one.may_ask(text) for text in ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201")] == [True, True, False]
    assert one.may_ask("192.0.2.2")


class NeverWalked(OrderedDict[str, Any]):
    """A dictionary that nobody may look through."""

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("all names were looked at")


def test_table_12_the_limiter_keeps_so_many_names_and_looks_at_one(monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = Buckets(3, 60.0, names_most=1000)
    monkeypatch.setattr(buckets, "_held", NeverWalked())
    for _ in range(3):
        buckets.take("flood", 0.0)
    for number in range(20_000):
        assert buckets.take(f"name {number}", 0.0)
        if number % 900 == 0:
            assert not buckets.take("flood", 0.0), "who keeps asking is not forgotten for others"
    assert len(buckets) == 1000


@pytest.mark.parametrize(
    ("trusted", "forwarded", "counted"),
    [
        ((), "198.51.100.7", "127.0.0.1"),
        (("127.0.0.1",), "198.51.100.7", "198.51.100.7"),
        (("127.0.0.1",), "6.6.6.6, 198.51.100.7", "198.51.100.7"),
        (("127.0.0.1",), "198.51.100.7, 10.0.0.2", "10.0.0.2"),
        (("127.0.0.1", "10.0.0.0/8"), "6.6.6.6, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
        (("127.0.0.1", "10.0.0.0/8"), "198.51.100.7, ::ffff:10.0.0.2", "198.51.100.7"),
        (("127.0.0.0/8",), "6.6.6.6, 2001:db8::7", "2001:db8::/64"),
        (("10.0.0.0/8",), "198.51.100.7", "127.0.0.1"),
    ],
)
def test_table_12_the_caller_is_the_last_hop_that_is_no_proxy(
    tmp_path: Path, trusted: tuple[str, ...], forwarded: str, counted: str
) -> None:
    async def evening() -> None:
        proxies = tuple(network_of(text) for text in trusted)
        async with house(tmp_path, trusted_proxies=proxies) as place:
            async with httpx.AsyncClient(base_url=place.base, headers={"x-forwarded-for": forwarded}) as visitor:
                assert (await visitor.get("/api/games")).status_code == 200
            assert list(place.server.admission.requests._held) == [counted]

    asyncio.run(evening())


def test_with_a_public_address_a_proxy_on_this_machine_is_trusted(tmp_path: Path) -> None:
    assert not admission(tmp_path).is_proxy("127.0.0.1")
    public = admission(tmp_path, public_url="https://table.example", trusted_proxies=(network_of("192.168.3.0/24"),))
    for peer in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.3.7", "::ffff:192.168.3.7"):
        assert public.is_proxy(peer), peer
    for peer in ("192.168.4.7", "::2", "", "nobody"):
        assert not public.is_proxy(peer), peer


@pytest.mark.parametrize("text", ["proxy", "10.0.0.0/33", "", "0.0.0.0/0", "::/0", "10.0.0.1,10.0.0.2"])
def test_a_proxy_that_is_none_is_one_line(tmp_path: Path, text: str) -> None:
    told = CliRunner().invoke(commands.app, ["serve", "--data", str(tmp_path), "--trusted-proxy", text])
    assert told.exit_code == 2
    assert "write it as 10.0.0.7 or 10.0.0.0/8" in told.stderr and "\n" not in told.stderr.strip()


@pytest.mark.parametrize(
    "text",
    [
        "https://[",
        "table.example",
        "ftp://table.example",
        "https://a@b",
        "https://a b",
        "https://x:99999",
        "https://x/y",
    ],
)
def test_a_public_address_that_is_none_is_one_line(tmp_path: Path, text: str) -> None:
    told = CliRunner().invoke(commands.app, ["serve", "--data", str(tmp_path), "--public-url", text])
    assert told.exit_code == 2
    assert "as https://table.example" in told.stderr and "\n" not in told.stderr.strip()


def test_a_webhook_host_that_is_none_is_one_line(tmp_path: Path) -> None:
    told = CliRunner().invoke(
        commands.app, ["serve", "--data", str(tmp_path), "--webhook-host", "https://hooks.example"]
    )
    assert told.exit_code == 2
    assert "as hooks.example" in told.stderr and "\n" not in told.stderr.strip()


def test_table_12_a_document_is_made_once() -> None:
    made: list[int] = []
    document = Document(lambda: made.append(1) or {"a": len(made)})
    first = document.answer("")
    assert [document.answer("").body for _ in range(3)] == [first.body] * 3 == [b'{"a":1}'] * 3
    for known in (document.tag, f'"other", {document.tag}', f"W/{document.tag}", "*"):
        again = document.answer(known)
        assert (again.status_code, again.body) == (304, b"")
    assert document.answer('"other"').status_code == 200


@pytest.mark.parametrize("path", ["/api/games", "/api/openapi.json", "/api/socket.schema.json"])
def test_table_12_a_document_is_not_sent_again_to_a_client_that_has_it(tmp_path: Path, path: str) -> None:
    async def evening() -> None:
        async with (
            house(tmp_path, requests_per_minute=4) as place,
            httpx.AsyncClient(base_url=place.base) as browser,
        ):
            first = await browser.get(path)
            assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
            again = await browser.get(path, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert (await browser.get(path + "?x=1")).json()["key"] == "refused.malformed"
            codes = [(await browser.get(path)).status_code for _ in range(3)]
            assert codes == [200, 429, 429], "documents count like everything else"

    asyncio.run(evening())


def test_table_12_a_client_that_asks_too_fast_must_reconnect(tmp_path: Path) -> None:
    """A connection with a hundred requests in it costs one refusal, not a hundred."""

    async def evening() -> None:
        async with house(tmp_path, requests_per_minute=3) as place:
            host, port = place.base.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(f"GET /api/games HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() * 100)
            async with asyncio.timeout(30):
                told = await reader.read()
            assert (told.count(b"HTTP/1.1 200"), told.count(b"HTTP/1.1 429")) == (3, 1)
            writer.close()

    asyncio.run(evening())


def test_the_files_of_the_page_are_counted_too_and_more_generously(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, requests_per_minute=2) as place, httpx.AsyncClient(base_url=place.base) as browser:
            codes = [(await browser.get("/nothing")).status_code for _ in range(22)]
            assert codes[:20] == [404] * 20
            assert codes[-1] == 429
            assert (await browser.get("/api/games")).status_code == 200

    asyncio.run(evening())
