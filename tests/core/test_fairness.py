"""Fair luck: published before, shown after, checked by anyone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from triclinium.core.fairness import Contribution, FairLuck, Pledge, SeededLuck, commitment, key_of, seat_label
from triclinium.core.play import Play, verify
from triclinium.core.record import read
from triclinium.games.banquet.game import GAME


def finished(seats=3):
    pledge = Pledge.fresh(seats)
    play = Play.begin(GAME, seats, pledge=pledge)
    luck = pledge.luck()
    choices = SeededLuck(5)
    while True:
        play.draw(luck)
        if not (pending := play.pending()):
            return play
        decision = pending[0]
        play.answer(decision.seat, decision.options[choices.below(len(decision.options), 0)])


def test_the_secret_is_hidden_until_the_end():
    pledge = Pledge.fresh(3)
    play = Play.begin(GAME, 3, pledge=pledge)
    play.draw(pledge.luck())
    assert pledge.secret.hex() not in play.record.write()
    over = finished()
    assert over.record.pledge.secret.hex() in over.record.write()


def test_every_draw_is_a_numbered_block():
    luck = FairLuck(b"k" * 32)
    assert [luck.below(93, draw) for draw in range(5)] == [FairLuck(b"k" * 32).below(93, draw) for draw in range(5)]
    assert luck.below(93, 7) == luck.below(93, 7)


def test_draws_are_even():
    luck = FairLuck(b"even")
    seen = Counter(luck.below(7, draw) for draw in range(14_000))
    expected = 2000
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 22.5  # chi-square, 6 degrees, 0.1 %


def test_every_share_counts():
    shares = [bytes([seat]) * 16 for seat in range(3)]
    key = key_of(b"s" * 32, "table", shares)
    for seat in range(3):
        other = list(shares)
        other[seat] = b"x" * 16
        assert key_of(b"s" * 32, "table", other) != key
    assert key_of(b"s" * 32, "other table", shares) != key


def test_a_seat_cannot_copy_anothers_commitment():
    value = b"v" * 16
    assert commitment(seat_label(0), "table", value) != commitment(seat_label(1), "table", value)


def test_a_withheld_share_counts_as_zeros():
    pledge = Pledge.fresh(3)
    shares = (*pledge.contributions[:2], Contribution("", bytes(16)))
    assert replace(pledge, contributions=shares).fault() is None
    assert shares[2].withheld


def test_a_pledge_without_its_secret_gives_no_luck():
    pledge = replace(Pledge.fresh(3), secret=None)
    assert pledge.fault() == "verify.no_secret"
    with pytest.raises(ValueError, match="not shown yet"):
        pledge.luck()


def test_a_sound_record_verifies():
    play = finished()
    assert verify(GAME, read(play.record.write())) == []


def forged(play, **changes):
    record = read(play.record.write())
    assert record.pledge is not None
    record.pledge = replace(record.pledge, **changes)
    return verify(GAME, record)


def test_another_secret_is_caught():
    assert "verify.commitment" in forged(finished(), secret=b"z" * 32)


def test_another_contribution_is_caught():
    play = finished()
    first = play.record.pledge.contributions[0]
    others = play.record.pledge.contributions[1:]
    assert "verify.contribution" in forged(play, contributions=(Contribution(first.commitment, b"q" * 16), *others))


def test_a_chosen_draw_is_caught_even_with_a_new_seal():
    """The operator lays another card than the stream says and seals the file again."""
    pledge = Pledge.fresh(3)
    play = Play.begin(GAME, 3, pledge=pledge)
    choices = SeededLuck(5)
    cheat = SeededLuck(99)
    while pending := play.pending():
        if pending[0].seat == -1:
            play.draw(cheat)
            continue
        play.answer(pending[0].seat, pending[0].options[choices.below(len(pending[0].options), 0)])
    assert verify(GAME, read(play.record.write())) == ["verify.draw"]


def test_an_unfinished_game_is_not_verified():
    play = Play.begin(GAME, 3, pledge=Pledge.fresh(3))
    assert verify(GAME, play.record) == ["verify.unfinished"]


def test_a_game_without_pledge_says_so():
    play = Play.begin(GAME, 3)
    luck = SeededLuck(1)
    while pending := play.pending():
        if pending[0].seat == -1:
            play.draw(luck)
        else:
            play.answer(pending[0].seat, GAME.fallback(pending[0]))
    assert verify(GAME, read(play.record.write())) == ["verify.no_pledge"]
