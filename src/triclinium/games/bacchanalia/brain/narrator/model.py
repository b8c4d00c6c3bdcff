"""A model behind an OpenAI-compatible address, which a user may give, as a teller.

Whatever goes wrong, a refusal, a silence, nonsense or a flood, the answer is None and the grammar tells instead.
Nothing is logged: neither the address's errors nor the key.
"""

from __future__ import annotations

import json
import os
import re
import ssl
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import TypeAlias
from urllib.parse import urlsplit

from triclinium.core.decision import Refused
from triclinium.games.bacchanalia.brain.narrator.grammar import sentences_of
from triclinium.games.bacchanalia.rules.texts import check_text

KEY_VARIABLE = "TRICLINIUM_NARRATOR_KEY"
"""The environment variable a key is read from."""
SECONDS = 20.0
"""How long the table waits for a model."""
REPLY_BYTES_MOST = 64 * 1024
TELLING_BYTES_MOST = 2 * 1024
LETTERS_LEAST = 8
TOKENS_MOST = 400
GOOD = 200
PATH = "/chat/completions"

Message: TypeAlias = "Mapping[str, str]"


class BadAddress(Exception):
    """An address that no model can be asked at."""


@dataclass(frozen=True)
class Model:
    """Where to ask, under which name, with which key, and for how long."""

    url: str
    name: str = ""
    seconds: float = SECONDS
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        try:
            fit = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            fit = False
        if not fit or parts.username is not None or not self.url.isascii() or not self.url.isprintable():
            raise BadAddress("a narrator's address begins with http:// or https:// and holds no name or password")

    def tell(self, messages: Sequence[Message]) -> str | None:
        """The model's telling, fit to be told; None if there is none in time."""
        found: list[str] = []
        # The thread is left alone when time is up: a daemon holds up nothing, and its socket closes by its own limit.
        asking = threading.Thread(target=self._ask, args=(messages, found), daemon=True)
        asking.start()
        asking.join(self.seconds)
        return fit_to_tell(found[0]) if found else None

    def _ask(self, messages: Sequence[Message], found: list[str]) -> None:
        try:
            found.append(content_of(self._post(self._body(messages))))
        except (OSError, HTTPException, ValueError, LookupError, TypeError, RecursionError):
            # Every way in which a stranger's answer can fail comes to the same: no telling.
            return

    def _body(self, messages: Sequence[Message]) -> bytes:
        asked: dict[str, object] = {
            "messages": [dict(message) for message in messages],
            "max_tokens": TOKENS_MOST,
            "temperature": 0.9,
        }
        if self.name:
            asked["model"] = self.name
        return json.dumps(asked).encode()

    def _post(self, body: bytes) -> bytes:
        """Ask once; redirections are not followed, so that a key goes nowhere else."""
        parts = urlsplit(self.url)
        path = parts.path.rstrip("/")
        path = path if path.endswith(PATH) else path + PATH
        query = f"?{parts.query}" if parts.query else ""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        connection = self._connection(str(parts.hostname), parts.port, parts.scheme == "https")
        try:
            connection.request("POST", path + query, body, headers)
            reply = connection.getresponse()
            if reply.status != GOOD:
                raise HTTPException
            read = reply.read(REPLY_BYTES_MOST + 1)
        finally:
            connection.close()
        if len(read) > REPLY_BYTES_MOST:
            raise ValueError
        return read

    def _connection(self, host: str, port: int | None, safe: bool) -> HTTPConnection:
        if safe:
            return HTTPSConnection(host, port, timeout=self.seconds, context=ssl.create_default_context())
        return HTTPConnection(host, port, timeout=self.seconds)


def model_at(url: str, name: str = "", key_variable: str = KEY_VARIABLE, seconds: float = SECONDS) -> Model:
    """The model at an address, with the key from an environment variable, if it is set."""
    return Model(url, name, seconds, os.environ.get(key_variable, "").strip())


def content_of(reply: bytes) -> str:
    """What the model says in its reply; raises one of the usual errors if it says nothing."""
    content = json.loads(reply)["choices"][0]["message"]["content"]
    if not isinstance(content, str):
        raise TypeError
    return content


def fit_to_tell(text: str) -> str | None:
    """A model's text in whole sentences and of a scene's length; None for what is no text.

    >>> fit_to_tell("<think>What now?</think> **The lamps go out.** I run.")
    'The lamps go out. I run.'
    >>> fit_to_tell("…") is None
    True
    """
    text = re.sub(r"<think>.*?</think>", " ", text, flags=re.DOTALL)
    text = " ".join(re.sub(r"[*_#`]+", "", text).split())
    told: list[str] = []
    for sentence in sentences_of(text):
        if len(" ".join([*told, sentence]).encode("utf-8", "replace")) > TELLING_BYTES_MOST:
            break
        told.append(sentence)
    whole = " ".join(told)
    if sum(letter.isalpha() for letter in whole) < LETTERS_LEAST or any(sign in whole for sign in "{}<>"):
        return None
    try:
        return check_text(whole, TELLING_BYTES_MOST)
    except Refused:
        return None
