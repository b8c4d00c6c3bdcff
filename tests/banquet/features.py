"""What a recorded game contains, as short marks: so that the stored records can be asked what they cover."""

from __future__ import annotations

from triclinium.core.decision import CHANCE, Json
from triclinium.core.event import Event
from triclinium.core.play import Play
from triclinium.core.record import Record
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import CONSPIRATORS, GUEST_NAMES, KIND_NAMES, PRIVILEGE_NAMES
from triclinium.games.banquet.rules.codes import PASS_ROUND
from triclinium.games.banquet.rules.state import State

CLAIMS = {
    f"played:claim_{one}_{other}:{place}"
    for one, other in (("keep", "discard"), ("keep", "gift"), ("discard", "gift"))
    for place in (one, other)
}
OTHER_PRIVILEGES = {f"played:{name}" for name in PRIVILEGE_NAMES if not name.startswith("claim")}
GOALS = {
    f"ending:goal:{guest}" for guest in ("caligula", "claudius", "vespasianus", "messalina", "caesonia", "agrippina")
}
ENDINGS = {
    "ending:caligulas_fall:alone",
    "ending:caligulas_fall:together",
    "ending:daggers",
    "ending:third_out",
    "ending:draw_third_out",
    "ending:draw_few_cards",
    "ending:draw_rounds",
}
TABLES = {
    *(f"edition:{name}" for name in ("fr", "nl")),
    *(f"privileges:{name}" for name in ("hidden", "open", "none")),
    *(f"seats:{seats}" for seats in (3, 4, 5)),
    "different_dishes",
}
HAPPENINGS = {
    "tasted:food_taster",
    "tasted:umbra",
    "double:fr",
    "double:nl",
    "initiative:claimed:fr",
    "initiative:claimed:nl",
    "initiative:left",
    "initiative:window:claim",
    "keep_lost",
    "came_home",
    "came_home:forced_away",
    "returned_guest",
    "pile_renewed",
    "hymn_burst",
    "standing_pass",
    "lost_on_priority",
    "conspirator_replaces_before_daggers",
}
APPLIED = {f"applied:{kind}" for kind in KIND_NAMES}
WANTED = APPLIED | CLAIMS | OTHER_PRIVILEGES | GOALS | ENDINGS | TABLES | HAPPENINGS
"""Everything the stored records must show between them."""


def features(record: Record) -> set[str]:
    """All marks of a finished game."""
    play: Play[State] = Play(GAME, Record(record.game, record.rules_version, record.seats, record.options))
    found = {
        f"seats:{record.seats}",
        f"edition:{record.options['edition']}",
        f"privileges:{record.options['privileges']}",
    }
    if record.options["different_dishes"]:
        found.add("different_dishes")
    for entry in record.entries:
        before = GAME.copy(play.state)
        events = play.answer(entry.seat, entry.answer)
        if entry.answer["kind"] == "pass_round":
            found.add("standing_pass")
        if entry.seat == CHANCE and _returned(entry.answer, before.out):
            found.add("returned_guest")
        played = any(event.kind in ("privilege_played", "privilege_claims") for event in events)
        own_play = entry.answer["kind"] in ("claim", "exchange", "give_back", "special_gift")
        if played and _plays_sealed(before) + own_play > 1:
            found.add("lost_on_priority")
        for event in events:
            found |= _marks(play, before, event, events)
    return found


def _plays_sealed(state: State) -> int:
    """How many seats have sealed more than a pass."""
    return sum(code > PASS_ROUND for code in state.sealed[: state.seats])


def _returned(answer: dict[str, Json], out: int) -> bool:
    """Whether chance deals a guest that is already out (BB-14)."""
    return answer["kind"] == "guest" and bool(out >> GUEST_NAMES.index(str(answer["guest"])) & 1)


def _marks(play: Play[State], before: State, event: Event, events: list[Event]) -> set[str]:
    data, edition = event.data, play.record.options["edition"]
    kinds = [other.kind for other in events]
    if event.kind == "card_applied":
        return {f"applied:{data['card']}"}
    if event.kind == "privilege_claims":
        found = {f"played:{data['privilege']}:{data['place']}"}
        if before.initiative and data["place"] == "gift":
            found.add("initiative:window:claim")
        return found
    if event.kind == "privilege_played":
        return {f"played:{data['privilege']}"}
    if event.kind == "card_tasted":
        return {f"tasted:{data['taster']}"}
    if event.kind in ("card_double", "card_double_gone"):
        return {f"double:{edition}"}
    if event.kind == "gift_claimed":
        return {f"initiative:claimed:{edition}"}
    if event.kind == "gift_left":
        return {"initiative:left"}
    if event.kind == "gift_came_home":
        return {"came_home"}
    if event.kind == "gift_forced":
        return {"came_home:forced_away"} if data["seat"] == before.active else set()
    if event.kind == "guest_burst":
        applier = next(other.data["seat"] for other in events if other.kind == "card_applied")
        return {"hymn_burst"} if data["seat"] != applier else set()
    if event.kind in ("keep_lost", "pile_renewed"):
        return {event.kind}
    if event.kind in ("game_won", "game_drawn"):
        return _ending(play, before, event, kinds)
    return set()


def _ending(play: Play[State], before: State, event: Event, kinds: list[str]) -> set[str]:
    ending = event.data["ending"]
    winners = event.data.get("seats", [])
    assert isinstance(winners, list)
    if ending == "goal":
        (winner,) = winners
        assert isinstance(winner, int)
        return {f"ending:goal:{GUEST_NAMES[play.state.guest[winner]]}"}
    found = {f"ending:{ending}"}
    if ending == "caligulas_fall":
        found = {f"ending:{ending}:{'alone' if len(winners) == 1 else 'together'}"}
    if ending == "daggers" and before.daggers >= 3 and "guest_replaced" in kinds:
        assert any(CONSPIRATORS >> guest & 1 for guest in play.state.guest[: play.state.seats])
        found.add("conspirator_replaces_before_daggers")
    return found
