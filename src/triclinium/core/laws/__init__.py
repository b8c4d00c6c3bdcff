"""Laws that every game must obey. Tests and `triclinium check` try them on every game and option.

A game is played at random. At each step the laws are tried on copies. The first broken law raises `LawBroken` with the
record that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping

from triclinium.core.decision import CHANCE, Json
from triclinium.core.game import AnyGame
from triclinium.core.laws.answers import check_answers, check_questions
from triclinium.core.laws.ownership import check_own
from triclinium.core.laws.records import check_record, check_undo
from triclinium.core.laws.secrets import take_in_all_worlds
from triclinium.core.laws.trial import ENTRIES_MOST, LawBroken, Tally, Trial
from triclinium.core.play import drawn

__all__ = ["LawBroken", "Tally", "obey", "option_sets"]


def obey(
    game: AnyGame, seats: int, options: Mapping[str, Json], seed: int, every: int = 1, *, secrets_only: bool = False
) -> Tally:
    """Play one random game under all laws, or only those about secrets. Raises `LawBroken`.

    `every=8` tries the laws on every eighth step: for games with expensive steps, more games show more.
    """
    trial = Trial(game, seats, options, seed)
    try:
        while trial.play.pending():
            if len(trial.play.record.entries) >= ENTRIES_MOST:
                raise trial.broken("play ends", f"still running after {ENTRIES_MOST} entries")
            _step(trial, trial.rng.randrange(every) == 0, secrets_only)
        if game.result(trial.play.state) is None:
            raise trial.broken("nothing pending means over", "no result")
        if not secrets_only:
            check_record(trial)
    except LawBroken:
        raise
    except Exception as crash:
        raise trial.broken("no crash", f"{type(crash).__name__}: {crash}") from crash
    return trial.tally


def _step(trial: Trial, tried: bool, secrets_only: bool) -> None:
    pending = trial.play.pending()
    decision = trial.rng.choice(pending)
    if decision.seat == CHANCE:
        answer = drawn(decision, trial.luck, trial.play.draws)
    else:
        trial.tally.decisions += 1
        answer = trial.rng.choice(decision.options)
    if not tried:
        trial.play.answer(decision.seat, answer, decision.id)
        return
    if not secrets_only:
        check_questions(trial, pending)
        check_answers(trial, decision, pending)
        check_own(trial, decision, answer)
    take_in_all_worlds(trial, decision, answer)
    if not secrets_only:
        check_undo(trial, decision.seat)


def option_sets(game: AnyGame) -> list[dict[str, Json]]:
    """Every combination of the options' choices, or of the choices worth trying."""
    sets: list[dict[str, Json]] = [{}]
    for option in game.info.options:
        if option.choices:
            sets = [{**chosen, option.name: choice} for chosen in sets for choice in option.tried or option.choices]
    return sets
