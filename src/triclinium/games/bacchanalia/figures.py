"""Figures over many games of simple players: `python -m triclinium.games.bacchanalia.figures --games 300`."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from triclinium.core.decision import Json
from triclinium.games.bacchanalia import rules
from triclinium.games.bacchanalia.bots import choice, hunt
from triclinium.games.bacchanalia.cards import AMANS, CARD_NAMES, EDITIONS, SEATS_LEAST, SEATS_MOST
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.state import CHANCE_PHASES, OVER, State


@dataclass(slots=True)
class Figures:
    """What was counted over the games of one edition and number of players."""

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

    def share(self, counter: Counter[str], name: str) -> float:
        """The share of a name in a counter."""
        return counter[name] / max(1, counter.total())


def play_one(seats: int, options: Mapping[str, Json], seed: int, hunting: bool = False) -> tuple[State, bool]:
    """One game of simple players, or of such as hunt for the happy end; also whether anybody ever held the Amans."""
    rng = random.Random(seed)
    s = GAME.start(options, seats)
    amans_held = False
    while s.phase != OVER:
        if s.phase in CHANCE_PHASES:
            offered, weights = rules.chance_options(s)
            rules.apply_chance(s, rng.choices(offered, weights)[0])
        else:
            seat = s.owing[0]
            held = s.held[seat]

            def own(held: list[int] = held) -> set[str]:
                return {CARD_NAMES[deus] for deus, count in enumerate(held) if count}

            offered = rules.options(s, seat)
            answer = hunt(s.phase, offered) if hunting else None
            rules.apply(s, seat, answer or choice(s.phase, offered, own, rng))
        s.tape = []
        amans_held = amans_held or any(held[AMANS] for held in s.held)
    return s, amans_held


def measure(seats: int, options: Mapping[str, Json], games: int, seed: int = 0, hunting: bool = False) -> Figures:
    """Play many games and count."""
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


def row_of(seats: int, edition: str, figures: Figures) -> list[str]:
    """One row of the table."""

    def percent(share: float) -> str:
        return f"{100 * share:.0f} %"

    endings = [percent(figures.share(figures.endings, name)) for name in ("amans", "miles", "sudden")]
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


def table_of(games: int, options: Mapping[str, Json], seed: int = 0, hunting: bool = False) -> str:
    """The figures of every number of players and edition, as a Markdown table."""
    rows = [list(COLUMNS), ["---"] * len(COLUMNS)]
    for seats in range(SEATS_LEAST, SEATS_MOST + 1):
        for edition in EDITIONS:
            figures = measure(seats, {**options, "edition": edition}, games, seed, hunting)
            rows.append(row_of(seats, edition, figures))
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games for each number of players and edition")
    parser.add_argument("--length", default="parcae", choices=("parcae", "all"))
    parser.add_argument("--appearances", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--hunting", action="store_true", help="players hunt for the happy end")
    given = parser.parse_args()
    print(table_of(given.games, {"length": given.length, "appearances": given.appearances}, given.seed, given.hunting))


if __name__ == "__main__":
    main()
