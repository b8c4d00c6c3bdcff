"""What operators need: descriptions that are current, numbers, word to those whose turn it is, quiet logs."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode, b64urlencode

from triclinium.core.decision import Refused
from triclinium.outgoing import Address, Reply
from triclinium.table.live.metrics import COUNTERS, Numbers, serve_metrics
from triclinium.table.log.rows import Subscribed
from triclinium.table.ops.journal import Journal
from triclinium.table.people.notices import Notice, Post, due_notices
from triclinium.table.web import schema
from triclinium.words import LANGUAGES
from triclinium.words.vocabulary import WORDS

from .people import Lines, house, seated, some_moves
from .room import Room

DOCS = Path(__file__).parents[2] / "docs"
TABLE_SOURCES = Path(schema.__file__).parents[1]


@pytest.mark.parametrize("name", list(schema.documents()))
def test_the_written_descriptions_are_current(name: str) -> None:
    """If this fails: python -m triclinium.table.web.schema docs"""
    assert (DOCS / name).read_text(encoding="utf-8") == schema.documents()[name]


def test_every_refusal_of_the_table_has_words() -> None:
    import re

    source = "".join(path.read_text(encoding="utf-8") for path in TABLE_SOURCES.rglob("*.py"))
    keys = set(re.findall(r'"((?:refused|notice)\.[a-z_]+)"', source))
    assert len(keys) > 30
    assert keys <= set(WORDS)


def test_metrics_are_on_a_port_of_their_own(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path) as place:
            _, chairs = await seated(place, 3)
            await some_moves(chairs, 4)
            found = {metric.name: metric.samples[0].value for metric in Numbers(place.server).collect()}
            assert found["triclinium_answers"] >= 4
            assert found["triclinium_sockets"] == 3
            assert found["triclinium_tables_in_memory"] == 1
            assert {f"triclinium_{name}" for name in COUNTERS} <= set(found)
            await place.people[0].ask("GET", "/metrics", expect=404)
            server, thread = serve_metrics(place.server, 0)
            address = f"http://127.0.0.1:{server.server_port}/metrics"
            page = await asyncio.to_thread(lambda: urllib.request.urlopen(address).read())
            assert b"triclinium_commits_total" in page
            server.shutdown()
            server.server_close()
            thread.join()

    asyncio.run(evening())


# --- Your turn ----------------------------------------------------------------------------------

PUSH = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "keys": {"p256dh": "x", "auth": "y"}}


def test_a_notice_is_sent_once_for_each_question_and_never_to_a_viewer() -> None:
    room = Room(people=3).begin()
    for seat in range(3):
        room.table.write(Subscribed(seat=seat, kind="push", target=PUSH, language="it"))
    assert due_notices(room.table) == [], "everybody is looking"
    for seat in range(3):
        room.abandon(seat)
    asked = set(room.table.questions)
    notices = due_notices(room.table)
    assert len(notices) == len(asked)
    assert due_notices(room.table) == []
    woken = room.woken()
    assert due_notices(woken) == [], "not again after a restart either"


@pytest.mark.parametrize("language", LANGUAGES)
def test_word_is_said_in_the_readers_language_and_holds_no_secret(tmp_path: Path, language: str) -> None:
    post = Post(Journal(), tmp_path, "https://table.example", frozenset({"hooks.example"}))
    notice = Notice("webhook", {"url": "https://hooks.example/x"}, language, "f" * 32, "banquet", "/t/" + "f" * 32)
    sent = post.payload(notice)
    assert sent["text"]
    assert sent["link"] == "https://table.example/t/" + "f" * 32
    post.close()


@pytest.mark.parametrize(
    ("kind", "target"),
    [
        ("webhook", {"url": "https://evil.example/"}),
        ("webhook", {"url": "http://hooks.example/"}),
        ("webhook", {"url": "https://hooks.example:8443/"}),
        ("webhook", {"url": "https://hooks.example@10.0.0.1/"}),
        ("webhook", {"url": "https://127.0.0.1/"}),
        ("webhook", {"url": "https://hooks.example:x/"}),
        ("webhook", {"url": 5}),
        ("webhook", {"url": "https://["}),
        ("webhook", {"url": "https://hooks.example\\.evil.example/"}),
        ("webhook", {"url": "https://hooks.example/a b"}),
        ("push", {"endpoint": "https://127.0.0.1\\.push.apple.com/x"}),
        ("push", {"endpoint": "https://127.0.0.1#.push.apple.com/x"}),
        ("push", {"endpoint": "https://["}),
        ("push", {"endpoint": "https://.push.apple.com/x"}),
        ("push", {"endpoint": "https://hooks.example/"}),
        ("push", {"endpoint": "https://fcm.googleapis.com.evil.example/"}),
        ("push", {}),
    ],
)
def test_the_server_sends_nowhere_it_was_not_told_to(tmp_path: Path, kind: str, target: dict[str, object]) -> None:
    post = Post(Journal(), tmp_path, "", frozenset({"hooks.example"}))
    post.check("webhook", {"url": "https://hooks.example/a"})
    post.check("push", PUSH)
    with pytest.raises(Refused):
        post.check(kind, target)
    post.close()


def test_subscribing_and_being_told(tmp_path: Path) -> None:
    async def evening() -> None:
        async with house(tmp_path, webhook_hosts=frozenset({"hooks.example"})) as place:
            told: list[Notice] = []
            place.server.post._deliver = told.append
            persons, chairs = await seated(place, 3)
            table = chairs[0].id
            key = await persons[0].ask("GET", "/api/push")
            assert key["webhook_hosts"] == ["hooks.example"]
            assert len(key["key"]) > 80
            for person in persons:
                body = {"kind": "webhook", "url": "https://hooks.example/mine", "language": "nl"}
                await person.ask("POST", f"/api/tables/{table}/notices", json=body)
            for address in ("https://other.example/", "https://[", "https://127.0.0.1\\.push.apple.com/x"):
                for kind, name in (("webhook", "url"), ("push", "endpoint")):
                    body = {"kind": kind, name: address}
                    refused = await persons[0].ask("POST", f"/api/tables/{table}/notices", json=body, expect=409)
                    assert refused["key"] == "refused.address"
            asked = [number for number, chair in enumerate(chairs) if chair.to_answer()]
            for number in asked:
                await chairs[number].close()
            async with asyncio.timeout(30):
                while len(told) < len(asked):
                    await asyncio.sleep(0.02)
            await asyncio.sleep(0.1)
            assert len(told) == len(asked)
            assert {notice.language for notice in told} == {"nl"}

    asyncio.run(evening())


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Address, bytes, dict[str, str]]]:
    """What would have gone out; nothing connects to anywhere."""
    found: list[tuple[Address, bytes, dict[str, str]]] = []

    def take(address: Address, body: bytes, headers: dict[str, str], **_: object) -> Reply:
        found.append((address, body, headers))
        return Reply(200 + len(found) // 2 * 210, b"")

    def never(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("triclinium.table.people.notices.post", take)
    monkeypatch.setattr("socket.socket.connect", never)
    return found


def test_table_1_a_push_is_sealed_for_the_browser_signed_and_sent_by_our_own_door(
    tmp_path: Path, posted: list[tuple[Address, bytes, dict[str, str]]]
) -> None:
    browser, auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
    point = browser.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    target = {
        "endpoint": "https://web.push.apple.com/QABC?x=1",
        "keys": {"p256dh": b64urlencode(point), "auth": b64urlencode(auth)},
    }
    lines: list[str] = []
    post = Post(Journal(Lines(lines)), tmp_path, "https://table.example:8443", frozenset())
    notice = Notice("push", target, "nl", "f" * 32, "banquet", "/t/" + "f" * 32)
    post._try(notice)
    ((address, body, headers),) = posted
    assert address.url == target["endpoint"]
    read = http_ece.decrypt(body, private_key=browser, auth_secret=auth, version="aes128gcm")
    assert json.loads(read) == post.payload(notice)
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    assert Vapid02.verify(headers["Authorization"])
    token = headers["Authorization"].removeprefix("vapid t=").split(",")[0]
    claims = json.loads(b64urldecode(token.split(".")[1].encode()))
    assert (claims["aud"], claims["sub"]) == ("https://web.push.apple.com", "https://table.example")
    assert post.public_key() in headers["Authorization"]
    assert lines == []
    post._try(notice)
    assert "a push was not taken: status 410" in lines[0], "an answer that is no success is told to the operator"
    post.close()


def test_a_webhook_goes_out_by_our_own_door(
    tmp_path: Path, posted: list[tuple[Address, bytes, dict[str, str]]]
) -> None:
    post = Post(Journal(), tmp_path, "https://table.example", frozenset({"hooks.example"}))
    notice = Notice("webhook", {"url": "https://Hooks.example/a"}, "en", "f" * 32, "banquet", "/t/" + "f" * 32)
    post._try(notice)
    ((address, body, headers),) = posted
    assert (address.url, json.loads(body)) == ("https://hooks.example/a", post.payload(notice))
    assert headers == {"Content-Type": "application/json"}
    post.close()


def test_the_journal_writes_lines_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    Journal().note("started", tables=3)
    Journal().trouble("store", "the disk is full")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["level"], line["what"]) for line in lines] == [("note", "started"), ("trouble", "store")]
