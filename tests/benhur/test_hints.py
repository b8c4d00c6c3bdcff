"""Hints of Ben Hur: every option with its share of wins, the best first, and a reason that is true of what follows."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from benhur.driven import positions
from sizes import many
from triclinium.bots.hints import hints
from triclinium.core.kernel import copy_of
from triclinium.core.player import Look
from triclinium.games.benhur.brain.reasons import TIGHT, reason
from triclinium.games.benhur.game import GAME
from triclinium.games.benhur.rules import engine as rules
from triclinium.games.benhur.rules.answers import code_of
from triclinium.games.benhur.rules.cards import KINDS, SPEEDS
from triclinium.games.benhur.rules.codes import angle_a_of, angle_b_of, card_of, is_drive
from triclinium.games.benhur.rules.hands import cards_held
from triclinium.games.benhur.rules.state import FINISHED, RACING
from triclinium.games.benhur.rules.verdicts import ahead, judge, rival_in

TABLES = [(4, {"length": 1}), (6, {}), (3, {"format": "races", "length": 2, "chariots": 2})]


def check(s, seat, option, why, arguments):
    """What a reason says, beside what the rules do."""
    me, code = s.chariot, code_of(s, option)
    if why == "rams":
        hits = judge(s, me, card_of(code) % KINDS % SPEEDS, angle_a_of(code), angle_b_of(code))
        assert rival_in(hits) == arguments["chariot"]
    elif why in ("may_end_race", "may_stay_short", "repairs"):
        held = cards_held(s, me)
        assert (why == "may_end_race") >= (held == 1)
    elif is_drive(code) and option["kind"] == "drive":
        after = copy_of(s)
        rules.apply(after, seat, code)
        assert (after.status[me] == FINISHED) == (why == "finishes")
        rivals = [c for c in range(s.chariots) if c % s.seats != seat and s.status[c] == RACING]
        passed = [c for c in rivals if ahead(s, c, me) and ahead(after, me, c)]
        if why == "wheel_to_wheel":
            assert after.contact[me] >> arguments["chariot"] & 1
        elif why == "overtakes":
            assert arguments["chariot"] in passed
        elif why in ("advances", "inside"):
            assert not passed and arguments["number"] > TIGHT
        elif why == "tight":
            assert arguments["number"] <= TIGHT


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_reason_is_true_of_what_follows(seats, options):
    told: Counter[str] = Counter()
    for seed in range(many(5, 30)):
        for s, seat in positions(seats, options, seed, 90):
            view = GAME.view(s, seat)
            for option in GAME.pending(s)[0].options[::7]:
                why, arguments = reason(view, seat, option)
                check(s, seat, option, why, arguments)
                told[why] += 1
    assert {"advances", "overtakes", "wheel_to_wheel"} <= set(told), told


@pytest.mark.long
def test_a_hint_tells_the_share_of_wins_of_every_option_and_which_is_second_best():
    s, _ = next((s, seat) for s, seat in positions(4, {"length": 1}, 3, 40) if len(GAME.pending(s)[0].options) > 12)
    decision = GAME.pending(s)[0]
    told = hints(Look(GAME, s, decision, random.Random(1)), None, 200)
    assert sorted(str(hint.answer) for hint in told) == sorted(map(str, decision.options))
    chances = [hint.chance for hint in told]
    assert chances == sorted(chances, reverse=True) and chances[-1] >= 0 and chances[0] <= 1
    assert chances[1] > 0, "the second best has a share, too"
