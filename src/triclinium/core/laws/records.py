"""Laws about records: they can be written, read and replayed, and undo takes back no more than allowed."""

from __future__ import annotations

from triclinium.core.decision import CHANCE, Seat
from triclinium.core.laws.trial import Trial
from triclinium.core.play import replay
from triclinium.core.record import read
from triclinium.core.undo import own_last, take_back

UNDO_EVERY = 16
"""Try an undo at every sixteenth decision: it replays the whole game."""


def check_undo(trial: Trial, seat: Seat) -> None:
    """What a seat may take back alone told nobody anything, and can be taken back."""
    number = own_last(trial.play, seat)
    if number is None:
        return
    crossed = trial.play.marks[number:]
    if any(mark.seat == CHANCE or mark.told_others or mark.revealed for mark in crossed):
        raise trial.broken("undo crosses no chance and no reveal", f"entry {number}")
    if trial.tally.decisions % UNDO_EVERY == 0 and take_back(trial.play, seat) is None:
        raise trial.broken("an offered undo works", f"entry {number}")


def check_record(trial: Trial) -> None:
    """A finished game reads as written and replays to the same end."""
    text = trial.play.record.write()
    again = read(text)
    if again.write() != text:
        raise trial.broken("record to JSON to record", "the text changed")
    if trial.game.numbers(replay(trial.game, again).state) != trial.game.numbers(trial.play.state):
        raise trial.broken("a replay ends where the game ended", "states differ")
