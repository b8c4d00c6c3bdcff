"""Make the golden records of Bacchus' Banquet anew.

Each plan below names a game worth keeping: the table it is played at, the manner in which seats choose, and the
marks it must show. Games are played from numbered pledges, with luck that `verify` can check, until one shows
them; of the first few that do the shortest is kept. The same plans always give the same files. From `tests/`:

    python -m banquet.make_records            # all of them
    python -m banquet.make_records daggers    # those with this word in their name

Records are only made anew when the rules change on purpose; the rules version in their headers then changes too.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from banquet.decks import DECK, deck_of
from banquet.features import WANTED, features
from records.folders import of_today
from triclinium.core.decision import Answer, Decision, Json
from triclinium.core.fairness import Contribution, Pledge, commitment, seat_label
from triclinium.core.play import Play, run
from triclinium.core.record import Record, read
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import (
    CAESONIA,
    CONSPIRATORS,
    DAGGER,
    FEATHER,
    FIRST_PRESENT,
    FIRST_WINE,
    FOOD_TASTER,
    GUEST_NAMES,
    POISON,
)
from triclinium.games.banquet.rules.state import State

FOLDER = of_today("banquet")
TRIES_MOST = 6000
CANDIDATES = 3


# --- Manners: how a seat weighs what it may answer --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Manner:
    """Weights that steer the choices of all seats; 1 everywhere is pure chance."""

    accept: float = 1
    play: float = 1
    claim_gift: float = 1
    taste: float = 1
    stand: float = 1
    own_goal: float = 1
    """How much a seat likes to keep what its own guest wants."""
    poison: float = 1
    """How much plus cards above two are liked as Gift and Keep."""
    dagger: float = 1
    special: float = 1


def wants(guest: int, kind: int) -> bool:
    """Whether a guest's goal asks for a kind."""
    if guest >= CAESONIA:
        return FIRST_PRESENT <= kind < DAGGER
    if CONSPIRATORS >> guest & 1:
        return kind == DAGGER
    return kind < FIRST_WINE if GUEST_NAMES[guest] == "vespasianus" else kind < POISON


def liking(manner: Manner, state: State, seat: int, kind: int) -> float:
    """How gladly a seat takes a kind itself."""
    weight = 1.0
    if wants(state.guest[seat], kind):
        weight *= manner.own_goal
    if kind == POISON or (kind < POISON and state.value[kind] > 2):
        weight *= manner.poison
    if kind == DAGGER:
        weight *= manner.dagger
    if kind >= FOOD_TASTER:
        weight *= manner.special
    if FEATHER <= kind < FOOD_TASTER and manner.own_goal > 1 and state.belt[seat] > 5:
        weight *= manner.own_goal
    return weight


def weight_of(manner: Manner, state: State, decision: Decision, answer: Answer) -> float:
    """How likely a seat is to give an answer, against its other answers."""
    kind, seat = answer["kind"], decision.seat
    if kind == "pick":
        slots = answer["slots"]
        assert isinstance(slots, list)
        weight = 1.0
        for slot in slots:
            assert isinstance(slot, int)
            weight *= liking(manner, state, seat, state.ring[slot])
        return weight
    if kind == "assign":
        keep, gift = (state.picked[list[Json](state.picked_from).index(answer[place])] for place in ("keep", "gift"))
        return liking(manner, state, seat, keep) ** 2 * liking(manner, state, seat, gift)
    by_kind = {"accept": manner.accept, "claim_gift": manner.claim_gift, "pass_round": manner.stand}
    by_kind |= {"taste": manner.taste, "give_to_umbra": manner.taste}
    by_kind |= dict.fromkeys(("claim", "exchange", "give_back", "special_gift"), manner.play)
    return by_kind.get(str(kind), 1.0)


def chooser(manner: Manner, seed: int) -> Callable[[Play[Any], Decision], Answer]:
    """A player of this manner."""
    rng = random.Random(seed)

    def choose(play: Play[Any], decision: Decision) -> Answer:
        weights = [weight_of(manner, play.state, decision, option) for option in decision.options]
        return rng.choices(decision.options, weights)[0]

    return choose


ANYHOW = Manner()
QUIET = Manner(play=0.1, stand=0.1)
COLLECTORS = Manner(own_goal=12, poison=0.1, dagger=0.02, special=1.5, play=0.3, taste=0.3)
GLUTTONS = Manner(accept=3, poison=6, dagger=0.02, play=0.5, taste=0.3)
ASSASSINS = Manner(dagger=8, poison=0.3)
SCHEMERS = Manner(play=6, accept=0.5)
GOURMETS = Manner(special=8, taste=4, poison=2, dagger=0.1)
HOMEBODIES = Manner(accept=0.15, play=0.5, poison=0.5)


# --- Plans --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """A game worth keeping."""

    name: str
    seats: int
    manner: Manner
    marks: tuple[str, ...]
    options: dict[str, Json] = field(default_factory=dict)


def plan(name: str, seats: int, manner: Manner, *marks: str, **options: Json) -> Plan:
    return Plan(name, seats, manner, marks, options)


HYMNS = deck_of(hymn=13)
"""Second Hymns go back to the discards: a deck that never runs out and that nobody wins with."""
TEN_DAGGERS = deck_of(dagger=10)
"""Two cards stay with players every round: the row is too short after four."""

PLANS = (
    plan("anyhow-of-three", 3, ANYHOW, "ending:daggers", "initiative:left"),
    plan("anyhow-of-four", 4, ANYHOW, "pile_renewed", privileges="open"),
    plan("anyhow-of-five", 5, ANYHOW, "standing_pass", "lost_on_priority"),
    plan("goal-of-caligula", 3, COLLECTORS, "ending:goal:caligula"),
    plan("goal-of-claudius", 4, COLLECTORS, "ending:goal:claudius", edition="nl"),
    plan("goal-of-vespasianus", 4, COLLECTORS, "ending:goal:vespasianus"),
    plan("goal-of-messalina", 5, COLLECTORS, "ending:goal:messalina", privileges="open"),
    plan("goal-of-caesonia", 3, COLLECTORS, "ending:goal:caesonia", privileges="none"),
    plan("goal-of-agrippina", 5, COLLECTORS, "ending:goal:agrippina", edition="nl"),
    plan("different-dishes-of-vespasianus", 4, COLLECTORS, "ending:goal:vespasianus", different_dishes=True),
    plan("different-dishes-of-claudius", 5, COLLECTORS, "ending:goal:claudius", different_dishes=True),
    plan("one-conspirator-avenged", 4, GLUTTONS, "ending:caligulas_fall:alone", edition="nl"),
    plan("conspirators-together", 5, GLUTTONS, "ending:caligulas_fall:together"),
    plan("daggers-of-assassins", 5, ASSASSINS, "ending:daggers", edition="nl", privileges="open"),
    plan("daggers-await-a-replacement", 3, Manner(dagger=8, poison=4), "conspirator_replaces_before_daggers"),
    plan("third-guest-out", 3, GLUTTONS, "ending:third_out"),
    plan("third-guest-out-dutch", 5, GLUTTONS, "ending:third_out", edition="nl"),
    plan("draw-by-the-third-out", 3, GLUTTONS, "ending:draw_third_out"),
    plan("guest-returns", 5, GLUTTONS, "returned_guest"),
    plan("keep-lost", 4, GLUTTONS, "keep_lost", "hymn_burst"),
    plan("tasted-and-double", 3, GOURMETS, "tasted:food_taster", "tasted:umbra", "double:fr"),
    plan("tasted-and-double-dutch", 4, GOURMETS, "tasted:food_taster", "tasted:umbra", "double:nl", edition="nl"),
    plan("claims", 5, SCHEMERS, "played:claim_keep_discard:keep", "played:claim_discard_gift:discard"),
    plan("claims-on-the-gift", 5, SCHEMERS, "played:claim_keep_gift:gift", "played:claim_discard_gift:gift"),
    plan("claims-on-the-other-place", 5, SCHEMERS, "played:claim_keep_discard:discard", "played:claim_keep_gift:keep"),
    plan("exchanges", 5, SCHEMERS, "played:exchange_keep_discard", "played:exchange_keep_gift"),
    plan("exchanged-and-forced", 5, SCHEMERS, "played:exchange_discard_gift", "played:special_gift", edition="nl"),
    plan("given-back", 4, SCHEMERS, "played:give_back", privileges="open"),
    plan("home-and-forced-away", 3, HOMEBODIES, "came_home:forced_away"),
    plan("initiative-claimed", 3, ANYHOW, "initiative:claimed:fr", "came_home"),
    plan("initiative-window-of-the-dutch", 3, SCHEMERS, "initiative:window:claim", edition="nl"),
    plan("too-few-cards", 3, QUIET, "ending:draw_few_cards", deck=TEN_DAGGERS, privileges="none"),
    plan("two-hundred-rounds", 3, Manner(accept=9), "ending:draw_rounds", deck=HYMNS, privileges="none"),
)


# --- Playing --------------------------------------------------------------------------------------------------------


def pledge_of(table: str, seats: int) -> Pledge:
    """A pledge made of the table's name alone, so that the same game can be played again."""
    secret = hashlib.sha256(f"secret of {table}".encode()).digest()
    shares = []
    for seat in range(seats):
        value = hashlib.sha256(f"share of seat {seat} at {table}".encode()).digest()[:16]
        shares.append(Contribution(commitment(seat_label(seat), table, value), value))
    return Pledge(table, commitment("table", table, secret), tuple(shares), secret)


def played(plan: Plan, number: int) -> Record:
    """One game of a plan, from its number."""
    pledge = pledge_of(f"{plan.name} {number}", plan.seats)
    play: Play[State] = Play.begin(GAME, plan.seats, {"deck": DECK, **plan.options}, pledge)
    run(play, [chooser(plan.manner, number * 10 + seat) for seat in range(plan.seats)], pledge.luck())
    return play.record


def found(plan: Plan) -> Record:
    """The shortest of the first games that show what the plan asks for."""
    fitting: list[Record] = []
    for number in range(TRIES_MOST):
        record = played(plan, number)
        if features(record) >= set(plan.marks):
            fitting.append(record)
            if len(fitting) == CANDIDATES or "ending:draw_rounds" in plan.marks:
                break
    if not fitting:
        raise SystemExit(f"no game in {TRIES_MOST} shows what {plan.name} asks for")
    return min(fitting, key=lambda record: len(record.entries))


def main(words: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number, plan in enumerate(PLANS, start=1):
        if all(word in plan.name for word in words):
            record = found(plan)
            path = FOLDER / f"{number:02}-{plan.name}.jsonl"
            path.write_text(record.write(), encoding="utf-8")
            print(f"{path.name}: {len(record.entries)} answers")
    covered: set[str] = set()
    for path in FOLDER.glob("*.jsonl"):
        covered |= features(read(path.read_text(encoding="utf-8")))
    if lacking := sorted(WANTED - covered):
        raise SystemExit("not covered: " + ", ".join(lacking))


if __name__ == "__main__":
    main(sys.argv[1:])
