"""The narrating player: tells, asks, answers and quotes in one language, and plays cards like the simple player.

It stores nothing between two questions: all that it remembers is in its seat's view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from triclinium.core.decision import Answer, Json
from triclinium.core.player import Look, ModelAt, Written
from triclinium.games.bacchanalia.brain.choices import WANTED, choice
from triclinium.games.bacchanalia.brain.narrator.brief import Brief, brief_of
from triclinium.games.bacchanalia.brain.narrator.demands import demands_of
from triclinium.games.bacchanalia.brain.narrator.facts import worth_locking
from triclinium.games.bacchanalia.brain.narrator.fit import NoTelling, Wanted
from triclinium.games.bacchanalia.brain.narrator.grammar import FEMININE, MASCULINE, Sentence, grammar_of
from triclinium.games.bacchanalia.brain.narrator.memory import View, memory_of, person
from triclinium.games.bacchanalia.brain.narrator.model import SECONDS, Model, model_at
from triclinium.games.bacchanalia.brain.narrator.passages import Prepared, fact, facts_of
from triclinium.games.bacchanalia.brain.narrator.quoting import quoted_in_scene, quotes_nothing, scene_told
from triclinium.games.bacchanalia.brain.narrator.scene import scene_of
from triclinium.games.bacchanalia.brain.narrator.telling import Telling
from triclinium.games.bacchanalia.brain.narrator.threads import TOPICS
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.texts import VEILED, WRITTEN, Wording, plain_form

ASK_SHARE = 0.8
AGREE_SHARE = 0.85
EYE_SHARE = 0.1
ARRIVALS_AT_LENGTH = 8
EXCESSIVE = ("bacchus", "satyrus", "vinum", "vinum_symbol")
"""Entries whose scenes may call for the eye of the goddess (BC-14)."""
QUESTIONS = tuple(f"question.{topic}" for topic in TOPICS)
NAMED = {"who": "name", "amans": "lover", "accusator": "accuser"}
"""Parts of an introduction that name somebody, and the name of that person in sentences."""


class Narrator:
    """Plays any seat and tells its story."""

    def __init__(
        self, language: str = "en", model: Model | None = None, report: Callable[[str], None] = lambda fault: None
    ) -> None:
        self.grammar = grammar_of(language)
        self.model = model
        self.report = report
        """Called with the fault each time a model's text cannot be told (`fit.FAULTS`)."""
        self._passages: dict[str, Callable[[Look, Mapping[str, Json]], Prepared]] = {
            phases.INTRODUCTION: self.introduce,
            phases.ARRIVAL: self.arrive,
            phases.SCENE: self.scene,
            phases.ASK: self.ask,
            phases.REPLY: self.reply,
        }
        self._answers: dict[str, Callable[[Look], Answer]] = {
            phases.LOCK: self.lock,
            phases.REACT: self.react,
            phases.VOTE: self.vote,
            phases.CHOOSE_ENDING: self.end,
        }

    def asking(self, language: str, url: str | None, model: str, report: Callable[[str], None]) -> Narrator:
        return Narrator(language, model_at(url, model) if url else None, report)

    @property
    def asked_at(self) -> str | None:
        return None if self.model is None else self.model.address().origin

    def speaking(self, language: str) -> Narrator:
        return Narrator(language, self.model, self.report)

    def choose(self, look: Look) -> Answer:
        if look.decision.kind in self._passages:
            return self.tell(look)
        answer = self._answers.get(look.decision.kind)
        if answer is not None:
            return answer(look)
        return choice(look.decision.kind, list(look.decision.options), lambda: own_deus(look), look.rng)

    def telling(self, look: Look) -> Telling:
        """An empty telling with everything the seat remembers."""
        return Telling(self.grammar, memory_of(look.view, look.seat, self.grammar), look.rng)

    def tell(self, look: Look) -> Answer:
        """A passage in the model's words if it tells well, otherwise in our own.

        If the table's lines and veils leave nothing to say, it is told under a veil (BC-28).
        """
        asks = look.decision.kind == phases.ASK
        if asks and look.rng.random() >= ASK_SHARE:
            return {"kind": "pass"}
        prepared = self._passages[look.decision.kind](look, {})
        telling = prepared.telling
        if asks and not telling.said:
            return {"kind": "pass"}
        if self.model is not None and telling.said:
            try:
                telling.said = [self._by_model(look, prepared, self.model, lines=True)]
            except NoTelling as silent:
                self.report(silent.fault)
        return prepared.answer((Wording(WRITTEN, telling.text) if telling.said else Wording(VEILED)).message())

    # --- For a person ---------------------------------------------------------------------------

    def brief(self, look: Look, chosen: Mapping[str, Json], lines: bool) -> tuple[dict[str, str], ...] | None:
        """The exact prompt for a passage that a person has to tell; None if there is none to tell."""
        prepared = self._prepared(look, chosen)
        return None if prepared is None else self._brief(look, prepared, lines).messages

    def written(self, look: Look, chosen: Mapping[str, Json], lines: bool, model: ModelAt) -> Written:
        """A passage for a person: the model's words, or our own with the fault of the model's."""
        prepared = self._prepared(look, chosen)
        assert prepared is not None
        fault: str | None = None
        text = prepared.telling.text
        try:
            text = self._by_model(look, prepared, Model(model.url, model.name, SECONDS, model.key, model.reach), lines)
        except NoTelling as silent:
            fault = silent.fault
        return Written(text, fault, dict(prepared.settled))

    def _prepared(self, look: Look, chosen: Mapping[str, Json]) -> Prepared | None:
        prepare = self._passages.get(look.decision.kind)
        return None if prepare is None else prepare(look, chosen)

    def _brief(self, look: Look, prepared: Prepared, lines: bool) -> Brief:
        names = [*prepared.names, *filter(None, [prepared.needed])]
        return brief_of(look, prepared.telling, prepared.facts, names, lines)

    def _by_model(self, look: Look, prepared: Prepared, model: Model, lines: bool) -> str:
        """The words of a model, checked. Raises `NoTelling`."""
        brief = self._brief(look, prepared, lines)
        wanted = Wanted(prepared.telling, brief.instructions, prepared.needed, prepared.demands)
        return model.tell(brief.messages, wanted)

    # --- Passages -------------------------------------------------------------------------------

    def introduce(self, look: Look, chosen: Mapping[str, Json]) -> Prepared:
        """Answer one of the six questions, and name whom or what it asks for (BC-3)."""
        data: Any = look.decision.data
        part = data["question"]
        telling = self.telling(look)
        name = self._name(telling, part, chosen.get("name"))
        part = "flight" if part == "crime" else part
        telling.say(f"intro.{part}")
        telling.say(f"intro.{part}_more")
        if part == "where" and data["first"]:
            telling.say("signs")
        facts = [] if name is None else [fact(telling, "named", name=name)]
        named = [] if name is None or part in NAMED else [name]

        def answer(words: Json) -> Answer:
            return {"kind": "introduce", "words": words, "name": name if telling.said else None}

        return Prepared(telling, answer, facts, named, (name or "") if part in NAMED else "", settled={"name": name})

    def arrive(self, look: Look, _chosen: Mapping[str, Json]) -> Prepared:
        """Tell how the god appears where the character is (step 1)."""
        telling = self.telling(look)
        story: Any = look.view["story"]
        before = sum(passage["part"] == "arrival" for passage in story)
        if telling.say("arrival", fresh=True):
            # Later only the shorter sentences are used, so that none is heard twice.
            if before < ARRIVALS_AT_LENGTH:
                telling.say("arrival_more", fresh=True)
        elif not telling.say("arrival_more", fresh=True):
            telling.say("arrival")
        facts = [fact(telling, "stays_at", place=self.grammar.form(telling.memory.place, "the"))]
        return Prepared(telling, lambda words: {"kind": "arrive", "words": words}, facts)

    def scene(self, look: Look, chosen: Mapping[str, Json]) -> Prepared:
        """Tell the scene or the ending (step 7)."""
        telling = self.telling(look)
        scene = scene_of(telling, look.view, look.decision.data, chosen)
        named = [scene.place, None if scene.quoted is None or scene.quoted.noun is None else scene.quoted.text]
        demands = demands_of(look.decision.data, scene.answer, look.view, self.grammar)

        def answer(words: Json) -> Answer:
            told = {"kind": "tell", "words": words, **scene.answer}
            # A name that the text does not contain would name nothing.
            return told if telling.said or scene.place is None else told | {"place": {"name": None}}

        facts, names = facts_of(scene, look.view), [name for name in named if name is not None]
        settled: dict[str, Json] = {"place": scene.place, "with_amans": scene.with_amans, "meets": list(scene.meets)}
        return Prepared(telling, answer, facts, names, "", demands, settled)

    def ask(self, look: Look, _chosen: Mapping[str, Json]) -> Prepared:
        """Ask about the character's past or thoughts (step 8)."""
        telling = self.telling(look)
        view: Any = look.view
        asked = view["seats"][view["active"]]["names"]
        telling.people["other"] = person(asked.get("who"), self.grammar)
        telling.say(*QUESTIONS)
        facts = [fact(telling, "asks", name=asked["who"])] if asked.get("who") else []
        return Prepared(telling, lambda words: {"kind": "ask", "words": words}, facts)

    def reply(self, look: Look, _chosen: Mapping[str, Json]) -> Prepared:
        """Answer a question, as far as it is understood."""
        telling = self.telling(look)
        story: Any = look.view["story"]
        question = next((each["text"] for each in reversed(story) if each["part"] == "question"), None) or ""
        asked, replies = self._understood(plain_form(question))
        if not any(telling.attempt(reply) for reply in replies):
            telling.say("reply.any") or telling.say(*(f"reply.{topic}" for topic in TOPICS))
        telling.say("reply_more", fresh=bool(telling.said))
        facts = [self._asked(telling, asked)]
        return Prepared(telling, lambda words: {"kind": "reply", "words": words}, facts)

    def _name(self, telling: Telling, part: str, chosen: Json = None) -> str | None:
        """Whom or what this answer names. Stores it for the sentences."""
        rng = telling.rng
        if part in NAMED:
            gender = rng.choice((FEMININE, MASCULINE))
            names = self.grammar.names(gender)
            name = rng.choice([name for name in names if plain_form(name) not in telling.memory.told] or names)
            if isinstance(chosen, str) and chosen:
                name, gender = chosen, self.grammar.gender(chosen)
            telling.people[NAMED[part]] = person(name, self.grammar)
            for word in ("calling", "office"):
                pairs = [text.split("/") for text in self.grammar.texts(word)]
                unheard = [pair for pair in pairs if not any(plain_form(one) in telling.memory.told for one in pair)]
                male, female = rng.choice(unheard or pairs)
                telling.words[word] = female if gender == FEMININE else male
            return name
        if part == "where":
            noun = telling.draw("place", *telling.memory.places)
            if isinstance(chosen, str) and chosen:
                noun = self.grammar.place(chosen)
            telling.nouns["there"], telling.setting = noun, noun.setting
            return self.grammar.form(noun, "the")
        crimes = self.grammar.lexicon("crime")
        new = [crime for crime in crimes if plain_form(crime.bare) not in telling.memory.told]
        telling.nouns["crime"] = rng.choice(new or crimes)
        return None

    def _asked(self, telling: Telling, asked: Sentence | None) -> str:
        """What a model is told of a question: one of ours as we would ask it. What a person asked is theirs."""
        if asked is None:
            return fact(telling, "asked_unsent")
        telling.people["other"] = telling.memory.who
        return fact(telling, "asked", text=asked.say({each: telling.value(each) for each in asked.arguments}))

    def _understood(self, question: str) -> tuple[Sentence | None, list[Sentence]]:
        """A question of ours, with its answers, particular and general; none for anybody else's."""
        for topic in TOPICS:
            replies = self.grammar.sentences(f"reply.{topic}")
            for number, asked in enumerate(self.grammar.sentences(f"question.{topic}")):
                if asked.sign in question:
                    return asked, [replies[number], replies[-1]]
        return None, []

    # --- Cards and the others -------------------------------------------------------------------

    def lock(self, look: Look) -> Answer:
        """Keep the most wanted card worth keeping, if the scene quotes somebody (BC-15)."""
        data: Any = look.decision.data
        cards = worth_locking(look.view, look.seat, data["cards"])
        elements = quoted_in_scene(look.view, look.seat, self.grammar)
        # Do not offer a refused element again (BC-22).
        if not cards or not elements or data["second"]:
            return {"kind": "no_lock"}
        quoted = elements[0]
        words = Wording(WRITTEN, quoted.text).message()
        card = min(cards, key=WANTED.index)
        return {"kind": "lock", "card": card, "of": quoted.of, "element": quoted.element, "words": words}

    def end(self, look: Look) -> Answer:
        """Choose an ending that the story has not had yet."""
        options = [option for option in look.decision.options if option["kind"] == "end"]
        seats: Any = look.view["seats"]
        had = {seat["outcome"] for seat in seats}
        new = [option for option in options if option["outcome"] not in had] or options
        outcome = look.rng.choice(sorted({str(option["outcome"]) for option in new}))
        return look.rng.choice([option for option in new if option["outcome"] == outcome])

    def react(self, look: Look) -> Answer:
        """Agree to most meetings, use the eye seldom, object only with cause (BC-14, BC-22, BC-27)."""
        data: Any = look.decision.data
        wanted = {
            "agree": look.rng.random() < AGREE_SHARE,
            "eye": look.rng.random() < EYE_SHARE and is_excessive(look.view),
            "object": quotes_nothing(look.view, data["lock"]),
        }
        fitting = [option for option in look.decision.options if all(wanted[act] for act in acts_of(option))]
        return max(fitting, key=lambda option: len(acts_of(option)))

    def vote(self, look: Look) -> Answer:
        """Refuse only a lock that quotes nothing."""
        data: Any = look.decision.data
        return {"kind": "vote", "refuse": quotes_nothing(look.view, data["lock"])}


def own_deus(look: Look) -> set[str]:
    seats: Any = look.view["seats"]
    return set(seats[look.seat]["deus"])


def acts_of(option: Answer) -> list[str]:
    """What an answer to the window before clean-up does; nothing if it lets the turn end."""
    acts: Any = option.get("acts", [])
    return list(acts)


def is_excessive(view: View) -> bool:
    """Whether the scene just told was one of excess."""
    scene = scene_told(view)
    return scene is not None and scene["cards"]["entry"] in EXCESSIVE
