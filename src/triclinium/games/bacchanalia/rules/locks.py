"""Locking an Umbra with a quoted element: the offer, objections and the vote (step 7, BC-15, BC-22).

In the same window the holder of Minerva may use her eye (BC-14), and players may agree to a meeting (BC-27). The turn
ends when everybody who could still act has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, islice

from triclinium.core.decision import Answer, Illegal, Json
from triclinium.games.bacchanalia.rules.cards import CARD_NAMES, ELEMENTS, MINERVA, PARCAE
from triclinium.games.bacchanalia.rules.state import (
    ASK,
    BEGIN_QUESTION,
    BEGIN_REACT,
    LOCK,
    NOBODY,
    REACT,
    REPLY,
    TIDY,
    VOTE,
    Passage,
    Quote,
    State,
    ask,
    ask_together,
    go,
    move_deus,
    note,
    seal,
    unseal,
)
from triclinium.games.bacchanalia.rules.texts import (
    ALOUD,
    TOLD,
    UNTOLD,
    VEILED,
    WRITTEN,
    Wording,
    mentioned_in,
    plain_form,
    within,
)
from triclinium.games.bacchanalia.rules.turn import tell

OFFERS_MOST = 2
"""A refused element can be replaced once (BC-22)."""
ELEMENTS_OFFERED = 8


# --- The offer ----------------------------------------------------------------------------------


def begin_lock(s: State) -> None:
    """A lock needs a told scene, a card to keep and somebody's scene to quote. Endings have none (BC-17)."""
    possible = not s.ending and s.story[-1].form != UNTOLD and lockable(s) and quotable_seats(s)
    if possible:
        ask(s, LOCK, s.active)
    else:
        go(s, BEGIN_QUESTION)


def lockable(s: State) -> list[int]:
    """Umbra still before the player, except Parcae and last turn's lock (BC-15)."""
    return sorted(set(s.drawn) - {PARCAE})


def quotable(s: State, seat: int) -> list[Passage]:
    """The passages of a player's earlier turns, latest first. An untold passage or a question is no scene."""
    return [passage for passage in reversed(s.story) if passage.seat == seat and is_quotable(s, passage)]


def is_quotable(s: State, passage: Passage) -> bool:
    """Whether a passage is a scene, or part of one, of an earlier turn."""
    return passage.turn < s.turn and passage.form in TOLD and passage.part != "question"


def quotable_seats(s: State) -> list[int]:
    """The other players who have told something."""
    tellers: set[int] = set()
    for passage in s.story:
        if passage.seat not in tellers and is_quotable(s, passage):
            tellers.add(passage.seat)
            if len(tellers) == s.seats:
                break
    return sorted(tellers - {s.active})


def lock_options(s: State) -> list[Answer]:
    """No lock, or each card with an element that tellers marked, or with a quotation told aloud. Not all that is
    legal.
    """
    elements = list(islice((each for each in _marked(s) if _faultless(s, *each)), ELEMENTS_OFFERED))
    elements += [(seat, ELEMENTS[s.turn % len(ELEMENTS)], Wording(ALOUD)) for seat in quotable_seats(s)]
    options: list[Answer] = [{"kind": "no_lock"}]
    for card in lockable(s):
        for seat, element, words in elements:
            quoted: Answer = {"of": seat, "element": element, "words": words.message()}
            options.append({"kind": "lock", "card": CARD_NAMES[card], **quoted})
    return options


def _marked(s: State) -> Iterator[tuple[int, str, Wording]]:
    """What other tellers marked and this scene uses, as far as its words are known."""
    scene = scene_of_turn(s)
    taken_up = None if scene is None else taken_up_in(scene)
    for seat in quotable_seats(s):
        for passage in quotable(s, seat):
            for mark in passage.marks:
                if taken_up is None or taken_up(mark.text):
                    yield seat, mark.element, Wording(WRITTEN, mark.text)


def _faultless(s: State, of: int, element: str, words: Wording) -> bool:
    try:
        source_of(s, of, element, words)
    except Illegal:
        return False
    return True


def offer_lock(s: State, card: int, of: int, element: str, words: Wording) -> None:
    """Offer a lock. Raises `Refused` for what the rules can see to be wrong."""
    if card == PARCAE:
        raise Illegal("refused.lock_parcae", "BC-4")
    if card not in s.drawn:
        last = card == s.locked[s.active]
        raise Illegal("refused.lock_again" if last else "refused.lock_card", "BC-15", card=CARD_NAMES[card])
    passage = source_of(s, of, element, words)
    s.offer = Quote(s.active, s.turn, card, of, element, words.form, words.text, passage)
    s.offers += 1
    quoted: dict[str, Json] = {"seat": s.active, "card": CARD_NAMES[card], "of": of, "element": element}
    if words.text is None:
        note(s, "lock_offered_aloud", **quoted)
    else:
        note(s, "lock_offered", **quoted, text=words.text)
    go(s, BEGIN_QUESTION)


def source_of(s: State, of: int, element: str, words: Wording) -> int | None:
    """The quoted passage, or None for a quotation aloud without noted words. Raises `Illegal` (BC-15)."""
    if of == s.active:
        raise Illegal("refused.lock_own", "BC-15")
    passages = quotable(s, of)
    if not passages:
        raise Illegal("refused.lock_nothing_told", "BC-15", seat=of)
    if words.text is None:
        return None
    text = words.text
    found = next((passage for passage in passages if _holds(passage, text)), None)
    if found is None:
        # The words of a scene told aloud are unknown: whoever quotes it is believed, unless somebody objects.
        found = next((passage for passage in passages if passage.form == ALOUD), None)
    if found is None:
        veiled = all(passage.form == VEILED for passage in passages)
        raise Illegal("refused.lock_veiled" if veiled else "refused.lock_not_there", "BC-23" if veiled else "BC-15")
    _check_new(s, text)
    _check_whose(s, of, element, text, found)
    scene = scene_of_turn(s)
    if words.form == WRITTEN and scene is not None and not takes_up(scene, text):
        raise Illegal("refused.lock_not_in_scene", "BC-15", text=text)
    return found.number


def takes_up(scene: Passage, text: str) -> bool:
    """Whether an element is in a scene."""
    return taken_up_in(scene)(text)


def taken_up_in(scene: Passage) -> Callable[[str], bool]:
    """A test for what a scene contains or leads to. A scene told aloud or veiled is believed to contain anything."""
    if scene.text is None:
        return lambda text: True
    in_words, in_place = mentioned_in(scene.text), mentioned_in(scene.place or "" if scene.moved else "")
    return lambda text: in_words(text) or in_place(text)


def _holds(passage: Passage, text: str) -> bool:
    """Whether words are in a passage: in its text, its name, the name of its destination, or its marks."""
    place = passage.place if passage.moved else None
    kept = (passage.text, passage.name, place, *(mark.text for mark in passage.marks))
    return any(each is not None and within(text, each) for each in kept)


def _check_new(s: State, text: str) -> None:
    """The element has not been in one's own scenes before (BC-15)."""
    for passage in s.story:
        if passage.seat == s.active and passage.turn < s.turn and _holds(passage, text):
            raise Illegal("refused.lock_not_new", "BC-15")
    for quote in s.quotes:
        if quote.seat == s.active and quote.text is not None and plain_form(quote.text) == plain_form(text):
            raise Illegal("refused.lock_not_new", "BC-15")


def _check_whose(s: State, of: int, element: str, text: str, found: Passage) -> None:
    """The element stands for no Deus that another player holds, and is nobody else's Amans or Accusator (BC-15)."""
    for mark in (mark for passage in quotable(s, of) for mark in passage.marks):
        if mark.deus is not None and plain_form(mark.text) == plain_form(text):
            deus = CARD_NAMES.index(mark.deus)
            if any(s.held[seat][deus] for seat in range(s.seats) if seat != s.active):
                raise Illegal("refused.lock_deus", "BC-15", card=mark.deus)
    for seat in range(s.seats):
        for part in ("amans", "accusator"):
            name = s.names[seat].get(part)
            named = name is not None and plain_form(name) == plain_form(text)
            described = element == "person" and found.part == part and found.seat == seat
            if seat != s.active and (named or described):
                raise Illegal("refused.lock_anothers", "BC-15", card=part, seat=seat)


def decline_lock(s: State) -> None:
    note(s, "lock_declined", seat=s.active)
    go(s, BEGIN_QUESTION)


# --- Step 8, the question -----------------------------------------------------------------------


def begin_question(s: State) -> None:
    """Whoever received Bacchus at step 6 owes the question, even after losing him (step 8, BC-13)."""
    if s.bacchus_to != NOBODY and not s.asked:
        ask(s, ASK, s.bacchus_to)
    else:
        go(s, BEGIN_REACT)


def put_question(s: State, words: Wording) -> None:
    """Ask the question. The active player answers before clean-up."""
    s.asked = True
    tell(s, s.bacchus_to, "question", words)
    ask(s, REPLY, s.active)


def pass_question(s: State) -> None:
    """The question may be passed (BC-13)."""
    s.asked = True
    note(s, "question_passed", seat=s.bacchus_to)
    go(s, BEGIN_REACT)


def reply(s: State, words: Wording) -> None:
    """An answer, or an episode from the character's past."""
    tell(s, s.active, "reply", words)
    go(s, BEGIN_REACT)


# --- The window before clean-up -----------------------------------------------------------------


def scene_of_turn(s: State) -> Passage | None:
    """The scene told in this turn, unless it is an introduction or an ending."""
    for passage in reversed(s.story):
        if passage.turn < s.turn:
            return None
        if passage.part in ("scene", "ending"):
            return passage
    return None


def acts_open(s: State, seat: int) -> list[str]:
    """What a player can still do before the turn ends."""
    scene = scene_of_turn(s)
    if scene is None or seat == s.active:
        return []
    acts = []
    if seat in scene.meets and seat not in scene.agreed:
        acts.append("agree")
    if s.held[seat][MINERVA] and not s.eye_used and scene.part == "scene" and scene.form != UNTOLD:
        acts.append("eye")
    if s.offer is not None and seat not in s.objected:
        acts.append("object")
    return acts


def react_options(s: State, seat: int) -> list[Answer]:
    """Let the turn end, or do some of what is possible."""
    if seat == s.active:
        return [{"kind": "end_turn"}]
    acts = acts_open(s, seat)
    options: list[Answer] = [{"kind": "pass"}]
    for size in range(1, len(acts) + 1):
        options += [{"kind": "react", "acts": list(some)} for some in combinations(acts, size)]
    return options


def begin_react(s: State) -> None:
    """Ask everybody who can still act, and the active player to end the turn."""
    able = [seat for seat in range(s.seats) if acts_open(s, seat)]
    ask_together(s, REACT, s.active, *able)


def react(s: State, seat: int, acts: list[str]) -> None:
    """One sealed reaction. When all are in, they are opened together."""
    if not seal(s, seat, acts):
        return
    opened = unseal(s)
    for other, done in enumerate(opened):
        if "agree" in done:
            agree(s, other)
        if "eye" in done:
            give_minerva(s, other)
    objecting = [other for other, done in enumerate(opened) if "object" in done]
    for other in objecting:
        s.objected.append(other)
        note(s, "lock_objected", seat=other)
    s.objected.sort()
    if objecting:
        ask_together(s, VOTE, *(other for other in range(s.seats) if other != s.active))
    else:
        go(s, TIDY)


def agree(s: State, seat: int) -> None:
    """Agree to what one's character does in another scene (BC-27)."""
    scene = scene_of_turn(s)
    assert scene is not None
    s.story[scene.number] = replace(scene, agreed=tuple(sorted((*scene.agreed, seat))))
    note(s, "meeting_agreed", seat=seat, teller=s.active)


def give_minerva(s: State, seat: int) -> None:
    """The eye of the goddess: it works from the teller's next draw (BC-14)."""
    s.eye_used = True
    move_deus(s, MINERVA, seat, s.active)
    note(s, "minerva_given", seat=seat, to=s.active)


# --- The vote -----------------------------------------------------------------------------------


def vote_options() -> list[Answer]:
    """Silence comes first: it accepts (BC-22)."""
    return [{"kind": "abstain"}, {"kind": "vote", "refuse": False}, {"kind": "vote", "refuse": True}]


def vote(s: State, seat: int, refuse: Json) -> None:
    """One sealed vote; None abstains."""
    if seal(s, seat, [] if refuse is None else ["refuse" if refuse else "accept"]):
        count_votes(s, unseal(s))


def count_votes(s: State, votes: list[list[str]]) -> None:
    """A majority of the votes cast refuses; a tie accepts. After a refusal: one other element, or no lock (BC-22)."""
    accept, refuse = votes.count(["accept"]), votes.count(["refuse"])
    s.votes = [accept, refuse]
    note(s, "votes_counted", accept=accept, refuse=refuse)
    if refuse <= accept:
        note(s, "lock_upheld", seat=s.active)
        go(s, TIDY)
        return
    s.offer = None
    note(s, "lock_refused", seat=s.active)
    if s.offers < OFFERS_MOST:
        ask(s, LOCK, s.active)
    else:
        go(s, BEGIN_REACT)
