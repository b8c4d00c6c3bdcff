"""One game by the compiled rules is the game that plain Python plays, answer for answer."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy

import numpy
import pytest

import triclinium.adapters.setup as setups
from sizes import PROOF, many
from triclinium.adapters.choosing import new_episode
from triclinium.adapters.compiled_episode import CompiledEpisode
from triclinium.adapters.episode import Episode
from triclinium.adapters.setup import PLAIN, Setup
from triclinium.core.decision import CHANCE
from triclinium.core.game import BadOptions

TABLES = [("banquet", 4, {}), ("banquet", 3, {"edition": "nl", "privileges": "open"})]
if PROOF:
    TABLES.append(("benhur", 3, {"format": "races", "length": 2, "club": True}))


def twins(game, seats, options, seed, bots=None):
    """The same game twice: compiled, and plain."""
    tables = [Setup(game, seats, options, compiled=compiled) for compiled in (True, False)]
    numbers = bots and tables[0].seated(*bots)
    pair = [new_episode(table, seed, numbers) for table in tables]
    assert [type(episode) for episode in pair] == [CompiledEpisode, Episode]
    return pair


def same(quick, plain):
    assert quick.asked() == plain.asked()
    assert quick.over == plain.over
    assert quick.rewards() == plain.rewards()
    if quick.asked() == CHANCE:
        assert quick.odds() == plain.odds()
        assert not quick.mask(0).any()
    elif not quick.over:
        assert quick.legal() == plain.legal()
        assert all(quick.allows(code) == plain.allows(code) for code in range(-1, quick.table.codes + 1))
    for seat in range(quick.table.seats):
        assert numpy.array_equal(quick.mask(seat), plain.mask(seat))
        assert numpy.array_equal(quick.observe(seat), plain.observe(seat))


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_answer_leads_to_the_same_question(game, seats, options):
    """Chance as a player: who is asked, the odds, the masks, all observations, the rewards."""
    for seed in range(many(2, 40)):
        rng = random.Random(seed)
        pair = twins(game, seats, options, seed)
        same(*pair)
        while not pair[0].over:
            codes = [code for code, _ in pair[1].odds()] if pair[1].asked() == CHANCE else pair[1].legal()
            code = rng.choice(codes)
            for episode in pair:
                episode.apply(code)
            same(*pair)
        game_of = pair[0].table.game
        assert game_of.numbers(pair[0].state) == game_of.numbers(pair[1].state)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_chance_and_bots_follow_the_seed(game, seats, options):
    bots = {"banquet": ("thumb", "random"), "benhur": ("driver", "random")}[game]
    for seed in range(many(4, 40)):
        rng = random.Random(seed)
        pair = twins(game, seats, options, seed, (bots, (1,)))
        for episode in pair:
            episode.go_on()
        while not pair[0].over:
            assert pair[0].asked() == 1
            code = rng.choice(pair[1].legal())
            for episode in pair:
                episode.answer(code)
            same(*pair)


def test_copies_and_pickles_go_their_own_way():
    episode, _ = twins("banquet", 4, {}, 3)
    episode.go_on()
    before = episode.observe(0).tolist()
    for copied in (deepcopy(episode), pickle.loads(pickle.dumps(episode))):
        assert type(copied) is CompiledEpisode
        assert copied.legal() == episode.legal()
        copied.answer(copied.legal()[0])
        assert copied.observe(0).tolist() != before
        assert episode.observe(0).tolist() == before


def test_a_state_laid_in_is_asked_at_once():
    episode, other = twins("banquet", 4, {}, 3)
    other.go_on()
    episode.state = other.state
    same(episode, other)


def test_what_is_handed_out_is_not_written_to_again():
    episode, _ = twins("banquet", 4, {}, 3)
    episode.go_on()
    mask, row = episode.mask(episode.asked()), episode.observe(0)
    kept = mask.copy(), row.copy()
    for _ in range(20):
        episode.answer(episode.legal()[0])
    assert numpy.array_equal(mask, kept[0]) and numpy.array_equal(row, kept[1])


def test_without_numba_the_plain_rules_play(monkeypatch):
    monkeypatch.setattr(setups, "numba_is_here", lambda: False)
    assert type(new_episode(Setup("banquet", 4))) is Episode
    with pytest.raises(BadOptions, match="need Numba"):
        Setup("banquet", 4, compiled=True)


def test_who_will_not_wait_for_a_compiler_says_so(monkeypatch):
    monkeypatch.setenv(PLAIN, "1")
    assert type(new_episode(Setup("banquet", 4))) is Episode
    assert type(new_episode(Setup("banquet", 4, compiled=True))) is CompiledEpisode


def test_the_plain_rules_list_answers_once_a_question(monkeypatch):
    episode = new_episode(Setup("banquet", 4, compiled=False), 1)
    episode.go_on()
    asked = []
    listed = episode.rules.legal
    monkeypatch.setattr(episode.rules, "legal", lambda *words: asked.append(1) or listed(*words))
    code = episode.legal()[0]
    episode.mask(episode.asked())
    assert episode.allows(code)
    assert len(asked) == 1
