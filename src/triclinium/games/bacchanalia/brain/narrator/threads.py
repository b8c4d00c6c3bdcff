"""Story threads: what was said, lost, promised or carried comes back later and is resolved.

Nothing is stored. A thread is found in one's own passages by the sentence that opened it. Each opening sentence has one
that continues the thread and one that closes it, matched by their numbers in the narration files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from triclinium.games.bacchanalia.brain.narrator.grammar import Grammar, Sentence
from triclinium.games.bacchanalia.brain.narrator.memory import plain

OPENERS = {"errand": "open.errand", "promise": "open.promise", "cost": "middle.miles_escape"}
"""The sentences that open a thread: an errand, a promise, the cost of an escape."""
TOPICS = ("past", "lover", "accuser", "guilt", "fear", "wish", "feast", "gods")
"""The topics of Bacchus's questions. An answer in words has echoes later."""
CALM = ("vinum", "vinum_symbol", "bacchus", "tie", "satyrus", "minerva_together", "minerva_apart", "venus_memory")
"""Entries with time to start something."""
PROMISING = ("venus_together", "venus_finds", "minerva_together")
OPEN_SHARE, RETURN_SHARE, CLOSE_SHARE, ECHO_SHARE = 0.6, 0.45, 0.5, 0.4
CLOSED_AFTER = 2
"""A thread stays open for at least this many own scenes."""


@dataclass(frozen=True, slots=True)
class Thread:
    """Something that began in one's own story."""

    kind: str
    number: int
    age: int
    """One's own scenes since then."""
    taken_up: bool
    closed: bool


def threads_of(view: Any, seat: int, grammar: Grammar) -> list[Thread]:
    """The threads of a seat's story, oldest first."""
    own = [passage for passage in view["story"] if passage["seat"] == seat and passage["text"] is not None]
    texts = [plain(passage["text"]) for passage in own]
    scenes = [passage["part"] in ("scene", "ending") for passage in own]
    whole = "\n".join(texts)
    found: list[tuple[int, Thread]] = []
    for kind, key in OPENERS.items():
        for number, opener in enumerate(grammar.sentences(key)):
            at = next((place for place, text in enumerate(texts) if opener.sign in text), None)
            if at is not None:
                taken_up = grammar.sentences(f"return.{kind}")[number].sign in whole
                closed = grammar.sentences(f"close.{kind}")[number].sign in whole
                found.append((at, Thread(kind, number, sum(scenes[at + 1 :]), taken_up, closed)))
    return [thread for _, thread in sorted(found, key=lambda each: each[0])]


def echoes(view: Any, seat: int, grammar: Grammar) -> list[Sentence]:
    """Echoes of the answers that one gave to Bacchus before this turn."""
    replies = [
        plain(passage["text"])
        for passage in view["story"]
        if passage["seat"] == seat and passage["part"] == "reply" and passage["text"] is not None
    ]
    own = "\n".join(plain(each["text"]) for each in view["story"] if each["seat"] == seat and each["text"] is not None)
    found: list[Sentence] = []
    for topic in TOPICS:
        echo = grammar.sentences(f"echo.{topic}")
        answered = any(said.sign in reply for said in grammar.sentences(f"reply.{topic}") for reply in replies)
        if answered and not any(sentence.sign in own for sentence in echo):
            found += echo
    return found


def next_of_threads(view: Any, seat: int, entry: str, grammar: Grammar, rng: Any) -> Sequence[Sentence]:
    """Sentences that continue a thread in this scene, to choose one from; none if it is not the time.

    An ending closes what is still open, oldest first. A calm early scene opens a thread.
    """
    threads = threads_of(view, seat, grammar)
    open_ones = [thread for thread in threads if not thread.closed]
    if view["running"]["ending"]:
        return [grammar.sentences(f"close.{thread.kind}")[thread.number] for thread in open_ones]
    ripe = [thread for thread in open_ones if thread.age >= CLOSED_AFTER]
    if ripe and rng.random() < CLOSE_SHARE:
        return [grammar.sentences(f"close.{ripe[0].kind}")[ripe[0].number]]
    if entry in PROMISING and not any(thread.kind == "promise" for thread in threads):
        return list(grammar.sentences("open.promise"))
    if entry in CALM and not open_ones and (not threads or rng.random() < OPEN_SHARE):
        return list(grammar.sentences("open.errand"))
    answered = echoes(view, seat, grammar)
    if answered and rng.random() < ECHO_SHARE:
        return answered
    waiting = [thread for thread in open_ones if not thread.taken_up and thread.age]
    if waiting and rng.random() < RETURN_SHARE:
        return [grammar.sentences(f"return.{waiting[0].kind}")[waiting[0].number]]
    return ()
