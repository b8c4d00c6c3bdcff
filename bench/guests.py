"""What each guest wins among learned players at their best, in compiled games: `python -m bench.guests --games 2000`.

Every seat takes the answer that the mind likes best. A share is what a seat that ends with this guest wins of an even
share; conspirators who win together each count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import median
from typing import NamedTuple

from bench.feasts import Feasts
from triclinium.core.intervals import Share
from triclinium.games.banquet.rules.cards import GUEST_NAMES
from triclinium.games.banquet.rules.state import ENDING_NAMES

AT_ITS_BEST = "0:0"
"""Without slips and without warmth, as `bench.feasts` names levels."""


class Feasted(NamedTuple):
    """What came of many games: wins and games of each guest that a seat ended with, rounds, and endings."""

    shares: dict[str, Share]
    rounds: float
    endings: Counter[str]


def feasted(seats: int, games: range) -> Feasted:
    """Games by their seeds, every seat at its best."""
    feasts = Feasts(seats)
    ends = [feasts.feast((AT_ITS_BEST,) * seats, seed) for seed in games]
    had: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for end in ends:
        for seat in range(seats):
            had[int(end["guest"][seat])] += 1
            won[int(end["guest"][seat])] += (int(end["winners"]) >> seat) & 1
    shares = {name: Share(won[guest], had[guest]) for guest, name in enumerate(GUEST_NAMES)}
    endings = Counter(ENDING_NAMES[int(end["ending"])] for end in ends)
    return Feasted(shares, median(int(end["round"]) for end in ends), endings)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.guests", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="for each number of seats")
    parser.add_argument("--seats", default="3,4,5", help="several numbers by commas")
    parser.add_argument("--first", type=int, default=700_000, help="the seed of the first game")
    asked = parser.parse_args()
    for seats in map(int, asked.seats.split(",")):
        found = feasted(seats, range(asked.first, asked.first + asked.games))
        print(seats, "seats, median", found.rounds, "rounds,", dict(found.endings))
        for name, share in found.shares.items():
            low, high = seats * share.low, seats * share.high
            print(f"  {name} {seats * share.share:.2f} ({low:.2f} to {high:.2f})", flush=True)


if __name__ == "__main__":
    main()
