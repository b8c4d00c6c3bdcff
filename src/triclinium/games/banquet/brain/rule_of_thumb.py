"""The rule of thumb: a guest wants what its goal asks for, fears a burst belt, and gives others what hurts them.

Kernel functions. The bot `thumb` runs them as plain Python on the state that its view describes; the search compiles
them for every seat of its simulated games. They read only what the seat may know: not the other guests, and the places
of the three cards only for the seat that laid them. Worths are whole hundredths.
"""

from __future__ import annotations

from itertools import combinations

from triclinium.core.dice import below
from triclinium.core.kernel import kernel
from triclinium.core.piles import bits
from triclinium.games.banquet.rules.cards import (
    AGRIPPINA,
    ALL_GUESTS,
    BELT_MOST,
    CAESONIA,
    CALIGULA,
    CLAUDIUS,
    CONSPIRATORS,
    DAGGER,
    DISCARD,
    DOZE,
    FEATHER,
    FIRST_PRESENT,
    FIRST_WINE,
    FOOD_TASTER,
    GIFT,
    KEEP,
    MESSALINA,
    PAIRS,
    POISON,
    RING,
    UMBRA,
    VESPASIANUS,
)
from triclinium.games.banquet.rules.codes import (
    ACCEPT,
    APPLY,
    ASSIGN_CODES,
    ASSIGNMENTS,
    CLAIM,
    CLAIM_GIFT,
    EXCHANGE,
    GIVE_BACK,
    GIVE_TO_UMBRA,
    OFFER_TO,
    OPTIONS_MOST,
    PASS,
    PASS_ROUND,
    SPECIAL_GIFT,
)
from triclinium.games.banquet.rules.engine import legal
from triclinium.games.banquet.rules.state import ANSWER, ASSIGN, INITIATIVE, NOTHING, OFFER, PICK, WINDOW, State

WIN = 10000
BURST = -1200
LEAD = 40
COMES_HOME = 40
"""The feared probability, in percent, that a Gift comes back to its giver."""
TASTER_LOST = -160
UMBRA_LOST = -80
CLAIM_COSTS = 200
PRIVILEGE_COSTS = 250

MINE = OPTIONS_MOST
"""Behind the listed answers: the worth of keeping each card at hand."""
THEIRS = MINE + RING
"""Then the worth of giving each of them away."""
ROOM = THEIRS + RING
"""The length of the row that answers are listed in."""

NEVER = -(1 << 40)

PICK_SLOTS = tuple(combinations(range(RING), 3))
"""The places of the ring in each pick, in the order of the codes of picks."""

WANTED_DISHES = (2, 0, 0, 0, 3, 5, 4, 0, 0)
WANTED_WINE = (5, 0, 0, 0, 3, 0, 1, 0, 0)
"""What each guest wants to eat and to drink."""


# --- What a card is worth -----------------------------------------------------------------------


@kernel
def completes(s: State, seat: int, card: int) -> int:
    """The guests, as a set, whose goal a card would complete at a seat without bursting its belt."""
    if card >= DAGGER or card == POISON or s.belt[seat] + s.value[card] > BELT_MOST:
        return 0
    new = s.accepted[seat][card] == 0
    if card >= FIRST_PRESENT:
        return 1 << CAESONIA | 1 << AGRIPPINA if new and s.present_kinds[seat] == 2 else 0
    eaten = s.dishes[seat]
    kinds = s.dish_kinds[seat] if s.different_dishes else eaten
    drunk = s.wine[seat]
    if card < FIRST_WINE:
        eaten += 1
        kinds += 1 if new or not s.different_dishes else 0
    else:
        drunk += s.value[card]
    guests = 0
    if eaten >= 2 and drunk >= 5:
        guests |= 1 << CALIGULA
    if kinds >= 3 and drunk >= 3:
        guests |= 1 << CLAUDIUS
    if kinds >= 4 and drunk >= 1:
        guests |= 1 << MESSALINA
    if kinds >= 5:
        guests |= 1 << VESPASIANUS
    return guests


@kernel
def progress(s: State, seat: int, guest: int, card: int) -> int:
    """How much closer a card brings a seat to a guest's goal."""
    new = s.accepted[seat][card] == 0
    if card < FIRST_WINE:
        wanted = WANTED_DISHES[guest]
        different = s.different_dishes and guest != CALIGULA
        eaten = s.dish_kinds[seat] if different else s.dishes[seat]
        if eaten >= wanted or (different and not new):
            return 0
        return 375 - 45 * s.value[card]
    if card < POISON:
        missing = WANTED_WINE[guest] - s.wine[seat]
        return 165 * min(s.value[card], missing) if missing > 0 else 0
    if FIRST_PRESENT <= card < DAGGER and new and (guest == CAESONIA or guest == AGRIPPINA):
        return 300
    return 0


@kernel
def dagger_worth(s: State, guest: int) -> int:
    """The worth of one more dagger on the table."""
    if (CONSPIRATORS >> guest) & 1:
        return WIN if s.daggers >= 2 else 400
    if s.barred or bits(s.cleared) == s.seats:
        return 0
    return -3000 if s.daggers >= 2 else -200 - 100 * s.daggers


@kernel
def worth_to_self(s: State, seat: int, guest: int, card: int) -> int:
    """The worth, for a seat with this guest, of applying a card itself."""
    if (completes(s, seat, card) >> guest) & 1:
        return WIN
    value = s.value[card]
    belt = s.belt[seat]
    if belt + value > BELT_MOST:
        return BURST
    worth = progress(s, seat, guest, card)
    if card == DAGGER:
        worth += dagger_worth(s, guest)
    elif FEATHER <= card < FOOD_TASTER:
        worth += 35 * min(belt, -value) - (80 if card == DOZE else 0)
    elif card >= FOOD_TASTER and s.accepted[seat][card] == 0:
        worth += 160 if card == FOOD_TASTER else 80 if card == UMBRA else 30
    if value > 0:
        worth -= 4 * value * (belt + value)
    return worth


@kernel
def worth_elsewhere(s: State, me: int, guest: int, seat: int, card: int) -> int:
    """The worth, for a seat with this guest, of another seat applying a card. Considers who is out and who Caligula
    is.
    """
    worth = 0
    completed = completes(s, seat, card)
    if completed:
        if seat == s.caligula:
            worth = -WIN * ((completed >> CALIGULA) & 1)
        else:
            unseen = ALL_GUESTS & ~s.out & ~(1 << CALIGULA) & ~(1 << guest)
            worth = -WIN * bits(completed & unseen) // max(1, bits(unseen))
    if card == DAGGER:
        worth += dagger_worth(s, guest)
    if s.belt[seat] + s.value[card] > BELT_MOST:
        if seat == s.caligula:
            return worth + (WIN if (CONSPIRATORS >> guest) & 1 else -2000)
        if guest == CALIGULA:
            return worth + (WIN if s.eliminated == 2 else 600)
        return worth + (-800 if s.eliminated == 2 else 100)
    if card == POISON:
        return worth + 100
    return worth - 50 if card < DAGGER else worth


@kernel
def worth(s: State, me: int, guest: int, seat: int, card: int) -> int:
    """The worth, for a seat with this guest, of any seat applying a card."""
    return worth_to_self(s, me, guest, card) if seat == me else worth_elsewhere(s, me, guest, seat, card)


@kernel
def worth_given(s: State, me: int, guest: int, card: int) -> int:
    """The worth of giving a card: to the best receiver, minus the fear that it comes back."""
    best = NEVER
    for seat in range(s.seats):
        if seat != me:
            best = max(best, worth_elsewhere(s, me, guest, seat, card))
    return ((100 - COMES_HOME) * best + COMES_HOME * worth_to_self(s, me, guest, card)) // 100


@kernel
def expected(s: State, me: int, guest: int, seat: int, place: int) -> int:
    """The worth of a seat applying the card at a place. The active player knows the card; for others it is a mean."""
    if me == s.active:
        return worth(s, me, guest, seat, s.place[place]) if s.place[place] != NOTHING else 0
    total = 0
    least = WIN
    lying = 0
    for other in range(3):
        if s.place[other] != NOTHING:
            value = worth(s, me, guest, seat, s.place[other])
            total += value
            least = min(least, value)
            lying += 1
    if lying == 0:
        return 0
    if seat == me and place == GIFT:  # players seldom give their best card
        total += least
        lying += 1
    return total // lying


# --- The questions ------------------------------------------------------------------------------


@kernel
def note_cards(s: State, me: int, guest: int, cards: list[int], count: int, out: list[int]) -> None:
    """Note what each card at hand is worth to keep and to give."""
    for number in range(count):
        if cards[number] != NOTHING:
            out[MINE + number] = worth_to_self(s, me, guest, cards[number])
            out[THEIRS + number] = worth_given(s, me, guest, cards[number])


@kernel
def laying(out: list[int], discard: int, keep: int, gift: int) -> int:
    """The worth of laying three of the noted cards in this way."""
    return out[MINE + keep] + out[THEIRS + gift] - max(0, out[MINE + discard]) // 10


@kernel
def best_laying(out: list[int], one: int, two: int, three: int) -> int:
    """The worth of three of the noted cards, laid in the best way."""
    best = max(laying(out, one, two, three), laying(out, one, three, two))
    best = max(best, laying(out, two, one, three), laying(out, two, three, one))
    return max(best, laying(out, three, one, two), laying(out, three, two, one))


@kernel
def weigh_window(s: State, me: int, guest: int, code: int) -> int:
    """Privileges are rare: play one only for a clear gain."""
    if code == PASS:
        return 0
    if code == PASS_ROUND:
        return -10
    if EXCHANGE <= code < GIVE_BACK:
        return exchange_gain(s, me, guest, code - EXCHANGE) - PRIVILEGE_COSTS
    coming = expected(s, me, guest, me, GIFT) if s.holder == me else 0
    if code < EXCHANGE:
        place = PAIRS[(code - CLAIM) >> 1][(code - CLAIM) & 1]
        return expected(s, me, guest, me, place) - max(0, coming) - CLAIM_COSTS
    receiver = s.giver if code == GIVE_BACK else code - SPECIAL_GIFT
    return expected(s, me, guest, receiver, GIFT) - coming - PRIVILEGE_COSTS


@kernel
def exchange_gain(s: State, me: int, guest: int, pair: int) -> int:
    """Exchanging two places helps only a player who knows the cards there."""
    if me != s.active or s.place[KEEP] == NOTHING or s.place[GIFT] == NOTHING or s.place[DISCARD] == NOTHING:
        return 0
    keep = KEEP
    gift = GIFT
    if pair == 0:
        keep = DISCARD
    elif pair == 1:
        keep = GIFT
        gift = KEEP
    else:
        gift = DISCARD
    after = worth_to_self(s, me, guest, s.place[keep]) + worth(s, me, guest, s.holder, s.place[gift])
    return after - worth_to_self(s, me, guest, s.place[KEEP]) - worth(s, me, guest, s.holder, s.place[GIFT])


@kernel
def weigh(s: State, me: int, guest: int, code: int, out: list[int]) -> int:
    """The worth of an answer for a seat with this guest. For picks and layings, call `prepare` first."""
    phase = s.phase
    if phase == WINDOW:
        return weigh_window(s, me, guest, code)
    if phase == PICK:
        slots = PICK_SLOTS[code]
        return best_laying(out, slots[0], slots[1], slots[2])
    if phase == ASSIGN:
        way = ASSIGNMENTS[code - ASSIGN_CODES]
        return laying(out, way[DISCARD], way[KEEP], way[GIFT])
    if phase == ANSWER:
        if code == ACCEPT:
            return expected(s, me, guest, me, GIFT) + LEAD
        return 3 * expected(s, me, guest, code - OFFER_TO, GIFT) // 10
    if phase == OFFER:
        return expected(s, me, guest, code - OFFER_TO, GIFT)
    if phase == INITIATIVE:
        return expected(s, me, guest, me, GIFT) + LEAD if code == CLAIM_GIFT else 0
    if code == APPLY:
        return worth_to_self(s, me, guest, s.card)
    return UMBRA_LOST if code == GIVE_TO_UMBRA else TASTER_LOST


@kernel
def prepare(s: State, me: int, guest: int, out: list[int]) -> None:
    """Note the cards at hand if the question is about several of them."""
    if s.phase == PICK:
        note_cards(s, me, guest, s.ring, RING, out)
    elif s.phase == ASSIGN:
        note_cards(s, me, guest, s.picked, 3, out)


@kernel
def choose(s: State, me: int, out: list[int], dice: list[int]) -> int:
    """The answer by rule of thumb; ties are broken at random. `out` has `ROOM` places."""
    guest = s.guest[me]
    n = legal(s, me, out)
    if n == 1:
        return out[0]
    prepare(s, me, guest, out)
    best = NEVER
    chosen = out[0]
    alike = 0
    for place in range(n):
        value = weigh(s, me, guest, out[place], out)
        if value > best:
            best = value
            chosen = out[place]
            alike = 1
        elif value == best:
            alike += 1
            if below(dice, alike) == 0:
                chosen = out[place]
    return chosen
