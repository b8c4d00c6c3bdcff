"""Veils and rewrites: words are removed from the record or changed in it; cards, locks and facts stay.

Like undo, both change the record itself, the only truth. An answer keeps its place and its effect on the cards; only
its words change. State, views, events, replays and exports follow, because they are computed from the record. A veiled
answer reads exactly as if it had been told under a veil (BC-28): nothing shows that a veil was called, when, or by whom
(BC-23).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from triclinium.core.decision import Answer, Illegal, Json, Seat
from triclinium.core.game import Game
from triclinium.core.record import Entry, Record
from triclinium.games.bacchanalia.rules.locks import takes_up
from triclinium.games.bacchanalia.rules.state import CLOCK, LEAVE_BACCHUS, OVER, Passage, State
from triclinium.games.bacchanalia.rules.texts import ALOUD, TOLD, UNTOLD, VEILED, WRITTEN, Wording, check_words, within

TURN_OVER = (CLOCK, LEAVE_BACCHUS, OVER)
"""Phases between the end of a turn and the next one."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where in the record each passage was told, and which entries quote which passage."""

    state: State
    told: dict[int, int]  # passage -> entry
    quoted: dict[int, int]  # entry -> passage


def sources_of(game: Game[State], record: Record) -> Sources:
    """Replay the record and note where its words come from."""
    state = game.start(record.options, record.seats)
    told: dict[int, int] = {}
    quoted: dict[int, int] = {}
    for number, entry in enumerate(record.entries):
        before = len(state.story)
        game.apply(state, entry.seat, entry.answer)
        if len(state.story) > before:
            told[before] = number
        if entry.answer["kind"] == "lock" and state.offer is not None and state.offer.passage is not None:
            quoted[number] = state.offer.passage
    return Sources(state, told, quoted)


def veil(game: Game[State], record: Record, *passages: int) -> Record:
    """Veil passages: their words, place names and marks disappear, and with them everything that quotes them.

    Anybody may call it at any time, even after the end; it cannot be contested (BC-23).
    """
    sources = sources_of(game, record)
    if not sources.told.keys() >= set(passages):
        raise Illegal("refused.no_such_passage", "BC-23")
    veiling = {passage for passage in passages if sources.state.story[passage].form != UNTOLD}
    if not veiling:
        return record
    entries = list(record.entries)
    for passage in veiling:
        _replace(entries, sources.told[passage], veiled(entries[sources.told[passage]].answer))
    for number, source in sources.quoted.items():
        if source in veiling:
            _replace(entries, number, entries[number].answer | {"words": Wording(ALOUD).message()})
    return replace(record, entries=entries, digest=None)


def tellings(game: Game[State], record: Record) -> list[int]:
    """For each passage, the index of the entry that told it."""
    return [entry for _, entry in sorted(sources_of(game, record).told.items())]


def _replace(entries: list[Entry], number: int, answer: Answer) -> None:
    entries[number] = Entry(entries[number].seat, answer)


def veiled(answer: Answer) -> Answer:
    """A telling without its words. That the place changed stays; its name does not."""
    struck: Answer = answer | {"words": Wording(VEILED).message()}
    if "name" in struck:
        struck["name"] = None
    if "marks" in struck:
        struck["marks"] = []
    if struck.get("place") is not None:
        struck["place"] = {"name": None}
    return struck


def rewrite(game: Game[State], record: Record, seat: Seat, passage: int, words: Json) -> Record:
    """Change a player's own words until the turn ends. Facts and locks stay (BC-24)."""
    new = check_words(words, TOLD)
    sources = sources_of(game, record)
    state = sources.state
    if passage not in sources.told:
        raise Illegal("refused.no_such_passage", "BC-24")
    old = state.story[passage]
    if old.seat != seat:
        raise Illegal("refused.rewrite_not_yours", "BC-24")
    if old.turn != state.turn or state.phase in TURN_OVER or state.resume == LEAVE_BACCHUS:
        raise Illegal("refused.rewrite_too_late", "BC-24")
    if old.form == UNTOLD:
        raise Illegal("refused.rewrite_untold", "BC-25")
    if old.form == VEILED:
        raise Illegal("refused.rewrite_veiled", "BC-23")
    entries = list(record.entries)
    number = sources.told[passage]
    _replace(entries, number, _reworded(entries[number].answer, new))
    if old.part == "scene":
        _keep_lock(entries, state, old, new)
    return replace(record, entries=entries, digest=None)


def _keep_lock(entries: list[Entry], state: State, scene: Passage, words: Wording) -> None:
    """An offered lock stays even if its quotation leaves the scene: it then counts as quoted aloud, with its words
    noted.
    """
    if state.offer is None or state.offer.text is None or takes_up(replace(scene, text=words.text), state.offer.text):
        return
    number = max(number for number, entry in enumerate(entries) if entry.answer["kind"] == "lock")
    noted = Wording(ALOUD, state.offer.text).message()
    _replace(entries, number, entries[number].answer | {"words": noted})


def _reworded(answer: Answer, words: Wording) -> Answer:
    """The same telling in other words. Marks whose words are gone disappear."""
    told: Answer = answer | {"words": words.message()}
    if words.form == VEILED:
        return veiled(told)
    place, marks = told.get("place"), told.get("marks")
    if words.form == WRITTEN and isinstance(place, dict) and place["name"] is None:
        raise Illegal("refused.place_unnamed", "BC-16")
    if words.text is not None and isinstance(marks, list):
        text = words.text
        told["marks"] = [mark for mark in marks if isinstance(mark, dict) and within(str(mark["text"]), text)]
    return told
