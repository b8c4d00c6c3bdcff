"""The table itself, without transport, clock or store: rows change it, and it tracks what is new for whom.

A row is applied once when it happens (`write`) and again after every restart (`fold`), by the same functions, which the
modules of this folder register with `folds`. Here news is only marked; `states` and `broadcast` build the messages.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from triclinium.core.decision import Decision
from triclinium.table.log.counting import is_telling, words_in
from triclinium.table.log.kept import Told
from triclinium.table.log.rows import Created, Row
from triclinium.table.play.fields import PLAYING, TableFields
from triclinium.table.play.folding import FOLDS, folds
from triclinium.table.play.pieces import Question
from triclinium.table.protocol.messages import Refusal, Resync

NONCES_KEPT = 256
"""Nonces remembered for each seat, so that nobody's flood pushes out another's."""
AHEAD_MOST = 86_400_000
"""How far, in milliseconds, stored times may be ahead of the clock and still be believed."""


class Table(TableFields):
    """One table, from its first row to its last."""

    __slots__ = ()

    # --- Rows ---------------------------------------------------------------------------------

    def write(self, row: Row, *told: Told) -> None:
        """Apply a row and keep it for the store. The first row of a message carries its nonce.

        A row with answers comes with their events; a stored one is replayed for them (`fold`).
        """
        row.at = self.now
        FOLDS[type(row)](self, row, *told)
        if self.stamp is not None:
            row.asker, row.nonce = self.stamp
            self.stamp = None
        self.fresh.append(row)
        self._count(row)

    def fold(self, row: Row) -> None:
        """Apply a stored row again."""
        self.advance(row.at)
        FOLDS[type(row)](self, row)
        self._count(row)

    def advance(self, now: int) -> None:
        """Set the time. It never runs backwards, unless a wrong clock had run far ahead."""
        wrong = self.now - now
        if wrong <= AHEAD_MOST:
            self.now = max(self.now, now)
            return
        self.now = now
        self.told_at -= wrong
        self.table_told_at -= wrong
        self.gathered_at -= wrong
        self.began_at -= wrong
        self.rested_at -= wrong
        self.stopped_at -= wrong
        self.host_absent_since -= wrong
        for question in self.questions.values():
            question.since -= wrong
        for proposal in self.proposals.values():
            proposal.at -= wrong
        for seat in self.seats:
            seat.seen_at -= wrong
            seat.absent_since -= wrong

    def _count(self, row: Row) -> None:
        self.rows += 1
        if self.tells:
            self.words_bytes += words_in(row)
            if is_telling(row):
                self._note_teller(row.seat)
        if nonce := row.nonce:
            asker = row.asker
            self.remember(asker, nonce)
            if asker is not None:
                self.seats[asker].seen_at = row.at

    def _note_teller(self, seat: int) -> None:
        if (visitor := self.seats[seat].visitor) is not None:
            self.tellers.add((visitor, seat))

    def remember(self, asker: int | None, nonce: str) -> None:
        """The message with this nonce has been handled."""
        known = self.nonces.setdefault(asker, {})
        known[nonce] = self.rows
        if len(known) > NONCES_KEPT:
            del known[next(iter(known))]

    def remembers(self, asker: int | None, nonce: str) -> bool:
        """Whether the message with this nonce was handled before, for this seat or anonymously."""
        return nonce in self.nonces.get(asker, ()) or nonce in self.nonces.get(None, ())

    def remember_refusal(self, seat: int, reply: Refusal | Resync) -> None:
        """The message with this nonce was refused, and stays so: repeated, it could undo what came after it."""
        known = self.refusals.setdefault(seat, {})
        known[reply.nonce] = reply
        if len(known) > NONCES_KEPT:
            del known[next(iter(known))]

    def forget_sender(self) -> None:
        """From now on nothing stored tells who sent the message; not even its nonce, which the sender chose."""
        if self.stamp is not None:
            self.remember(None, self.stamp[1])
            self.stamp = None

    def forget_unnamed(self, rows: int) -> None:
        """What nobody's name stands by has not happened if it came after so many rows."""
        if unnamed := self.nonces.get(None):
            self.nonces[None] = {nonce: at for nonce, at in unnamed.items() if at < rows}

    def settle(self) -> None:
        """Everything is sent: start collecting news again."""
        self.fresh = []
        if self.changed:
            self.table_told_at = self.now
            self.calm = None
        self.changed = False
        self.changed_for.clear()
        self.informed.clear()
        self.news = []
        self.new_chat = []

    def is_still(self) -> bool:
        """Whether time alone changes nothing: everybody is known to be here and plays, and nothing else has a term."""
        return (
            self.calm is True
            and self.phase == PLAYING
            and not (self.resting or self.clocked or self.proposals or self.sealed or self.pens)
            and self.upgraded_from is None
        )

    # --- What is new --------------------------------------------------------------------------

    def tell(self, told: Told) -> None:
        """Send everybody the game again, with these news for those who may know them."""
        self.told_at = self.now
        self.informed.update(self.everybody)
        self.times_told += 1
        self.news += told.news
        for audience, _ in told.news:
            if audience is None:
                self.public_events += 1
            else:
                for seat in audience:
                    self.own_events[seat] += 1

    def tell_seat(self, seat: int) -> None:
        """Send only this seat the game again: nobody else may notice."""
        self.informed.add(seat)
        self.told_alone[seat] += 1

    def ask_now(self) -> None:
        """Note the questions that the game asks now. One that was open before keeps its time.

        A person's answer given in advance is applied at once; a bot gives such an answer in its usual time. While
        waking only who is asked is noted: options cost the most, and those of the last row are enough.
        """
        if self.play is None:
            return
        pending = cast(Iterable[Decision], self.game.asked(self.play.state)) if self.waking else self.play.pending()
        before, self.questions = self.questions, {}
        for decision in pending:
            old = before.get(decision.seat)
            since = old.since if old is not None and old.decision.id == decision.id else self.now
            self.questions[decision.seat] = Question(decision, since)
            if decision.standing and not self.waking and self.seats[decision.seat].player is None:
                self.sealed[decision.seat] = decision.options[0]


@folds(Created)
def _created(table: Table, row: Created) -> None:
    """The first row made the table itself."""
    table.told_at = table.host_absent_since = table.now
    table.changed = True
