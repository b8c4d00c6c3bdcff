"""Whips and collisions: dice and horseshoes (leaflet: "Faire obstacle aux autres joueurs"; BH-5 to BH-7)."""

from __future__ import annotations

from triclinium.core.kernel import kernel
from triclinium.games.benhur.rules.driving import arrive, close_pairs, move, open_pairs, set_down
from triclinium.games.benhur.rules.geometry import along_x, along_y
from triclinium.games.benhur.rules.hands import (
    accidents_held,
    has_horseshoe,
    horseshoes,
    refill,
    show_hand,
    show_horseshoes,
)
from triclinium.games.benhur.rules.state import (
    AFTER_LOSS,
    AFTER_MOVE,
    AFTER_WHIPS,
    ASK_DRIVE,
    BY_COLLISION,
    BY_WHIP,
    END_TURN,
    FINISH_MOVE,
    LOSS,
    NEXT_WHIP,
    NO_FIGHT,
    NOBODY,
    RACING,
    THROW_ATTACKER,
    THROW_DEFENDER,
    WHIP,
    State,
    ask,
)
from triclinium.games.benhur.rules.tape import (
    COLLISION_DECLARED,
    FIGHT_THROWN,
    FIGHT_TIED,
    FIGHT_WON,
    TURN_LOST,
    TURN_WILL_BE_LOST,
    WHIP_ANNOUNCED,
    note,
)
from triclinium.games.benhur.rules.verdicts import foremost

UNIT = 1024
"""A length along a heading, long enough to tell the two sides of an axis apart."""


# --- Whips (BH-5) ---------------------------------------------------------------------------------


@kernel
def may_whip(s: State, chariot: int, rival: int) -> bool:
    """There is an open pair, and neither owes a lost turn or has fought this turn (BH-5, BH-7)."""
    return (s.contact[chariot] >> rival) & 1 == 1 and not (s.owes | s.fought) & (1 << chariot | 1 << rival)


@kernel
def whip_targets(s: State, chariot: int) -> int:
    """The rivals that a chariot may whip now, as a set. After another's move, only the mover."""
    targets = 0
    for rival in range(s.chariots):
        if may_whip(s, chariot, rival) and (chariot == s.actor or rival == s.actor):
            targets |= 1 << rival
    return targets


@kernel
def after_move(s: State) -> None:
    """After move and refill ask the mover, then the touched chariots in race order."""
    s.whip_asked = 0
    s.phase = NEXT_WHIP


@kernel
def next_whip(s: State) -> None:
    """Ask the next chariot that may whip."""
    actor = s.actor
    if not (s.whip_asked >> actor) & 1:
        s.whip_asked |= 1 << actor
        if whip_targets(s, actor):
            ask(s, WHIP, actor)
            return
    waiting = 0
    for other in range(s.chariots):
        if not (s.whip_asked >> other) & 1 and may_whip(s, other, actor):
            waiting |= 1 << other
    other = foremost(s, waiting)
    if other == NOBODY:
        s.phase = AFTER_WHIPS
    else:
        s.whip_asked |= 1 << other
        ask(s, WHIP, other)


@kernel
def announce_whip(s: State, attacker: int, defender: int) -> None:
    """Announce a whip: both hands are shown, and the pairs of the defender close."""
    s.fight = BY_WHIP
    s.attacker = attacker
    s.defender = defender
    s.fought |= 1 << attacker | 1 << defender
    close_pairs(s, defender)
    note(s, WHIP_ANNOUNCED, attacker, defender, 0, 0, 0)
    for chariot in range(s.chariots):
        if chariot == attacker or chariot == defender:
            show_hand(s, chariot)
    s.phase = THROW_ATTACKER


# --- Dice for both kinds of fight -----------------------------------------------------------------


@kernel
def bonus(s: State, chariot: int) -> int:
    """Horseshoes in hand. The attacker in a collision counts only the one on the card in play (BH-6)."""
    if s.fight == BY_COLLISION and chariot == s.attacker:
        return 1 if has_horseshoe(s.card) else 0
    return horseshoes(s, chariot)


@kernel
def throw_attacker(s: State, die: int) -> None:
    s.attacker_die = die
    note(s, FIGHT_THROWN, s.attacker, die, bonus(s, s.attacker), 0, 0)
    s.phase = THROW_DEFENDER


@kernel
def throw_defender(s: State, die: int) -> None:
    """Throw for the defender. Only totals count; a tie is thrown again."""
    s.defender_die = die
    note(s, FIGHT_THROWN, s.defender, die, bonus(s, s.defender), 0, 0)
    lead = s.attacker_die + bonus(s, s.attacker) - die - bonus(s, s.defender)
    if lead == 0:
        note(s, FIGHT_TIED, s.attacker, s.defender, 0, 0, 0)
        s.phase = THROW_ATTACKER
        return
    winner = s.attacker if lead > 0 else s.defender
    loser = s.defender if lead > 0 else s.attacker
    note(s, FIGHT_WON, winner, loser, s.fight, 0, 0)
    if s.fight == BY_WHIP:
        lose_whip(s, winner, loser)
    elif winner == s.attacker:
        win_collision(s, winner, loser)
    else:
        s.fight = NO_FIGHT
        refill(s, loser, END_TURN)


@kernel
def lose_whip(s: State, winner: int, loser: int) -> None:
    """The loser must turn away with his next speed card, and chooses: play an accident card or lose the turn."""
    ahead_x = along_x(UNIT, s.heading[winner])
    ahead_y = along_y(UNIT, s.heading[winner])
    cross = ahead_x * (s.y[loser] - s.y[winner]) - ahead_y * (s.x[loser] - s.x[winner])
    s.lapsed &= ~(1 << loser)
    s.duty_to[loser] = winner if cross != 0 else NOBODY
    s.duty_side[loser] = 0
    if cross > 0:
        s.duty_side[loser] = 1
    elif cross < 0:
        s.duty_side[loser] = -1
    s.chariot = loser
    if accidents_held(s, loser):
        ask(s, LOSS, loser)
    else:
        s.phase = AFTER_LOSS


@kernel
def after_loss(s: State) -> None:
    """One turn is lost: the current one if it is the loser's and no card was played, otherwise the next (BH-5)."""
    loser = s.chariot
    s.fight = NO_FIGHT
    if loser == s.actor and s.cards_played == 0:
        if s.status[loser] == RACING:
            note(s, TURN_LOST, loser, 0, 0, 0, 0)
        s.phase = END_TURN
        return
    if s.status[loser] == RACING:
        s.owes |= 1 << loser
        note(s, TURN_WILL_BE_LOST, loser, 0, 0, 0, 0)
    s.phase = ASK_DRIVE if s.cards_played == 0 else NEXT_WHIP


# --- Collisions (BH-6) ----------------------------------------------------------------------------


@kernel
def declare_collision(s: State, attacker: int, defender: int) -> None:
    """Declare a collision with the card in play. The rival shows his horseshoes."""
    s.fight = BY_COLLISION
    s.attacker = attacker
    s.defender = defender
    s.fought |= 1 << attacker | 1 << defender
    note(s, COLLISION_DECLARED, attacker, defender, s.card, 0, 0)
    show_horseshoes(s, defender)
    s.phase = THROW_ATTACKER


@kernel
def win_collision(s: State, attacker: int, defender: int) -> None:
    """The attacker completes his move; the rival is set down where the attacker stood."""
    s.fight = NO_FIGHT
    x = s.x[attacker]
    y = s.y[attacker]
    heading = s.heading[attacker]
    move(s, attacker)
    set_down(s, defender, x, y, heading)
    s.phase = FINISH_MOVE


@kernel
def finish_move(s: State) -> None:
    """After every move: finish at once, or contacts and a refill (BH-4, BH-10).

    The mover arrives first, then a rammed rival, who may land beyond the line.
    """
    for turn in range(s.chariots):
        arrive(s, (s.actor + turn) % s.chariots)
    if s.status[s.actor] == RACING:
        open_pairs(s, s.actor)
        refill(s, s.actor, AFTER_MOVE)
    else:
        s.phase = END_TURN
