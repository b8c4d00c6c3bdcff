""" "Your turn" notices for slow games: by Web Push and webhook, once for each question, never while the person is
watching.

The server sends only to addresses that the operator allows: known push services, and webhook hosts named at the start.
`outgoing.py` does the sending.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from triclinium.core.decision import Refused
from triclinium.outgoing import Address, BadAddress, post, read_address
from triclinium.table.log.rows import Notified
from triclinium.table.ops.journal import Journal
from triclinium.table.play.fields import PLAYING
from triclinium.table.play.table import Table
from triclinium.table.protocol.messages import Data
from triclinium.words import Words

PUSH, WEBHOOK = "push", "webhook"
PUSH_SERVICES = ("fcm.googleapis.com", "updates.push.services.mozilla.com")
PUSH_DOMAINS = (".push.apple.com", ".notify.windows.com", ".push.services.mozilla.com")
HTTPS = 443
TIMEOUT_SECONDS = 10.0
REPLY_BYTES_MOST = 16 * 1024
PUSH_KEPT_SECONDS = 24 * 3600
"""How long a push service keeps a notice for a browser that is offline."""
SIGNED_SECONDS = 12 * 3600
VAPID_FILE = "vapid.pem"


class NotTaken(Exception):
    """The other side did not accept a notice. The message is its status."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One message to one subscription."""

    kind: str
    target: Data
    language: str
    table: str
    game: str
    link: str


def due_notices(table: Table) -> list[Notice]:
    """Notices for seats that are asked and absent. Each is recorded in the log, so that it is sent once."""
    if table.phase != PLAYING or table.resting:
        return []
    notices = []
    for number, question in table.questions.items():
        seat = table.seats[number]
        answered = number in table.sealed or seat.notified == question.decision.id
        if not seat.subscriptions or seat.sockets or seat.left or answered:
            continue
        table.write(Notified(seat=number, decision=question.decision.id))
        made = table.made
        for kind, target, language in seat.subscriptions:
            notices.append(Notice(kind, target, language, made.id, made.game, f"/t/{made.id}"))
    return notices


class Post:
    """Sends notices in threads, and drops those that cannot be delivered."""

    def __init__(
        self,
        journal: Journal,
        folder: Path,
        public_url: str,
        webhook_hosts: frozenset[str],
        *,
        deliver: Callable[[Notice], None] | None = None,
    ) -> None:
        self.journal = journal
        self.public_url = public_url
        self.webhook_hosts = webhook_hosts
        self._vapid = folder / VAPID_FILE
        self._pool = ThreadPoolExecutor(2, "notices")
        self._deliver = deliver or self._over_the_net
        self._keys = threading.Lock()

    def check(self, kind: str, target: Data) -> Address:
        """The address of a target. Raises `Refused` if this server would not send there."""
        try:
            address = read_address(target.get("endpoint" if kind == PUSH else "url"))
        except BadAddress:
            raise Refused("refused.address") from None
        host = address.host
        push_service = host in PUSH_SERVICES or host.endswith(PUSH_DOMAINS)
        if address.port != HTTPS or not (push_service if kind == PUSH else host in self.webhook_hosts):
            raise Refused("refused.address")
        return address

    def send(self, notice: Notice) -> None:
        """Send in a thread."""
        self._pool.submit(self._try, notice)

    def _try(self, notice: Notice) -> None:
        try:
            self._deliver(notice)
        except NotTaken as answered:
            self.journal.trouble("notice", f"a {notice.kind} was not taken: status {answered}")
        except Exception as error:
            self.journal.trouble("notice", f"a {notice.kind} could not be delivered: {type(error).__name__}")

    def text(self, notice: Notice) -> str:
        """The notice in the reader's language."""
        words = Words(notice.language, notice.game)
        return words.say("notice.your_turn", game=words.say("game.name"))

    def payload(self, notice: Notice) -> dict[str, Any]:
        """The content. The link contains no secret: the seat key is in the reader's own browser."""
        return {"text": self.text(notice), "content": self.text(notice), "link": self.public_url + notice.link}

    def _over_the_net(self, notice: Notice) -> None:
        address = self.check(notice.kind, notice.target)
        body = json.dumps(self.payload(notice)).encode()
        if notice.kind == PUSH:
            body, headers = self._sealed(address, notice.target, body)
        else:
            headers = {"Content-Type": "application/json"}
        reply = post(address, body, headers, seconds=TIMEOUT_SECONDS, reply_bytes=REPLY_BYTES_MOST)
        if not reply.good:
            raise NotTaken(str(reply.status))

    def _sealed(self, address: Address, target: Data, body: bytes) -> tuple[bytes, dict[str, str]]:
        """A push that only the browser can read, signed for the push service."""
        from pywebpush import WebPusher

        sealed: bytes = WebPusher({"endpoint": address.url, "keys": target["keys"]}).encode(body)["body"]
        claims = {
            "aud": address.origin,
            "sub": f"https://{urlsplit(self.public_url).hostname or 'localhost'}",  # the contact for problems
            "exp": int(time.time()) + SIGNED_SECONDS,
        }
        headers = {
            **self._private_key().sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(PUSH_KEPT_SECONDS),
        }
        return sealed, headers

    def _private_key(self) -> Any:
        """The key that signs pushes, made on first use."""
        from py_vapid import Vapid02

        with self._keys:
            if not self._vapid.exists():
                key = Vapid02()
                key.generate_keys()
                fresh = self._vapid.with_suffix(f".{os.getpid()}")
                fresh.touch(mode=0o600)
                key.save_key(str(fresh))
                with suppress(FileExistsError):  # another process was faster; use its key
                    os.link(fresh, self._vapid)
                fresh.unlink()
            return Vapid02.from_file(str(self._vapid))

    def public_key(self) -> str | None:
        """What a browser needs to subscribe; None without the extra `push`."""
        try:
            from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
            from py_vapid.utils import b64urlencode
        except ImportError:
            return None
        key = self._private_key().public_key
        encoded: str = b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        return encoded

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
