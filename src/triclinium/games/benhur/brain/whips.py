"""Whom the racer whips: what a lost turn costs either driver, as the race stands.

Kernel functions. They read only what the asked seat may know (`senses.note_seen`).
"""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.brain.outlook import expected_shoes, odds_at
from triclinium.games.benhur.brain.senses import NOT_WAITING, note_seen
from triclinium.games.benhur.brain.standing import chance_by_standings
from triclinium.games.benhur.rules.fights import whip_targets
from triclinium.games.benhur.rules.hands import accidents_held, horseshoes
from triclinium.games.benhur.rules.state import NOBODY, State

A_TURN_LOST = 2400
"""What losing costs: a turn, and the duty to turn away."""
WITH_AN_ACCIDENT = 1200
"""The same for a driver who sheds an accident in the turn that he loses."""
TO_A_RIVAL = 1600
"""What it costs a rival whose hand is hidden: two in three hold an accident."""
LEAST_GAIN = 2000
"""The least gain that is worth a whip, in millionths of a win."""
LEAST_ODDS = 500
"""With worse odds, in thousandths, no whip gains that much: oneself loses more by a turn than by a rival's."""


@kernel
def rival_to_whip(s: State, chariot: int, chart: list[int], book: list[int], notes: list[int]) -> int:
    """The rival whose whipping gains most, or NOBODY. The draws must be noted (`outlook.note_draws`)."""
    shoes = 100 * horseshoes(s, chariot)
    targets = whip_targets(s, chariot)
    for rival in range(s.chariots):
        if (targets >> rival) & 1 and odds_at(shoes - expected_shoes(s, rival, notes)) < LEAST_ODDS:
            targets &= ~(1 << rival)
    if targets == 0:
        return NOBODY
    seat = chariot % s.seats
    note_seen(s, chariot, NOT_WAITING, chart, book, notes)
    best = chance_by_standings(s, seat, notes) + LEAST_GAIN
    standing = notes[chariot]
    notes[chariot] = standing - (WITH_AN_ACCIDENT if accidents_held(s, chariot) else A_TURN_LOST)
    lost = chance_by_standings(s, seat, notes)
    notes[chariot] = standing
    chosen = NOBODY
    for rival in range(s.chariots):
        if (targets >> rival) & 1:
            standing = notes[rival]
            notes[rival] = standing - TO_A_RIVAL
            won = chance_by_standings(s, seat, notes)
            notes[rival] = standing
            odds = odds_at(shoes - expected_shoes(s, rival, notes))
            worth = (odds * won + (1000 - odds) * lost) // 1000
            if worth > best:
                best = worth
                chosen = rival
    return chosen
