"""Figures over many games of simple players: `python -m triclinium.games.bacchanalia.study.figures --games 300`."""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import median

from triclinium.core.decision import Json
from triclinium.games.bacchanalia.brain.choices import choice, hunt
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules import engine as rules
from triclinium.games.bacchanalia.rules.cards import AMANS, CARD_NAMES, EDITIONS, SEATS_LEAST, SEATS_MOST
from triclinium.games.bacchanalia.rules.state import CHANCE_PHASES, OVER, State

BLOCK = 500
"""Games that a process plays at a time."""
SCENES_AIM = (7, 15)
HAPPY_AIM = (0.15, 0.35)
VINUM_AIM = 0.30
KIND_AIM = 0.02
KINDS = {
    "happy": ("happy",),
    "slain": ("slain",),
    "violence": ("violence",),
    "lost": ("lost",),
    "Minerva's": ("freed", "sacrifice", "open"),
}
"""Kinds of endings by outcome: the rows of the sudden ending's table."""
WAYS = ("amans", "miles", "sudden")


@dataclass(slots=True)
class Figures:
    """Counts over the games of one edition and number of players."""

    games: int = 0
    turns: list[int] = field(default_factory=list)
    scenes: list[int] = field(default_factory=list)  # of each player
    scenes_told: list[int] = field(default_factory=list)  # of each game
    outcomes: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    entries: Counter[str] = field(default_factory=Counter)  # of the Aruspex
    captured: int = 0
    amans_held: int = 0  # games in which somebody ever held the Amans
    locks: int = 0

    def share(self, counter: Counter[str], *names: str) -> float:
        return sum(counter[name] for name in names) / max(1, counter.total())

    def add(self, other: Figures) -> None:
        self.games += other.games
        self.turns += other.turns
        self.scenes += other.scenes
        self.scenes_told += other.scenes_told
        self.outcomes += other.outcomes
        self.endings += other.endings
        self.entries += other.entries
        self.captured += other.captured
        self.amans_held += other.amans_held
        self.locks += other.locks


def play_one(seats: int, options: Mapping[str, Json], seed: int, hunting: bool = False) -> tuple[State, bool]:
    """One game of simple players, or of players who aim for the happy end; and whether anybody ever held the Amans."""
    rng = random.Random(seed)
    s = GAME.start(options, seats)
    amans_held = False
    while s.phase != OVER:
        if s.phase in CHANCE_PHASES:
            offered, weights = rules.chance_options(s)
            rules.draw(s, rng.choices(offered, weights)[0])
        else:
            seat = s.owing[0]
            held = s.held[seat]

            def own(held: list[int] = held) -> set[str]:
                return {CARD_NAMES[deus] for deus, count in enumerate(held) if count}

            offered = rules.options(s, seat)
            answer = hunt(s.phase, offered) if hunting else None
            rules.take(s, seat, answer or choice(s.phase, offered, own, rng))
        s.tape = []
        amans_held = amans_held or any(held[AMANS] for held in s.held)
    return s, amans_held


def measure(seats: int, options: Mapping[str, Json], games: int, seed: int = 0, hunting: bool = False) -> Figures:
    figures = Figures()
    for number in range(games):
        s, amans_held = play_one(seats, options, seed + number, hunting)
        figures.games += 1
        figures.turns.append(s.turn)
        figures.scenes += s.scenes
        figures.scenes_told.append(sum(s.scenes))
        figures.outcomes.update(s.outcomes)
        figures.endings.update(s.ended)
        figures.captured += sum(s.captured)
        figures.amans_held += amans_held
        figures.locks += len(s.quotes)
        figures.entries.update(str(each.cards["entry"]) for each in s.story if each.cards.get("entry") is not None)
    return figures


Table = tuple[int, str]
"""A number of players and an edition."""
TABLES: tuple[Table, ...] = tuple(
    (seats, edition) for seats in range(SEATS_LEAST, SEATS_MOST + 1) for edition in EDITIONS
)


def measure_all(
    games: int, options: Mapping[str, Json], seed: int = 0, hunting: bool = False, processes: int = 1
) -> dict[Table, Figures]:
    """The figures for every number of players and edition. They do not depend on the number of processes."""
    found = {table: Figures() for table in TABLES}
    blocks = [(table, first, min(BLOCK, games - first)) for table in TABLES for first in range(0, games, BLOCK)]
    with ProcessPoolExecutor(processes) as pool:
        waiting = [
            (table, pool.submit(measure, table[0], {**options, "edition": table[1]}, size, seed + first, hunting))
            for table, first, size in blocks
        ]
        for table, block in waiting:
            found[table].add(block.result())
    return found


# --- The table ----------------------------------------------------------------------------------

COLUMNS = (
    "players",
    "edition",
    "turns",
    "scenes",
    "scenes a player",
    "amans ending",
    "miles ending",
    "sudden ending",
    "captured",
    "amans held",
    "plain vinum",
    "happy",
    "slain",
    "violence",
    "lost",
    "freed",
    "sacrifice",
    "open",
    "spared",
)


def row_of(table: Table, figures: Figures) -> list[str]:
    def percent(share: float) -> str:
        return f"{100 * share:.1f} %"

    seats, edition = table
    endings = [percent(figures.share(figures.endings, name)) for name in WAYS]
    outcomes = [percent(figures.share(figures.outcomes, name)) for name in COLUMNS[COLUMNS.index("happy") :]]
    return [
        str(seats),
        edition,
        f"{median(figures.turns):.0f}",
        f"{median(figures.scenes_told):.0f}",
        f"{median(figures.scenes):.0f}",
        *endings,
        percent(figures.captured / (seats * figures.games)),
        percent(figures.amans_held / figures.games),
        percent(figures.share(figures.entries, "vinum")),
        *outcomes,
    ]


def table_of(found: Mapping[Table, Figures]) -> str:
    """The figures as a Markdown table."""
    rows = [list(COLUMNS), ["---"] * len(COLUMNS)]
    rows += [row_of(table, figures) for table, figures in found.items()]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def missed(figures: Figures) -> Iterable[str]:
    """The aims of the deck that these games miss."""
    scenes = median(figures.scenes)
    if not SCENES_AIM[0] <= scenes <= SCENES_AIM[1]:
        yield f"{scenes:.0f} scenes a player"
    happy = figures.share(figures.outcomes, "happy")
    if not HAPPY_AIM[0] <= happy <= HAPPY_AIM[1]:
        yield f"{happy:.1%} happy"
    vinum = figures.share(figures.entries, "vinum")
    if vinum >= VINUM_AIM:
        yield f"{vinum:.1%} plain vinum"
    kinds = {name: figures.share(figures.outcomes, *outcomes) for name, outcomes in KINDS.items()}
    kinds |= {f"{way} ending": figures.share(figures.endings, way) for way in WAYS}
    for name, share in kinds.items():
        if share < KIND_AIM:
            yield f"{share:.1%} {name}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games for each number of players and edition")
    parser.add_argument("--length", default="parcae", choices=("parcae", "all"))
    parser.add_argument("--appearances", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--hunting", action="store_true", help="players hunt for the happy end")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="all cores if not given")
    given = parser.parse_args()
    began = time.monotonic()
    options: dict[str, Json] = {"length": given.length, "appearances": given.appearances}
    found = measure_all(given.games, options, given.seed, given.hunting, given.processes)
    print(table_of(found))
    for (seats, edition), figures in found.items():
        for miss in missed(figures):
            print(f"missed at {seats} players, {edition}: {miss}")
    print(f"{given.games * len(found):,} games in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
