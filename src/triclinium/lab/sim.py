"""Simulation: many games between bots, and who won them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from triclinium.core.decision import Json
from triclinium.core.game import AnyGame
from triclinium.core.intervals import Share
from triclinium.core.ledger import DECISIONS, ENDING, WINNERS, ledger_of
from triclinium.lab.bulk import Block, Lineup, Progress, play_block, warm


@dataclass(slots=True)
class Report:
    game: str
    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, Json]
    seed: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)
    wins_by_seat: Counter[int] = field(default_factory=Counter)
    roles: dict[str, Counter[str]] = field(default_factory=dict)
    wins_by_role: dict[str, Counter[str]] = field(default_factory=dict)
    wins_by_bot: Counter[str] = field(default_factory=Counter)
    seats_by_bot: Counter[str] = field(default_factory=Counter)

    def add(self, block: Block) -> None:
        ledger = ledger_of(self.game)
        traits = [(column, trait) for column, trait in enumerate(ledger.traits, start=1)]
        for game, rows in zip(block.games, block.seats, strict=True):
            self.games += 1
            self.decisions += game[DECISIONS]
            self.endings[ledger.endings[game[ENDING]]] += 1
            for seat, row in enumerate(rows):
                won = (game[WINNERS] >> seat) & 1
                self.wins_by_seat[seat] += won
                self.seats_by_bot[self.bots[seat]] += 1
                self.wins_by_bot[self.bots[seat]] += won
                for column, trait in traits:
                    value = trait.values[row[column]]
                    self.roles.setdefault(trait.name, Counter())[value] += 1
                    self.wins_by_role.setdefault(trait.name, Counter())[value] += won

    def shares(self) -> dict[str, dict[str, Share]]:
        """Shares of wins by seat, by bot and by every trait that the game counts."""
        tables = {
            "seat": {str(seat): Share(self.wins_by_seat[seat], self.games) for seat in range(self.seats)},
            "bot": {bot: Share(self.wins_by_bot[bot], self.seats_by_bot[bot]) for bot in sorted(set(self.bots))},
        }
        for name, counts in self.roles.items():
            tables[name] = {role: Share(self.wins_by_role[name][role], counts[role]) for role in sorted(counts)}
        return tables

    def as_json(self) -> dict[str, Any]:
        rate = self.decisions / self.seconds if self.seconds else 0.0
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(rate),
            "mean_decisions": round(self.decisions / max(1, self.games), 2),
            "endings": {ending: Share(count, self.games).as_json() for ending, count in self.endings.most_common()},
            **{
                f"by_{name}": {key: share.as_json() for key, share in table.items()}
                for name, table in self.shares().items()
            },
        }


def simulate(
    game: AnyGame,
    seats: int,
    games: int,
    seed: int,
    bots: Sequence[str] = ("random",),
    options: Mapping[str, Json] | None = None,
    progress: Progress = lambda done: None,
) -> Report:
    """Play games between bots, who take the seats in turn. The same seed gives the same games."""
    complete = game.complete(options or {})
    seated = tuple(bots[seat % len(bots)] for seat in range(seats))
    report = Report(game.info.id, seats, seated, {k: v for k, v in complete.items() if k != "deck"}, seed)
    table = Lineup(game.info.id, seats, seated, complete, rotating=False)
    compiled = warm(table, games)  # compile before timing
    began = time.perf_counter()
    report.add(play_block(table, seed, 0, games, compiled, progress))
    report.seconds = time.perf_counter() - began
    return report
