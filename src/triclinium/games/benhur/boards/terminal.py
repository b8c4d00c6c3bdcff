"""Ben Hur in a terminal: the circus in Braille dots, the ranking, the hands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from triclinium.core.decision import Answer, Decision, Json, Refused
from triclinium.core.game import View
from triclinium.games.benhur.rules.geometry import CORNERS, along_x, along_y, corner_x, corner_y
from triclinium.games.benhur.words.vocabulary import ANSWERS, EVENTS, PROMPTS, REFUSALS, answer_data, chariot_names
from triclinium.terminal.canvas import Canvas
from triclinium.words import Words

COLUMNS = 96
ROWS = 19
STYLES = {
    "ben_hur": "bold white",
    "messala": "bold red",
    "cleanthes": "bold blue",
    "byzantium": "bold yellow",
    "corinth": "bold green",
    "sidon": "bold magenta",
}
LETTERS = {"ben_hur": "B", "messala": "M", "cleanthes": "A", "byzantium": "Z", "corinth": "K", "sidon": "S"}
DRAWN_ANYWAY = frozenset({"chariot_moved", "chariot_set_down", "card_dealt", "card_drawn", "turn_began"})


class BenHurBoard:
    """The circus from above, and everything that lies open beside it."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = names
        self.drivers: dict[int, str] = {}
        self.number = len(names)  # of chariots; the events say how many there are
        self.hand: list[str] = []

    # --- Drawing ----------------------------------------------------------------------------

    def draw(self, view: View) -> RenderableType:
        seen: Any = view
        self.number = len(seen["chariots"])
        self.drivers = {n: chariot["driver"] for n, chariot in enumerate(seen["chariots"]) if chariot["driver"]}
        parts: list[RenderableType] = [self.circus(seen), self.ranking(seen)]
        if seen.get("you"):
            parts.append(self.hands(seen))
        return Group(*parts)

    def circus(self, seen: Any) -> RenderableType:
        track = seen["table"]["track"]
        half, outer = track["axis"] // 2, track["outer"]
        canvas = Canvas(COLUMNS, ROWS, (-half - outer - 200, -outer - 200), (half + outer + 200, outer + 200))
        for radius, style in ((outer, "dark_orange3"), (track["middle"], "grey70")):
            self.wall(canvas, half, radius, style)
        canvas.line(track["line"], -track["middle"], track["line"], -outer, "red")
        for chariot in seen["chariots"]:
            if chariot["status"] == "racing":
                self.chariot(canvas, chariot)
        return Panel(canvas.text(), title=Text(self.title(seen)), title_align="left", box=box.ROUNDED, expand=False)

    def wall(self, canvas: Canvas, half: int, radius: int, style: str) -> None:
        for side in (-1, 1):
            canvas.line(-half, side * radius, half, side * radius, style)
            for step in range(181):
                angle = side * (step / 180 - 0.5) * pi
                canvas.dot(side * (half + radius * cos(angle)), radius * sin(angle), style)

    def chariot(self, canvas: Canvas, chariot: Any) -> None:
        x, y, heading, driver = chariot["x"], chariot["y"], chariot["heading"], chariot["driver"]
        corners = [(x + corner_x(heading, n), y + corner_y(heading, n)) for n in range(CORNERS)]
        canvas.shape(corners, STYLES[driver])
        canvas.line(x, y, x + along_x(512, heading), y + along_y(512, heading), STYLES[driver])
        canvas.letter(x, y, LETTERS[driver], STYLES[driver] + " reverse")

    def title(self, seen: Any) -> str:
        parts = [self.words.say("ui.race_round", number=seen["round"])]
        if seen["table"]["format"] == "races":
            parts.insert(0, self.words.say("ui.race", race=seen["race"]))
        return " · ".join(parts)

    def ranking(self, seen: Any) -> RenderableType:
        table = Table(box=box.SIMPLE_HEAD, expand=True)
        for title in (self.words.say("ui.ranking"), "", self.words.say("ui.hand"), self.words.say("ui.laurels"), ""):
            table.add_column(title)
        order = [*seen["ranking"], *(n for n in range(len(seen["chariots"])) if n not in seen["ranking"])]
        called = self.chariots()
        for number in order:
            chariot = seen["chariots"][number]
            name = Text(f"{LETTERS.get(chariot['driver'], '?')} {called[number]}", STYLES.get(chariot["driver"], ""))
            if number == seen["actor"]:
                name = Text("▶ ").append_text(name)
            laurels = " ".join(self.words.say(f"laurel.{laurel}") for laurel in chariot["laurels"] if laurel)
            table.add_row(name, self.course(seen, chariot), self.backs(chariot), laurels, self.notes(chariot))
        return table

    def course(self, seen: Any, chariot: Any) -> str:
        if chariot["status"] not in ("racing", "waiting"):
            return self.words.name("status", chariot["status"])
        laps = 1 if seen["table"]["format"] == "races" else seen["table"]["length"]
        lap = self.words.say("ui.lap", lap=min(laps, max(0, chariot["lap"]) + 1), laps=laps)
        return f"{lap} · {chariot['progress'] % 1:.0%}"

    def backs(self, chariot: Any) -> str:
        """How many cards of each deck: the deck of a card is public (BH-15)."""
        hand = chariot["hand"]
        return f"{'▪' * hand['normal']}{'▫' * hand['risky']}"

    def notes(self, chariot: Any) -> str:
        notes = []
        if chariot["owes_turn"]:
            notes.append(self.words.say("ui.owes_turn"))
        if chariot["duty"]:
            notes.append(self.words.say("ui.duty", side=chariot["duty"]["side"]))
        if chariot["contact"]:
            called = self.chariots()
            notes.append(self.words.say("ui.contact", chariots=[called[other] for other in chariot["contact"]]))
        return ", ".join(notes)

    def hands(self, seen: Any) -> RenderableType:
        called = self.chariots()
        lines = []
        for number, hand in zip(seen["you"]["chariots"], seen["you"]["hands"], strict=True):
            cards = [card for card, count in hand.items() for _ in range(count)]
            if number == seen["chariot"] or len(seen["you"]["chariots"]) == 1:
                self.hand = list(hand)
            said = [self.words.name("card", card) for card in cards]
            lines.append(Text.assemble((called[number], "bold"), "  ", "  |  ".join(said)))
        title = Text(self.words.say("ui.your_hand"))
        return Panel(Group(*lines), title=title, title_align="left", border_style="magenta", box=box.ROUNDED)

    # --- Words ------------------------------------------------------------------------------

    def chariots(self) -> list[str]:
        """The present name of each chariot."""
        return chariot_names(self.words, [self.drivers.get(number) for number in range(self.number)], self.names)

    def say(self, group: str, name: str, data: dict[str, Any], schema: dict[str, dict[str, str]]) -> str:
        return self.words.tell(group, name, data, schema, self.names, {"chariot": self.chariots()})

    def tell(self, event: dict[str, Json]) -> str:
        kind = str(event["kind"])
        data = {name: value for name, value in event.items() if name != "kind"}
        if isinstance(named := event.get("chariot"), int):
            self.number = max(self.number, named + 1)
        line = "" if kind in DRAWN_ANYWAY else self.say("event", kind, data, EVENTS)
        if kind == "driver_drawn":
            number = event["chariot"]
            assert isinstance(number, int)
            self.drivers[number] = str(event["driver"])
        return line

    def prompt(self, decision: Decision) -> str:
        data: Any = decision.data
        return self.say("prompt", decision.kind, {"chariot": data["chariot"]}, PROMPTS)

    def label(self, view: View, answer: Answer) -> str:
        return self.say("answer", str(answer["kind"]), answer_data(answer), ANSWERS)

    def refusal(self, refused: Refused) -> str:
        return self.say("refused", refused.key.removeprefix("refused."), dict(refused.arguments), REFUSALS)

    # --- Typing -----------------------------------------------------------------------------

    def listed(self, decision: Decision) -> Sequence[Answer]:
        if decision.listed_all:
            return decision.options
        return [answer for answer in decision.options if answer["kind"] != "drive"]

    def short_form(self, decision: Decision) -> str | None:
        """Free steering is typed: a card and two angles."""
        return None if decision.listed_all else self.words.say("ui.type_angles")

    def typed(self, text: str, decision: Decision) -> Answer | None:
        """`2 12 -5`: the second card in hand, the ruler 12° to the left, the chariot 5° to the right."""
        numbers = re.fullmatch(r"(\d)\s+([-−+]?\d+)\s+([-−+]?\d+)", text)
        if numbers is None or not 1 <= int(numbers[1]) <= len(self.hand):
            return None
        a, b = (int(numbers[group].replace("−", "-")) for group in (2, 3))
        return {"kind": "drive", "card": self.hand[int(numbers[1]) - 1], "a": a, "b": b}


def board(words: Words, names: Sequence[str]) -> BenHurBoard:
    return BenHurBoard(words, names)
