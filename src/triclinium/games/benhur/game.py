"""Ben Hur as a `Game`."""

from __future__ import annotations

import random
from collections.abc import Mapping

from triclinium.core.decision import Answer, Decision, Json, Seat
from triclinium.core.dice import sow
from triclinium.core.event import Event
from triclinium.core.exact import same
from triclinium.core.game import BadOptions, GameInfo, Kernel, Limit, Option, Options, Result, View, complete_options
from triclinium.core.kernel_game import KernelGame
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.answers import (
    SPEED_ANSWERS,
    chance_code_of,
    chance_message_of,
    code_of,
    message_of,
    speed_of,
)
from triclinium.games.benhur.rules.cards import (
    CHARIOTS_EACH,
    CHARIOTS_MOST,
    DECK_NAMES,
    DECKS,
    FORMAT_NAMES,
    FREE,
    LENGTHS,
    SEATS_LEAST,
    SEATS_MOST,
    STEERING_NAMES,
)
from triclinium.games.benhur.rules.codes import CODES, OPTIONS_MOST, angle_a_of, angle_b_of, card_of, is_drive
from triclinium.games.benhur.rules.deck import STANDARD_DECK, check_deck, counts_of, parse_deck
from triclinium.games.benhur.rules.refusals import why_not
from triclinium.games.benhur.rules.setup import courses, set_up
from triclinium.games.benhur.rules.state import (
    DRIVE,
    ENDING_NAMES,
    LAST_OF_CHANCE,
    NOTHING,
    OVER,
    PHASE_NAMES,
    PLAY_ON,
    STATUS_NAMES,
    State,
    owner,
)
from triclinium.games.benhur.rules.track import STANDARD_TRACK, check_track, parse_track, track_of
from triclinium.games.benhur.rules.verdicts import hard_pressed, may_drive
from triclinium.games.benhur.views.happenings import REVEALS, read_tape
from triclinium.games.benhur.views.history import read_history
from triclinium.games.benhur.views.observation import LAYOUT, observe
from triclinium.games.benhur.views.preview import Hits, preview
from triclinium.games.benhur.views.view import view
from triclinium.games.benhur.views.worlds import redeal, state_of, whole

SEATS = range(SEATS_LEAST, SEATS_MOST + 1)
LENGTH_LIMITS = tuple(Limit(lengths[0], lengths[-1], "format", name) for name, lengths in LENGTHS.items())
CHARIOT_LIMITS = tuple(Limit(1, min(CHARIOTS_EACH, CHARIOTS_MOST // seats), "seats", seats) for seats in SEATS)
INFO = GameInfo(
    id="benhur",
    rules_version=1,
    seats=SEATS,
    options=(
        Option("format", "laps", FORMAT_NAMES),
        Option("length", 2, limits=LENGTH_LIMITS),
        Option("club", False, (False, True)),
        Option("steering", "notched", STEERING_NAMES),
        Option("chariots", 1, limits=CHARIOT_LIMITS),
        Option("deck", STANDARD_DECK, read_file=parse_deck),
        Option("track", STANDARD_TRACK, read_file=parse_track),
    ),
    reveals=REVEALS,
)


class BenHur(KernelGame[State]):
    info = INFO
    kernel: Kernel | None = Kernel(rules, State, OPTIONS_MOST, CODES, observe, LAYOUT)
    phase_names, last_of_chance, over = PHASE_NAMES, LAST_OF_CHANCE, OVER
    chance_ruling = "BH-4"

    def complete(self, options: Mapping[str, Json]) -> Options:
        """`length` counts laps, or small races; `chariots` is how many each seat drives (BH-11)."""
        complete = complete_options(INFO, options)
        lengths = LENGTHS[str(complete["format"])]
        if type(complete["length"]) is not int or complete["length"] not in lengths:
            raise BadOptions(
                f"option length cannot be {complete['length']!r}; format {complete['format']} "
                f"takes {lengths.start} to {lengths.stop - 1}"
            )
        if type(complete["chariots"]) is not int or complete["chariots"] not in range(1, CHARIOTS_EACH + 1):
            raise BadOptions(f"option chariots cannot be {complete['chariots']!r}; it is 1, 2 or 3 for each seat")
        check_deck(complete["deck"])
        check_track(complete["track"])
        return complete

    def start(self, options: Mapping[str, Json], seats: int) -> State:
        complete = self.complete(options)
        each, length = complete["chariots"], complete["length"]
        assert isinstance(each, int) and isinstance(length, int)
        if seats * each > CHARIOTS_MOST:
            raise BadOptions(f"{seats} seats with {each} chariots each are too many; {CHARIOTS_MOST} chariots can race")
        s = State()
        s.seats = seats
        s.chariots = seats * each
        s.format = FORMAT_NAMES.index(str(complete["format"]))
        s.length = length
        s.club = int(complete["club"] is True)
        s.steering = STEERING_NAMES.index(str(complete["steering"]))
        _lay_out(s, complete)
        s.taping = 1
        set_up(s)
        return s

    def seats_asked(self, state: State) -> tuple[Seat, ...]:
        return (owner(state, state.chariot),)

    def decision(self, state: State, seat: Seat) -> Decision:
        hits: Hits = {}
        data = preview(state, seat, hits) or {"chariot": state.chariot}
        options = []
        for code in self.legal_codes(state, seat):
            known = hits.get((speed_of(card_of(code)), angle_a_of(code), angle_b_of(code))) if is_drive(code) else None
            options.append(message_of(state, code, known))
        listed_all = state.steering != FREE or state.phase not in (DRIVE, PLAY_ON)
        return Decision(state.asks, seat, PHASE_NAMES[state.phase], tuple(options), data=data, listed_all=listed_all)

    def code_of(self, state: State, seat: Seat, answer: Answer) -> int:
        code = code_of(state, answer)
        if not allowed(state, seat, code):
            raise why_not(state, answer)
        if answer["kind"] in SPEED_ANSWERS and not same(answer, message_of(state, code)):
            raise why_not(state, answer)  # for example a drive that would be a collision
        return code

    def chance_message(self, state: State, code: int) -> Answer:
        return chance_message_of(state, code)

    def chance_code(self, state: State, answer: Answer) -> int:
        return chance_code_of(state, answer)

    def events(self, state: State) -> list[Event]:
        return read_tape(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def result(self, state: State) -> Result | None:
        """Scores are sums of laurels and penalties, negated so that more is better."""
        if state.phase != OVER:
            return None
        winners = tuple(seat for seat in range(state.seats) if (state.winners >> seat) & 1)
        scores = tuple(float(-score) for score in state.score[: state.seats])
        laurels: list[Json] = [list(row[: courses(state)]) for row in state.laurel[: state.chariots]]
        statuses: list[Json] = [STATUS_NAMES[status] for status in state.status[: state.chariots]]
        sums: list[Json] = list(state.score[: state.seats])
        details: dict[str, Json] = {"sums": sums, "laurels": laurels, "statuses": statuses, "rounds": state.round}
        return Result(ENDING_NAMES[state.ending], winners, scores, details)

    def guess(self, view: View, seat: Seat, rng: random.Random) -> State:
        state = state_of(view, seat)
        dice = [0]
        sow(dice, rng.getrandbits(60))
        redeal(state, seat, dice)
        read_history(state, view)
        if not whole(state):
            raise BadOptions("no world fits this view: it is not a view of a race driven by these rules")
        state.taping = 1
        return state

    def fallback(self, decision: Decision) -> Answer:
        """Keep the hand, hold the whip, lose the turn, stop, draw a normal card; otherwise the first, slowest safe
        move.
        """
        wanted = {"play_on": "stop"}
        kind = wanted.get(decision.kind)
        return next((option for option in decision.options if option["kind"] == kind), decision.options[0])

    def conserved(self, state: State) -> Json:
        """How many cards of each kind there are in each deck, wherever they lie."""
        lying = [[*rows[0], *rows[1]] for rows in (state.pile, state.discards, state.removed, state.aside)]
        return [sum(counts) for counts in zip(*lying, *state.hand[: state.chariots], strict=True)]


def _lay_out(s: State, options: Options) -> None:
    """Copy track and decks into the state."""
    track = track_of(options["track"])
    s.half_axis, s.middle, s.outer, s.line = track.half_axis, track.middle, track.outer, track.line
    s.place_x[:] = [x for x, _ in track.places]
    s.place_y[:] = [y for _, y in track.places]
    for deck in range(DECKS):
        s.deck[deck] = counts_of(options["deck"], DECK_NAMES[deck])


def allowed(state: State, seat: Seat, code: int) -> bool:
    """Whether a code may be answered now: placements are judged, everything else is looked up in the list."""
    if state.phase in (DRIVE, PLAY_ON) and code != NOTHING and is_drive(code):
        pressed = state.phase == DRIVE and hard_pressed(state, state.chariot)
        return may_drive(state, state.chariot, card_of(code), angle_a_of(code), angle_b_of(code), pressed)
    return code in legal_codes(state, seat)


GAME = BenHur()
legal_codes = GAME.legal_codes
