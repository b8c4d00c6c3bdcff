"""What each guest wins among players of one kind: `python -m bench.guests --games 2000`.

Without `--bot` every seat takes the answer that the mind likes best, in compiled games. With `--bot master` masters sit
everywhere, by trials as on the ladder; `master:400` has 400 of them. `--deck FILE` plays with another deck. A share is
what a seat that ends with this guest wins of an even share. Conspirators who win together each count, so the mean seat
wins more than that; the second figure is of what the mean seat wins. With `--out` every game is a line of JSON, and is
not played again.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.feasts import Feasts, options_of
from triclinium.bots.ladder import player
from triclinium.bots.search import warm_up
from triclinium.core.decision import Json
from triclinium.core.fairness import SeededLuck
from triclinium.core.intervals import Share
from triclinium.core.play import Play, run
from triclinium.core.player import chooser
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import GUEST_NAMES
from triclinium.games.banquet.rules.state import ENDING_NAMES
from triclinium.games.banquet.study.tuning import PAIRS

AT_ITS_BEST = "0:0"
"""Without slips and without warmth, as `bench.feasts` names levels."""


class End(NamedTuple):
    """How a game ended: the guest of each seat, who won, after how many rounds, by what."""

    seats: int
    seed: int
    guests: Sequence[int]
    winners: int
    round: int
    ending: int


class Feasted(NamedTuple):
    """What came of many games: wins and games of each guest that a seat ended with, rounds, and endings."""

    shares: dict[str, Share]
    rounds: float
    endings: Counter[str]

    @property
    def mean(self) -> float:
        """How often a seat wins, whatever its guest."""
        return sum(one.count for one in self.shares.values()) / max(1, sum(one.of for one in self.shares.values()))

    def by_goal(self) -> dict[str, Share]:
        """Guests with the same goal together."""
        goal = {name: ", ".join(pair) for pair in PAIRS for name in pair}
        goals = {name: goal.get(name, name) for name in self.shares}
        return {
            told: Share(
                sum(one.count for name, one in self.shares.items() if goals[name] == told),
                sum(one.of for name, one in self.shares.items() if goals[name] == told),
            )
            for told in dict.fromkeys(goals.values())
        }


def feast(feasts: Feasts, seed: int) -> End:
    """A compiled game, every seat at its best."""
    last = feasts.feast((AT_ITS_BEST,) * feasts.seats, seed)
    numbers = (int(last[name]) for name in ("winners", "round", "ending"))
    return End(feasts.seats, seed, tuple(map(int, last["guest"][: feasts.seats])), *numbers)


def dine(bot: str, seats: int, options: Mapping[str, Json], seed: int) -> End:
    """A game at a table, by trials."""
    play = Play.begin(GAME, seats, options)
    guest = chooser(player("banquet", bot, True), random.Random(f"guests/{seats}/{seed}"))
    run(play, [guest] * seats, SeededLuck(random.Random(f"guests/{seats}/{seed}/luck").getrandbits(63)))
    s = play.state
    return End(seats, seed, tuple(s.guest[:seats]), s.winners, s.round, s.ending)


def dined(bot: str, seats: int, options: Mapping[str, Json], seeds: Iterable[int], processes: int) -> Iterator[End]:
    warm_up("banquet")  # compile once here; the processes load it from the cache
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        games = [pool.submit(dine, bot, seats, options, seed) for seed in seeds]
        yield from (one.result() for one in as_completed(games))


def counted(ends: Sequence[End]) -> Feasted:
    had = Counter(guest for end in ends for guest in end.guests)
    won = Counter(guest for end in ends for seat, guest in enumerate(end.guests) if (end.winners >> seat) & 1)
    shares = {name: Share(won[guest], had[guest]) for guest, name in enumerate(GUEST_NAMES)}
    return Feasted(shares, median(end.round for end in ends), Counter(ENDING_NAMES[end.ending] for end in ends))


def feasted(seats: int, games: range, options: Mapping[str, Json] | None = None) -> Feasted:
    """Games by their seeds, every seat at its best."""
    feasts = Feasts(seats, options)
    return counted([feast(feasts, seed) for seed in games])


def kept_in(path: Path | None, seats: int) -> list[End]:
    """The games of a file, if it exists."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return [end for end in (End(**json.loads(line)) for line in lines) if end.seats == seats]


def played(
    bot: str, seats: int, options: Mapping[str, Json], games: range, processes: int, out: Path | None
) -> Feasted:
    """Games of a bot by their seeds, those of the file included."""
    ends = kept_in(out, seats)
    seen = {end.seed for end in ends}
    for end in dined(bot, seats, options, [seed for seed in games if seed not in seen], processes):
        ends.append(end)
        if out is not None:
            with out.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(end._asdict()) + "\n")
    return counted(ends)


def told(share: Share, usual: float) -> str:
    """A share as a multiple of a usual one, with its interval."""
    return f"{share.share / usual:.2f} ({share.low / usual:.2f} to {share.high / usual:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.guests", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="for each number of seats")
    parser.add_argument("--seats", default="3,4,5", help="several numbers by commas")
    parser.add_argument("--first", type=int, default=700_000, help="the seed of the first game")
    parser.add_argument("--bot", help="who sits everywhere, by name; without it the mind at its best")
    parser.add_argument("--deck", type=Path, help="a deck file; without it the deck of the product")
    parser.add_argument("--processes", type=int, default=1, help="of games of a named bot")
    parser.add_argument("--out", type=Path, help="a line for each game of a named bot")
    asked = parser.parse_args()
    options = options_of(asked.deck)
    for seats in map(int, asked.seats.split(",")):
        games = range(asked.first, asked.first + asked.games)
        if asked.bot:
            found = played(asked.bot, seats, options, games, asked.processes, asked.out)
        else:
            found = feasted(seats, games, options)
        print(seats, "seats, median", found.rounds, "rounds,", dict(found.endings))
        print(f"  the mean seat {seats * found.mean:.2f}")
        for name, share in (found.shares | found.by_goal()).items():
            of_even, of_mean = told(share, 1 / seats), told(share, found.mean)
            print(f"  {name} {of_even}; of the mean seat's {of_mean}", flush=True)


if __name__ == "__main__":
    main()
