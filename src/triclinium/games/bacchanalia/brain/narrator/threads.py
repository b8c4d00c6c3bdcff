"""Story threads: what was said, done, lost, learned or promised comes back later and is resolved.

Nothing is stored: threads are found in the public record. Some begin with a sentence of ours, found in one's own
passages; the one that continues it and the one that resolves it have the same number in the narration files. Others
begin with the entry that ruled a scene, in whatever words it was told: blood, a charge, a secret, news.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from triclinium.games.bacchanalia.brain.narrator.grammar import Grammar, Sentence
from triclinium.games.bacchanalia.brain.narrator.memory import plain
from triclinium.games.bacchanalia.rules.cards import FREED, HAPPY, LOST, OPEN, SACRIFICE, SLAIN, SPARED, VIOLENCE

OPENERS = {
    "token": "intro.amans_more",
    "errand": "open.errand",
    "promise": "open.promise",
    "cost": "middle.miles_escape",
}
"""The sentences that open a thread: what was said of the lover at the start, an errand, a promise, the cost of an
escape.
"""
DEEDS = {"pluto": "blood", "accusator_confronts": "charge", "minerva_together": "secret", "minerva_apart": "news"}
"""The entries that open a thread."""
TOPICS = ("past", "lover", "accuser", "guilt", "fear", "wish", "feast", "gods")
"""The topics of Bacchus's questions. An answer in words has echoes later."""
FATES = {
    HAPPY: "happy",
    SPARED: "happy",
    SLAIN: "dead",
    VIOLENCE: "dead",
    SACRIFICE: "dead",
    LOST: "lost",
    FREED: "alone",
    OPEN: "open",
}
"""How an ending is spoken of by those who are still in the story."""
CALM = ("vinum", "vinum_symbol", "bacchus", "tie", "satyrus", "minerva_together", "minerva_apart", "venus_memory")
"""Entries with time to start something."""
PROMISING = ("venus_together", "venus_finds", "minerva_together")
OPEN_SHARE, RETURN_SHARE, CLOSE_SHARE, ECHO_SHARE, MET_SHARE = 0.6, 0.45, 0.5, 0.4, 0.4
APART, TOGETHER, AT_LARGE = "apart", "together", "at_large"
ONLY: dict[str, dict[int, tuple[str, ...]]] = {
    "return.promise": {0: (APART,)},
    "return.news": {0: (APART,), 1: (APART,), 2: (APART,)},
    "return.token": dict.fromkeys((1, 4, 5, 6, 7), (APART,)),
    "resolve.promise": {0: (APART, AT_LARGE), 1: (TOGETHER,), 2: (APART,)},
    "resolve.token": {1: (TOGETHER, AT_LARGE)},
    "resolve.errand": dict.fromkeys((0, 1, 2, 3, 6, 7, 8, 9, 10), (AT_LARGE,)),
    "resolve.cost": dict.fromkeys((1, 4, 5), (AT_LARGE,)),
    "resolve.blood": {2: (AT_LARGE,)},
    "resolve.charge": {1: (AT_LARGE,)},
    "resolve.news": {0: (AT_LARGE,), 1: (AT_LARGE,)},
}
"""Sentences that are true only without the lover, only beside the lover, or only outside a prison, by their number."""
CLOSED_AFTER = 2
TOKEN_CLOSED_AFTER = 4
"""A thread stays open for at least this many own scenes; the one from the introduction longer."""


@dataclass(frozen=True, slots=True)
class Thread:
    """Something that began in one's own story."""

    kind: str
    age: int
    """One's own scenes since then."""
    returns: tuple[Sentence, ...]
    """Sentences that take it up again."""
    resolves: tuple[Sentence, ...]
    """Sentences that resolve it."""
    taken_up: bool
    closed: bool

    @property
    def is_ripe(self) -> bool:
        """Whether it may be resolved by now."""
        return self.age >= (TOKEN_CLOSED_AFTER if self.kind == "token" else CLOSED_AFTER)


@dataclass(frozen=True, slots=True)
class Step:
    """Sentences of which a scene uses one, and the other character that they speak of."""

    sentences: tuple[Sentence, ...] = ()
    about: int | None = None


def threads_of(view: Any, seat: int, grammar: Grammar) -> list[Thread]:
    """The threads of a seat's story, oldest first."""
    own = _told_by(view, seat)
    texts = [plain(passage["text"]) for passage in own]
    found: list[tuple[int, Thread]] = []
    for kind, key in OPENERS.items():
        returns, resolves = grammar.sentences(f"return.{kind}"), grammar.sentences(f"resolve.{kind}")
        for number, opener in enumerate(grammar.sentences(key)):
            at = next((place for place, text in enumerate(texts) if opener.sign in text), None)
            if at is not None:
                found.append((at, _thread(kind, own[at:], (returns[number],), (resolves[number],))))
    for entry, kind in DEEDS.items():
        at = next((place for place, each in enumerate(own) if each["cards"].get("entry") == entry), None)
        if at is not None:
            returns, resolves = grammar.sentences(f"return.{kind}"), grammar.sentences(f"resolve.{kind}")
            found.append((at, _thread(kind, own[at:], returns, resolves)))
    return [thread for _, thread in sorted(found, key=lambda each: each[0])]


def _told_by(view: Any, seat: int) -> list[dict[str, Any]]:
    """A seat's own passages with words; a veiled one has none."""
    return [passage for passage in view["story"] if passage["seat"] == seat and passage["text"] is not None]


def _thread(
    kind: str, since: list[dict[str, Any]], returns: tuple[Sentence, ...], resolves: tuple[Sentence, ...]
) -> Thread:
    """A thread from the passage in which it began and those after it."""
    told = "\n".join(plain(passage["text"]) for passage in since)
    scenes = sum(passage["part"] in ("scene", "ending") for passage in since[1:])
    return Thread(kind, scenes, returns, resolves, _heard(returns, told), _heard(resolves, told))


def _heard(sentences: Sequence[Sentence], told: str) -> bool:
    return any(sentence.sign in told for sentence in sentences)


def echoes(view: Any, seat: int, grammar: Grammar) -> list[Sentence]:
    """Echoes of the answers that one gave to Bacchus before this turn."""
    own = _told_by(view, seat)
    replies = [plain(passage["text"]) for passage in own if passage["part"] == "reply"]
    told = "\n".join(plain(passage["text"]) for passage in own)
    found: list[Sentence] = []
    for topic in TOPICS:
        echo = grammar.sentences(f"echo.{topic}")
        answered = any(said.sign in reply for said in grammar.sentences(f"reply.{topic}") for reply in replies)
        if answered and not _heard(echo, told):
            found += echo
    return found


def met_before(view: Any, seat: int, grammar: Grammar, rng: random.Random, present: Sequence[int]) -> Step:
    """Another character at large whom one met with their player's consent, and has not spoken of since (BC-27).

    Nobody looks out for those who are `present` in the same scene.
    """
    mine = [passage for passage in view["story"] if passage["seat"] == seat and passage["turn"] < view["turn"]]
    told = "\n".join(plain(passage["text"]) for passage in mine if passage["text"] is not None)
    people = dict.fromkeys(other for passage in mine for other in passage["agreed"] if other not in present)
    at_large = [other for other in people if view["seats"][other]["names"].get("who") and not _gone(view, other)]
    sentences = grammar.sentences("echo.met")
    if not at_large or _heard(sentences, told):
        return Step()
    return Step(sentences, rng.choice(at_large))


def rumour(view: Any, seat: int, grammar: Grammar) -> Step:
    """How another character ended, as people tell it: only what the table knows already, and only once."""
    told = "\n".join(plain(each["text"]) for each in view["story"] if each["text"] is not None)
    mine = "\n".join(plain(each["text"]) for each in _told_by(view, seat))
    for other, each in enumerate(view["seats"]):
        name, fate = each["names"].get("who"), FATES.get(each["outcome"] or "")
        if other != seat and name and fate and plain(name) not in _rumours(mine, grammar):
            fresh = tuple(one for one in grammar.sentences(f"ended.{fate}") if one.sign not in told)
            if fresh:
                return Step(fresh, other)
    return Step()


def _rumours(told: str, grammar: Grammar) -> str:
    """One's own sentences that spoke of how somebody ended."""
    signs = [each.sign for fate in {*FATES.values()} for each in grammar.sentences(f"ended.{fate}")]
    return "\n".join(line for line in told.replace(". ", ".\n").split("\n") if any(sign in line for sign in signs))


def _gone(view: Any, seat: int) -> bool:
    return bool(view["seats"][seat]["ended"] or view["seats"][seat]["captured"])


def unfit(view: Any, seat: int, with_amans: bool, grammar: Grammar) -> set[str]:
    """The signs of the sentences that would be false in a scene that ends with the lover, or without."""
    own = view["seats"][seat]
    holds = {
        APART: not (own["with_amans"] or with_amans),
        TOGETHER: own["with_amans"] and with_amans,
        AT_LARGE: not own["captured"],
    }
    return {
        grammar.sentences(key)[number].sign
        for key, numbers in ONLY.items()
        for number, needs in numbers.items()
        if not all(holds[need] for need in needs)
    }


def next_of_threads(
    view: Any, seat: int, entry: str, grammar: Grammar, rng: random.Random, with_amans: bool, present: Sequence[int]
) -> Step:
    """What continues a thread in this scene; nothing if it is not the time.

    An ending resolves what is still open, oldest first. A calm early scene opens a thread.
    """
    threads = threads_of(view, seat, grammar)
    # A deed is not spoken of while another of its kind is done.
    open_ones = [thread for thread in threads if not thread.closed and thread.kind != DEEDS.get(entry)]
    false = unfit(view, seat, with_amans, grammar)

    def fit(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        return tuple(sentence for sentence in sentences if sentence.sign not in false)

    if view["running"]["ending"]:
        resolves = tuple(sentence for thread in open_ones for sentence in thread.resolves)
        return Step(fit(resolves) or (resolves if len(open_ones) == len(threads) else ()))
    ripe = [thread for thread in open_ones if thread.is_ripe and fit(thread.resolves)]
    if ripe and rng.random() < CLOSE_SHARE:
        return Step(fit(ripe[0].resolves))
    if entry in PROMISING and not any(thread.kind == "promise" for thread in threads):
        return Step(grammar.sentences("open.promise"))
    errands = [thread for thread in threads if thread.kind == "errand"]
    if entry in CALM and all(thread.closed for thread in errands) and (not errands or rng.random() < OPEN_SHARE):
        return Step(grammar.sentences("open.errand"))
    answered = echoes(view, seat, grammar)
    if answered and rng.random() < ECHO_SHARE:
        return Step(tuple(answered))
    met = met_before(view, seat, grammar, rng, present)
    if met.sentences and rng.random() < MET_SHARE:
        return met
    waiting = [thread for thread in open_ones if not thread.taken_up and thread.age and fit(thread.returns)]
    if waiting and rng.random() < RETURN_SHARE:
        return Step(fit(waiting[0].returns))
    return Step()
