"""How many answers each question has, and how many ways a round can go: exact numbers for set positions."""

from __future__ import annotations

from math import prod

import pytest

from banquet.decks import deck_of
from banquet.openings import CARDS, brought_home, table
from banquet.scene import Scene
from triclinium.core.decision import CHANCE
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.state import State

HANDS = (
    "give_back claim_keep_gift",
    "special_gift",
    "exchange_keep_gift",
    "claim_keep_discard",
    "exchange_discard_gift",
)
GUESTS = ("caligula", "octavius", "claudius", "vespasianus", "messalina")
SEATS = pytest.mark.parametrize("seats", [3, 4, 5])


def dealt(seats: int, edition: str = "fr") -> Scene:
    """A fixed position before the first pick."""
    ring = "poison carp cup dagger hymn umbra ring"
    return Scene(" ".join(GUESTS[:seats]), HANDS[:seats], ring=ring, edition=edition)


def leaves(state: State, depth: int) -> int:
    """In how many ways players can answer the next `depth` questions; a game that is over has one way.

    Simultaneous questions are answered by the lowest seat first, and chance, asked in between, always brings
    what lies most often in its pile.
    """
    while (pending := GAME.pending(state)) and pending[0].seat == CHANCE:
        weights = pending[0].weights
        GAME.apply(state, CHANCE, pending[0].options[weights.index(max(weights))])
    if not pending or depth == 0:
        return 1
    if depth == 1:
        return len(pending[0].options)
    total = 0
    for option in pending[0].options:
        after = GAME.copy(state)
        GAME.apply(after, pending[0].seat, option)
        total += leaves(after, depth - 1)
    return total


def ways(scene: Scene, depth: int) -> int:
    return leaves(GAME.copy(scene.state), depth)


# --- One question ---------------------------------------------------------------------------------------------


@SEATS
def test_counts_35_picks_of_three_in_seven(seats: int) -> None:
    assert len(dealt(seats).options(0)) == 35


@pytest.mark.parametrize(("open_cards", "picks"), [(7, 35), (6, 20), (5, 10), (4, 4), (3, 1)])
def test_counts_fewer_picks_from_a_shorter_row(open_cards: int, picks: int) -> None:
    """Every round two of the daggers stay with players, and the row shrinks with them."""
    rounds = 4
    scene = Scene("caligula claudius messalina", deck=deck_of(dagger=open_cards + 2 * rounds))
    for _ in range(rounds):
        scene.round(discard="dagger", keep="dagger", gift="dagger", to=(scene.active + 1) % 3)
    assert sum(card is not None for card in scene.ring) == open_cards
    assert len(scene.options(scene.active)) == picks


@SEATS
def test_counts_six_ways_to_assign(seats: int) -> None:
    scene = dealt(seats)
    scene.pick("carp", "cup", "ring")
    assert len(scene.options(0)) == 6


def test_counts_equal_cards_are_still_assigned_in_six_ways() -> None:
    scene = Scene("caligula claudius messalina", deck=deck_of(dagger=10))
    scene.pick("dagger", "dagger", "dagger")
    assert len(scene.options(0)) == 6


@SEATS
def test_counts_the_first_offer_goes_to_every_other_seat(seats: int) -> None:
    scene = dealt(seats)
    scene.lays(discard="carp", keep="cup", gift="ring")
    assert len(scene.options(0)) == seats - 1


@SEATS
def test_counts_each_pass_leaves_one_seat_less(seats: int) -> None:
    """Accept, or hand it to one of the others; the last can only accept or send it home."""
    scene = Scene(" ".join(GUESTS[:seats]))
    scene.lays(discard="carp", keep="cup", gift="ring")
    scene.offer(1)
    counts = []
    for seat in range(1, seats):
        counts.append(len(scene.options(seat)))
        if seat + 1 < seats:
            scene.passes_on(seat, seat + 1)
    assert counts == [seats - seat if seat + 1 < seats else 2 for seat in range(1, seats)]


@pytest.mark.parametrize(
    ("hand", "as_receiver", "otherwise"),
    [
        ("claim_keep_gift", 4, 4),
        ("exchange_keep_gift", 3, 3),
        ("give_back", 3, 2),
        ("special_gift", 5, 2),
    ],
)
def test_counts_what_one_privilege_gives_to_choose_in_a_window_of_four(
    hand: str, as_receiver: int, otherwise: int
) -> None:
    """Pass and pass this round always; a Claim two places, an Exchange one, a Special gift three seats."""
    scene = table("claim_keep_discard claim_discard_gift", hand, "exchange_discard_gift", "exchange_keep_discard")
    scene.offer(1)
    assert len(scene.options(1)) == as_receiver
    scene = table("claim_keep_discard claim_discard_gift", hand, "exchange_discard_gift", "exchange_keep_discard")
    scene.offer(2)
    assert len(scene.options(1)) == otherwise


def test_counts_two_privileges_in_a_window() -> None:
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    scene.offer(1)
    assert [len(scene.options(seat)) for seat in range(3)] == [2, 4, 3]
    scene = table("give_back special_gift", "claim_keep_gift", "exchange_keep_gift")
    brought_home(scene)
    assert [len(scene.options(seat)) for seat in range(3)] == [2 + 1 + 2, 4, 3]


@pytest.mark.parametrize(
    ("gift", "before", "count"),
    [
        ("carp", "food_taster", 2),
        ("carp", "umbra", 2),
        ("carp", "umbra food_taster", 3),
        ("cup", "umbra food_taster", 2),
    ],
)
def test_counts_tasting(gift: str, before: str, count: int) -> None:
    scene = Scene("caligula octavius septimus")
    scene.before(1, *before.split())
    scene.lays(discard="mirror", keep="vase", gift=gift)
    scene.offer(1)
    scene.accepts(1)
    assert len(scene.options(1)) == count


def test_counts_initiative_is_claimed_or_left() -> None:
    scene = Scene("caligula octavius septimus")
    for seat in (0, 2):
        scene.before(seat, "bill", "dance")
    scene.lays(**CARDS)
    assert len(scene.options(1)) == 2


def test_counts_chances_questions() -> None:
    scene = Scene("caligula octavius septimus")
    scene.drawing = False
    scene.before(1, belt=9)
    scene.round(discard="mirror", keep="vase", gift="poison", to=1)
    (question,) = scene.play.pending()
    assert len(question.options) == sum(question.weights) == 9 - 3
    scene.play.answer(CHANCE, question.options[0])
    (question,) = scene.play.pending()
    assert (len(question.options), sum(question.weights)) == (27, 93 - 7)


# --- Several questions ------------------------------------------------------------------------------------------


@SEATS
def test_counts_of_ways_from_the_deal(seats: int) -> None:
    """35 picks, 6 assignments, as many offers as other seats, and then the window's first seat has four answers.

    When the Gift lies before anybody but Caligula, he may pass, pass this round, or claim Keep or Gift.
    """
    scene = dealt(seats)
    assert [ways(scene, depth) for depth in (1, 2, 3)] == [35, 35 * 6, 35 * 6 * (seats - 1)]
    assert {3: 420, 4: 630, 5: 840}[seats] == 35 * 6 * (seats - 1)
    assert ways(scene, 4) == 35 * 6 * (seats - 1) * 4


@SEATS
def test_counts_of_ways_through_a_window(seats: int) -> None:
    """The seats' answers multiply, since nobody sees another's."""
    scene = dealt(seats)
    scene.lays(discard="carp", keep="cup", gift="ring")
    scene.offer(1)
    sizes = [4, 2 + seats - 1, 3, 4, 3][:seats]
    assert [len(scene.options(seat)) for seat in range(seats)] == sizes
    assert ways(scene, seats) == prod(sizes)


def test_counts_of_ways_out_of_a_window_of_three() -> None:
    """4 * 4 * 3 windows: of 24 Claims of Caligula half take the Keep (2 answers follow: accept, or on to seat 2)
    and half the Gift (the next pick: 35); of the other 24, 12 are Special gifts (35); the last 12 leave 2 answers.
    """
    scene = dealt(3)
    scene.lays(discard="umbra", keep="hymn", gift="ring")
    scene.offer(1)
    assert ways(scene, 4) == 12 * 2 + 12 * 35 + 12 * 35 + 12 * 2 == 888


@pytest.mark.parametrize(("seats", "counts"), [(3, (2, 8, 24)), (4, (3, 12, 36)), (5, (4, 16, 48))])
def test_counts_of_ways_from_the_first_offer(seats: int, counts: tuple[int, ...]) -> None:
    """Where the Gift goes; Caligula's four answers; those of seat 1: two, or all seats' Special gifts as receiver."""
    scene = dealt(seats)
    scene.lays(discard="carp", keep="cup", gift="ring")
    assert tuple(ways(scene, depth) for depth in (1, 2, 3)) == counts
    assert counts[2] == 4 * ((2 + seats - 1) + (seats - 2) * 2)


@pytest.mark.parametrize("edition", ["fr", "nl"])
def test_counts_of_ways_after_an_initiative_claim(edition: str) -> None:
    """French: the claimed Gift is applied and the next round begins. Dutch: a window comes between."""
    scene = dealt(3, edition)
    for seat in (0, 2):
        scene.before(seat, "bill", "dance")
    scene.lays(discard="umbra", keep="hymn", gift="ring")
    assert ways(scene, 1) == 2
    assert ways(scene, 2) == (2 + 35 if edition == "fr" else 2 + 4)


ROUND_WITHOUT_PRIVILEGES = {
    3: (2, 4, 74, 560, 1680, 3360),
    4: (3, 9, 117, 852, 3570, 11970),
    5: (4, 16, 176, 1308, 6768, 30240),
}
"""Ways through the first one to six questions, from the first offer.

For four, by hand: 3 offers; each is accepted or goes to one of 2 others, 9; 3 acceptances lead to 35 picks and
6 second holders have 2 answers, 117; and so on with 6 assignments and 3 offers of the next round.
"""


@SEATS
def test_counts_of_ways_through_a_round_without_privileges(seats: int) -> None:
    scene = Scene(" ".join(GUESTS[:seats]), ring="poison carp cup dagger hymn umbra ring")
    scene.lays(discard="carp", keep="umbra", gift="ring")
    assert tuple(ways(scene, depth) for depth in range(1, 7)) == ROUND_WITHOUT_PRIVILEGES[seats]
