"""The three endings, their triggers, absence and the length of the game (BC-17 to BC-21, BC-25, BC-26)."""

from __future__ import annotations

import pytest

from bacchanalia.feast import ALOUD, HANDS, UNTOLD, Feast
from triclinium.core.decision import CHANCE
from triclinium.games.bacchanalia.game import GAME

both = pytest.mark.parametrize("edition", ["it", "es"])
NOTHING_HAPPENS = ("vinum", "vinum", "amans", "amans")


def captured(held: str, edition: str = "it") -> Feast:
    """Seat 0 was captured and has the turn of his ending, holding these Deus cards."""
    feast = Feast(edition=edition).introduced()
    feast.fates(3)
    feast.lay(0, *held.split())
    feast.state.captured[0] = True
    feast.state.ending = "miles"
    return feast


def sudden(held: str, edition: str = "it") -> Feast:
    """The sudden round has come to seat 0, who holds these Deus cards."""
    feast = Feast(edition=edition).introduced()
    feast.fates(3)
    feast.lay(0, *held.split())
    feast.state.sudden = "parcae"
    feast.state.ending = "sudden"
    return feast


def outcomes(feast: Feast) -> list[tuple[object, object]]:
    return [(option["ruling"], option["outcome"]) for option in feast.options() if option["kind"] == "end"]


# The Miles ending.


def test_bc_17_after_capture_the_next_turn_is_the_miles_ending():
    feast = Feast().introduced()
    feast.fates(3)
    feast.draws("miles", "miles", "satyrus", "satyrus")
    feast.tells()
    feast.ends()
    assert feast.state.captured[0] and not feast.state.ended[0]
    feast.turn("satyrus", "satyrus", "accusator", "accusator")
    feast.turn("venus", "venus", "amans", "amans")
    assert feast.state.ending == "miles"
    assert (feast.active, feast.phase) == (0, "draw")


@both
@pytest.mark.parametrize(
    ("held", "cards", "outcome"),
    [
        ("amans miles", "amans pluto pluto satyrus", "happy"),
        ("venus miles", "venus venus miles satyrus", "happy"),
        ("venus amans miles", "venus amans pluto satyrus", "happy"),
        ("venus miles", "venus miles pluto satyrus", "slain"),
        ("venus amans miles", "venus amans miles satyrus", "slain"),
        ("miles", "pluto pluto satyrus satyrus", "slain"),
    ],
)
def test_bc_17_love_saves_and_anything_else_is_death(edition, held, cards, outcome):
    feast = captured(held, edition)
    feast.draws(*cards.split())
    assert feast.state.outcome == outcome
    feast.tells()
    feast.ends()
    assert feast.state.outcomes[0] == outcome


def test_bc_17_vinum_is_discarded_until_four_others_lie_there():
    feast = captured("miles pluto")
    feast.draws("vinum", "pluto", "vinum_symbol", "pluto", "satyrus", "venus")
    assert len(feast.told("vinum_discarded")) == 2
    assert sum(feast.state.discards) == 2


def test_bc_17_no_wine_no_bacchus_no_lock_in_an_ending_that_draws():
    feast = captured("minerva bacchus")
    feast.draws("pluto", "pluto", "satyrus", "venus")
    assert feast.held(0) == ["bacchus", "minerva"]
    feast.tells()
    assert feast.phase == "react" and feast.asked == [0]


def test_bc_17_the_lock_is_discarded_first():
    feast = captured("miles pluto")
    feast.state.pile[1] -= 1
    feast.state.locked[0] = 1
    feast.say(0, "draw")
    assert feast.told("lock_discarded") == [{"seat": 0, "card": "pluto"}]


def test_bc_17_italian_parcae_lets_the_dying_strike_and_save():
    feast = captured("miles pluto")
    feast.draws("parcae", "pluto", "satyrus", "venus")
    twists = [option["twists"] for option in feast.options() if option["kind"] == "end"]
    assert twists == [[], ["accusator_struck"], ["amans_saved"], ["accusator_struck", "amans_saved"]]
    assert feast.refused(0, "end", ruling="pluto", outcome="happy", twists=[]) == "no_such_ending BC-17"
    feast.say(0, "end", ruling="pluto", outcome="slain", twists=["amans_saved"])
    assert "twist_amans_saved" in feast.guidance()["must"]
    assert feast.guidance()["entry"] == "ending_slain"


def test_bc_17_spanish_parcae_may_spare():
    feast = captured("miles pluto", "es")
    feast.draws("parcae", "pluto", "satyrus", "venus")
    assert outcomes(feast) == [("pluto", "slain"), ("pluto", "spared")]


def test_editions_death_is_the_fruit_of_ones_own_deeds_in_spanish():
    feast = captured("miles pluto", "es")
    feast.draws("pluto", "pluto", "satyrus", "venus")
    assert feast.guidance()["entry"] == "ending_slain_by_deeds"


def test_bc_17_a_captured_player_has_the_miles_ending_even_in_a_sudden_round():
    feast = Feast().introduced()
    feast.state.captured[1] = True
    feast.state.sudden = "parcae"
    feast.state.ending = "sudden"
    feast.draws("venus", "amans", "amans", "satyrus")
    feast.tells()
    feast.ends()
    assert feast.told("ending_began") == [{"seat": 1, "ending": "miles"}]


# The sudden ending.


def test_bc_18_only_vinum_owned_is_lost_in_the_feast():
    feast = sudden("")
    feast.say(0, "draw")
    assert (feast.phase, feast.state.outcome) == ("scene", "lost")
    assert feast.state.drawn == []


@pytest.mark.parametrize(
    ("deus", "outcome"),
    [
        ("amans", "happy"),
        ("venus", "happy"),
        ("pluto", "violence"),
        ("bacchus", "lost"),
        ("satyrus", "lost"),
        ("miles", "slain"),
        ("accusator", "slain"),
    ],
)
def test_the_list_of_the_sudden_ending(deus, outcome):
    feast = sudden(deus)
    others = [card for card in ("pluto", "satyrus", "miles", "accusator") if card != deus]
    feast.draws(deus, *others[:3])
    assert feast.state.outcome == outcome


@pytest.mark.parametrize(("edition", "more"), [("it", ["open"]), ("es", [])])
def test_editions_in_minervas_ending_one_may_or_must_choose(edition, more):
    feast = sudden("minerva", edition)
    feast.draws("minerva", "pluto", "satyrus", "miles")
    assert [outcome for _, outcome in outcomes(feast)] == ["freed", "sacrifice", *more]


def test_bc_16_who_is_freed_loses_the_amans_and_who_is_happy_has_it():
    feast = sudden("minerva")
    feast.state.with_amans[0] = True
    feast.draws("minerva", "pluto", "satyrus", "miles")
    feast.say(0, "end", ruling="minerva", outcome="freed", twists=[])
    assert feast.decision().data["facts"]["with_amans_allowed"] == [False]


def test_any_deus_with_one_umbra_may_rule_there_are_no_ties():
    feast = sudden("venus miles pluto")
    feast.draws("venus", "miles", "miles", "miles")
    assert outcomes(feast) == [("venus", "happy"), ("miles", "slain")]


@both
def test_bc_18_no_match_draws_four_again(edition):
    feast = sudden("venus", edition)
    feast.draws("miles", "pluto", "satyrus", "miles")
    assert feast.told("hand_redrawn") == [{"seat": 0}]
    assert feast.decision().seat == CHANCE
    feast.draws("miles", "venus", "satyrus", "miles")
    assert feast.state.outcome == "happy"


def test_bc_18_parcae_drawn_is_a_free_choice():
    feast = sudden("miles")
    feast.draws("parcae", "pluto", "satyrus", "minerva")
    assert [outcome for _, outcome in outcomes(feast)] == [
        "happy",
        "violence",
        "lost",
        "freed",
        "sacrifice",
        "open",
        "slain",
    ]
    feast.say(0, "end", ruling="parcae", outcome="happy", twists=[])
    assert feast.decision().data["facts"]["with_amans_allowed"] == [True]


# Triggers.


def test_bc_18_the_round_starts_left_of_the_player_whose_turn_ended_and_he_is_last():
    feast = Feast(HANDS[4], length="parcae", appearances=3).introduced()
    feast.fates(2)
    feast.turn(*NOTHING_HAPPENS)
    feast.draws("parcae", "satyrus", "amans", "amans")
    feast.tells()
    feast.ends()
    assert feast.told("sudden_began") == [{"reason": "parcae"}]
    seats = []
    while feast.phase != "over":
        seats.append(feast.active)
        feast.say(feast.active, "draw")
        while feast.phase in ("umbra", "choose_ending", "leave_bacchus"):
            decision = feast.decision()
            sober = [option for option in decision.options if "vinum" not in str(option.get("card"))]
            feast.say(decision.seat, **(sober or decision.options)[0])
        feast.tells()
        feast.ends()
        while feast.phase == "leave_bacchus":
            feast.say(feast.active, **feast.options()[0])
    assert seats == [2, 3, 0, 1]


def test_bc_18_one_left_brings_the_sudden_ending():
    feast = Feast().introduced()
    feast.say(0, "leave")
    feast.say(1, "leave")
    assert feast.told("sudden_began") == [{"reason": "one_left"}]
    assert feast.state.ending == "sudden"


def test_bc_18_two_left_counts_the_players_in_when_parcae_is_drawn():
    feast = Feast().introduced()
    feast.say(0, "leave")
    feast.draws("parcae", "vinum", "amans", "amans")
    feast.tells()
    feast.ends()
    assert feast.told("sudden_began") == [{"reason": "two_left"}]


def test_bc_18_three_players_in_when_parcae_is_drawn_is_no_trigger():
    feast = Feast().introduced()
    feast.fates(1)
    feast.lay(0, "amans")
    feast.draws("parcae", "amans", "amans", "satyrus")
    feast.tells()
    feast.ends()
    assert feast.state.ended[0] == "amans"
    assert feast.state.sudden == ""


def test_bc_19_parcae_drawn_in_an_ending_counts():
    feast = captured("miles pluto")
    feast.draws("parcae", "pluto", "satyrus", "venus")
    assert feast.state.parcae == 4


def test_bc_19_after_an_ending():
    feast = captured("miles bacchus amans")
    feast.draws("pluto", "pluto", "satyrus", "venus")
    feast.tells()
    feast.ends()
    assert feast.phase == "leave_bacchus"
    feast.say(0, "leave_bacchus", to=2)
    assert "bacchus" in feast.held(2) and feast.state.arrives[2]
    assert feast.state.held[0] == [0] * 9
    assert {"miles", "amans"} <= set(feast.centre)
    assert sum(feast.state.discards) == 4
    assert feast.active == 1


def test_bc_19_with_nobody_left_bacchus_goes_aside():
    feast = Feast().introduced()
    feast.lay(2, "bacchus")
    feast.say(0, "leave")
    feast.say(1, "leave")
    feast.draws("bacchus", "pluto", "satyrus", "miles")
    feast.tells()
    feast.ends()
    assert feast.phase == "over"
    assert feast.state.aside[0] == 1


def test_bc_20_length_by_appearances():
    assert [option.choices for option in GAME.info.options if option.name == "appearances"] == [tuple(range(3, 10))]


def test_bc_20_time_is_asked_of_the_table_after_each_has_told_a_scene():
    feast = Feast(length="time", minutes=60).introduced()
    feast.turn(*NOTHING_HAPPENS)
    feast.turn("satyrus", "satyrus", "accusator", "venus")
    assert feast.phase == "draw"
    feast.turn("pluto", "pluto", "venus", "venus")
    assert feast.phase == "clock"
    assert feast.decision().data["by_table"] is True
    feast.say(0, "clock", up=False)
    assert feast.phase == "draw"
    feast.turn("pluto", "pluto", "venus", "satyrus")
    feast.say(1, "clock", up=True)
    assert feast.state.sudden == "time" and feast.state.ending == "sudden"


# Absence.


def test_bc_21_chance_makes_card_choices():
    feast = Feast("bacchus miles, pluto minerva, satyrus accusator").introduced()
    feast.draws("miles", "venus", "amans", "amans")
    assert GAME.fallback(feast.decision()) == {"kind": "leave_to_chance"}
    feast.say(0, "leave_to_chance")
    decision = feast.decision()
    assert (decision.seat, decision.weights) == (CHANCE, (1, 1))
    feast.say(CHANCE, "pass_bacchus", to=2)
    assert "bacchus" in feast.held(2)


def test_bc_21_questions_and_votes_lapse_and_the_scene_is_left_untold():
    feast = Feast("bacchus miles, pluto minerva, satyrus accusator").introduced()
    feast.draws("miles", "venus", "amans", "amans")
    feast.say(0, "pass_bacchus", to=2)
    feast.say(0, **GAME.fallback(feast.decision()))
    assert feast.state.story[-1].form == "untold"
    assert GAME.fallback(feast.decision()) == {"kind": "pass"}


def test_bc_21_who_leaves_for_good_ends_without_a_scene():
    feast = Feast(HANDS[4]).introduced()
    feast.lay(0, "bacchus", "venus")
    feast.say(0, "leave")
    # Nobody is there to choose who gets Bacchus, so chance does.
    assert feast.decision().seat == CHANCE
    feast.say(CHANCE, "leave_bacchus", to=3)
    assert (feast.state.ended[0], feast.state.outcomes[0]) == ("left", "left")
    assert "venus" in feast.centre
    assert feast.active == 1


def test_bc_25_an_ending_can_be_left_untold_not_postponed():
    feast = captured("miles pluto")
    feast.draws("pluto", "pluto", "satyrus", "venus")
    feast.tells(UNTOLD)
    feast.ends()
    assert feast.state.ended[0] == "miles"


def test_bc_26_ended_players_receive_nothing():
    feast = Feast("bacchus miles, pluto minerva, satyrus accusator, miles venus").introduced()
    feast.state.ended[3] = "left"
    feast.lay(3)
    feast.state.held[3][8] = 0
    feast.state.aside[8] += 1
    feast.draws("miles", "venus", "amans", "amans")
    assert feast.refused(0, "pass_bacchus", to=3) == "seat_ended BC-26"
    assert [option.get("to") for option in feast.options()] == [1, 2, None]


def test_a_result_tells_how_each_story_ended_and_names_no_winner():
    feast = Feast().introduced()
    for _ in range(2):
        feast.say(feast.active, "leave")
    feast.draws("satyrus", "pluto", "venus", "miles")
    feast.tells(ALOUD)
    feast.ends()
    result = GAME.result(feast.state)
    assert result is not None and result.winners == ()
    assert result.details["outcomes"] == ["left", "left", "lost"]
