"""Undo: one's own answers while nobody else had a turn; else by consent; never across a reveal."""

from __future__ import annotations

from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.core.undo import cut, earliest_by_consent, own_last, take_back
from triclinium.games.banquet.game import GAME


def at_pick(options=None):
    play = Play.begin(GAME, 3, options)
    play.draw(SeededLuck(8))
    return play, play.pending()[0].seat


def answer(play, number=0):
    decision = play.pending()[0]
    play.answer(decision.seat, decision.options[number], decision.id)
    return decision


def test_a_pick_can_be_taken_back_alone_and_leads_back():
    play, seat = at_pick()
    before = GAME.numbers(play.state)
    answer(play)
    back = take_back(play, seat)
    assert back is not None
    assert GAME.numbers(back.state) == before


def test_an_assignment_can_be_taken_back_while_one_is_asked_for_the_offer():
    play, seat = at_pick()
    answer(play)
    answer(play)
    assert play.pending()[0].kind == "offer"
    assert take_back(play, seat).pending()[0].kind == "assign"


def test_the_deal_is_nobodys_to_take_back():
    play, seat = at_pick()
    assert own_last(play, seat) is None
    assert own_last(play, -1) is None


def test_an_offer_is_not_taken_back_alone_since_others_are_asked():
    play, seat = at_pick()
    for _ in range(3):
        answer(play)
    assert take_back(play, seat) is None


def test_a_sealed_answer_can_be_taken_back_while_the_window_is_open_whoever_else_has_answered():
    play, _ = at_pick()
    for _ in range(3):
        answer(play)
    assert all(decision.kind == "window" for decision in play.pending())
    first = answer(play)
    assert take_back(play, first.seat) is not None
    second = answer(play)
    back = take_back(play, first.seat)
    assert {decision.seat for decision in back.pending()} == {0, 1, 2} - {second.seat}


def test_nothing_is_taken_back_once_the_window_is_closed():
    play, _ = at_pick()
    for _ in range(3):
        answer(play)
    seats = [answer(play).seat for _ in range(3)]
    assert play.pending()[0].kind == "answer"
    assert all(take_back(play, seat) is None for seat in seats)


def test_by_consent_back_to_the_last_reveal_or_draw_and_no_further():
    play, _ = at_pick({"privileges": "none"})
    dealt = len(play.record.entries)
    for _ in range(3):
        answer(play)
    assert earliest_by_consent(play) == dealt
    assert len(cut(play, dealt).record.entries) == dealt
    assert cut(play, dealt - 1) is None
    answer(play, 0)  # accepts: the Gift is turned up
    assert cut(play, dealt) is None


def test_a_cut_game_draws_the_same_luck_again():
    """The draw is numbered, so taking back cannot be used to fish for another card."""
    play, _ = at_pick()
    assert cut(play, len(play.record.entries)).draws == play.draws


class NoLuck:
    """Fails when it is asked."""

    def below(self, n, draw):
        raise RuntimeError("no luck")


def test_answers_are_taken_with_the_draws_after_them_or_not_at_all():
    """However far behind the last checkpoint lies, the game is afterwards what it was before."""
    play, _ = at_pick()
    luck = SeededLuck(21)
    failed = 0
    while play.pending():
        decision = play.pending()[0]
        given = [(decision.seat, decision.options[0])]
        before = GAME.numbers(play.state), list(play.record.entries), list(play.marks), play.draws, play.pending()
        try:
            play.take(given, NoLuck())
        except RuntimeError:
            failed += 1
            after = GAME.numbers(play.state), list(play.record.entries), list(play.marks), play.draws, play.pending()
            assert after == before
            play.take(given, luck)
    assert failed > 10
