"""Observations: what a seat may know as numbers, no more than its view and nothing else than its view."""

from __future__ import annotations

import random
from importlib import import_module

import pytest

from sizes import many
from triclinium.core.laws import option_sets
from triclinium.core.observation import Layout, marks, number
from triclinium.games import game_named
from triclinium.games.banquet.rules.cards import (
    EDITION_NAMES,
    GUEST_NAMES,
    KIND_NAMES,
    PLACE_NAMES,
    PRIVILEGE_MODES,
    PRIVILEGE_NAMES,
)
from triclinium.games.banquet.rules.state import PHASE_NAMES as BANQUET_PHASES
from triclinium.games.benhur.rules.cards import CARD_NAMES, DECK_NAMES, FORMAT_NAMES
from triclinium.games.benhur.rules.cards import KIND_NAMES as BENHUR_KINDS
from triclinium.games.benhur.rules.state import FIGHT_NAMES, STATUS_NAMES
from triclinium.games.benhur.rules.state import PHASE_NAMES as BENHUR_PHASES

from .walks import tables, walk

BANQUET = game_named("banquet")
BENHUR = game_named("benhur")
RACES = [
    {"format": "laps", "length": 1},
    {"format": "races", "length": 2, "club": True},
    {"format": "long", "length": 3, "chariots": 2},
]


def observed(game, state, seat):
    row = [99999] * game.kernel.layout.size
    assert game.kernel.observe(state, seat, row) == game.kernel.layout.size
    return row


def out_of_range(layout, row):
    """The fields that hold a number they may not hold."""
    return {
        field.name: layout.read(row, field.name)
        for field in layout.fields
        if not all(field.least <= value <= field.most for value in layout.read(row, field.name))
    }


def banquet_walks():
    return tables(BANQUET, option_sets(BANQUET), many(1, 20))


def benhur_walks():
    return tables(BENHUR, RACES, many(1, 5))


@pytest.mark.parametrize(("game", "walks", "every"), [(BANQUET, banquet_walks, 4), (BENHUR, benhur_walks, 6)])
def test_an_observation_is_made_of_the_view_alone(game, walks, every):
    """Take the view, forget the state: the same observation can be made, in this world and in any other that fits."""
    state_of = import_module(f"triclinium.games.{game.info.id}.views.worlds").state_of
    looked = 0
    for seats, options, seed in walks():
        rng = random.Random(seed)
        for state in walk(game, seats, options, seed):
            if rng.randrange(every):
                continue
            for seat in range(seats):
                row = observed(game, state, seat)
                view = game.view(state, seat)
                assert observed(game, state_of(view, seat), seat) == row
                assert observed(game, game.guess(view, seat, rng), seat) == row
                assert not out_of_range(game.kernel.layout, row)
                looked += 1
    assert looked > 1000


@pytest.mark.parametrize("field", ["guest", "known_privileges", "assigned"])
def test_a_planted_leak_would_be_seen(field):
    """The comparison of worlds is able to fail: what is another's secret differs between them."""
    differing = 0
    rng = random.Random(7)
    for state in walk(BANQUET, 4, {}, 7):
        for seat in range(4):
            there = BANQUET.guess(BANQUET.view(state, seat), seat, rng)
            for other in range(4):
                if other != seat:
                    here = BANQUET.kernel.layout.read(observed(BANQUET, state, other), field)
                    differing += here != BANQUET.kernel.layout.read(observed(BANQUET, there, other), field)
    assert differing > 0


def marked(chosen, names):
    """Marks for a name, a number or a list of either; none for None."""
    wanted = chosen if isinstance(chosen, list) else [chosen]
    return [int(name in wanted) for name in names]


def counts(shown, names):
    return [shown.get(name, 0) for name in names]


def filled(rows, most, width=1):
    """One row for each seat or chariot, zeros for those that are not there."""
    flat = [value for row in rows for value in (row if isinstance(row, list) else [row])]
    return flat + [0] * (most * width - len(flat))


def banquet_expected(view):
    """What the view says, in the numbers of the observation."""
    five = range(5)
    me, seats, three, gift = view["seat"], view["seats"], view["three"], view["gift"]
    laying = view["phase"] == "assign"
    guests = [seat["guest"] for seat in seats]
    guests[me] = view["you"]["guest"]
    known = [seat["open_privileges"] or [] for seat in seats]
    known[me] = view["you"]["privileges"]
    picked = [marked(card, KIND_NAMES) for card in three["cards"]] if laying else []
    assigned = [marked(view["you"]["assigned"].get(place), KIND_NAMES) for place in PLACE_NAMES]
    return {
        "seat": marked(me, five),
        "seats": [len(seats)],
        "edition": marked(view["table"]["edition"], EDITION_NAMES),
        "privilege_mode": marked(view["table"]["privileges"], PRIVILEGE_MODES),
        "different_dishes": [int(view["table"]["different_dishes"])],
        "value": counts(view["table"]["values"], KIND_NAMES),
        "phase": marked(view["phase"], BANQUET_PHASES),
        "round": [view["round"]],
        "active": marked(view["active"], five),
        "asked": marked(view["asked"], five),
        "ring": [mark for card in view["ring"] for mark in marked(card, KIND_NAMES)],
        "pile": counts(view["pile"], KIND_NAMES),
        "discards": counts(view["discards"], KIND_NAMES),
        "gone": counts(view["gone"], KIND_NAMES),
        "picked": filled(picked, 3, len(KIND_NAMES)),
        "face_down": [0 if laying else three["cards"].count(card) for card in KIND_NAMES],
        "places": marked(three["places"], PLACE_NAMES),
        "keep_lost": [int(three["keep_lost"])],
        "turned_up": marked(three["turned_up"], KIND_NAMES),
        "turned_up_from": marked(three["turned_up_from"], PLACE_NAMES),
        "assigned": [mark for marks in assigned for mark in marks],
        **{name: marked(gift[name], five) for name in ("holder", "giver", "offered", "acceptor", "taker", "slept")},
        "claimed_by_initiative": [int(gift["claimed_by_initiative"])],
        "privilege_played": [int(gift["privilege_played"])],
        "out": marked([out["guest"] for out in view["out"]], GUEST_NAMES),
        "eliminated": [view["eliminated"]],
        "conspirators_barred": [int(view["conspirators_barred"])],
        "privileges_used": marked(view["privileges_used"], PRIVILEGE_NAMES),
        **{
            name: filled([seat[name] for seat in seats], 5)
            for name in ("belt", "cards", "dishes", "dish_kinds", "wine", "presents", "privileges")
        },
        "accepted": filled([counts(seat["accepted"], KIND_NAMES) for seat in seats], 5, len(KIND_NAMES)),
        "guest": filled([marked(guest, GUEST_NAMES) for guest in guests], 5, len(GUEST_NAMES)),
        "no_conspirator": filled([int(seat["no_conspirator"]) for seat in seats], 5),
        "known_privileges": filled([marked(held, PRIVILEGE_NAMES) for held in known], 5, len(PRIVILEGE_NAMES)),
        "answered": [int(view["you"]["sealed"] is not None)],
        "passing_this_round": [int(view["you"]["passing_this_round"])],
    }


def benhur_expected(view):
    """What the view says, in the numbers of the observation; headings are looked at apart."""
    six = range(6)
    chariots, table, turn, fight = view["chariots"], view["table"], view["turn"], view["fight"]
    track = table["track"]
    hands = dict(zip(view["you"]["chariots"], view["you"]["hands"], strict=True))
    duties = [chariot["duty"] or {"to": None, "side": None} for chariot in chariots]
    return {
        "seat": marked(view["seat"], six),
        "seats": [table["seats"]],
        "chariots": [table["chariots"]],
        "format": marked(table["format"], FORMAT_NAMES),
        "length": [table["length"]],
        "club": [int(table["club"])],
        "track": [track["axis"] // 2, track["middle"], track["outer"], track["line"]],
        "phase": marked(view["phase"], BENHUR_PHASES[:15]),
        "asked": marked(view["asked"], six),
        "chariot": marked(view["chariot"], six),
        "race": [view["race"]],
        "round": [view["round"]],
        "actor": marked(view["actor"], six),
        "acted": marked(view["acted"], six),
        "score": filled(view["scores"], 6),
        "left": [deck["left"] for deck in view["decks"]],
        **{
            name: [count for deck in view["decks"] for count in counts(deck[name], BENHUR_KINDS)]
            for name in ("discards", "removed", "aside")
        },
        "fought": marked(turn["fought"], six),
        "whip_asked": marked(turn["whip_asked"], six),
        **{
            name: [int(turn[name])]
            for name in ("cards_played", "accidents_played", "exchanging", "die", "repair", "good")
        },
        "card": marked(turn["card"], CARD_NAMES),
        "refill_deck": marked(turn["refill_deck"], DECK_NAMES),
        "fight": [int(name == fight["kind"]) for name in FIGHT_NAMES],
        "attacker": marked(fight["attacker"], six),
        "defender": marked(fight["defender"], six),
        "attacker_die": [fight["attacker_die"]],
        "defender_die": [fight["defender_die"]],
        "status": filled([marked(chariot["status"], STATUS_NAMES) for chariot in chariots], 6, len(STATUS_NAMES)),
        **{
            name: filled([int(chariot[name]) for chariot in chariots], 6)
            for name in ("x", "y", "place", "wraps", "lap", "started", "owes_turn")
        },
        "contact": filled([marked(chariot["contact"], six) for chariot in chariots], 6, 6),
        "duty_to": filled([marked(duty["to"], six) for duty in duties], 6, 6),
        "duty_side": filled([{"left": 1, "right": -1, None: 0}[duty["side"]] for duty in duties], 6),
        "hand_size": filled([counts(chariot["hand"], DECK_NAMES) for chariot in chariots], 6, 2),
        "known": filled([counts(chariot["known"], CARD_NAMES) for chariot in chariots], 6, len(CARD_NAMES)),
        "bare": filled([counts(chariot["bare"], DECK_NAMES) for chariot in chariots], 6, 2),
        "laurels": filled([filled(chariot["laurels"], 4) for chariot in chariots], 6, 4),
        "hand": filled([counts(hands.get(chariot, {}), CARD_NAMES) for chariot in six], 6, len(CARD_NAMES)),
        "lapsed": marked(view["you"]["lapsed"], six),
    }


def differing(game, state, seat, expected):
    row = observed(game, state, seat)
    layout = game.kernel.layout
    return {name: layout.read(row, name) for name, numbers in expected.items() if layout.read(row, name) != numbers}


def test_banquet_says_what_the_view_says():
    names = {field.name for field in BANQUET.kernel.layout.fields}
    for seats, options, seed in banquet_walks():
        for state in walk(BANQUET, seats, options, seed):
            seat = seed % seats
            expected = banquet_expected(BANQUET.view(state, seat))
            assert set(expected) == names
            assert not differing(BANQUET, state, seat, expected)


def test_ben_hur_says_what_the_view_says():
    names = {field.name for field in BENHUR.kernel.layout.fields}
    for seats, options, seed in benhur_walks():
        for moment, state in enumerate(walk(BENHUR, seats, options, seed)):
            if moment % 5 == 0:
                seat = moment // 5 % seats
                view = BENHUR.view(state, seat)
                expected = benhur_expected(view)
                assert set(expected) == names - {"heading"}
                assert not differing(BENHUR, state, seat, expected)
                straight = BENHUR.kernel.layout.read(observed(BENHUR, state, seat), "heading")
                for at, chariot in enumerate(view["chariots"]):
                    if chariot["heading"] == 90:
                        assert straight[2 * at : 2 * at + 2] == [0, 16384]


def test_a_layout_names_every_place_once():
    layout = Layout(number("belt", 0, 10, 2), marks("phase", 2, 3), number("wine", -1, 30, usual=5))
    assert layout.size == 9
    assert layout.places == {"belt": slice(0, 2), "phase": slice(2, 8), "wine": slice(8, 9)}
    assert layout.least() == [0] * 8 + [-1]
    assert layout.most() == [10, 10, 1, 1, 1, 1, 1, 1, 30]
    assert layout.usual() == [10, 10, 1, 1, 1, 1, 1, 1, 5]
