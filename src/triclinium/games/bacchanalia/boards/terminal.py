"""Bacchanalia in a terminal: who holds which Deus, where everybody is, the cards of the turn, the last passages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from triclinium.core.decision import Answer, Decision, Json, Refused, Seat
from triclinium.core.game import View
from triclinium.core.play import Play
from triclinium.games.bacchanalia.boards.telling import Teller
from triclinium.games.bacchanalia.words.vocabulary import (
    ANSWERS,
    EVENTS,
    GUIDANCE,
    PROMPTS,
    REFUSALS,
    STORY,
    answer_data,
    answer_name,
    prompt_data,
)
from triclinium.terminal.board import Reader
from triclinium.words import Words

SIGNS = {
    "bacchus": ("❦", "magenta"),
    "pluto": ("☠", "bold red"),
    "accusator": ("☞", "red"),
    "minerva": ("◉", "cyan"),
    "venus": ("♥", "bold magenta"),
    "amans": ("♡", "bold magenta"),
    "satyrus": ("♪", "green"),
    "miles": ("†", "bold red"),
    "vinum": ("∪", "yellow"),
    "vinum_symbol": ("⊎", "yellow"),
    "parcae": ("✂", "bold white"),
}
"""Each card's sign and colour, so that colour is never the only mark."""
DRAWN_ANYWAY = frozenset({"umbra_drawn", "deck_mixed", "turn_ended", "lock_declined", "question_passed"})
SAID_BY_PROMPT = "guidance.answer_question"
PASSAGES_SHOWN = 4
LETTERS_SHOWN = 280
DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the text after them."""


def harmless(text: str) -> str:
    """Someone's words, safe to print: they cannot disturb the text around them.

    >>> harmless("wine\\u202eenim\\r\\nand song")
    'wineenim and song'
    """
    return " ".join(DIRECTIONS.sub("", text).split())


class BacchanaliaBoard:
    """The open cards, and the story so far."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = names
        self.teller = Teller(words, self)

    # --- Drawing ----------------------------------------------------------------------------

    def draw(self, view: View) -> RenderableType:
        seen: Any = view
        parts: list[RenderableType] = [self.seats(seen), self.middle(seen)]
        if seen["story"]:
            parts.append(self.passages(seen))
        return Group(*parts)

    def card(self, name: str, count: int = 1) -> Text:
        sign, style = SIGNS[name]
        times = f" ×{count}" if count > 1 else ""
        return Text(f"{sign} {self.words.name('card', name)}{times}", style=style)

    def cards(self, counts: Mapping[str, int]) -> Text:
        if not counts:
            return Text(self.words.say("nothing"), style="dim")
        return Text("  ").join(self.card(name, count) for name, count in counts.items())

    def seats(self, seen: Any) -> RenderableType:
        table = Table(box=box.SIMPLE_HEAD, expand=True)
        table.add_column("", ratio=3)
        table.add_column(self.words.say("ui.deus"), ratio=4)
        table.add_column(self.words.say("ui.whereabouts"), ratio=4)
        for number, seat in enumerate(seen["seats"]):
            deus = self.cards(seat["deus"])
            if seat["locked"]:
                locked = self.labelled(self.words.say("ui.locked"), self.card(seat["locked"]))
                deus = Text("\n").join([deus, locked])
            table.add_row(self.who(seen, number), deus, self.whereabouts(seat))
        return table

    def who(self, seen: Any, number: int) -> Text:
        seat = seen["seats"][number]
        text = Text("▶ " if number == seen["active"] else "  ", style="bold")
        text.append(self.names[number], style="bold")
        if number == seen["seat"]:
            text.append(f" ({self.words.say('ui.you')})")
        if "who" in seat["names"]:
            text.append(f"\n  {harmless(seat['names']['who'])}", style="italic")
        return text.append(f"\n  {self.words.say('ui.scenes', number=seat['scenes'])}", style="dim")

    def whereabouts(self, seat: Any) -> Text:
        """Where a character is, and with whom; or how the story ended."""
        if seat["outcome"]:
            return Text(self.words.name("outcome", seat["outcome"]), style="italic")
        if not seat["introduced"]:
            return Text("·", style="dim")
        place = harmless(seat["place"]) if seat["place"] else self.words.say("story.somewhere_else")
        lines = [place, self.words.say("ui.with_amans" if seat["with_amans"] else "ui.without_amans")]
        if seat["captured"]:
            lines.append(self.words.say("ui.captured"))
        return Text("\n".join(lines))

    def middle(self, seen: Any) -> RenderableType:
        lines = [self.labelled(self.words.say("ui.centre"), self.cards(seen["centre"]))]
        running = seen["running"]
        if running["drawn"] and seen["active"] is not None:
            drawn = [*running["drawn"], *([running["cut"]] if running["cut"] else [])]
            hand = Text("  ").join(self.card(name) for name in drawn)
            if running["ruling"]:
                hand.append(f"  ({self.story('ruling', ruling=running['ruling'])})", style="bold")
            lines.append(self.labelled(self.words.say("ui.lying_before", seat=self.names[seen["active"]]), hand))
        title = f"{self.parcae(seen)} · {self.words.say('ui.pile', number=sum(seen['pile'].values()))}"
        return Panel(Group(*lines), title=Text(title), title_align="left", box=box.ROUNDED)

    def parcae(self, seen: Any) -> str:
        if seen["table"]["length"] == "parcae":
            return self.words.say("ui.parcae_of", number=seen["parcae"], most=seen["table"]["appearances"])
        return self.words.say("ui.parcae", number=seen["parcae"])

    def passages(self, seen: Any) -> RenderableType:
        """The last passages, with the numbers used to veil them."""
        lines = [self.passage(each) for each in seen["story"][-PASSAGES_SHOWN:]]
        return Panel(Group(*lines), title=Text(self.words.say("ui.passages")), title_align="left", box=box.ROUNDED)

    def passage(self, passage: Any) -> Text:
        head = f"{passage['number'] + 1}  {self.names[passage['seat']]}, {self.words.name('part', passage['part'])}"
        if passage["form"] != "written":
            return self.labelled(head, Text(self.story(passage["form"]), style="dim italic"))
        words = harmless(passage["text"])
        return self.labelled(head, Text(words if len(words) <= LETTERS_SHOWN else words[:LETTERS_SHOWN] + "…"))

    def labelled(self, label: str, text: Text) -> Text:
        """A label and its text, with the colon that the language uses."""
        frame = self.words.say("ui.labelled", label=label, text="").rstrip(" ")
        return Text.assemble((f"{frame} ", "bold"), text)

    # --- Guidance ---------------------------------------------------------------------------

    def brief(self, decision: Decision) -> RenderableType:
        """What the cards did, what the scene is about, and what it must, may and must not do."""
        data: Any = decision.data
        guidance = data["guidance"]
        lines: list[Text] = []
        if guidance["cards"]:
            told = " ".join(self.guided(item) for item in guidance["cards"])
            lines.append(self.labelled(self.words.name("heading", "cards"), Text(told)))
        if guidance["entry"]:
            lines.append(
                self.labelled(self.words.name("heading", "entry"), Text(self.guided(guidance["entry"]), style="italic"))
            )
        for part in ("must", "may", "must_not"):
            items = [self.guided(item) for item in guidance[part] if item["key"] != SAID_BY_PROMPT]
            if items:
                lines.append(self.labelled(self.words.name("heading", part), Text()))
                lines += [Text(f"  – {item}") for item in items]
        return Group(*lines)

    def guided(self, item: Any) -> str:
        name = item["key"].removeprefix("guidance.")
        return self.words.tell("guidance", name, printable(item["arguments"]), GUIDANCE, self.names)

    # --- Words ------------------------------------------------------------------------------

    def story(self, name: str, **arguments: Json) -> str:
        return self.words.tell("story", name, arguments, STORY, self.names)

    def tell(self, event: dict[str, Json]) -> str:
        kind = str(event["kind"])
        if kind in DRAWN_ANYWAY:
            return ""
        data = {name: value for name, value in event.items() if name != "kind"}
        return self.words.tell("event", kind, printable(data), EVENTS, self.names)

    def prompt(self, decision: Decision) -> str:
        data = prompt_data(decision.kind, dict(decision.data or {}))
        return self.words.tell("prompt", decision.kind, data, PROMPTS, self.names)

    def label(self, view: View, answer: Answer) -> str:
        data = printable(answer_data(answer))
        return self.words.tell("answer", answer_name(answer), data, ANSWERS, self.names)

    def refusal(self, refused: Refused) -> str:
        name = refused.key.removeprefix("refused.")
        return self.words.tell("refused", name, refused.arguments, REFUSALS, self.names)

    # --- Typing -----------------------------------------------------------------------------

    def listed(self, decision: Decision) -> Sequence[Answer]:
        return decision.options

    def short_form(self, decision: Decision) -> str | None:
        return None

    def typed(self, text: str, decision: Decision) -> Answer | None:
        return None

    def compose(self, decision: Decision, view: View, reader: Reader) -> Answer | None:
        return self.teller.compose(decision, view, reader)

    def command(self, text: str, play: Play[Any], seat: Seat, reader: Reader) -> Play[Any] | None:
        return self.teller.command(text, play, seat, reader)

    def help(self) -> str:
        return self.teller.help()


def printable(data: Mapping[str, Json]) -> dict[str, Json]:
    """The arguments of a message, with everybody's words made safe to print."""
    return {name: harmless(value) if isinstance(value, str) else value for name, value in data.items()}


def board(words: Words, names: Sequence[str]) -> BacchanaliaBoard:
    return BacchanaliaBoard(words, names)
