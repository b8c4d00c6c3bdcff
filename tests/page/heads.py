"""Players who know of the table only what a screen reader tells them: what to do next at each of the three games.

A head looks at the tree and names one step: which button to press, which field to fill. It takes as many steps as the
answer needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle

from page.evening import say
from page.tree import Node

GIVEN = ("Your answer is sealed", "Waiting for the others", "There is nothing for you to do here")


@dataclass(frozen=True)
class Step:
    """One thing to do: press a button, a box or a choice, or write into a field."""

    node: Node
    text: str | None = None


@dataclass
class Head:
    """A player of any of the games. What is written comes from `sentences`, in turn."""

    sentences: Iterator[str] = field(default_factory=lambda: cycle(["We ran."]))
    read_out: list[str] = field(default_factory=list)
    """The verdicts on placements that were read out before they were chosen."""
    written: int = 0

    def over(self, tree: list[Node]) -> bool:
        return any(node.role == "button" and node.name == say("page.rematch") for node in tree)

    def asked(self, tree: list[Node]) -> str | None:
        """The question, as its landmark is called; None where nothing is left to be answered."""
        if any(given in node.value for node in tree if node.role == "status" for given in GIVEN):
            return None
        questions = [
            node.within[-1].name
            for node in tree
            if node.role == "heading" and "level=2" in node.states and _named_so(node)
        ]
        return questions[0] if questions else None

    def next(self, tree: list[Node]) -> Step | None:
        question = self.asked(tree)
        if question is None:
            return None
        own = [node for node in tree if node.lies_in("region", question)]
        ring = [node for node in tree if node.role == "button" and node.lies_in("group", "Open cards")]
        if ring:
            return self._lay(ring, own)
        return self._race(tree) or self._desk(tree, own) or self._first(own)

    def _lay(self, ring: list[Node], own: list[Node]) -> Step | None:
        """Three cards of the ring, one after another onto the plates; the third lays them down."""
        if sum(node.on for node in ring) == 3:
            return next((Step(node) for node in own if node.name == say("page.confirm")), None)
        return Step(next(node for node in ring if not node.on))

    def _race(self, tree: list[Node]) -> Step | None:
        """Clear placements before collisions, collisions before walls; of these the one that keeps to the course."""
        ways = [node for node in tree if node.role == "radio" and node.lies_in("radiogroup", "Choose a placement")]
        cards = [node for node in tree if node.role == "button" and node.lies_in("region", "Your hand")]
        drive = [
            node for node in tree if node.name.startswith(("Drive", "Ram", "Into the wall")) and node.role == "button"
        ]
        if drive:
            return Step(drive[0])
        best = max(cards, key=lambda node: _clear(node.name), default=None)
        if best and _clear(best.name) and not best.on:
            return Step(best)
        open_ways = [node for node in ways if node.open]
        clear = [node for node in open_ways if node.name.endswith(": clear")]
        if not open_ways or (not clear and _accidents(cards)):
            return self._without_a_way(tree, cards)
        bend = _wished_bend(next(node.value for node in tree if "wall" in node.value and "away" in node.value))
        chosen = min(clear or open_ways, key=lambda node: (": into" in node.name, abs(_bend(node.name) - bend)))
        self.read_out.append(chosen.name)
        return Step(chosen)

    def _without_a_way(self, tree: list[Node], cards: list[Node]) -> Step | None:
        """Nothing can be driven: an accident, the reins, or a look at another card."""
        if not cards:
            return None
        named = [node for node in tree if node.role == "button" and node.name.startswith(("Play ", "Rein in"))]
        return Step(named[0]) if named else Step(next(node for node in _accidents(cards) or cards if not node.on))

    def _desk(self, tree: list[Node], own: list[Node]) -> Step | None:
        """Write wherever something is to be written, quote where something can be quoted."""
        fields = [node for node in own if node.role == "textbox" and node.name in ("Your words", "Name of the place")]
        for paper in fields:
            if not paper.value:
                return Step(paper, self._words(paper))
        if fields:
            return Step(next(node for node in own if node.role == "button" and node.open and not node.lies_in("group")))
        return self._quotation(own, any(node.role == "alert" for node in tree))

    def _words(self, paper: Node) -> str:
        """Something new for every field: nobody moves to the place where he is already (BC-16)."""
        self.written += 1
        words = next(self.sentences)
        return words if paper.name == "Your words" else f"{words} {self.written}"

    def _quotation(self, own: list[Node], refused: bool) -> Step | None:
        cards = [node for node in own if node.role == "button" and node.lies_in("group", "Which card do you keep?")]
        hung = [
            node for node in own if node.role == "button" and node.open and node.lies_in("group", "What do you quote?")
        ]
        if not cards:
            return None
        if not hung or refused:
            return Step(next(node for node in own if node.name == "Lock no card"))
        for choice in (cards, hung):
            if not any(node.on for node in choice):
                return Step(choice[0])
        return Step(next(node for node in own if node.role == "button" and node.name.startswith("Lock ")))

    def _first(self, own: list[Node]) -> Step | None:
        """The first answer offered; whoever may pass does so for as long as possible."""
        buttons = [node for node in own if node.role == "button" and node.open]
        passing = [node for node in buttons if node.name == "Pass for the whole round"]
        return next((Step(node) for node in passing or buttons), None)


def _named_so(heading: Node) -> bool:
    """Whether a heading names the landmark it stands in, itself on the board: so does the heading of a question."""
    return len(heading.within) == 2 and heading.within[-1].role == "region" and heading.within[-1].name == heading.name


def _bend(way: str) -> int:
    """How far a placement turns: half of it by the ruler, half by the chariot; plus is left."""
    return 30 * (way.count("left") - way.count("right"))


def _wished_bend(stands: str) -> int:
    """How far to turn from where the chariot is told to stand: along the course, round the turn, off the walls."""
    inside, outside = (float(found) for found in re.findall(r"wall ([\d.]+) length", stands))
    heading = re.search(r"heading (\d+)° (in|out)wards", stands)
    off = int(heading[1]) * (1 if heading[2] == "in" else -1) if heading else 0
    ahead = re.search(r"([\d.]+) lengths? to the turn", stands)
    turning = 45 if ahead is None or float(ahead[1]) < 2 else 0
    return turning - off + (20 if outside < inside else -20 if inside < 0.5 else 0)


def _accidents(cards: list[Node]) -> list[Node]:
    return [node for node in cards if node.name.startswith("accident")]


def _clear(card: str) -> int:
    """How many placements of a card are clear, as its name tells."""
    told = re.search(r"clear: (\d+)", card)
    return int(told[1]) if told else 0
