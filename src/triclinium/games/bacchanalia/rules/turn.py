"""A turn up to the Aruspex: introduction, Bacchus's arrival, the draw, Minerva's wine, Bacchus moving on."""

from __future__ import annotations

from triclinium.core.decision import Answer
from triclinium.core.piles import pour
from triclinium.games.bacchanalia.rules.cards import (
    AMANS,
    BACCHUS,
    CARD_NAMES,
    HAND,
    MILES_ENDING,
    MINERVA,
    PARCAE,
    SATYRUS,
    SUDDEN_ENDING,
    UMBRA_KINDS,
    VINUM,
    is_vinum,
    questions_of,
)
from triclinium.games.bacchanalia.rules.gods import find_ruling, fullest
from triclinium.games.bacchanalia.rules.state import (
    ARRIVAL,
    BEGIN_REACT,
    DRAW,
    DRAW_MORE,
    FOLLOW,
    HONOUR,
    INTRODUCTION,
    MOVE_BACCHUS,
    NOBODY,
    NOTHING,
    OFFER_WINE,
    OPEN_TURN,
    PASS_BACCHUS,
    SACRIFICE_WINE,
    SETTLE_ENDING,
    TIE,
    UMBRA,
    Passage,
    State,
    ask,
    go,
    hand_of,
    move_deus,
    note,
    others_in,
    put_in_centre,
    still_in,
)
from triclinium.games.bacchanalia.rules.texts import Wording


def begin_turn(s: State) -> None:
    """Begin a turn: the introduction first, later the nine steps or an ending (BC-3)."""
    s.turn += 1
    s.question = 0
    s.reshuffle = s.two_left = s.minerva_left = s.symbol = s.won_tie = s.eye_used = s.asked = False
    s.drawn, s.level, s.put, s.twists, s.objected = [], [], [], [], []
    s.cut = s.ruling = s.took = NOTHING
    s.bacchus_to = s.took_from = NOBODY
    s.ending = s.outcome = ""
    s.offer = None
    s.offers = 0
    note(s, "turn_began", turn=s.turn, seat=s.active)
    if s.introduced[s.active]:
        go(s, OPEN_TURN)
    else:
        ask(s, INTRODUCTION, s.active)


def tell(s: State, seat: int, part: str, words: Wording, name: str | None = None) -> None:
    """Add a short passage to the story."""
    number = len(s.story)
    passage = Passage(
        number, s.turn, seat, part, words.form, words.text, name, s.places[seat], with_amans=s.with_amans[seat]
    )
    s.story.append(passage)
    note_telling(s, passage)


def note_telling(s: State, passage: Passage) -> None:
    """Note the events of a telling."""
    if passage.text is None:
        note(s, "told", seat=passage.seat, part=passage.part, passage=passage.number, form=passage.form)
    else:
        note(s, "told_in_writing", seat=passage.seat, part=passage.part, passage=passage.number, text=passage.text)
    if passage.name is not None:
        note(s, "named", seat=passage.seat, part=passage.part, name=passage.name)


def introduce(s: State, words: Wording, name: str | None) -> None:
    """Answer one of the six questions. The sixth ends the introduction (BC-3)."""
    seat = s.active
    part = questions_of(s.edition)[s.question]
    if part == "where":
        s.places[seat] = name
    elif name is not None:
        s.names[seat][part] = name
    tell(s, seat, part, words, name)
    s.question += 1
    if s.question < len(questions_of(s.edition)):
        ask(s, INTRODUCTION, seat)
        return
    s.introduced[seat] = True
    # If the sudden round comes before a player's introduction, they still end in this turn.
    go(s, OPEN_TURN if s.sudden else BEGIN_REACT)


def open_turn(s: State) -> None:
    """Step 1: Bacchus arrives if he came in another player's turn and is still held; then the cards are drawn."""
    seat = s.active
    if s.captured[seat]:
        s.ending = MILES_ENDING
    elif s.sudden:
        s.ending = SUDDEN_ENDING
    if s.ending:
        note(s, "ending_began", seat=seat, ending=s.ending)
    ask(s, ARRIVAL if s.arrives[seat] else DRAW, seat)


def arrive(s: State, words: Wording) -> None:
    """The god appears where the character is (step 1)."""
    s.arrives[s.active] = False
    tell(s, s.active, "arrival", words)
    begin_draw(s)


def begin_draw(s: State) -> None:
    """Step 2. An ending first sets last turn's lock aside, and draws nothing for a player who has only Vinum
    (BC-18).
    """
    seat = s.active
    if s.ending and s.locked[seat] != NOTHING:
        s.discards[s.locked[seat]] += 1
        note(s, "lock_discarded", seat=seat, card=CARD_NAMES[s.locked[seat]])
        s.locked[seat] = NOTHING
    only_vinum = sum(s.held[seat]) == s.held[seat][VINUM]
    go(s, SETTLE_ENDING if s.ending == SUDDEN_ENDING and only_vinum else DRAW_MORE)


def draw_more(s: State) -> None:
    """Draw until there are four Umbra. The discards form a new deck when it is empty (BC-5)."""
    if len(hand_of(s)) == HAND:
        go(s, SETTLE_ENDING if s.ending else OFFER_WINE)
        return
    if not sum(s.pile):
        note(s, "deck_renewed", cards=sum(s.discards))
        pour(s.discards, s.pile, UMBRA_KINDS)
    ask(s, UMBRA)


def take_umbra(s: State, umbra: int) -> None:
    """Take the drawn card. In an ending, Vinum is discarded and replaced."""
    s.pile[umbra] -= 1
    if s.ending and is_vinum(umbra):
        s.discards[umbra] += 1
        note(s, "vinum_discarded", seat=s.active, card=CARD_NAMES[umbra])
    else:
        s.drawn.append(umbra)
        note(s, "umbra_drawn", seat=s.active, card=CARD_NAMES[umbra])
    if umbra == PARCAE:
        show_parcae(s)
    go(s, DRAW_MORE)


def show_parcae(s: State) -> None:
    """Parcae works at once: it is counted and, the first time, Amans enters the centre (BC-4)."""
    s.parcae += 1
    s.reshuffle = True
    s.two_left = len(still_in(s)) == 2
    note(s, "parcae_shown", seat=s.active, number=s.parcae)
    if s.parcae == 1:
        s.aside[AMANS] -= 1
        s.centre[AMANS] += 1
        note(s, "amans_entered")


def offer_wine(s: State) -> None:
    """Step 3: Minerva wants one Vinum drawn this turn, or leaves (BC-6)."""
    seat = s.active
    go(s, HONOUR)
    if not s.held[seat][MINERVA]:
        return
    wines = wine_options(s)
    if len(wines) == 1:
        sacrifice(s, wines[0])
    elif wines:
        ask(s, SACRIFICE_WINE, seat)
    elif s.edition == "es" and is_vinum(s.locked[seat]):
        note(s, "minerva_stayed", seat=seat)
    else:
        s.minerva_left = True
        put_in_centre(s, MINERVA)


def wine_options(s: State) -> list[Answer]:
    """The Vinum that can be spent: drawn this turn, with or without the symbol."""
    return [{"kind": "sacrifice", "card": CARD_NAMES[wine]} for wine in sorted(set(filter(is_vinum, s.drawn)))]


def sacrifice(s: State, answer: Answer) -> None:
    """Discard the Vinum before counting; it is not replaced (BC-6)."""
    s.cut = CARD_NAMES.index(str(answer["card"]))
    s.drawn.remove(s.cut)
    s.discards[s.cut] += 1
    note(s, "vinum_sacrificed", seat=s.active, card=CARD_NAMES[s.cut])
    go(s, HONOUR)


def honour(s: State) -> None:
    """Steps 4 and 5: find the ruling Deus."""
    seat = s.active
    ruling = find_ruling(s.held[seat], hand_of(s))
    s.ruling = ruling.deus
    s.level = list(ruling.level)
    s.symbol = ruling.symbol
    s.won_tie = ruling.won_tie
    if ruling.by_default:
        note(s, "vinum_by_default", seat=seat)
    elif ruling.deus == TIE:
        note(s, "gods_tied", seat=seat, cards=[CARD_NAMES[deus] for deus in s.level])
    else:
        number = fullest(s.held[seat], hand_of(s))[ruling.deus]
        if ruling.won_tie:
            note(s, "vinum_won_tie", seat=seat, card=CARD_NAMES[SATYRUS])
        note(s, "deus_rules", seat=seat, card=CARD_NAMES[ruling.deus], number=number)
    go(s, MOVE_BACCHUS)


def move_bacchus(s: State) -> None:
    """Step 6: unless Bacchus rules, he moves on to another player still in (BC-9)."""
    go(s, FOLLOW)
    if s.held[s.active][BACCHUS] and s.ruling != BACCHUS:
        receivers = bacchus_options(s)
        if len(receivers) == 1:
            pass_bacchus(s, receivers[0])
        elif receivers:
            ask(s, PASS_BACCHUS, s.active)


def bacchus_options(s: State) -> list[Answer]:
    return [{"kind": "pass_bacchus", "to": seat} for seat in others_in(s, s.active)]


def pass_bacchus(s: State, answer: Answer) -> None:
    """The receiver owes the question in this turn (BC-13)."""
    to = answer["to"]
    assert isinstance(to, int)
    move_deus(s, BACCHUS, s.active, to)
    s.bacchus_to = to
    note(s, "bacchus_passed", seat=s.active, to=to)
    go(s, FOLLOW)
