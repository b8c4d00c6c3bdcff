"""A language model behind an OpenAI-compatible address, given by a user, that tells for a narrator.

Any failure (refusal, silence, nonsense, a flood of text) raises `NoTelling` with its fault, and the grammar tells
instead. Neither the server's error text nor the key is shown or logged.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from triclinium import outgoing
from triclinium.core.player import MODEL_KEY, BadAddress
from triclinium.games.bacchanalia.brain.narrator.fit import NoTelling, Wanted, judged
from triclinium.outgoing import Address, Reach

SECONDS = 20.0
"""How long the table waits for a model."""
REPLY_BYTES_MOST = 64 * 1024
TOKENS_MOST = 400
GOOD = 200
PATH = "/chat/completions"

Message: TypeAlias = "Mapping[str, str]"


@dataclass(frozen=True)
class Model:
    """Where to ask, under which name, with which key, and for how long."""

    url: str
    name: str = ""
    seconds: float = SECONDS
    key: str = field(default="", repr=False)
    reach: Reach = "home"
    """An operator's model may be at home; a stranger may name only public addresses."""

    def __post_init__(self) -> None:
        self.address()

    def address(self) -> Address:
        """Where to send a question. Plain HTTP is for a model at home."""
        schemes = ("http", "https") if self.reach == "home" else ("https",)
        try:
            given = outgoing.read_address(self.url, schemes=schemes, reach=self.reach)
        except outgoing.BadAddress:
            raise BadAddress(
                "no narrator can be asked at that address; write http:// or https://, a host, and no name or password, "
                "as http://localhost:8080/v1"
            ) from None
        path = given.path.rstrip("/")
        return given.at(path if path.endswith(PATH) else path + PATH)

    def tell(self, messages: Sequence[Message], wanted: Wanted) -> str:
        """The model's text, checked. Raises `NoTelling`."""
        content, finished = self.ask(messages)
        return judged(content, finished, wanted)

    def ask(self, messages: Sequence[Message]) -> tuple[str, bool]:
        """What the model says, and whether it finished. Raises `NoTelling`."""
        try:
            reply = self._post(self._body(messages))
        except (OSError, ValueError):
            raise NoTelling("not_reached") from None
        if reply.status != GOOD:
            raise NoTelling("not_taken")
        try:
            return content_of(reply.body)
        except (ValueError, LookupError, TypeError, RecursionError):
            # A foreign reply can fail in many ways; all are treated alike.
            raise NoTelling("nonsense") from None

    def _body(self, messages: Sequence[Message]) -> bytes:
        asked: dict[str, object] = {
            "messages": [dict(message) for message in messages],
            "max_tokens": TOKENS_MOST,
            "temperature": 0.9,
        }
        if self.name:
            asked["model"] = self.name
        return json.dumps(asked).encode()

    def _post(self, body: bytes) -> outgoing.Reply:
        """Ask once. Redirects are not followed, so that the key goes nowhere else."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        return outgoing.post(self.address(), body, headers, seconds=self.seconds, reply_bytes=REPLY_BYTES_MOST)


def model_at(url: str, name: str = "", key_variable: str = MODEL_KEY, seconds: float = SECONDS) -> Model:
    """The model at an address, with the key from an environment variable if it is set."""
    return Model(url, name, seconds, os.environ.get(key_variable, "").strip())


def content_of(reply: bytes) -> tuple[str, bool]:
    """What the model says in its reply, and whether it finished. Raises any of the usual errors."""
    choice = json.loads(reply)["choices"][0]
    content = choice["message"]["content"]
    if not isinstance(content, str):
        raise TypeError
    return content, choice.get("finish_reason") in (None, "stop")
