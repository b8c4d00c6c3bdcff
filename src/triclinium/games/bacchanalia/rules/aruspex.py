"""Step 7, the Aruspex: for each ruling Deus, what happens to the cards, and what the scene must, may and must not
do.
"""

from __future__ import annotations

from collections.abc import Callable

from triclinium.core.decision import Answer
from triclinium.games.bacchanalia.rules.cards import (
    ACCUSATOR,
    AMANS,
    AMANS_ENDING,
    BACCHUS,
    CARD_NAMES,
    DEUS_KINDS,
    DEUS_NAMES,
    FREED,
    HAPPY,
    MILES,
    MINERVA,
    PLUTO,
    SPARED,
    VENUS,
    VINUM,
)
from triclinium.games.bacchanalia.rules.state import (
    BEGIN_SCENE,
    FOLLOW_ON,
    NOBODY,
    PAY_TIE,
    TAKE,
    TIE,
    State,
    ask,
    go,
    move_deus,
    note,
    others_in,
    put_in_centre,
)

MUST, MAY, MUST_NOT = "must", "may", "must_not"

PLACE_RULES = {
    "tie": MUST,
    "accusator": MUST,
    "amans": MUST,
    "bacchus": MUST_NOT,
    "miles": MUST,
    "minerva": MUST_NOT,
    "pluto": MUST,
    "satyrus": MUST,
    "venus": MUST,
    "vinum": MUST_NOT,
}
"""Whether the scene changes place. Vinum with the symbol depends on the edition."""


# --- The cards ----------------------------------------------------------------------------------


def follow(s: State) -> None:
    """First take the cards that must be taken; then `follow_on` gives up those that must go."""
    go(s, FOLLOW_ON)
    if s.ruling == TIE:
        _choose(s, PAY_TIE, tie_options(s), put_for_tie)
    elif wanted(s) is not None:
        options = take_options(s)
        if options:
            _choose(s, TAKE, options, take)
        elif not (s.ruling == VENUS and s.held[s.active][AMANS]):
            note(s, "deus_not_taken", seat=s.active)


def _choose(s: State, phase: str, options: list[Answer], act: Callable[[State, Answer], None]) -> None:
    """Ask only if there is a choice."""
    if len(options) == 1:
        act(s, options[0])
    else:
        ask(s, phase, s.active)


def wanted(s: State) -> list[int] | None:
    """The Deus cards that the ruling entry lets a player take; None if it takes none."""
    if s.ruling in (ACCUSATOR, PLUTO):
        return [MILES]
    if s.ruling == VENUS and amans_in_play(s):
        return [AMANS]
    if s.ruling == VINUM and s.symbol:
        return [deus for deus in range(DEUS_KINDS) if deus != VINUM]
    return None


def amans_in_play(s: State) -> bool:
    """Amans is in play once the first Parcae has appeared (BC-11)."""
    return s.parcae > 0


def take_options(s: State) -> list[Answer]:
    """From the centre; if not there, from a player still in. A free choice comes from players only if the centre is
    empty (BC-10).
    """
    cards = wanted(s) or []
    if s.ruling == VENUS and s.held[s.active][AMANS]:
        return []
    centre: list[Answer] = [
        {"kind": "take", "card": CARD_NAMES[deus], "from": None} for deus in cards if s.centre[deus]
    ]
    if centre:
        return centre
    return [
        {"kind": "take", "card": CARD_NAMES[deus], "from": seat}
        for seat in others_in(s, s.active)
        for deus in cards
        if s.held[seat][deus]
    ]


def take(s: State, answer: Answer) -> None:
    """Taking is compulsory (BC-10)."""
    source = answer["from"]
    s.took = CARD_NAMES.index(str(answer["card"]))
    s.took_from = source if isinstance(source, int) else NOBODY
    move_deus(s, s.took, s.took_from, s.active)
    card = CARD_NAMES[s.took]
    if s.took_from == NOBODY:
        note(s, "deus_taken", seat=s.active, card=card)
    else:
        note(s, "deus_taken_from", seat=s.active, card=card, owner=s.took_from)
    go(s, FOLLOW_ON)


def tie_options(s: State) -> list[Answer]:
    """Any Deus of one's own but Vinum. Bacchus has already moved on (BC-9, BC-10)."""
    held = s.held[s.active]
    return [
        {"kind": "put", "card": CARD_NAMES[deus]}
        for deus in range(DEUS_KINDS)
        if held[deus] and deus not in (VINUM, BACCHUS)
    ]


def put_for_tie(s: State, answer: Answer) -> None:
    """Pay for a tie with a Deus card."""
    put_in_centre(s, CARD_NAMES.index(str(answer["card"])))
    go(s, FOLLOW_ON)


def follow_on(s: State) -> None:
    """Then give up cards, get captured, escape."""
    seat = s.active
    go(s, BEGIN_SCENE)
    if s.ruling in (ACCUSATOR, PLUTO, MINERVA) or (s.ruling == VENUS and amans_in_play(s)):
        put_in_centre(s, s.ruling)
    elif s.ruling == AMANS:
        s.ending, s.outcome = AMANS_ENDING, HAPPY
        note(s, "ending_began", seat=seat, ending=AMANS_ENDING)
    elif s.ruling == MILES:
        if s.held[seat][ACCUSATOR]:
            put_in_centre(s, ACCUSATOR)
        if s.parcae >= 3:
            s.captured[seat] = True
            note(s, "captured", seat=seat)


# --- The scene ----------------------------------------------------------------------------------


def deus_entry(s: State) -> str:
    """The entry of the Aruspex that rules: a Deus by name, or the tie."""
    return "tie" if s.ruling == TIE else DEUS_NAMES[s.ruling]


def entry_of(s: State) -> str:
    """The entry in its present form: by the count of Parcae, the symbol and the Amans in the story."""
    entry = deus_entry(s)
    together = s.with_amans[s.active]
    if entry == "accusator":
        return "accusator_near" if s.parcae < 2 else "accusator_confronts"
    if entry == "miles":
        return ("miles_near", "miles_near", "miles_escape", "miles_capture")[min(s.parcae, 3)]
    if entry == "minerva":
        return "minerva_together" if together else "minerva_apart"
    if entry == "venus":
        if not amans_in_play(s):
            return "venus_memory"
        return "venus_together" if together else "venus_finds"
    if entry == "vinum" and s.symbol:
        return "vinum_symbol"
    return entry


def place_rule(s: State) -> str:
    """Whether this turn's scene must, may or must not change place."""
    if s.ending and s.ending != AMANS_ENDING:
        return MAY
    if s.ruling == VINUM and s.symbol:
        return MUST if s.edition == "es" else MAY
    return PLACE_RULES[deus_entry(s)]


def amans_rule(s: State) -> tuple[bool, ...]:
    """Whether the character can be with the Amans after the scene. The first value applies if nothing is told.

    Once parted, they meet again only with the card, or where the Aruspex or an ending says so (BC-16).
    """
    seat = s.active
    if s.outcome:
        if s.outcome == HAPPY:
            return (True,)
        if s.outcome == FREED:
            return (False,)
        if s.outcome == SPARED:
            return (s.with_amans[seat], not s.with_amans[seat])
    elif not s.ending:
        entry = entry_of(s)
        if entry == "venus_finds":
            return (True,)
        if entry in ("miles_escape", "miles_capture"):
            return (False,)
    if s.with_amans[seat]:
        return (True, False)
    return (False, True) if s.held[seat][AMANS] else (False,)
