"""Bacchus' Banquet in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from triclinium.core.decision import Answer, Decision, Json, Refused
from triclinium.core.exact import among
from triclinium.core.game import View
from triclinium.games.banquet.rules.cards import BELT_MOST, GUEST_NAMES, KIND_NAMES, class_of
from triclinium.games.banquet.words.vocabulary import ANSWERS, EVENTS, PROMPTS, REFUSALS, answer_data
from triclinium.words import Words

CLASS = {name: class_of(number) for number, name in enumerate(KIND_NAMES)}
STYLES = {
    "dish": "yellow",
    "wine": "magenta",
    "poison": "bold green",
    "present": "cyan",
    "dagger": "bold red",
    "minus": "blue",
    "special": "bold white",
}
SIGNS = {"dish": "◆", "wine": "♥", "poison": "☠", "present": "✦", "dagger": "†", "minus": "−", "special": "★"}
DRAWN_ANYWAY = frozenset({"card_laid", "guest_dealt", "privilege_dealt", "card_applied"})


class BanquetBoard:
    """Draws the ring of seven cards, the belts, and what only this player knows."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        self.words = words
        self.names = names

    # --- Drawing ----------------------------------------------------------------------------

    def draw(self, view: View) -> RenderableType:
        seen: Any = view
        parts: list[RenderableType] = [self.seats(seen), self.ring(seen)]
        if seen.get("you"):
            parts.append(self.secret(seen))
        return Group(*parts)

    def card(self, name: str, values: dict[str, int]) -> Text:
        """A card with its sign, name and value, so that colour is never the only mark."""
        kind = CLASS[name]
        value = f" {values[name]:+d}" if name in values else ""
        return Text(f"{SIGNS[kind]} {self.words.name('card', name)}{value}", style=STYLES[kind])

    def ring(self, seen: Any) -> RenderableType:
        grid = Table.grid(padding=(0, 3))
        cells = []
        for slot, name in enumerate(seen["ring"]):
            text = Text(f"{slot + 1} ", style="bold")
            text.append_text(self.card(name, seen["table"]["values"]) if name else Text("·", style="dim"))
            cells.append(text)
        for row in (cells[:4], cells[4:]):
            grid.add_row(*row)
        title = f"{self.words.say('ui.ring')} · {self.words.say('ui.pile', number=sum(seen['pile'].values()))}"
        three = seen["three"]["cards"]
        parts: list[RenderableType] = [grid]
        if three:
            cards = Text(", ").join(self.card(name, seen["table"]["values"]) for name in three)
            parts.append(self.labelled(self.words.say("ui.face_down"), cards, "dim"))
        if seen["gift"]["holder"] is not None:
            parts.append(Text(self.words.say("ui.gift_lies_before", seat=self.names[seen["gift"]["holder"]])))
        if any(seat["guest"] == "caligula" for seat in seen["seats"]):
            parts.append(self.goal(seen, "caligula"))
        if seen["out"]:
            gone = Text(self.words.joined([self.words.name("guest", out["guest"]) for out in seen["out"]]))
            parts.append(self.labelled(self.words.say("ui.out_guests"), gone, "dim"))
        return Panel(Group(*parts), title=Text(title), title_align="left", box=box.ROUNDED)

    def seats(self, seen: Any) -> RenderableType:
        table = Table(box=box.SIMPLE_HEAD, expand=True, title=Text(self.words.say("ui.round", number=seen["round"])))
        table.add_column("", no_wrap=True)
        table.add_column(self.words.say("ui.belt"), no_wrap=True)
        table.add_column(self.words.say("ui.accepted"), ratio=1)
        for number, seat in enumerate(seen["seats"]):
            table.add_row(self.who(seen, number), self.belt(seat["belt"]), self.display(seen, seat))
        return table

    def who(self, seen: Any, number: int) -> Text:
        seat = seen["seats"][number]
        text = Text("▶ " if number == seen["active"] else "  ", style="bold")
        text.append(self.names[number], style="bold")
        if number == seen["seat"]:
            text.append(f" ({self.words.say('ui.you')})")
        if seat["guest"]:
            text.append(f"\n  {self.words.name('guest', seat['guest'])}", style="italic")
        if seat["privileges"]:
            text.append(f"\n  {self.words.say('ui.privileges', number=seat['privileges'])}", style="dim")
        return text

    def belt(self, filled: int) -> Text:
        style = "green" if filled <= 5 else "yellow" if filled <= 8 else "bold red"
        text = Text("━" * filled + "◉" + "─" * (BELT_MOST - filled), style=style)
        return text.append(f" {filled:>2}")

    def display(self, seen: Any, seat: Any) -> Text:
        text = Text()
        for name, count in seat["accepted"].items():
            text.append("  " if text else "")
            text.append_text(self.card(name, {}))
            text.append(f" ×{count}" if count > 1 else "")
        if seat["open_privileges"]:
            names = [self.words.name("privilege", name) for name in seat["open_privileges"]]
            text.append(("\n" if text else "") + self.words.joined(names), style="italic dim")
        return text

    def secret(self, seen: Any) -> RenderableType:
        you = seen["you"]
        if you["guest"] is None:
            return Text()
        lines = [
            self.labelled(self.words.say("ui.your_guest"), Text(self.words.name("guest", you["guest"]), "bold")),
            self.labelled(self.words.say("ui.your_goal"), Text(self.wish(seen, you["guest"]))),
            Text(self.so_far(seen["seats"][seen["seat"]]), "dim"),
        ]
        for name in you["privileges"]:
            text = Text(self.words.say(f"privilege.{name}.text"))
            lines.append(self.labelled(self.words.name("privilege", name), text, "bold"))
        for place, name in you["assigned"].items():
            if name:
                card = self.card(name, seen["table"]["values"])
                lines.append(self.labelled(self.words.name("place", place), card, "bold"))
        title = Text(self.words.say("ui.secret"))
        return Panel(Group(*lines), title=title, title_align="left", border_style="magenta", box=box.ROUNDED)

    def wish(self, seen: Any, guest: str) -> str:
        return self.words.say(f"guest.{guest}.goal", different_dishes=seen["table"]["different_dishes"])

    def goal(self, seen: Any, guest: str) -> Text:
        return self.labelled(self.words.name("guest", guest), Text(self.wish(seen, guest)), "italic")

    def reminder(self, view: View) -> RenderableType:
        """The goals of all guests, which a player needs in order to guess who is who."""
        return Group(*(self.goal(view, guest) for guest in GUEST_NAMES))

    def so_far(self, seat: Any) -> str:
        """What lies before this player, counted as the goals count it."""
        counts = {"ui.dishes": "dishes", "ui.wine_points": "wine", "ui.presents": "presents"}
        return self.words.joined([self.words.say(key, number=seat[name]) for key, name in counts.items()])

    def labelled(self, label: str, text: Text, style: str = "") -> Text:
        """A label and its text, with the colon that the language uses."""
        frame = self.words.say("ui.labelled", label=label, text="").rstrip(" ")
        return Text.assemble((f"{frame} ", style), text)

    # --- Words ------------------------------------------------------------------------------

    def tell(self, event: dict[str, Json]) -> str:
        kind = str(event["kind"])
        if kind in DRAWN_ANYWAY:
            return ""
        data = {name: value for name, value in event.items() if name != "kind"}
        return self.words.tell("event", kind, data, EVENTS, self.names)

    def prompt(self, decision: Decision) -> str:
        return self.words.tell("prompt", decision.kind, {}, PROMPTS, self.names)

    def label(self, view: View, answer: Answer) -> str:
        seen: Any = view
        cards = {slot: name for slot, name in enumerate(seen["ring"]) if name}
        cards |= dict(zip(seen["three"]["picked_from"], seen["three"]["cards"], strict=False))
        return self.words.tell("answer", str(answer["kind"]), answer_data(answer, cards), ANSWERS, self.names)

    def refusal(self, refused: Refused) -> str:
        name = refused.key.removeprefix("refused.")
        return self.words.tell("refused", name, refused.arguments, REFUSALS, self.names)

    # --- Typing -----------------------------------------------------------------------------

    def listed(self, decision: Decision) -> Sequence[Answer]:
        return () if decision.kind == "pick" else decision.options

    def short_form(self, decision: Decision) -> str | None:
        return self.words.say("ui.pick_by_number") if decision.kind == "pick" else None

    def typed(self, text: str, decision: Decision) -> Answer | None:
        """Three places of the ring, in any order: `1 4 6`."""
        numbers = text.replace(",", " ").split()
        if decision.kind != "pick" or not all(number.isdecimal() for number in numbers):
            return None
        slots: list[Json] = [slot - 1 for slot in sorted(int(number) for number in numbers)]
        answer: Answer = {"kind": "pick", "slots": slots}
        return answer if among(answer, decision.options) else None


def board(words: Words, names: Sequence[str]) -> BanquetBoard:
    return BanquetBoard(words, names)
