"""Typing a story in the terminal, line by line: words, place, the Amans, a mark; a lock; veils and rewrites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from triclinium.core.decision import Answer, Decision, Illegal, Json, Refused, Seat
from triclinium.core.game import View
from triclinium.core.play import Play, replay
from triclinium.games.bacchanalia.game import GAME
from triclinium.games.bacchanalia.rules import state as phases
from triclinium.games.bacchanalia.rules.cards import ELEMENTS
from triclinium.games.bacchanalia.rules.scenes import check_marks
from triclinium.games.bacchanalia.rules.texts import (
    ALOUD,
    SHORT_BYTES_MOST,
    UNTOLD,
    WRITTEN,
    Wording,
    check_name,
    check_text,
    plain_form,
    within,
)
from triclinium.terminal.board import Reader
from triclinium.words import Words as Language

SKIP, TELL_ALOUD, VEIL, EDIT = "skip", "aloud", "veil", "edit"
COMMANDS = (SKIP, TELL_ALOUD, VEIL, EDIT)
SLASH = "/"
GOES_ON = "\\"
NO_LOCK: Answer = {"kind": "no_lock"}
PASS: Answer = {"kind": "pass"}


class Said(Protocol):
    """What telling needs from the board: refusals and answers in words, and who sits where."""

    names: Sequence[str]

    def refusal(self, refused: Refused) -> str: ...

    def label(self, view: View, answer: Answer) -> str: ...


class Teller:
    """Asks a person for each part of a telling."""

    def __init__(self, language: Language, said: Said) -> None:
        self.language = language
        self.said = said
        self.commands = {language.say(f"ui.command_{name}"): name for name in COMMANDS}
        self.typed_as = {name: text for text, name in self.commands.items()}
        self.ways: dict[str, Callable[[Decision, Any, Reader], Answer]] = {
            phases.INTRODUCTION: self.introduction,
            phases.ARRIVAL: self.arrival,
            phases.SCENE: self.scene,
            phases.LOCK: self.lock,
            phases.ASK: self.question,
            phases.REPLY: self.reply,
        }

    def compose(self, decision: Decision, view: View, reader: Reader) -> Answer | None:
        """The answer to a question that takes words, or that has only one answer."""
        if decision.kind in self.ways:
            return self.ways[decision.kind](decision, view, reader)
        if len(decision.options) > 1:
            return None
        asking = self.language.say("ui.press_enter", label=self.said.label(view, decision.options[0]))
        while reader.line(asking) not in ("", "1"):
            reader.note(self.language.say("ui.not_a_choice"))
        return decision.options[0]

    def help(self) -> str:
        return self.language.say("ui.story_help", **self.typed_as)

    # --- Small steps ------------------------------------------------------------------------

    def checked(self, reader: Reader, asking: str, check: Callable[[str], Any], *commands: str) -> Any:
        """Ask until the check passes. A refusal appears at once, so that nothing else that was typed is lost."""
        while True:
            text = reader.line(asking)
            while text.endswith(GOES_ON):
                text = text.removesuffix(GOES_ON).rstrip() + "\n" + reader.line("…")
            if text.startswith(SLASH) and self.commands.get(text.lower()) not in commands:
                reader.note(self.language.say("ui.no_such_command"))
                continue
            try:
                return check(text)
            except Refused as refused:
                reader.note(self.said.refusal(refused))

    def words(self, reader: Reader, asking: str) -> Wording:
        """Words that were typed, told aloud, or left untold."""

        def check(text: str) -> Wording:
            command = self.commands.get(text.lower())
            if command is not None:
                return Wording(UNTOLD if command == SKIP else ALOUD)
            return Wording(WRITTEN, check_text(text))

        found: Wording = self.checked(reader, asking, check, SKIP, TELL_ALOUD)
        return found

    def own_words(self, reader: Reader) -> Wording:
        typed_as = {name: self.typed_as[name] for name in (SKIP, TELL_ALOUD)}
        return self.words(reader, self.language.say("ui.type_words", **typed_as))

    def name(self, reader: Reader, key: str, check: Callable[[str | None], Any] = lambda name: name) -> Any:
        """A short name; an empty line means none, if the check allows that."""
        return self.checked(reader, self.language.say(key), lambda text: check(check_name(text or None)))

    def pick(self, reader: Reader, question: str, labels: Sequence[str]) -> int:
        """One item of a numbered list."""
        reader.note(question)
        self.show(reader, labels)
        asking = self.language.say("ui.choose_range", **{"from": 1, "to": len(labels)})
        while (number := self.number(reader.line(asking), labels)) is None:
            reader.note(self.language.say("ui.not_a_choice"))
        return number

    def show(self, reader: Reader, labels: Sequence[str]) -> None:
        for number, label in enumerate(labels, start=1):
            reader.note(f"  {number:>2}  {label}")

    def number(self, text: str, labels: Sequence[object]) -> int | None:
        """The list position that was typed, counted from 1."""
        return int(text) - 1 if text.isdecimal() and 1 <= int(text) <= len(labels) else None

    # --- Passages ---------------------------------------------------------------------------

    def introduction(self, decision: Decision, view: Any, reader: Reader) -> Answer:
        data: Any = decision.data
        words = self.own_words(reader)
        named = data["named"] and words.form != UNTOLD
        if named and "names" in data:
            names = [name for names in data["names"].values() for name in names]
            reader.note(self.language.say("ui.names_to_choose", names=names))
        return {
            "kind": "introduce",
            "words": words.message(),
            "name": self.name(reader, "ui.type_name") if named else None,
        }

    def arrival(self, decision: Decision, view: Any, reader: Reader) -> Answer:
        return {"kind": "arrive", "words": self.own_words(reader).message()}

    def reply(self, decision: Decision, view: Any, reader: Reader) -> Answer:
        return {"kind": "reply", "words": self.own_words(reader).message()}

    def question(self, decision: Decision, view: Any, reader: Reader) -> Answer:
        """An empty line asks nothing."""
        asking = self.language.say("ui.type_question", aloud=self.typed_as[TELL_ALOUD])

        def check(text: str) -> Answer:
            command = self.commands.get(text.lower())
            if not text or command == SKIP:
                return PASS
            words = Wording(ALOUD) if command else Wording(WRITTEN, check_text(text))
            return {"kind": "ask", "words": words.message()}

        answer: Answer = self.checked(reader, asking, check, SKIP, TELL_ALOUD)
        return answer

    def scene(self, decision: Decision, view: Any, reader: Reader) -> Answer:
        """First the words, then what they leave open: the place, the Amans, an element for others to quote."""
        words = self.own_words(reader)
        if words.form == UNTOLD:
            return decision.options[0]
        data: Any = decision.data
        facts = data["facts"]
        place = self.place(reader, facts, words)
        allowed = facts["with_amans_allowed"]
        with_amans = allowed[0]
        if len(allowed) > 1:
            labels = [self.language.say("ui.with_amans" if one else "ui.without_amans") for one in allowed]
            with_amans = allowed[self.pick(reader, self.language.say("ui.with_amans_or_not"), labels)]
        return {
            "kind": "tell",
            "words": words.message(),
            "place": place,
            "with_amans": with_amans,
            "marks": self.marks(reader, words),
            "meets": self.met(view, words),
        }

    def place(self, reader: Reader, facts: Any, words: Wording) -> Json:
        """Where the scene leads, if it may lead anywhere (BC-16)."""
        if facts["place_rule"] == "must_not":
            return None
        if facts["places"]:
            reader.note(self.language.say("ui.places_named", places=facts["places"]))
        if facts["place_rule"] == "may":
            key = "ui.type_place_or_stay"
        else:
            key = "ui.type_place" if words.form == WRITTEN else "ui.type_place_or_elsewhere"

        def check(name: str | None) -> Json:
            if name is None and key == "ui.type_place":
                raise Illegal("refused.place_must_change", "BC-16")
            if name is None and key == "ui.type_place_or_stay":
                return None
            if name is not None and facts["place"] is not None and plain_form(name) == plain_form(facts["place"]):
                raise Illegal("refused.place_same", "BC-16")
            return {"name": name}

        found: Json = self.name(reader, key, check)
        return found

    def marks(self, reader: Reader, words: Wording) -> list[Json]:
        """At most one element for others to quote (BC-15)."""

        def check(text: str) -> str | None:
            if not text:
                return None
            mark: list[Json] = [{"text": text, "element": ELEMENTS[0], "deus": None}]
            return check_marks(words, mark)[0].text

        text: str | None = self.checked(reader, self.language.say("ui.type_mark"), check)
        return [] if text is None else [{"text": text, "element": self.element(reader), "deus": None}]

    def element(self, reader: Reader) -> str:
        labels = [self.language.name("element", element) for element in ELEMENTS]
        return ELEMENTS[self.pick(reader, self.language.say("ui.which_element"), labels)]

    def met(self, view: Any, words: Wording) -> list[Json]:
        """A character who is named in the scene takes part in it (BC-27)."""
        text = words.text or ""
        named = [seat["names"].get("who") for seat in view["seats"]]
        return [seat for seat, who in enumerate(named) if seat != view["seat"] and who and within(who, text)]

    # --- A lock -----------------------------------------------------------------------------

    def lock(self, decision: Decision, view: Any, reader: Reader) -> Answer:
        """Which card; then a quotation on offer, or words, whose they are and what they name (BC-15)."""
        data: Any = decision.data
        self.show(reader, [self.language.name("card", card) for card in data["cards"]])
        while (text := reader.line(self.language.say("ui.type_lock"))) and self.number(text, data["cards"]) is None:
            if text.lower() == self.typed_as[SKIP]:
                return NO_LOCK
            reader.note(self.language.say("ui.not_a_choice"))
        if not text:
            return NO_LOCK
        card = data["cards"][int(text) - 1]
        offered = [option for option in decision.options if option.get("card") == card]
        self.show(reader, [self.said.label(view, option) for option in offered])
        quote = self.checked(
            reader,
            self.language.say("ui.type_quote"),
            lambda text: self.number(text, offered) if text.isdecimal() else check_text(text, SHORT_BYTES_MOST),
        )
        if isinstance(quote, int):
            return offered[quote]
        if quote is None:
            reader.note(self.language.say("ui.not_a_choice"))
            return self.lock(decision, view, reader)
        seats = sorted({seat for option in offered if isinstance(seat := option["of"], int)})
        of = seats[self.pick(reader, self.language.say("ui.whose_story"), [self.said.names[seat] for seat in seats])]
        words = Wording(WRITTEN, quote).message()
        return {"kind": "lock", "card": card, "of": of, "element": self.element(reader), "words": words}

    # --- Commands ---------------------------------------------------------------------------

    def command(self, text: str, play: Play[Any], seat: Seat, reader: Reader) -> Play[Any] | None:
        """A veil, or a rewrite of one's last passage. Both can be asked for at any question (BC-23, BC-24)."""
        name, _, rest = text.partition(" ")
        command = self.commands.get(name.lower())
        if command not in (VEIL, EDIT):
            return None
        try:
            return self.veil(rest, play, reader) if command == VEIL else self.edit(rest, play, seat, reader)
        except Refused as refused:
            reader.note(self.said.refusal(refused))
            return play

    def veil(self, number: str, play: Play[Any], reader: Reader) -> Play[Any]:
        """Veil a passage. Asks for its number if none was given."""
        number = number.strip() or reader.line(self.language.say("ui.type_passage"))
        if not number:
            return play
        if not number.isdecimal():
            raise Illegal("refused.no_such_passage", "BC-23")
        veiled = replay(GAME, GAME.veil(play.record, int(number) - 1))
        reader.note(self.language.say("ui.veil_drawn"))
        return veiled

    def edit(self, text: str, play: Play[Any], seat: Seat, reader: Reader) -> Play[Any]:
        """Rewrite one's last passage of this turn."""
        own = [each.number for each in play.state.story if each.seat == seat and each.turn == play.state.turn]
        if not own:
            reader.note(self.language.say("ui.no_words_to_change"))
            return play
        words = Wording(WRITTEN, text) if text else self.words(reader, self.language.say("ui.type_new_words"))
        if words.form == UNTOLD:
            return play
        changed = replay(GAME, GAME.rewrite(play.record, seat, own[-1], words.message()))
        reader.note(self.language.say("ui.words_changed"))
        return changed
