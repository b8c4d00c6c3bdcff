"""The game loop: a game in progress is its record plus the state that the record leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from triclinium.core.copies import copied
from triclinium.core.decision import CHANCE, Answer, Asked, Decision, Json, NotAsked, Refused, Seat
from triclinium.core.event import Event
from triclinium.core.exact import same
from triclinium.core.fairness import Luck, Pledge
from triclinium.core.game import BadOptions, ChecksAnswers, Game, NamesOutcomes, PacksStates, Result, check_seats
from triclinium.core.record import BadRecord, Entry, Record, digest_of

State = TypeVar("State")


class Mark(NamedTuple):
    """What undo needs to know about an entry."""

    seat: Seat
    decision: int | None  # None for chance
    sealed: bool
    revealed: bool  # revealed a secret
    told: tuple[frozenset[Seat] | None, ...]  # the audience of each event
    standing: bool = False  # given on behalf of the seat, which answered in advance

    @property
    def told_others(self) -> bool:
        """Whether it told a secret to a seat other than the one that answered."""
        return any(audience is not None and audience != {self.seat} for audience in self.told)

    @property
    def final(self) -> bool:
        """Whether the answer can never be taken back, even if all agree: it revealed something, or chance gave it."""
        return self.revealed or self.seat == CHANCE


@lru_cache(16_384)
def marked(
    seat: Seat,
    decision: int | None,
    sealed: bool,
    revealed: bool,
    told: tuple[frozenset[Seat] | None, ...],
    standing: bool = False,
) -> Mark:
    """A mark. Equal ones are the same object: games that run side by side have most of them in common."""
    return Mark(seat, decision, sealed, revealed, told, standing)


ENTRIES_APART = 4
"""Entries between two checkpoints: undo and a failed answer replay no more than these."""
CHECKPOINTS_MOST = 4
"""Checkpoints kept since the last answer that can never be taken back."""


class Checkpoint(NamedTuple):
    """A game at an earlier moment. Its state is packed or a copy: it is never played on."""

    entries: int
    state: Any
    draws: int


class Taken(NamedTuple):
    """The effect of some answers: the entry at which they begin, their events, and chance's answers."""

    at: int
    events: list[Event]
    draws: list[Answer]


class Play(Generic[State]):
    def __init__(self, game: Game[State], record: Record) -> None:
        self.game = game
        self.record = record
        self.state = game.start(record.options, record.seats)
        self.marks: list[Mark] = []
        self.draws = 0
        self._checkpoints: list[Checkpoint] = []
        self._pending: tuple[Decision, ...] | None = None
        self._reveals = game.info.reveals
        self._naming = game if isinstance(game, NamesOutcomes) else None
        self._checking = game if isinstance(game, ChecksAnswers) else None
        self._packing = game if isinstance(game, PacksStates) else None
        for number, entry in enumerate(record.entries, start=2):
            try:
                self._take(entry.seat, entry.answer)
            except Refused as refused:
                raise BadRecord(f"line {number}: the rules refuse this answer ({refused})") from None

    @classmethod
    def begin(
        cls, game: Game[State], seats: int, options: Mapping[str, Json] | None = None, pledge: Pledge | None = None
    ) -> Play[State]:
        check_seats(game.info, seats)
        complete = game.complete(options or {})
        return cls(game, Record(game.info.id, game.info.rules_version, seats, complete, pledge=pledge))

    @classmethod
    def resumed(cls, game: Game[State], record: Record, state: State, marks: list[Mark], draws: int) -> Play[State]:
        """A game that is known to stand here after its record, which is not played again."""
        play = cls(game, replace(record, entries=[]))
        play.record, play.state, play.marks, play.draws = record, state, marks, draws
        return play

    def pending(self) -> tuple[Decision, ...]:
        """The open questions, cached until the next answer."""
        if self._pending is None:
            self._pending = self.game.pending(self.state)
        return self._pending

    def decision(self, seat: Seat) -> Decision | None:
        """The open question to a seat, if any."""
        for decision in self.pending():
            if decision.seat == seat:
                return decision
        return None

    def answer(self, seat: Seat, answer: Answer, decision: int | None = None) -> list[Event]:
        """Apply an answer to the open question; if `decision` is given, only to that one. Raises `Refused`."""
        if decision is not None:
            asked = self._asked(seat)
            if asked is None or asked.id != decision:
                raise NotAsked("refused.stale")
        events = self._take(seat, answer)
        # The caller may write to the answer afterwards; the record keeps its own copy.
        self._enter(Entry(seat, copied(answer)))
        return events

    def check(self, seat: Seat, answer: Answer) -> None:
        """Raise `Refused` if the rules would refuse this answer now. Changes nothing."""
        if self._checking is None:
            self.game.apply(self.game.copy(self.state), seat, answer)
        else:
            self._checking.check(self.state, seat, answer)

    def take(self, answers: Sequence[tuple[Seat, Answer]], luck: Luck) -> Taken:
        """Apply answers and the draws of chance after them: all, or none if anything fails.

        The record keeps these very answers: nobody may write to them any more.
        """
        # When one of several answers fails, some are applied already: a checkpoint right here undoes them.
        self._keep_checkpoint(ENTRIES_APART if len(answers) == 1 else 1)
        record = self.record
        at, draws, pending, ending = len(record.entries), self.draws, self._pending, record.ending
        events: list[Event] = []
        try:
            for seat, answer in answers:
                events += self._take(seat, answer)
                self._enter(Entry(seat, answer))
            answered = len(record.entries)
            events += self.draw(luck)
            self.pending()
        except BaseException as error:
            # A refusal of the first answer has changed nothing; after anything else the state is replayed.
            if len(self.marks) > at or not isinstance(error, Refused):
                del record.entries[at:], self.marks[at:]
                self.draws, self._pending, record.ending = draws, pending, ending
                self.state = self._replayed_state()
            raise
        return Taken(at, events, [entry.answer for entry in record.entries[answered:]])

    def _keep_checkpoint(self, apart: int) -> None:
        """Keep a checkpoint if the last one is that many entries old."""
        at, kept = len(self.record.entries), self._checkpoints
        if kept and at - kept[-1].entries < apart:
            return
        if self.marks and self.marks[-1].final:
            kept.clear()
        state = self.game.copy(self.state) if self._packing is None else self._packing.packed(self.state)
        kept.append(Checkpoint(at, state, self.draws))
        if len(kept) > CHECKPOINTS_MOST:
            del kept[1::2]

    def _replayed_state(self) -> State:
        """The state of the record, replayed from the last checkpoint."""
        last = self._checkpoints[-1]
        state = self._state_at(last)
        for entry in self.record.entries[last.entries :]:
            self.game.apply(state, entry.seat, entry.answer)
        return state

    def _state_at(self, checkpoint: Checkpoint) -> State:
        if self._packing is None:
            return self.game.copy(checkpoint.state)
        state: State = self._packing.unpacked(checkpoint.state)
        return state

    def anew(self, entries: list[Entry]) -> Play[State]:
        """The game with other entries, replayed from the last checkpoint before they differ."""
        mine = self.record.entries
        same = next((at for at, (old, new) in enumerate(zip(mine, entries, strict=False)) if old is not new), None)
        common = min(len(mine), len(entries)) if same is None else same
        kept = [one for one in self._checkpoints if one.entries <= common]
        if not kept:
            return Play(self.game, replace(self.record, entries=entries, ending=None))
        nearest = kept[-1]
        again = Play.__new__(type(self))
        again.game = self.game
        again.record = replace(self.record, entries=mine[: nearest.entries], ending=None)
        again.state = self._state_at(nearest)
        again.marks = self.marks[: nearest.entries]
        again.draws = nearest.draws
        again._checkpoints = kept
        again._pending = None
        again._reveals = self._reveals
        again._naming = self._naming
        again._checking = self._checking
        again._packing = self._packing
        for entry in entries[nearest.entries :]:
            again._take(entry.seat, entry.answer)
            again._enter(entry)
        return again

    def _enter(self, entry: Entry) -> None:
        """Record an answer that was applied."""
        self.record.entries.append(entry)
        result = self.game.result(self.state)
        if result is not None:
            self.record.ending = ending_of(result)

    def draw(self, luck: Luck) -> list[Event]:
        """Answer for chance until a player is asked or the game is over."""
        events: list[Event] = []
        if self._naming is None:
            while (decision := self.decision(CHANCE)) is not None:
                events += self.answer(CHANCE, drawn(decision, luck, self.draws))
            return events
        while outcomes := self._naming.outcomes(self.state):
            number = luck.below(outcomes, self.draws)
            answer, told = self._naming.take_outcome(self.state, number)
            self._mark(CHANCE, None, told)
            self._enter(Entry(CHANCE, answer))
            events += told
        return events

    def _take(self, seat: Seat, answer: Answer) -> list[Event]:
        # The rules refuse chance when it is not asked, so its question need not be built for that.
        asked = None if seat == CHANCE else self._asked(seat)
        if asked is None and seat != CHANCE:
            raise NotAsked("refused.not_asked")
        events = self.game.apply(self.state, seat, answer)
        self._mark(seat, asked, events)
        return events

    def _asked(self, seat: Seat) -> Asked | Decision | None:
        for asked in self.game.asked(self.state) if self._pending is None else self._pending:
            if asked.seat == seat:
                return asked
        return None

    def _mark(self, seat: Seat, asked: Asked | Decision | None, events: list[Event]) -> None:
        """Note what undo needs to know about an answer, and number the new questions."""
        told = tuple([event.audience for event in events])
        revealed = not self._reveals.isdisjoint([event.kind for event in events])
        known, self._pending = self._pending, None
        if asked is None:
            self.draws += 1
            self.marks.append(marked(seat, None, False, revealed, told))
        else:
            if asked.sealed and known is not None:
                # A sealed answer leaves the others' questions unchanged while one of them is open.
                self._pending = tuple([one for one in known if one.seat != seat]) or None
            self.marks.append(marked(seat, asked.id, asked.sealed, revealed, told, asked.standing))


def drawn(decision: Decision, luck: Luck, number: int) -> Answer:
    """Chance's answer: the option that the drawn number falls on."""
    outcome = luck.below(sum(decision.weights), number)
    for option, weight in zip(decision.options, decision.weights, strict=True):
        outcome -= weight
        if outcome < 0:
            return option
    raise AssertionError("weights do not add up")


def ending_of(result: Result) -> dict[str, Json]:
    """A result as the last line of a record has it."""
    return {"ending": result.ending, "winners": list(result.winners), "scores": list(result.scores)}


Chooser = Callable[["Play[Any]", Decision], Answer]


def run(play: Play[Any], choosers: Sequence[Chooser], luck: Luck) -> Result:
    """Play to the end with a chooser for each seat."""
    while True:
        play.draw(luck)
        pending = play.pending()
        if not pending:
            break
        decision = pending[0]
        play.answer(decision.seat, choosers[decision.seat](play, decision))
    result = play.game.result(play.state)
    assert result is not None, "nothing is pending, so the game is over"
    return result


def replay(game: Game[State], record: Record, entries: int | None = None) -> Play[State]:
    """The game after so many entries. Raises `BadRecord` where the rules refuse one.

    A record of another rules version replays if today's rules accept all of it and lead to the same end.
    """
    if record.game != game.info.id:
        raise BadRecord(f"this is a record of {record.game}, not of {game.info.id}")
    options = record.options
    if record.rules_version != game.info.rules_version:
        options = _options_today(game, record)
    part = Record(
        record.game,
        record.rules_version,
        record.seats,
        options,
        list(record.entries if entries is None else record.entries[:entries]),
        record.pledge,
    )
    try:
        check_seats(game.info, record.seats)
        play = Play(game, part)
    except BadOptions as bad:
        raise BadRecord(f"line 1: {bad}") from None
    if (result := game.result(play.state)) is not None:
        part.ending = ending_of(result)
    return play


def _options_today(game: Game[State], record: Record) -> dict[str, Json]:
    """The options with which a record of another version replays unchanged. Raises `BadRecord` if there are none."""
    said = (
        f"this record follows rules version {record.rules_version} of {record.game}; "
        f"under version {game.info.rules_version} it "
    )
    try:
        check_seats(game.info, record.seats)
        options = game.complete(record.options)
        play = Play(game, Record(record.game, record.rules_version, record.seats, options, list(record.entries)))
    except BadOptions as bad:
        raise BadRecord(f"{said}cannot begin: {bad}") from None
    except BadRecord as bad:
        raise BadRecord(f"{said}cannot be replayed: {bad}") from None
    except Exception:
        # Cards and options of another version may mean nothing to today's rules.
        raise BadRecord(f"{said}cannot be replayed") from None
    result = game.result(play.state)
    if record.ending is not None and (result is None or not same(record.ending, ending_of(result))):
        raise BadRecord(f"{said}ends otherwise")
    return options


def verify(game: Game[State], record: Record) -> list[str]:
    """Check a finished game offline. Returns the word keys of all faults; none for a sound record."""
    faults = []
    play = replay(game, record)
    lines = record.write().split("\n")[:-2]
    if record.ending is None:
        return ["verify.unfinished"]
    if record.digest != digest_of(lines):
        faults.append("verify.digest")
    if not same(record.ending, play.record.ending):
        faults.append("verify.ending")
    if record.pledge is None:
        faults.append("verify.no_pledge")
    elif (fault := record.pledge.fault()) is not None:
        faults.append(fault)
    elif not _luck_fits(game, replace(record, options=play.record.options), record.pledge):
        faults.append("verify.draw")
    return faults


def _luck_fits(game: Game[State], record: Record, pledge: Pledge) -> bool:
    """Whether every draw is the one its numbered block gives."""
    luck = pledge.luck()
    play = Play(game, Record(record.game, record.rules_version, record.seats, record.options))
    for entry in record.entries:
        if entry.seat == CHANCE:
            decision = play.decision(CHANCE)
            if decision is None or not same(drawn(decision, luck, play.draws), entry.answer):
                return False
        play.answer(entry.seat, entry.answer)
    return True
