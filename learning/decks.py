"""Search for a deck of Bacchus' Banquet that is fair among learned players: `python -m learning.decks --out DIR`.

Many thousands of games are played at once, on a graphics card if there is one: the mind at its best at every seat, at
tables of three, four and five, and beside rule-of-thumb players at four. A deck is as good as its worst guest, and
better the more a good player wins from the rule of thumb. What is known of a deck adds up over the generations. From
time to time the mind learns on the best decks (`learning.banquet`), because a deck is judged by those who can play
it.

DIR holds a line of `decks.jsonl` for every generation, the best decks as files, and what the mind learned last.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log2, sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy
import torch
from torch import Tensor

from learning.banquet import learn, settings
from learning.nets import Mind, guests_of
from learning.rounds import AMONG_THEMSELVES, WITH_THUMBS
from learning.tables import ROW, Tables
from learning.weights import read_mind
from triclinium.games.banquet.rules.cards import GUEST_NAMES, GUESTS, KIND_NAMES, RING, SEATS_MOST, class_of
from triclinium.games.banquet.rules.codes import CODES
from triclinium.games.banquet.rules.deck import SECTIONS, STANDARD_DECK, counts_and_values, parse_deck
from triclinium.games.banquet.study.tuning import PAIRS, ROUNDS_AIM, SEATS, Counts, deck_of, measure, mutant, pooled

TABLES = (*((seats, AMONG_THEMSELVES) for seats in SEATS), (4, WITH_THUMBS))
WITH = len(TABLES) - 1
"""The table beside rule-of-thumb players."""
ROUND = GUESTS + 3 + 1 + 3 + 1 + 7
"""Where a row tells the round."""
STEPS, LONGEST = 720, 330
"""How many decisions are played at every table. Only games that began so long before the end count, so that long ones
are not left out."""
OF_THUMB_AIM, OF_THUMB_WEIGHT = 0.83, 6.0
"""The share of decided games that the mind should win from the rule of thumb, and what a lack of it costs."""
THUMB_GAMES, THUMB_MOST = 700, 0.9
"""How many games by rule of thumb alone, and how many doublings from even a guest may be there."""
NEARLY = 0.3
"""Only decks that are so near the best one are also tried by rule of thumb."""
KEPT, PARENTS = 6, 3
"""How many decks are tried again in every generation, and from how many of them new ones come."""


@dataclass
class Known:
    """What is known of a deck: wins and games of each guest by table, rounds, and how the mind fares beside thumbs."""

    won: Any = field(default_factory=lambda: numpy.zeros((len(TABLES), GUESTS)))
    had: Any = field(default_factory=lambda: numpy.zeros((len(TABLES), GUESTS)))
    rounds: Any = field(default_factory=lambda: numpy.zeros(len(TABLES)))
    games: Any = field(default_factory=lambda: numpy.zeros(len(TABLES)))
    decided: Any = field(default_factory=lambda: numpy.zeros(2))
    thumb: float = 0.0
    """How many doublings from even the worst guest is by rule of thumb."""

    def shares(self) -> dict[int, dict[str, float]]:
        """What each guest wins of an even share by the number of seats, guests with the same goal pooled."""
        told: dict[int, dict[str, float]] = {}
        for at, (seats, _) in enumerate(TABLES[:WITH]):
            pools = {name: [guest] for guest, name in enumerate(GUEST_NAMES) if not any(name in pair for pair in PAIRS)}
            pools |= {pair[0]: [GUEST_NAMES.index(name) for name in pair] for pair in PAIRS}
            told[seats] = {
                name: seats * float(self.won[at, guests].sum() / max(1, self.had[at, guests].sum()))
                for name, guests in pools.items()
            }
        return told

    @property
    def of_thumb(self) -> float:
        return float(self.decided[0] / max(1, self.decided.sum()))

    def loss(self) -> float:
        doublings = [abs(log2(max(share, 0.01))) for shares in self.shares().values() for share in shares.values()]
        spread = sqrt(sum(one * one for one in doublings) / len(doublings))
        mean = self.rounds[:WITH] / numpy.maximum(1, self.games[:WITH])
        length = max(0.0, ROUNDS_AIM[0] + 1 - mean.min(), mean.max() - ROUNDS_AIM[1])
        weaker = OF_THUMB_WEIGHT * max(0.0, OF_THUMB_AIM - self.of_thumb)
        unfair = max(doublings) + 0.5 * spread + 3 * max(0.0, self.thumb - THUMB_MOST)
        return float(unfair + weaker + 0.3 * length)

    def as_json(self) -> dict[str, Any]:
        shares = {seats: {name: round(one, 3) for name, one in row.items()} for seats, row in self.shares().items()}
        rounds = (self.rounds / numpy.maximum(1, self.games)).round(1).tolist()
        told = {"loss": round(self.loss(), 4), "of_thumb": round(self.of_thumb, 4), "thumb": round(self.thumb, 3)}
        return told | {"games": self.games.tolist(), "rounds": rounds, "shares": shares}


def by_thumb(deck: dict[str, Any], seed: int) -> float:
    """How many doublings from even the worst guest is if everybody plays by rule of thumb."""
    measures = [measure(deck, seats, ("thumb",), THUMB_GAMES, seed, 0).measure() for seats in SEATS]
    shares = [share.share * each.seats for each in measures for share in pooled(each.ending_with)]
    return max(abs(log2(max(share, 0.01))) for share in shares)


class Trial:
    """Many games of several decks at once, the mind at its best."""

    def __init__(self, decks: list[dict[str, Any]], games: int, seed: int, device: str) -> None:
        options = [(seats, {"deck": deck}) for deck in decks for seats, _ in TABLES]
        each = max(1, games // len(options))
        which = numpy.repeat(range(len(options)), each)
        kinds = numpy.array([kind for _, kind in TABLES])[which % len(TABLES)]
        number = len(which)

        def room(*shape: int, kind: Any = torch.int8) -> Tensor:
            return torch.zeros(*shape, number, dtype=kind, device=device)

        self.rows, self.masks, self.cards, self.rewards = room(ROW), room(CODES), room(RING), room(SEATS_MOST)
        self.seats, self.left, self.seated = (room(kind=torch.int64) for _ in range(3))
        self.decks, self.device = len(decks), device
        self.which = torch.as_tensor(which).to(device)
        self.at_table = torch.as_tensor(numpy.array([seats for seats, _ in options])[which]).to(device)
        told = self.rows, self.masks, self.cards, self.seats, self.left, self.seated[None], self.rewards
        self.tables = Tables(kinds, which, options, seed, device, told)
        self.places = torch.arange(SEATS_MOST, device=device)[:, None]

    @torch.no_grad()
    def play(self, mind: Mind, known: list[Known]) -> None:
        """Play, and add what came of it."""
        cells, number = self.decks * len(TABLES), len(self.which)
        won, had = (torch.zeros(cells * GUESTS, device=self.device) for _ in range(2))
        rounds, ended, mine, theirs = (torch.zeros(cells, device=self.device) for _ in range(4))
        began = torch.zeros(number, dtype=torch.int64, device=self.device)
        for step in range(STEPS):
            rows = self.rows.t()
            with torch.autocast(self.device, torch.bfloat16):
                codes = mind(rows, self.cards.t(), self.masks.t()).codes.argmax(1)
            guests = torch.cat((rows[:, :GUESTS].argmax(1)[:, None], guests_of(rows)), 1).t()
            guests = guests.gather(0, (self.places - self.seats) % self.at_table)
            now, others = rows[:, ROUND].float(), self.seated.clone()
            self.tables.step(codes)
            over = self.rewards[0] >= 0
            count = (over & (began < STEPS - LONGEST)).float()
            sits = count * (self.places < self.at_table)
            wins = sits * (self.rewards > 0)
            at = self.which * GUESTS + guests.clamp(min=0)
            had.scatter_add_(0, at.flatten(), sits.flatten())
            won.scatter_add_(0, at.flatten(), wins.flatten())
            rounds.scatter_add_(0, self.which, count * now)
            ended.scatter_add_(0, self.which, count)
            of_thumbs = (others[None] >> self.places) & 1 == 1
            ours, another = (wins * ~of_thumbs).any(0), (wins * of_thumbs).any(0)
            mine.scatter_add_(0, self.which, count * (ours & ~another))
            theirs.scatter_add_(0, self.which, count * (another & ~ours))
            began = torch.where(over, step + 1, began)
        by_deck = (one.cpu().numpy().reshape(self.decks, len(TABLES), -1) for one in (won, had, rounds, ended))
        decided = torch.stack((mine, theirs), 1).cpu().numpy().reshape(self.decks, len(TABLES), 2)
        for deck, (one, wins_of, had_of, rounds_of, games_of) in enumerate(zip(known, *by_deck, strict=True)):
            one.won += wins_of
            one.had += had_of
            one.rounds += rounds_of[:, 0]
            one.games += games_of[:, 0]
            one.decided += decided[deck, WITH]


class Search:
    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked, self.rng = asked, random.Random(asked.seed)
        self.known: dict[Counts, Known] = {}
        self.values: list[int]
        self.weights = asked.weights
        self.generation = 0
        decks: list[Any] = [parse_deck(Path(file).read_text(encoding="utf-8")) for file in asked.deck] or [
            STANDARD_DECK
        ]
        for deck in decks:
            counts, self.values = counts_and_values(deck)
            self.known[tuple(counts)] = Known()

    def best(self) -> list[Counts]:
        return sorted(self.known, key=lambda counts: self.known[counts].loss() if self.known[counts].games.any() else 0)

    def deck(self, counts: Counts, name: str = "a deck on trial") -> dict[str, Any]:
        return deck_of(counts, self.values, name)

    def text_of(self, counts: Counts, name: str) -> str:
        """The deck as a file of the game."""
        lines = [f'name = "{name}"']
        for section, of_class in SECTIONS.items():
            lines += ["", f"[{section}]"]
            for kind, count, value in zip(KIND_NAMES, counts, self.values, strict=True):
                if class_of(KIND_NAMES.index(kind)) == of_class:
                    lines.append(f"{kind} = {{ count = {count}{f', value = {value}' if value else ''} }}")
        return "\n".join(lines) + "\n"

    def run(self, minutes: float) -> None:
        """Search for so long, and at least for one generation, with the mind as it is."""
        mind, end = read_mind(self.weights).to(self.asked.device), perf_counter() + 60 * minutes
        while True:
            tried = self.best()[:KEPT]
            while len(tried) < self.asked.decks:
                counts = self.rng.choice(tried[:PARENTS])
                for _ in range(self.rng.randint(1, 2)):
                    counts = mutant(counts, self.values, self.rng)
                if counts not in tried:
                    tried.append(counts)
            self.generation += 1
            seed = self.asked.seed * 1000 + self.generation
            trial = Trial([self.deck(counts) for counts in tried], self.asked.games, seed, self.asked.device)
            found = [self.known.get(counts, Known()) for counts in tried]
            trial.play(mind, found)
            for counts, one in zip(tried, found, strict=True):
                if not one.thumb and one.loss() < found[0].loss() + NEARLY:
                    one.thumb = by_thumb(self.deck(counts), seed)
                self.known[counts] = one
            first = self.best()[0]
            line = {"generation": self.generation, "seconds": round(perf_counter() - self.asked.began, 1)}
            line |= self.known[first].as_json() | {"counts": dict(zip(KIND_NAMES, first, strict=True))}
            with (self.asked.out / "decks.jsonl").open("a", encoding="utf-8") as lines:
                print(json.dumps(line), file=lines)
            print(json.dumps(line), flush=True)
            if perf_counter() >= end:
                break

    def write(self) -> list[str]:
        """The best decks as files."""
        paths = []
        for number, counts in enumerate(self.best()[: self.asked.lessons]):
            path = self.asked.out / f"deck-{number}.toml"
            path.write_text(self.text_of(counts, f"deck {number}"), encoding="utf-8")
            paths.append(str(path))
        return paths

    def learn(self, number: int, minutes: float) -> None:
        """The mind learns on the best decks, and what was known of decks is forgotten."""
        words = ["--out", str(self.asked.out / f"mind-{number}"), "--start", self.weights, "--iterations", "0"]
        words += ["--minutes", str(minutes), *self.asked.learning.split(), "--device", self.asked.device]
        words += [word for path in self.write() for word in ("--deck", path)]
        asked = settings().parse_args(words)
        learn(asked)
        self.weights = str(asked.out / "banquet.npz")
        self.known = {counts: Known(thumb=self.known[counts].thumb) for counts in self.best()[:KEPT]}


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m learning.decks", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("found"))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", default="src/triclinium/games/banquet/brain/banquet.npz", help="of the first mind")
    parser.add_argument("--deck", action="append", default=[], help="a deck file to begin with; several are all tried")
    parser.add_argument("--games", type=int, default=98_304, help="at once")
    parser.add_argument("--decks", type=int, default=32, help="in a generation")
    parser.add_argument("--searching", default="2.5,1.5", help="minutes of each search; the mind learns after each")
    parser.add_argument("--lessons", type=int, default=4, help="how many decks the mind learns on")
    parser.add_argument("--minutes", type=float, default=2.0, help="of each lesson")
    parser.add_argument("--learning", default="--hidden 512 --games 65536 --rate 3e-4 --entropy 0.006", help="how")
    asked = parser.parse_args(words)
    asked.out.mkdir(parents=True, exist_ok=True)
    asked.began = perf_counter()
    search = Search(asked)
    for number, minutes in enumerate(map(float, asked.searching.split(","))):
        search.run(minutes)
        search.learn(number, asked.minutes)
    search.run(0)
    search.write()


if __name__ == "__main__":
    main()
