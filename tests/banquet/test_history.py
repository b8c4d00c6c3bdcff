"""What everybody saw of the rounds stays in the view: who passed, played, took and laid what."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from banquet.openings import table
from banquet.scene import GIVE_BACK, PASS_ROUND, Scene, claim, exchange
from triclinium.core.event import told_to
from triclinium.core.fairness import SeededLuck
from triclinium.core.play import Play
from triclinium.games.banquet.game import GAME
from triclinium.games.banquet.rules.cards import CLASS_NAMES, KIND_NAMES, PLACE_NAMES, PRIVILEGE_NAMES, class_of
from triclinium.games.banquet.views.history import COLUMNS

FOUR = "caligula octavius claudius messalina"
HANDS = ("give_back claim_keep_gift", "special_gift", "exchange_keep_gift", "claim_discard_gift")
CARDS = {"discard": "mirror", "keep": "vase", "gift": "sandals"}
MOST_BYTES = 1600


def this_round(scene: Scene) -> Any:
    return scene.view(None)["this_round"]


def last_round(scene: Scene) -> Any:
    return scene.view(None)["history"]["last_round"]


def named_counts(view: Any) -> Any:
    """The counts of a view by what is counted, each by seat."""
    rows = view["history"]["counts"]
    assert all(len(row) == len(COLUMNS) for row in rows)
    by_name = {name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)}
    seats = range(len(rows))
    told: dict[str, Any] = {name: by_name[name] for name in ("led", "passed", "accepted", "claimed", "left")}
    told["gave_to"] = [[by_name[f"gave_to_{other}"][seat] for other in seats] for seat in seats]
    told["laid"] = {
        place: [{name: by_name[f"laid_{place}_{name}"][seat] for name in CLASS_NAMES} for seat in seats]
        for place in PLACE_NAMES
    }
    told["played"] = [
        [name for card, name in enumerate(PRIVILEGE_NAMES) if row >> card & 1] for row in by_name["played"]
    ]
    return told


def counts(scene: Scene) -> Any:
    return named_counts(scene.view(None))


# --- A round, step by step ------------------------------------------------------------------------


def test_history_a_round_is_told_whole() -> None:
    scene = Scene(FOUR)
    scene.lays(**CARDS)
    scene.offer(2)
    scene.passes_on(2, 1)
    assert this_round(scene) == {
        "round": 1,
        "lead": 0,
        "picked": ["vase", "mirror", "sandals"],
        "initiative": None,
        "offered": [2, 1],
        "privilege": None,
        "acceptor": None,
        "taken": [],
        "burst": [],
        "shown": None,
    }
    scene.accepts(1)
    assert last_round(scene) == {
        "round": 1,
        "lead": 0,
        "picked": ["vase", "mirror", "sandals"],
        "initiative": None,
        "offered": [2, 1],
        "privilege": None,
        "acceptor": 1,
        "taken": [[1, "gift", "sandals", "applied"], [0, "keep", "vase", "applied"]],
        "burst": [],
        "shown": ["mirror", "vase", "sandals"],
    }
    assert (this_round(scene)["round"], this_round(scene)["lead"], this_round(scene)["picked"]) == (2, 1, [])


def test_history_before_the_first_round_there_is_none() -> None:
    begun = GAME.start({}, 3)
    view: Any = GAME.view(begun, None)
    assert view["this_round"] is None
    assert view["history"]["last_round"] is None
    assert named_counts(view)["led"] == [0, 0, 0]


def test_history_who_played_which_privilege_and_after_how_many_offers() -> None:
    scene = table(*HANDS)
    scene.offer(1)
    scene.everyone_passes()
    scene.passes_on(1, 3)
    scene.plays(2, exchange("keep_gift"))
    played = {"seat": 2, "privilege": "exchange_keep_gift", "place": None, "to": None, "offers": 2}
    assert this_round(scene)["privilege"] == played
    scene.accepts(3)
    assert last_round(scene)["privilege"] == played
    assert last_round(scene)["shown"] == ["mirror", "sandals", "vase"]
    assert counts(scene)["played"] == [[], [], ["exchange_keep_gift"], []]


def test_history_a_claim_names_its_place_and_a_forced_gift_its_receiver() -> None:
    scene = table(*HANDS)
    scene.offer(1)
    scene.plays(3, claim("discard_gift", "discard"))
    assert this_round(scene)["privilege"]["place"] == "discard"
    assert this_round(scene)["taken"] == [[3, "discard", "mirror", "applied"]]
    scene = table("special_gift claim_keep_gift", "give_back", "exchange_keep_gift")
    scene.offer(1)
    scene.plays(1, GIVE_BACK)
    assert last_round(scene)["privilege"] == {
        "seat": 1,
        "privilege": "give_back",
        "place": None,
        "to": 0,
        "offers": 1,
    }
    assert last_round(scene)["acceptor"] == 0


def test_history_a_play_that_lost_on_priority_and_a_standing_pass_are_not_in_it() -> None:
    ends = []
    for answer in ({"kind": "pass"}, PASS_ROUND, claim("discard_gift", "gift")):
        scene = table(*HANDS)
        scene.offer(1)
        scene.answer(3, answer)
        scene.plays(2, exchange("keep_gift"))
        ends.append((this_round(scene), scene.view(None)["history"]))
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize(
    ("taster", "answer", "fate"), [("food_taster", "taste", "tasted"), ("umbra", "give_to_umbra", "given_to_umbra")]
)
def test_history_what_became_of_a_card(taster: str, answer: str, fate: str) -> None:
    scene = Scene("caligula octavius claudius")
    scene.before(1, taster)
    scene.lays(discard="mirror", keep="vase", gift="carp")
    scene.offer(1)
    scene.accepts(1)
    assert this_round(scene)["taken"] == [[1, "gift", "carp", None]]
    scene.answer(1, {"kind": answer})
    assert last_round(scene)["taken"][0] == [1, "gift", "carp", fate]


def test_history_a_double_a_burst_and_an_initiative() -> None:
    scene = Scene("caligula octavius claudius")
    scene.before(0, "umbra", "bill")
    scene.before(2, "bill", "dance", belt=9)
    scene.lays(discard="mirror", keep="umbra", gift="poison")
    scene.leaves_gift(1)
    assert this_round(scene)["initiative"] == {"seat": 1, "claimed": False}
    scene.offer(2)
    scene.accepts(2)
    assert last_round(scene)["burst"] == [[2, "claudius"]]
    assert last_round(scene)["taken"][1] == [0, "keep", "umbra", "doubled"]
    assert counts(scene)["left"] == [0, 1, 0]


# --- Counts ---------------------------------------------------------------------------------------


def test_history_counts_offers_passes_and_acceptances() -> None:
    scene = Scene(FOUR)
    scene.lays(**CARDS)
    scene.offer(2)
    scene.passes_on(2, 1)
    scene.accepts(1)
    scene.round(discard="olives", keep="ring", gift="toga", to=0)
    told = counts(scene)
    assert (told["led"], told["passed"], told["accepted"]) == ([1, 1, 0, 0], [0, 0, 1, 0], [1, 1, 0, 0])
    assert told["gave_to"] == [[0, 0, 1, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]


def test_history_what_came_home_was_not_accepted_by_choice() -> None:
    scene = Scene("caligula octavius claudius")
    scene.lays(**CARDS)
    for giver, receiver in ((0, 1), (1, 2), (2, 0)):
        scene.answer(giver, {"kind": "offer", "to": receiver})
    assert last_round(scene)["acceptor"] == 0
    assert counts(scene)["accepted"] == [0, 0, 0]
    assert counts(scene)["passed"] == [0, 1, 1]


def test_history_counts_a_laying_as_the_lead_laid_it_whatever_was_exchanged() -> None:
    scene = table(*HANDS, laid={"discard": "carp", "keep": "vase", "gift": "poison"})
    scene.before(1, belt=0)
    scene.offer(1)
    scene.plays(2, exchange("keep_gift"))
    scene.accepts(1)
    laid = {place: seats[0] for place, seats in counts(scene)["laid"].items()}
    assert (laid["discard"]["dish"], laid["keep"]["present"], laid["gift"]["poison"]) == (1, 1, 1)
    assert sum(sum(of_class.values()) for of_class in laid.values()) == 3


def test_history_what_a_guest_did_goes_with_it_but_not_the_privileges_of_its_seat() -> None:
    scene = table(*HANDS)
    scene.offer(2)
    scene.plays(2, exchange("keep_gift"))
    scene.passes_on(2, 1)
    scene.accepts(1)
    assert (counts(scene)["passed"], counts(scene)["accepted"]) == ([0, 0, 1, 0], [0, 1, 0, 0])
    scene.before(2, belt=9)
    scene.round(discard="olives", keep="bill", gift="poison", to=2)
    assert (counts(scene)["passed"], counts(scene)["accepted"]) == ([0, 0, 0, 0], [0, 1, 0, 0])
    assert counts(scene)["played"][2] == ["exchange_keep_gift"]


# --- Against the events ---------------------------------------------------------------------------


class Watcher:
    """Somebody at the table who listens to what everybody is told, and remembers it."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.this: Any = None
        self.last: Any = None
        self.counts: Any = {name: [0] * seats for name in ("led", "passed", "accepted", "claimed", "left")}
        self.counts["gave_to"] = [[0] * seats for _ in range(seats)]
        self.counts["played"] = [[] for _ in range(seats)]
        self.counts["laid"] = {place: [dict.fromkeys(CLASS_NAMES, 0) for _ in range(seats)] for place in PLACE_NAMES}

    def hear(self, event: dict[str, Any]) -> None:
        kind, now = event["kind"], self.this
        if kind == "round_began":
            self.last = now
            self.this = {
                "round": event["round"], "lead": event["seat"], "picked": [], "initiative": None, "offered": [],
                "privilege": None, "acceptor": None, "taken": [], "burst": [], "shown": None,
            }  # fmt: skip
        elif kind == "cards_picked":
            now["picked"] = sorted(event["cards"], key=KIND_NAMES.index)
        elif kind in ("gift_claimed", "gift_left"):
            now["initiative"] = {"seat": event["seat"], "claimed": kind == "gift_claimed"}
        elif kind in ("gift_offered", "gift_came_home"):
            now["offered"].append(event["to"])
        elif kind in ("privilege_played", "privilege_claims"):
            now["privilege"] = {
                "seat": event["seat"], "privilege": event["privilege"], "place": event.get("place"), "to": None,
                "offers": len(now["offered"]),
            }  # fmt: skip
            played = self.counts["played"][event["seat"]]
            self.counts["played"][event["seat"]] = sorted([*played, event["privilege"]], key=PRIVILEGE_NAMES.index)
        elif kind == "gift_forced":
            now["privilege"]["to"] = event["to"]
        elif kind == "card_turned_up":
            now["taken"].append([event["seat"], event["place"], event["card"], None])
            if event["place"] == "gift":
                now["acceptor"] = event["seat"]
        elif kind in FATES:
            umbra = kind == "card_tasted" and event["taster"] == "umbra"
            now["taken"][-1][3] = "given_to_umbra" if umbra else FATES[kind]
        elif kind == "guest_burst":
            now["burst"].append([event["seat"], event["guest"]])
            self.forget(event["seat"])
        elif kind in ("round_shown", "cards_shown"):
            now["shown"] = [event[place] for place in PLACE_NAMES]
            self.count({seat for seat, _ in now["burst"]})

    def forget(self, seat: int) -> None:
        for name in ("led", "passed", "accepted", "claimed", "left"):
            self.counts[name][seat] = 0
        self.counts["gave_to"][seat] = [0] * self.seats
        for place in PLACE_NAMES:
            self.counts["laid"][place][seat] = dict.fromkeys(CLASS_NAMES, 0)

    def count(self, gone: set[int]) -> None:
        now, told = self.this, self.counts
        lead, played = now["lead"], now["privilege"]
        if lead not in gone:
            told["led"][lead] += 1
            laid = dict(zip(PLACE_NAMES, now["shown"], strict=True))
            if played is not None and played["privilege"].startswith("exchange"):
                one, other = played["privilege"].split("_")[1:]
                laid[one], laid[other] = laid[other], laid[one]
            for place, card in laid.items():
                told["laid"][place][lead][class_of(KIND_NAMES.index(card))] += 1
        if now["initiative"] is not None and now["initiative"]["seat"] not in gone:
            told["claimed" if now["initiative"]["claimed"] else "left"][now["initiative"]["seat"]] += 1
        givers = [lead, *now["offered"][:-1]] if now["offered"] else []
        for giver, receiver in zip(givers, now["offered"], strict=True):
            if giver not in gone:
                told["gave_to"][giver][receiver] += 1
                told["passed"][giver] += giver != lead
        free = played is None or (played["to"] is None and played["place"] != "gift")
        if free and now["offered"] and now["acceptor"] == now["offered"][-1] != lead and now["acceptor"] not in gone:
            told["accepted"][now["acceptor"]] += 1


FATES = {"card_applied": "applied", "card_double": "doubled", "card_double_gone": "doubled", "card_tasted": "tasted"}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("edition", ["fr", "nl"])
def test_history_is_what_somebody_remembers_who_heard_everything(seed: int, edition: str) -> None:
    """Two memories of the same games: the one in the state, and one built from what spectators are told."""
    rng, luck = random.Random(seed), SeededLuck(seed)
    play: Play[Any] = Play.begin(GAME, 3 + seed % 3, {"edition": edition})
    watcher = Watcher(play.record.seats)
    while True:
        for event in told_to(play.draw(luck), None):
            watcher.hear(event)
        view: Any = GAME.view(play.state, None)
        assert view["this_round"] == watcher.this
        assert view["history"]["last_round"] == watcher.last
        assert named_counts(view) == watcher.counts
        if not (pending := play.pending()):
            return
        decision = rng.choice(pending)
        for event in told_to(play.answer(decision.seat, rng.choice(decision.options)), None):
            watcher.hear(event)


def test_history_stays_small() -> None:
    rng, luck = random.Random(3), SeededLuck(3)
    play: Play[Any] = Play.begin(GAME, 5)
    while True:
        play.draw(luck)
        view = GAME.view(play.state, None)
        told = json.dumps([view["this_round"], view["history"]], separators=(",", ":"))
        assert len(told) < MOST_BYTES
        if not (pending := play.pending()):
            return
        decision = rng.choice(pending)
        play.answer(decision.seat, rng.choice(decision.options))
