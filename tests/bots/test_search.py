"""Bots that search: they are there where Numba is, take what wins, and keep to their time."""

from __future__ import annotations

import random
from itertools import count

import pytest

from banquet.scene import Scene
from bots.moments import moments, thumb_moments
from triclinium.bots import NoSearch, bot_named, bot_names, search, searches, usual_bot
from triclinium.bots.hints import gives_hints, hints
from triclinium.bots.search import SearchPlayer, searcher_of
from triclinium.core.manifest import Level, manifests
from triclinium.core.player import Look
from triclinium.games.banquet.brain.reasons import reason
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.words.vocabulary import HINTS
from triclinium.words import LANGUAGES, Words

NAMES = ["Livia", "Marcus", "Irene", "Titus", "Flavia"]


def look_of(scene, seat, seed=1):
    return Look(GAME, scene.state, scene.play.decision(seat), random.Random(seed))


def test_levels_come_after_the_rule_of_thumb_the_weakest_first():
    assert bot_names("banquet") == ("random", "thumb", "easy", "fair", "strong", "master")
    for manifest in manifests().values():
        seconds = [level.seconds for level in manifest.levels.values()]
        assert seconds == sorted(seconds)
        assert all(second <= 1.5 for second in seconds)
    assert usual_bot("banquet") == "thumb"
    assert bot_names("benhur") == ("random", "safe", "driver", "easy", "fair", "strong", "master")
    assert usual_bot("benhur") == "driver"
    assert not searches(bot_names("bacchanalia")[-1])


def test_without_numba_no_search_is_offered_and_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setattr(search, "numba_is_here", lambda: False)
    search.searcher_of.cache_clear()
    assert bot_names("banquet") == ("random", "thumb")
    assert not gives_hints("banquet")
    with pytest.raises(NoSearch, match=r"pip install 'triclinium\[bots\]'"):
        bot_named("banquet", "strong")


def test_a_game_without_a_search_says_so():
    with pytest.raises(NoSearch, match="no search for bacchanalia"):
        bot_named("bacchanalia", "strong")


def test_it_takes_the_card_that_wins():
    scene = Scene("caligula claudius agrippina", ring="figs cup bill ring poison")
    scene.before(0, "olives", "carp", "amphora")
    picked = SearchPlayer("banquet", Level(0.0, 2000), by_trials=True).choose(look_of(scene, 0))
    cup = scene.state.ring.index(10)
    assert cup in picked["slots"]


def test_it_keeps_to_its_time(monkeypatch):
    """By a clock on which each look takes a hundredth of a second: there are twenty, and one more in each round."""
    play, decision = next(moments("banquet", 4, 2))
    looks = count()
    monkeypatch.setattr("triclinium.games.banquet.brain.search.perf_counter", lambda: next(looks) / 100)
    estimates = searcher_of("banquet").evaluate(Look(GAME, play.state, decision, random.Random(1)), 0.2, None)
    assert 15 < next(looks) < 30
    assert sum(estimate.visits for estimate in estimates) > 100


def test_it_stops_early_where_one_answer_is_clearly_best():
    scene = Scene("caligula claudius agrippina")
    scene.before(1, "food_taster", "olives", "carp", "amphora")
    scene.lays(discard="poison", keep="bill", gift="figs")
    scene.offer(1)
    scene.accepts(1)
    estimates = searcher_of("banquet").evaluate(look_of(scene, 1), None, 50_000)
    assert estimates[0].answer == {"kind": "apply"}
    assert estimates[0].chance == 1.0
    assert sum(estimate.visits for estimate in estimates) < 5_000


def test_hints_tell_every_option_the_best_first_and_why():
    play, decision = next(moments("banquet", 4, 2))
    told = hints(Look(GAME, play.state, decision, random.Random(1)), None, 500)
    assert len(told) == len(decision.options)
    assert told[0].chance == max(hint.chance for hint in told[:2])
    assert all(hint.why in HINTS for hint in told)


def test_every_reason_can_be_said_in_every_language():
    words = [Words(language, "banquet") for language in LANGUAGES]
    given = set()
    for seats in GAME.info.seats:
        for seed in range(4):
            for play, decision in thumb_moments(seats, seed):
                view = GAME.view(play.state, decision.seat)
                for answer in decision.options:
                    why, arguments = reason(view, decision.seat, answer)
                    if why not in given:
                        assert all(word.tell("hint", why, arguments, HINTS, NAMES) for word in words)
                    given.add(why)
    assert len(given) > len(HINTS) - 4, f"never given: {set(HINTS) - given}"
