"""Worlds a seat could be in: whatever it cannot tell apart is guessed equally often."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import permutations
from math import prod, sqrt

import pytest

from banquet.openings import table
from banquet.scene import Scene, claim
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import AGRIPPINA, CAESONIA, CALIGULA, GUESTS, PRIVILEGES
from triclinium.games.banquet.rules.state import NOTHING, State
from triclinium.games.banquet.views import worlds
from triclinium.games.banquet.views.worlds import redeal_places

CARP, CUP, DAGGER = 2, 10, 19


# --- The three cards, by exact enumeration ----------------------------------------------------------------------


class Dice:
    """Dice that fall as a script says, and on 0 after its end."""

    def __init__(self, script: list[int]) -> None:
        self.script = script
        self.thrown: list[int] = []
        self.sides: list[int] = []

    def below(self, dice: list[int], n: int) -> int:
        at = len(self.thrown)
        self.thrown.append(self.script[at] if at < len(self.script) else 0)
        self.sides.append(n)
        return self.thrown[at]


def layings(cards: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> dict[tuple[int, ...], Fraction]:
    """How likely the cards, kind by kind or NOTHING, come to lie in each way: every throw of the dice is tried."""
    likely: dict[tuple[int, ...], Fraction] = {}
    waiting: list[list[int]] = [[]]
    while waiting:
        dice = Dice(waiting.pop())
        monkeypatch.setattr(worlds, "below", dice.below)
        s = State()
        s.seats, s.active = 3, 0
        s.place[:] = cards
        redeal_places(s, 1, [0])
        way = tuple(s.place)
        likely[way] = likely.get(way, Fraction(0)) + Fraction(1, prod(dice.sides))
        # Throws behind the script have been 0: their other numbers are still to be tried.
        for at in range(len(dice.script), len(dice.thrown)):
            waiting += [[*dice.thrown[:at], other] for other in range(1, dice.sides[at])]
    return likely


@pytest.mark.parametrize(
    "cards",
    [
        (CARP, CUP, DAGGER),
        (NOTHING, CUP, DAGGER),
        (CARP, NOTHING, DAGGER),
        (CARP, CUP, NOTHING),
        (NOTHING, NOTHING, DAGGER),
        (NOTHING, NOTHING, NOTHING),
    ],
)
def test_every_laying_of_the_face_down_cards_is_equally_likely(
    cards: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    holding = [place for place in range(3) if cards[place] != NOTHING]
    ways = set()
    for order in permutations(holding):
        way = list(cards)
        for place, source in zip(holding, order, strict=True):
            way[place] = cards[source]
        ways.add(tuple(way))
    assert layings(cards, monkeypatch) == {way: Fraction(1, len(ways)) for way in ways}


# --- Guesses, by chi-square -------------------------------------------------------------------------------------


def even(counts: Counter[Hashable], ways: int) -> bool:
    """Whether so many ways came up evenly: chi-square within five of its standard deviations."""
    expected = sum(counts.values()) / ways
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    chi_square += (ways - len(counts)) * expected
    return len(counts) <= ways and chi_square < ways - 1 + 5 * sqrt(2 * (ways - 1))


def guesses(scene: Scene, seat: int, number: int) -> Iterator[State]:
    view = GAME.view(scene.state, seat)
    rng = random.Random(number)
    for _ in range(number):
        yield GAME.guess(view, seat, rng)


def test_bb_05_after_a_claim_either_card_may_lie_at_either_place() -> None:
    scene = table("exchange_keep_gift special_gift", "give_back", "claim_keep_discard")
    scene.offer(1)
    scene.plays(2, claim("keep_discard", "keep"))
    assert scene.phase == "answer"
    assert even(Counter(tuple(world.place) for world in guesses(scene, 1, 4000)), 2)


def test_every_laying_is_guessed_equally_often() -> None:
    scene = table("exchange_keep_gift special_gift", "give_back", "claim_keep_discard")
    scene.offer(1)
    assert even(Counter(tuple(world.place) for world in guesses(scene, 1, 6000)), 6)


def test_every_deal_of_guests_that_fits_is_guessed_equally_often() -> None:
    scene = Scene("caligula octavius septimus")
    scene.before(1, "ring", "toga", "vase")  # no collector of presents (BB-21)
    deals: Counter[Hashable] = Counter((world.guest[1], world.guest[2]) for world in guesses(scene, 0, 8400))
    pairs = permutations(range(CALIGULA + 1, GUESTS), 2)
    fitting = {pair for pair in pairs if pair[0] not in (CAESONIA, AGRIPPINA)}
    assert len(fitting) == 42 and set(deals) <= fitting
    assert even(deals, len(fitting))


def test_every_deal_of_privileges_is_guessed_equally_often() -> None:
    scene = table("exchange_keep_gift special_gift", "give_back", "claim_keep_discard")
    deals: Counter[Hashable] = Counter((world.privileges[0], world.privileges[2]) for world in guesses(scene, 1, 8400))
    assert even(deals, 21 * 5), "two of the seven unseen for Caligula, one of the other five"
    assert all(world.privilege_box.bit_count() == PRIVILEGES - 4 for world in guesses(scene, 1, 20))
