"""What every game must obey, checked by playing it: on every game, every option, by tests and `triclinium check`.

A game is played at random. At every step the laws are tried on copies; the first one broken raises
`LawBroken` with the record that shows it.
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
    """Play one game at random under all laws, or under those of secrets; raises `LawBroken`.

    `every` tries the laws on one step in so many, for games whose steps cost much: more games show more then.
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
    """One answer, under the laws if they are tried here."""
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
    """Every combination of the options that have choices, or of those worth trying."""
    sets: list[dict[str, Json]] = [{}]
    for option in game.info.options:
        if option.choices:
            sets = [{**chosen, option.name: choice} for chosen in sets for choice in option.tried or option.choices]
    return sets
