"""Passages by a language model, for the person whose seat it is: off unless the operator allows it.

What would be sent is shown first, exactly, and nothing is sent before the person has seen it. The model is the
operator's, or the person's own at an address that the operator allows. A person's key is in memory while its request
runs, and nowhere else. A model's text is checked; if it fails, our own narrator's text is given with the fault. The
journal gets the fault, never a text, an address or a key.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

from triclinium.bots import bot_named, bot_names, searches
from triclinium.core.decision import Decision, Json, Refused
from triclinium.core.player import MODEL_KEY, BadAddress, Look, ModelAt, WritesByModel, Written
from triclinium.games import GAMES
from triclinium.outgoing import BadAddress as NoAddress
from triclinium.outgoing import read_address
from triclinium.table.ops.journal import Journal
from triclinium.table.people.limits import Bucket
from triclinium.table.people.models import Models
from triclinium.table.play.table import Table
from triclinium.table.play.turn import running
from triclinium.words import LANGUAGES

AT_ONCE = 4
"""How many models may be asked at the same time; the rest wait."""
PASSAGES_MOST, IN_SECONDS = 6, 60.0
"""How many passages a visitor may ask for."""
VISITORS_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Wish:
    """A passage that a person wants a model to write."""

    language: str
    lines: bool
    """Whether lines and veils may be sent."""
    chosen: Mapping[str, Json]
    """Facts that the person has chosen."""
    own: ModelAt | None
    """The person's own model; None for the server's."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Exactly what would be sent, and where; the seal stands for both."""

    address: str
    messages: Sequence[Mapping[str, str]]
    seal: str


class Writing:
    def __init__(self, journal: Journal, models: Models | None = None) -> None:
        self.journal = journal
        self.models = models or Models()
        self._threads = ThreadPoolExecutor(AT_ONCE, "models")
        self._asked: dict[str, Bucket] = {}

    @property
    def house(self) -> str | None:
        """Where the server's own model is asked."""
        return origin_of(self._of_house()) if self.models.url else None

    @property
    def own(self) -> bool:
        """Whether people may use models of their own."""
        return self.models.own != "off"

    def warm_up(self) -> None:
        """Load those who let a model write, and their words, if one is allowed: that takes long."""
        if self.models.url or self.own:
            for writer in filter(None, map(writer_for, GAMES)):
                for language in LANGUAGES:
                    writer.speaking(language)

    def offered(self, table: Table) -> bool:
        """Whether anything can be written here by a model."""
        return self._writer(table) is not None

    def shown(self, table: Table, seat: int, decision: int, wish: Wish) -> Shown:
        """What would be sent for this passage. Sends nothing. Raises `Refused`."""
        writer, asked = self._asking(table, seat, decision, wish)
        messages = writer.brief(look_at(table, seat, asked), wish.chosen, wish.lines)
        if messages is None:
            raise Refused("refused.no_passage")
        address = origin_of(self._model(wish))
        return Shown(address, messages, seal_of(address, messages))

    async def written(self, table: Table, visitor: str, seat: int, decision: int, wish: Wish, seal: str) -> Written:
        """A passage, once its prompt has been seen. Raises `Refused`."""
        if self.shown(table, seat, decision, wish).seal != seal:
            raise Refused("refused.brief_changed")
        if not self._bucket(visitor).take(time.monotonic()):
            raise Refused("refused.too_fast")
        writer, asked = self._asking(table, seat, decision, wish)
        look, model = look_at(table, seat, asked), self._model(wish)
        loop = asyncio.get_running_loop()
        try:
            told = await loop.run_in_executor(self._threads, writer.written, look, wish.chosen, wish.lines, model)
        except BadAddress:
            raise Refused("refused.model_address") from None
        if told.fault is not None:
            self.journal.note("model", fault=told.fault)
        return told

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _bucket(self, visitor: str) -> Bucket:
        if len(self._asked) > VISITORS_KEPT:
            self._asked.clear()
        return self._asked.setdefault(visitor, Bucket(PASSAGES_MOST, IN_SECONDS))

    def _writer(self, table: Table) -> WritesByModel | None:
        """Who lets a model write here. Where none is allowed nothing is looked for."""
        return writer_for(table.made.game) if self.models.url or self.own else None

    def _asking(self, table: Table, seat: int, decision: int, wish: Wish) -> tuple[WritesByModel, Decision]:
        """Who writes, and the open question. Raises `Refused`."""
        writer = self._writer(table)
        if writer is None:
            raise Refused("refused.no_model")
        running(table)
        question = table.questions.get(seat)
        if question is None or question.decision.id != decision or seat in table.sealed:
            raise Refused("refused.stale")
        return writer.speaking(wish.language), question.decision

    def _model(self, wish: Wish) -> ModelAt:
        """Which model. Raises `Refused` if it is not allowed."""
        if wish.own is None:
            if not self.models.url:
                raise Refused("refused.no_model")
            return self._of_house()
        if self.models.own == "off":
            raise Refused("refused.no_model")
        return ModelAt(wish.own.url, wish.own.name, wish.own.key, self.models.own)

    def _of_house(self) -> ModelAt:
        return ModelAt(self.models.url, self.models.name, os.environ.get(MODEL_KEY, "").strip(), "home")


@cache
def writer_for(game: str) -> WritesByModel | None:
    """The bot of a game that can let a model write for a person, if there is one."""
    for name in bot_names(game):
        if not searches(name):
            bot = bot_named(game, name)
            if isinstance(bot, WritesByModel):
                return bot
    return None


def look_at(table: Table, seat: int, decision: Decision) -> Look:
    """What the seat sees. The chance in it is the same each time, so that the prompt shown is the prompt sent."""
    view = table.game.view(running(table).state, seat)
    return Look.through(view, decision, random.Random(decision.id))


def origin_of(model: ModelAt) -> str:
    """The address as people read it. Raises `Refused`."""
    schemes = ("http", "https") if model.reach == "home" else ("https",)
    try:
        return read_address(model.url, schemes=schemes, reach=model.reach).origin
    except NoAddress:
        raise Refused("refused.model_address") from None


def seal_of(address: str, messages: Sequence[Mapping[str, str]]) -> str:
    """A fingerprint of what is sent and where."""
    said = json.dumps([address, [dict(message) for message in messages]], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()
