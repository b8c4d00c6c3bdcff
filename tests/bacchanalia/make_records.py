"""Make the golden stories of Bacchanalia anew.

Each plan below names a story worth keeping: the table it is told at, the manner of its tellers, and the marks it must
show, first of all the ending it is kept for. Stories are played from numbered pledges, with luck that `verify` can
check, until one shows them; of the first few that do the shortest is kept. The same plans always give the same files.
From `tests/`:

    python -m bacchanalia.make_records           # all of them
    python -m bacchanalia.make_records miles     # those with this word in their name

Stories are only made anew when the rules change on purpose; the rules version in their headers then changes too.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cache

from bacchanalia.feast import DECK
from bacchanalia.features import BOTH_TWISTS, WANTED, features, marks_of
from bacchanalia.tellers import Manner, tellers
from banquet.make_records import pledge_of
from records.folders import of_today
from triclinium.core.decision import CHANCE, Json
from triclinium.core.play import drawn, ending_of
from triclinium.core.record import Entry, Record, read
from triclinium.games.bacchanalia.game import GAME

FOLDER = of_today("bacchanalia")
TRIES_MOST = 4000
CANDIDATES = 3

TELLERS = Manner()
LEAVERS = Manner(leaves=0.05)
QUARRELLERS = Manner(quarrels=0.6, locks=1.0)
SHY = Manner(silent=0.6)


@dataclass(frozen=True, slots=True)
class Plan:
    """A story worth keeping."""

    name: str
    seats: int
    manner: Manner
    marks: tuple[str, ...]
    options: dict[str, Json] = field(default_factory=dict)


def plan(name: str, seats: int, edition: str, *marks: str, manner: Manner = TELLERS, **options: Json) -> Plan:
    """A story of one edition; marks of its endings are written without it."""
    whole = tuple(
        mark if mark.startswith(("event:", "over:", "form:", "entry:")) else f"{edition}:{mark}" for mark in marks
    )
    return Plan(f"{edition}-{name}", seats, manner, whole, {"edition": edition, "appearances": 3, **options})


def both(name: str, seats: int, *marks: str, manner: Manner = TELLERS, **options: Json) -> tuple[Plan, ...]:
    return tuple(plan(name, seats, edition, *marks, manner=manner, **options) for edition in ("it", "es"))


PLANS = (
    *both("amans", 3, "amans:happy"),
    *both("miles-slain", 4, "miles:slain", appearances=4),
    *both("miles-happy", 4, "miles:happy", appearances=4),
    plan("miles-accusator-struck", 5, "it", "miles:slain:accusator_struck", length="all"),
    plan("miles-amans-saved", 5, "it", "miles:slain:amans_saved", length="all"),
    plan("miles-both-deeds", 5, "it", f"miles:slain:{BOTH_TWISTS}", length="all"),
    plan("miles-spared", 5, "es", "miles:spared", length="all"),
    *both("sudden-love", 3, "sudden:amans:happy", "sudden:venus:happy"),
    *both("sudden-violence", 4, "sudden:pluto:violence"),
    *both("sudden-lost-to-bacchus", 3, "sudden:bacchus:lost"),
    *both("sudden-lost-to-satyrus", 4, "sudden:satyrus:lost", "sudden:vinum:lost"),
    *both("sudden-slain", 4, "sudden:miles:slain", "sudden:accusator:slain"),
    *both("sudden-freed", 3, "sudden:minerva:freed"),
    *both("sudden-sacrifice", 3, "sudden:minerva:sacrifice"),
    plan("sudden-open", 3, "it", "sudden:minerva:open"),
    *both("parcae-happy", 3, "sudden:parcae:happy"),
    *both("parcae-violence", 3, "sudden:parcae:violence"),
    *both("parcae-lost", 3, "sudden:parcae:lost"),
    *both("parcae-freed", 3, "sudden:parcae:freed"),
    *both("parcae-sacrifice", 3, "sudden:parcae:sacrifice"),
    plan("parcae-open", 3, "it", "sudden:parcae:open"),
    *both("parcae-slain", 3, "sudden:parcae:slain"),
    *both("left", 6, "left", "over:one_left", manner=LEAVERS),
    plan("two-left", 4, "it", "over:two_left", length="all"),
    plan("time-is-up", 4, "es", "over:time", "event:minerva_stayed", length="time"),
    plan("quarrels", 5, "it", "event:lock_refused", "event:lock_upheld", "event:minerva_given", manner=QUARRELLERS),
    plan("shy", 3, "es", "event:lock_offered_aloud", "event:place_left", manner=SHY),
    plan("deck-renewed", 3, "it", "event:deck_renewed", appearances=5),
    plan("hand-redrawn", 6, "es", "event:hand_redrawn", "event:meeting_agreed"),
    plan("nowhere-to-be-had", 3, "it", "event:deus_not_taken", appearances=5),
)


@cache
def told(seats: int, manner: Manner, options: tuple[tuple[str, Json], ...], number: int) -> tuple[Record, set[str]]:
    """One story of a table, from its number, and what it shows. The game loop of `Play`, less what only tables need."""
    pledge = pledge_of(f"bacchanal {number} of {seats}", seats)
    luck, players = pledge.luck(), tellers(manner, seats, number)
    complete = GAME.complete({"deck": DECK, "title": f"Bacchanal {number}", **dict(options)})
    record = Record(GAME.info.id, GAME.info.rules_version, seats, complete, pledge=pledge)
    state = GAME.start(complete, seats)
    draws, kinds = 0, set[str]()
    while pending := GAME.pending(state):
        decision = pending[0]
        if decision.seat == CHANCE:
            answer = drawn(decision, luck, draws)
            draws += 1
        else:
            answer = players[decision.seat].choose(state, decision)
        record.entries.append(Entry(decision.seat, answer))
        kinds |= {event.kind for event in GAME.apply(state, decision.seat, answer)}
    result = GAME.result(state)
    assert result is not None
    record.ending = ending_of(result)
    return record, marks_of(state, kinds)


def found(plan: Plan) -> Record:
    """The shortest of the first stories that show what the plan asks for."""
    fitting: list[Record] = []
    for number in range(TRIES_MOST):
        record, shown = told(plan.seats, plan.manner, tuple(plan.options.items()), number)
        if shown >= set(plan.marks):
            fitting.append(record)
            if len(fitting) == CANDIDATES:
                break
    if not fitting:
        raise SystemExit(f"no story in {TRIES_MOST} shows what {plan.name} asks for")
    return min(fitting, key=lambda record: len(record.entries))


def main(words: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for number, plan in enumerate(PLANS, start=1):
        if all(word in plan.name for word in words):
            record = found(plan)
            path = FOLDER / f"{number:02}-{plan.name}.jsonl"
            path.write_text(record.write(), encoding="utf-8")
            print(f"{path.name}: {len(record.entries)} answers", flush=True)
    covered: set[str] = set()
    for path in FOLDER.glob("*.jsonl"):
        covered |= features(read(path.read_text(encoding="utf-8")))
    if lacking := sorted(WANTED - covered):
        raise SystemExit("not covered: " + ", ".join(lacking))


if __name__ == "__main__":
    main(sys.argv[1:])
