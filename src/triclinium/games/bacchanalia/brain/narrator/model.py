"""A model behind an OpenAI-compatible address, which a user may give, as a teller.

Whatever goes wrong, a refusal, a silence, nonsense or a flood, the answer is None and the grammar tells instead.
Nothing is logged: neither the address's errors nor the key.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from triclinium import outgoing
from triclinium.core.decision import Refused
from triclinium.games.bacchanalia.brain.narrator.grammar import sentences_of
from triclinium.games.bacchanalia.rules.texts import check_text
from triclinium.outgoing import Address

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
        self.address()

    def address(self) -> Address:
        """Where a question is sent. The person who gives it may well run the model at home."""
        try:
            given = outgoing.read_address(self.url, schemes=("http", "https"), reach="home")
        except outgoing.BadAddress:
            raise BadAddress(
                "no narrator can be asked at that address; write http:// or https://, a host, and no name or password, "
                "as http://localhost:8080/v1"
            ) from None
        path = given.path.rstrip("/")
        return given.at(path if path.endswith(PATH) else path + PATH)

    def tell(self, messages: Sequence[Message]) -> str | None:
        """The model's telling, fit to be told; None if there is none in time."""
        try:
            return fit_to_tell(content_of(self._post(self._body(messages))))
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            # Every way in which a stranger's answer can fail comes to the same: no telling.
            return None

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
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        reply = outgoing.post(self.address(), body, headers, seconds=self.seconds, reply_bytes=REPLY_BYTES_MOST)
        if reply.status != GOOD:
            raise ValueError
        return reply.body


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
