"""Possible worlds for a seat: the state that a view describes, with every hidden card dealt again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triclinium.core.decision import Seat
from triclinium.core.dice import below
from triclinium.core.game import View
from triclinium.core.kernel import kernel
from triclinium.core.piles import kind_at
from triclinium.games.benhur.rules.cards import (
    CARD_NAMES,
    CARDS,
    DECK_NAMES,
    DECKS,
    DRIVER_NAMES,
    FORMAT_NAMES,
    KIND_NAMES,
    KINDS,
    STEERING_NAMES,
)
from triclinium.games.benhur.rules.hands import has_horseshoe
from triclinium.games.benhur.rules.state import (
    DRIVE,
    ENDING_NAMES,
    FIGHT_NAMES,
    NOBODY,
    NOTHING,
    PHASE_NAMES,
    PLAY_ON,
    STATUS_NAMES,
    State,
)
from triclinium.games.benhur.rules.verdicts import look
from triclinium.games.benhur.views.preview import SIDE_NAMES

SIDES = {name: side for side, name in SIDE_NAMES.items()}


# --- From a view to a state ---------------------------------------------------------------------


def state_of(view: View, seat: Seat) -> State:
    """The state that a view describes. Cards unknown to the seat lie in the piles, for `redeal` to deal."""
    seen: Any = view
    s = State()
    _read_table(s, seen["table"])
    _read_course(s, seen)
    for chariot, shown in enumerate(seen["chariots"]):
        _read_chariot(s, chariot, shown)
    _read_turn(s, seen["turn"], seen["fight"])
    for number, chariot in enumerate(seen["you"]["chariots"]):
        s.hand[chariot] = _counts(seen["you"]["hands"][number], CARD_NAMES)
    s.lapsed = _set_of(seen["you"]["lapsed"])
    for deck in range(DECKS):
        _read_deck(s, deck, seen["decks"][deck])
    return s


def _counts(counted: Mapping[str, int], names: tuple[str, ...]) -> list[int]:
    return [counted.get(name, 0) for name in names]


def _set_of(members: list[int]) -> int:
    return sum(1 << member for member in members)


def _number(value: int | None) -> int:
    return NOBODY if value is None else value


def _read_table(s: State, table: Mapping[str, Any]) -> None:
    s.seats = table["seats"]
    s.chariots = table["chariots"]
    s.format = FORMAT_NAMES.index(table["format"])
    s.length = table["length"]
    s.club = int(table["club"])
    s.steering = STEERING_NAMES.index(table["steering"])
    track = table["track"]
    s.half_axis, s.middle, s.outer, s.line = track["axis"] // 2, track["middle"], track["outer"], track["line"]
    s.place_x[:] = [x for x, _ in track["places"]]
    s.place_y[:] = [y for _, y in track["places"]]
    for deck in range(DECKS):
        s.deck[deck] = _counts(table["decks"][DECK_NAMES[deck]], KIND_NAMES)


def _read_course(s: State, seen: Mapping[str, Any]) -> None:
    s.phase = PHASE_NAMES.index(seen["phase"])
    s.owing = _set_of(seen["asked"])
    s.asks = seen["question"]
    s.chariot = seen["chariot"]
    s.race = seen["race"]
    s.round = seen["round"]
    s.actor = _number(seen["actor"])
    s.acted = _set_of(seen["acted"])
    s.score[: s.seats] = seen["scores"]
    if seen["result"] is not None:
        s.ending = ENDING_NAMES.index(seen["result"]["ending"])
        s.winners = _set_of(seen["result"]["winners"])


def _read_chariot(s: State, chariot: int, shown: Mapping[str, Any]) -> None:
    s.driver[chariot] = NOBODY if shown["driver"] is None else DRIVER_NAMES.index(shown["driver"])
    if shown["driver"] is not None:
        s.drivers_drawn |= 1 << s.driver[chariot]
    s.place[chariot] = shown["place"]
    s.status[chariot] = STATUS_NAMES.index(shown["status"])
    s.x[chariot], s.y[chariot], s.heading[chariot] = shown["x"], shown["y"], shown["heading"]
    s.wraps[chariot] = shown["wraps"]
    s.lap[chariot] = shown["lap"]
    s.started |= int(shown["started"]) << chariot
    s.owes |= int(shown["owes_turn"]) << chariot
    s.contact[chariot] = _set_of(shown["contact"])
    s.duty_to[chariot] = NOBODY
    if shown["duty"] is not None:
        s.duty_to[chariot] = shown["duty"]["to"]
        s.duty_side[chariot] = SIDES[shown["duty"]["side"]]
    s.known[chariot] = _counts(shown["known"], CARD_NAMES)
    s.hand[chariot] = list(s.known[chariot])
    for deck in range(DECKS):
        s.hand_size[chariot][deck] = shown["hand"][DECK_NAMES[deck]]
        s.bare[chariot][deck] = shown["bare"][DECK_NAMES[deck]]
    for course, laurel in enumerate(shown["laurels"]):
        s.laurel[chariot][course] = laurel


def _read_turn(s: State, turn: Mapping[str, Any], fight: Mapping[str, Any]) -> None:
    s.fought = _set_of(turn["fought"])
    s.cards_played = turn["cards_played"]
    s.accidents_played = turn["accidents_played"]
    s.whip_asked = _set_of(turn["whip_asked"])
    s.exchanging = int(turn["exchanging"])
    s.card = NOTHING if turn["card"] is None else CARD_NAMES.index(turn["card"])
    s.angle_a, s.angle_b = turn["a"], turn["b"]
    s.die = turn["die"]
    s.repair = int(turn["repair"])
    s.good = int(turn["good"])
    s.refill_deck = DECK_NAMES.index(turn["refill_deck"])
    s.then = PHASE_NAMES.index(turn["then"])
    s.way_speed = NOTHING
    s.fight = FIGHT_NAMES.index(fight["kind"])
    s.attacker, s.defender = _number(fight["attacker"]), _number(fight["defender"])
    s.attacker_die, s.defender_die = fight["attacker_die"], fight["defender_die"]


def _read_deck(s: State, deck: int, shown: Mapping[str, Any]) -> None:
    """What is neither on the table nor known in a hand lies, for now, in the pile."""
    s.pile_size[deck] = shown["left"]
    s.discards[deck] = _counts(shown["discards"], KIND_NAMES)
    s.discards_size[deck] = sum(s.discards[deck])
    s.removed[deck] = _counts(shown["removed"], KIND_NAMES)
    s.removed_size[deck] = sum(s.removed[deck])
    s.aside[deck] = _counts(shown["aside"], KIND_NAMES)
    for kind in range(KINDS):
        held = sum(s.hand[chariot][deck * KINDS + kind] for chariot in range(s.chariots))
        open_cards = s.discards[deck][kind] + s.removed[deck][kind] + s.aside[deck][kind]
        s.pile[deck][kind] = s.deck[deck][kind] - open_cards - held


# --- Dealing what is hidden ----------------------------------------------------------------------


@kernel
def redeal(s: State, seat: int, dice: list[int]) -> None:
    """Deal the others as many cards as they hold; cards known to have no horseshoe first, while there are any."""
    for round_of in range(2):
        for chariot in range(s.chariots):
            if chariot % s.seats == seat:
                continue
            for deck in range(DECKS):
                missing = s.hand_size[chariot][deck]
                for kind in range(KINDS):
                    missing -= s.hand[chariot][deck * KINDS + kind]
                bare = s.bare[chariot][deck] if round_of == 0 else 0
                for _ in range(bare if round_of == 0 else missing):
                    deal_one(s, chariot, deck, bare > 0, dice)
    if s.phase == DRIVE or s.phase == PLAY_ON:
        look(s, s.chariot)


@kernel
def deal_one(s: State, chariot: int, deck: int, bare: bool, dice: list[int]) -> None:
    """Deal one of the unseen cards; `bare` asks for one without a horseshoe."""
    unseen = 0
    for kind in range(KINDS):
        unseen += s.pile[deck][kind]
    kind = kind_at(s.pile[deck], below(dice, unseen))
    while bare and has_horseshoe(kind):
        kind = kind_at(s.pile[deck], below(dice, unseen))
    s.pile[deck][kind] -= 1
    s.hand[chariot][deck * KINDS + kind] += 1


def whole(s: State) -> bool:
    """Whether every card found its place: the piles are as large as the view says."""
    hands = all(
        sum(s.hand[chariot][card] for card in range(CARDS)) == sum(s.hand_size[chariot])
        for chariot in range(s.chariots)
    )
    return hands and all(sum(s.pile[deck]) == s.pile_size[deck] for deck in range(DECKS))
