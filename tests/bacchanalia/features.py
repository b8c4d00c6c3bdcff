"""What a recorded bacchanal contains, as short marks: so that the stored stories can be asked what they cover."""

from __future__ import annotations

from triclinium.core.play import Play
from triclinium.core.record import Record
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules.cards import EDITIONS, LENGTHS, OPEN, TWISTS
from triclinium.games.bacchanalia.rules.state import State
from triclinium.games.bacchanalia.rules.texts import FORMS
from triclinium.games.bacchanalia.views.guidance import ENTRIES
from triclinium.games.bacchanalia.views.happenings import EVENTS

SUDDEN = {
    "amans": ("happy",),
    "venus": ("happy",),
    "pluto": ("violence",),
    "bacchus": ("lost",),
    "satyrus": ("lost",),
    "vinum": ("lost",),
    "minerva": ("freed", "sacrifice", "open"),
    "miles": ("slain",),
    "accusator": ("slain",),
    "parcae": ("happy", "violence", "lost", "freed", "sacrifice", "open", "slain"),
}
"""The list of the sudden ending: what each ruling card brings, and what Parcae leaves to choose."""
BOTH_TWISTS = "+".join(TWISTS)


def endings_of(edition: str) -> set[str]:
    """Every way in which a story of an edition can end."""
    ends = {"amans:happy", "miles:happy", "miles:slain", "left"}
    ends |= {"miles:spared"} if edition == "es" else {f"miles:slain:{twists}" for twists in (*TWISTS, BOTH_TWISTS)}
    # Whether Minerva's choice can be left open is the edition's own.
    for ruling, outcomes in SUDDEN.items():
        ends |= {f"sudden:{ruling}:{outcome}" for outcome in outcomes if edition == "it" or outcome != OPEN}
    return {f"{edition}:{end}" for end in ends}


WANTED = {
    *(end for edition in EDITIONS for end in endings_of(edition)),
    *(f"event:{kind}" for kind in EVENTS),
    *(f"entry:{entry}" for entry in ENTRIES),
    *(f"form:{form}" for form in FORMS),
    *(f"length:{length}" for length in LENGTHS),
    *(f"over:{reason}" for reason in ("one_left", "two_left", "parcae", "time")),
    *(f"seats:{seats}" for seats in GAME.info.seats),
}
"""Everything the stored stories must show between them."""


def features(record: Record) -> set[str]:
    """All marks of a finished story."""
    play: Play[State] = Play(GAME, Record(record.game, record.rules_version, record.seats, record.options))
    kinds: set[str] = set()
    for entry in record.entries:
        kinds |= {event.kind for event in play.answer(entry.seat, entry.answer)}
    return marks_of(play.state, kinds)


def marks_of(state: State, kinds: set[str]) -> set[str]:
    """The marks of a story that is over, and of the events on its way."""
    found = {f"seats:{state.seats}", f"length:{state.length}", *(f"event:{kind}" for kind in kinds)}
    found |= {f"form:{passage.form}" for passage in state.story}
    found |= {f"entry:{passage.cards['entry']}" for passage in state.story if passage.cards.get("entry")}
    found.add(f"over:{state.sudden}")
    for seat in range(state.seats):
        found |= {f"{state.edition}:{end}" for end in ends_of(state, seat)}
    return found


def ends_of(state: State, seat: int) -> set[str]:
    """How one player's story ended."""
    ending, outcome = state.ended[seat], state.outcomes[seat]
    if ending == "left":
        return {"left"}
    told = next(passage for passage in state.story if passage.seat == seat and passage.part == "ending")
    if ending == "sudden":
        return {f"sudden:{told.cards['ruling']}:{outcome}"}
    twists = told.cards["twists"]
    assert isinstance(twists, list)
    return {f"{ending}:{outcome}", *({f"{ending}:{outcome}:{'+'.join(map(str, twists))}"} if twists else ())}
