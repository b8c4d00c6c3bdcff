"""\"Your turn\" for slow games: by Web Push and by webhook, once for each question, never while somebody is looking.

The server fetches no address that the operator has not allowed: push services are known by name, hosts of webhooks
are given when the server is started.
"""

from __future__ import annotations

import json
import os
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triclinium.core.decision import Refused
from triclinium.table.journal import Journal
from triclinium.table.messages import Data
from triclinium.table.rows import Notified
from triclinium.table.table import PLAYING, Table
from triclinium.words import Words

PUSH, WEBHOOK = "push", "webhook"
PUSH_SERVICES = ("fcm.googleapis.com", "updates.push.services.mozilla.com")
PUSH_DOMAINS = (".push.apple.com", ".notify.windows.com", ".push.services.mozilla.com")
TIMEOUT_SECONDS = 10
VAPID_FILE = "vapid.pem"


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
    """Notices for seats that are asked and not here; each is noted in the log, so that it is sent once."""
    if table.phase != PLAYING or table.resting:
        return []
    notices = []
    for number, question in table.questions.items():
        seat = table.seats[number]
        if not seat.subscriptions or seat.sockets or seat.left or seat.notified == question.decision.id:
            continue
        table.write(Notified(seat=number, decision=question.decision.id))
        made = table.made
        for kind, target, language in seat.subscriptions:
            notices.append(Notice(kind, target, language, made.id, made.game, f"/t/{made.id}"))
    return notices


class Post:
    """Sends notices beside the event loop, and forgets those that cannot be delivered."""

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

    def check(self, kind: str, target: Data) -> None:
        """Refuse an address this server would not send to."""
        address = target.get("endpoint" if kind == PUSH else "url")
        parts = urllib.parse.urlsplit(address if isinstance(address, str) else "")
        host = (parts.hostname or "").lower()
        try:
            usual_port = parts.port in (None, 443)
        except ValueError:
            usual_port = False
        if parts.scheme != "https" or parts.username or not usual_port:
            raise Refused("refused.address")
        push_service = host in PUSH_SERVICES or host.endswith(PUSH_DOMAINS)
        if not (push_service if kind == PUSH else host in self.webhook_hosts):
            raise Refused("refused.address")

    def send(self, notice: Notice) -> None:
        """Send, beside the loop."""
        self._pool.submit(self._try, notice)

    def _try(self, notice: Notice) -> None:
        try:
            self._deliver(notice)
        except Exception as error:
            self.journal.trouble("notice", f"a {notice.kind} could not be delivered: {type(error).__name__}")

    def text(self, notice: Notice) -> str:
        """The line people read, in their language."""
        words = Words(notice.language, notice.game)
        return words.say("notice.your_turn", game=words.say("game.name"))

    def payload(self, notice: Notice) -> dict[str, Any]:
        """What is sent. The link holds no secret: the seat key is in the reader's own browser."""
        return {"text": self.text(notice), "content": self.text(notice), "link": self.public_url + notice.link}

    def _over_the_net(self, notice: Notice) -> None:
        self.check(notice.kind, notice.target)
        body = json.dumps(self.payload(notice)).encode()
        if notice.kind == WEBHOOK:
            request = urllib.request.Request(
                notice.target["url"], body, {"Content-Type": "application/json", "User-Agent": "triclinium"}
            )
            opener = urllib.request.build_opener(_NoRedirects)
            with opener.open(request, timeout=TIMEOUT_SECONDS):
                return
        from pywebpush import webpush

        webpush(
            {"endpoint": notice.target["endpoint"], "keys": notice.target["keys"]},
            body,
            vapid_private_key=self._private_key(),
            vapid_claims={"sub": self.public_url or "https://localhost"},
            timeout=TIMEOUT_SECONDS,
            ttl=86_400,
        )

    def _private_key(self) -> Any:
        """The key this server signs its pushes with, made when it is first needed."""
        from py_vapid import Vapid02

        with self._keys:
            if not self._vapid.exists():
                key = Vapid02()
                key.generate_keys()
                fresh = self._vapid.with_suffix(f".{os.getpid()}")
                fresh.touch(mode=0o600)
                key.save_key(str(fresh))
                with suppress(FileExistsError):  # another process was faster: its key is the server's
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
        """Stop sending."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect could lead anywhere: it is an error."""

    def redirect_request(self, *arguments: Any) -> None:
        return None
