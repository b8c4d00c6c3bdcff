"""What narrators' scenes show: all that the guidance asks for, people where they are, and roofs where there are any.
Over twenty scenes in each language; over two thousand in the proof."""

from __future__ import annotations

from typing import Any

from bacchanalia.told import EACH, HEARD, IN_PROOF, games, spoken
from sizes import PROOF
from triclinium.games.bacchanalia.brain.narrator.demands import SHOWS, demands_of, lacking, provers, proves
from triclinium.games.bacchanalia.brain.narrator.grammar import HOUSE, OPEN_AIR, grammar_of
from triclinium.games.bacchanalia.brain.narrator.memory import memory_of
from triclinium.games.bacchanalia.brain.narrator.plans import MOVING, OWN, PLANS
from triclinium.games.bacchanalia.brain.narrator.player import ARRIVALS_AT_LENGTH
from triclinium.games.bacchanalia.rules.texts import WRITTEN, plain_form, within


@EACH
def test_a_scene_shows_all_that_its_guidance_asks_for(language: str) -> None:
    grammar = grammar_of(language)
    for told in games(language).scenes:
        words: Any = told.answer["words"]
        assert words["form"] == WRITTEN
        memory = memory_of(told.view, told.seat, grammar)
        demands = demands_of(told.data, told.answer, told.view, grammar)
        assert lacking(told.text, demands, memory, grammar) == [], told.text


@IN_PROOF
@EACH
def test_every_entry_comes_up(language: str) -> None:
    entries = {told.data["guidance"]["entry"]["key"].split("_", 1)[1] for told in games(language).scenes}
    assert len(entries & set(SHOWS)) > len(SHOWS) * 3 // 4


@EACH
def test_bc_27_whoever_is_met_is_named_and_is_where_the_scene_begins_or_leads(language: str) -> None:
    met = 0
    for told in games(language).scenes:
        place: Any = told.answer["place"]
        ends = told.view["seats"][told.seat]["place"] if place is None else place["name"]
        for seat in told.answer["meets"]:
            other = told.view["seats"][seat]
            assert within(other["names"]["who"], told.text)
            assert other["place"] in (told.view["seats"][told.seat]["place"], ends)
            met += 1
    assert not PROOF or met > len(games(language).scenes) // 50


PLACED = (
    *("sight", "decadence", "threat", "fates"),
    *(f"{air}.{name}" for air, names in HEARD.items() for name in names),
    *(f"{step}.{entry}" for step in (*OWN, "episode") for entry in PLANS),
)


@EACH
def test_no_table_stands_in_an_olive_grove_and_no_stars_shine_in_a_cellar(language: str) -> None:
    grammar = grammar_of(language)
    placed = 0
    for told in games(language).scenes:
        here = grammar.place(told.view["seats"][told.seat]["place"]).setting
        place: Any = told.answer["place"]
        there = here if place is None else grammar.place(place["name"]).setting
        moved = spoken(told.text, grammar, *MOVING)
        for at, sentence in spoken(told.text, grammar, *PLACED):
            setting = there if moved and at > moved[0][0] else here
            assert not setting or sentence.setting in ("", setting), told.text
            placed += bool(sentence.setting)
    assert not PROOF or placed > len(games(language).scenes) // 20


@EACH
def test_a_place_is_named_in_full_once_by_each_teller(language: str) -> None:
    grammar = grammar_of(language)
    for play in games(language).finished:
        for seat in range(play.state.seats):
            own = [passage for passage in play.state.story if passage.seat == seat and passage.part != "question"]
            for place in {passage.place for passage in own if passage.place is not None}:
                noun = grammar.place(place)
                if noun.bare != noun.short:
                    named = [passage for passage in own if within(noun.bare, passage.text or "")]
                    assert len(named) <= 1, [passage.text for passage in named]


@EACH
def test_no_arrival_of_the_god_is_told_twice(language: str) -> None:
    grammar = grammar_of(language)
    frames = [*grammar.sentences("arrival"), *grammar.sentences("arrival_more")]
    for play in games(language).finished:
        arrivals = [plain_form(each.text or "") for each in play.state.story if each.part == "arrival"]
        if len(arrivals) <= len(frames) - ARRIVALS_AT_LENGTH:
            assert all(sum(frame.sign in text for text in arrivals) <= 1 for frame in frames)


@EACH
def test_there_are_sentences_for_every_demand_and_every_setting(language: str) -> None:
    grammar = grammar_of(language)
    for entry, steps in PLANS.items():
        for step in steps:
            name, _, proof = step.partition("=")
            key = f"{name}.{entry}" if name in OWN else name
            if name == "show":
                continue
            sentences = list(grammar.sentences(key))
            fit = provers(sentences, proof, grammar) if proof else sentences
            assert len(fit) >= 3, (key, proof)
            for setting in (HOUSE, OPEN_AIR):
                assert sum(each.setting in ("", setting) for each in fit) >= 2, (key, proof, setting)
    for deus in ("bacchus", "pluto", "minerva", "venus", "satyrus", "miles", "accusator", "amans"):
        shown = {"miles": "soldiers", "accusator": "accuser", "amans": "lover"}.get(deus, deus)
        sentences = list(grammar.sentences(f"show.{deus}"))
        assert provers(sentences, shown, grammar) == sentences, deus
        assert any(each.setting == "" for each in sentences), deus


@EACH
def test_every_episode_shows_what_its_entry_asks_for_and_stands_in_one_place(language: str) -> None:
    grammar = grammar_of(language)
    for entry, shows in SHOWS.items():
        for episode in grammar.episodes(entry):
            for proof in shows:
                assert any(proves(each, proof, grammar) for each in episode.sentences), (entry, proof)
            for part in (episode.sentences[: episode.before], episode.sentences[episode.before :]):
                assert {each.setting for each in part} - {""} in ({HOUSE}, {OPEN_AIR}, set()), entry
