"""The state of a race: named whole numbers, the phases of a turn, and the notes of what happened."""

from __future__ import annotations

from typing import Annotated

from triclinium.core.kernel import SMALL, kernel, state
from triclinium.games.benhur.rules.cards import CARDS, CHARIOTS_MOST, COURSES_MOST, DECKS, KINDS, SEATS_MOST

# Phases in which chance is asked.
DRAW_DRIVER = 0
REMOVE_ACCIDENT = 1
THROW_START = 2
DEAL_CARD = 3
DRAW_CARD = 4
THROW_ATTACKER = 5
THROW_DEFENDER = 6
THROW_ACCIDENT = 7
# Phases in which players are asked.
EXCHANGE = 8
DRIVE = 9
PLAY_ON = 10
REFILL = 11
WHIP = 12
LOSS = 13
OVER = 14
# Steps the rules take by themselves.
NEXT_TURN = 15
ASK_DRIVE = 16
AFTER_MOVE = 17
NEXT_WHIP = 18
AFTER_WHIPS = 19
AFTER_ACCIDENT = 20
AFTER_LOSS = 21
END_TURN = 22
END_RACE = 23
FINISH_MOVE = 24

LAST_OF_CHANCE = THROW_ACCIDENT

PHASE_NAMES = (
    "draw_driver",
    "remove_accident",
    "throw_start",
    "deal_card",
    "draw_card",
    "throw_attacker",
    "throw_defender",
    "throw_accident",
    "exchange",
    "drive",
    "play_on",
    "refill",
    "whip",
    "loss",
    "over",
    "next_turn",
    "ask_drive",
    "after_move",
    "next_whip",
    "after_whips",
    "after_accident",
    "after_loss",
    "end_turn",
    "end_race",
    "finish_move",
)

# Where a chariot is.
WAITING = 0
RACING = 1
FINISHED = 2
CRASHED = 3
KNOCKED_OUT = 4
HAND_EMPTY = 5
UNFINISHED = 6
STATUS_NAMES = ("waiting", "racing", "finished", "crashed", "knocked_out", "hand_empty", "unfinished")

# How the game ended.
RUNNING = 0
WON = 1
SHARED = 2
NO_WINNER = 3
ENDING_NAMES = ("running", "won", "shared", "no_winner")

# What two chariots fight about.
NO_FIGHT = 0
BY_WHIP = 1
BY_COLLISION = 2
FIGHT_NAMES = (None, "whip", "collision")

NOBODY = -1
NOTHING = -1

TAPE_STEP = 6
TAPE_PLACES = 128 * TAPE_STEP
TURN_NUMBERS = 25
COUNTS = 10


@state
class State:
    """A race at one moment. Seat c modulo the number of seats drives chariot c (BH-11)."""

    # The options of the table, its track and its decks.
    seats: int
    chariots: int
    format: int
    length: int
    club: int
    steering: int
    half_axis: int
    middle: int
    outer: int
    line: int
    place_x: Annotated[list[int], CHARIOTS_MOST]
    place_y: Annotated[list[int], CHARIOTS_MOST]
    deck: Annotated[list[list[int]], DECKS, KINDS, SMALL]

    # Where the game stands.
    phase: int
    owing: int  # the seat that owes an answer, as a set
    asks: int  # number of questions so far; identifies a decision
    race: int  # from 1
    round: int
    actor: int  # the chariot whose turn it is
    acted: int  # chariots that have acted this round (BH-3), as a set
    ending: int
    winners: int  # as a set of seats
    score: Annotated[list[int], SEATS_MOST]

    # Cards on the table. Piles are counts by kind, without an order.
    pile: Annotated[list[list[int]], DECKS, KINDS, SMALL]
    pile_size: Annotated[list[int], DECKS]
    discards: Annotated[list[list[int]], DECKS, KINDS, SMALL]
    discards_size: Annotated[list[int], DECKS]
    removed: Annotated[list[list[int]], DECKS, KINDS, SMALL]  # accidents removed for a long race
    removed_size: Annotated[list[int], DECKS]
    aside: Annotated[list[list[int]], DECKS, KINDS, SMALL]  # a shown hand while its new cards are drawn (BH-9)

    # The chariots.
    driver: Annotated[list[int], CHARIOTS_MOST, SMALL]
    drivers_drawn: int  # as a set
    place: Annotated[list[int], CHARIOTS_MOST, SMALL]  # start place 1 to 6, or 0
    status: Annotated[list[int], CHARIOTS_MOST, SMALL]
    x: Annotated[list[int], CHARIOTS_MOST]
    y: Annotated[list[int], CHARIOTS_MOST]
    heading: Annotated[list[int], CHARIOTS_MOST]
    wraps: Annotated[list[int], CHARIOTS_MOST]
    lap: Annotated[list[int], CHARIOTS_MOST, SMALL]  # the lap counter (BH-14)
    started: int  # chariots that have played a speed card (BH-8), as a set
    owes: int  # chariots that owe a lost turn (BH-5), as a set
    contact: Annotated[list[int], CHARIOTS_MOST, SMALL]  # open pairs (BH-5), as sets
    duty_to: Annotated[list[int], CHARIOTS_MOST, SMALL]  # the winner a chariot must turn away from, or NOBODY
    duty_side: Annotated[list[int], CHARIOTS_MOST, SMALL]  # 1 to the left, -1 to the right
    lapsed: int  # chariots whose duty lapsed for lack of a card, as a set; only their drivers know
    hand: Annotated[list[list[int]], CHARIOTS_MOST, CARDS, SMALL]
    hand_size: Annotated[list[list[int]], CHARIOTS_MOST, DECKS, SMALL]  # by deck: the backs are public (BH-15)
    known: Annotated[list[list[int]], CHARIOTS_MOST, CARDS, SMALL]  # cards in hand that have been shown
    bare: Annotated[list[list[int]], CHARIOTS_MOST, DECKS, SMALL]  # at least this many others have no horseshoe
    laurel: Annotated[list[list[int]], CHARIOTS_MOST, COURSES_MOST]  # for each lap or race, or 0

    # The turn.
    exchanging: int  # 1 while a new hand is dealt for an exchanged one
    fought: int  # chariots that took part in a whip or collision this turn (BH-7), as a set
    cards_played: int
    accidents_played: int
    whip_asked: int  # chariots asked after this move, as a set
    chariot: int  # the chariot that is asked, deals, draws or throws
    card: int  # the last card played
    angle_a: int
    angle_b: int
    way_speed: int  # a speed with a safe placement for the asked chariot, or NOTHING
    way_a: int
    way_b: int
    walls_leave_room: int  # 1 if some placement of the asked chariot is clear of the walls (BH-2)

    # A fight, an accident, a refill.
    fight: int
    attacker: int
    defender: int
    attacker_die: int
    defender_die: int
    die: int  # the last throw for a start place or an accident
    repair: int  # 1 while an accident card counts as repairs (BH-8)
    good: int  # 1 after a good throw
    refill_deck: int
    then: int  # the step after a refill

    # Events since the last reading of the tape, and what everybody saw each chariot do (see `tape`).
    taping: int
    tape_used: int
    tape: Annotated[list[int], TAPE_PLACES]
    history: Annotated[list[list[int]], CHARIOTS_MOST, TURN_NUMBERS]  # its last turn
    history_counts: Annotated[list[list[int]], CHARIOTS_MOST, COUNTS]  # since the game began


@kernel
def owner(s: State, chariot: int) -> int:
    """The seat that drives a chariot (BH-11)."""
    return chariot % s.seats


@kernel
def ask(s: State, phase: int, chariot: int) -> None:
    """Ask the driver of a chariot."""
    s.phase = phase
    s.chariot = chariot
    s.owing = 1 << (chariot % s.seats)
    s.asks += 1


@kernel
def racing(s: State) -> int:
    on_sand = 0
    for chariot in range(s.chariots):
        if s.status[chariot] == RACING:
            on_sand |= 1 << chariot
    return on_sand
