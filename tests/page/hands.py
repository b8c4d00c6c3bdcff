"""Hands for the heads: a pointer that finds things by role and name, a keyboard that comes to them by Tab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from page.evening import next_change
from page.heads import Head, Step
from page.tree import Node, board_of, read

FOCUSED = """() => {
  const at = document.activeElement;
  const copy = at.cloneNode(true);
  copy.querySelectorAll("[aria-hidden=true]").forEach((hidden) => hidden.remove());
  const roles = { BUTTON: "button", A: "link", TEXTAREA: "textbox", SELECT: "combobox", SUMMARY: "summary" };
  const kinds = { radio: "radio", checkbox: "checkbox", range: "slider" };
  const plain = at.tagName === "INPUT" ? (kinds[at.type] ?? "textbox") : (roles[at.tagName] ?? "");
  const role = at.getAttribute("role") ?? plain;
  const name = at.getAttribute("aria-label") ?? (at.labels?.length ? at.labels[0].textContent : copy.textContent);
  return [role, name.replace(/\\s/g, "")];
}"""

STOPS = """() => document.querySelectorAll(
  "a[href], button, input, select, textarea, summary, [tabindex='0']").length"""

CLEAR_OF_BARS = "(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })"
"""A tap goes where the finger is, and on a phone bars lie over the upper and lower edge of the page."""

LOOKS = 8
IDLE_MOST = 500
"""How often a page is looked at again before a game that asks nothing counts as stuck."""
STEPS_MOST = 10_000


class Gone(Exception):
    """What was to be touched is no longer there: the question was answered or the page drawn anew."""


class Pointer:
    """Clicks, or taps where there is a finger; things are found by role and name alone."""

    def __init__(self, page: Any, finger: bool = False) -> None:
        self.page = page
        self.finger = finger

    def do(self, step: Step) -> None:
        found = board_of(self.page).get_by_role(step.node.role, name=step.node.name, exact=True).nth(step.node.twin)
        if step.text is not None:
            found.fill(step.text, timeout=3000)
        elif self.finger:
            found.evaluate(CLEAR_OF_BARS, timeout=3000)
            found.tap(timeout=3000)
        else:
            found.click(timeout=3000)


class Keyboard:
    """Presses keys only: Tab to come to a thing, arrows inside a group of choices, Enter or space to press it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.keys = page.keyboard
        self.pressed = 0

    def press(self, key: str) -> None:
        self.keys.press(key)
        self.pressed += 1

    def do(self, step: Step) -> None:
        if step.node.role == "radio":
            self.walk_to(step.node)
            return
        before = self.pressed
        try:
            self.tab_to(lambda role, name: (role, name) == (step.node.role, _bare(step.node.name)), step.node.twin)
        except AssertionError as astray:
            if step.node in read(self.page):
                raise AssertionError(f"{astray}: {step.node}") from None
            self.pressed = before  # they led to nothing that was still asked
            raise Gone from None
        if step.text is not None:
            self.keys.type(step.text)
        else:
            self.press("Enter" if step.node.role == "button" else "Space")

    def tab_to(self, wanted: Callable[[str, str], bool], twin: int = 0) -> None:
        """Go on by Tab until the wanted thing has the keyboard; twins are passed by. Tab goes round the page."""
        for _ in range(2 * self.page.evaluate(STOPS) + 20):
            if wanted(*self.page.evaluate(FOCUSED)):
                if twin == 0:
                    return
                twin -= 1
            self.press("Tab")
        raise AssertionError("Tab does not lead there")

    def walk_to(self, radio: Node) -> None:
        """Into a group of choices by Tab, to its first corner, and row by row to the wanted one."""
        if not self._at(radio):
            self.tab_to(lambda role, _: role == "radio")
        for key in (
            "ArrowUp",
            "ArrowUp",
            "ArrowLeft",
            "ArrowLeft",
            *["ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowDown"] * 2,
        ):
            if self._at(radio):
                self.press("Space")
                return
            self.press(key)
        raise AssertionError(f"the arrows do not lead to {radio.name}")

    def _at(self, node: Node) -> bool:
        return self.page.evaluate(FOCUSED) == [node.role, _bare(node.name)]


class Player:
    """A head and hands at one page."""

    def __init__(self, page: Any, hands: Pointer | Keyboard, head: Head | None = None) -> None:
        self.page = page
        self.hands = hands
        self.head = head or Head()
        self.steps = 0
        self.tree: list[Node] = []
        self.seen: list[Node] = []
        """What was looked at last: a look is the dearest thing here."""
        self.last: list[str] = []
        self.questions: set[str] = set()

    def go_on(self) -> bool:
        """Take one step if something is asked; a question may be gone before the hand is there."""
        tree = self.tree or read(self.page)
        self.tree, self.seen = [], tree
        step = self.head.next(tree)
        if step is None:
            return False
        self.questions.add(self.head.asked(tree) or "")
        try:
            self.hands.do(step)
        except (PlaywrightTimeout, Gone):
            return False
        self.steps += 1
        self.last = [*self.last[-9:], f"{step.node.role} {step.node.name!r} {step.text or ''}"]
        self._until_changed(tree)
        return True

    def over(self) -> bool:
        return self.head.over(self.seen)

    def _until_changed(self, before: list[Node]) -> None:
        """A step shows at once, or was lost."""
        for _ in range(LOOKS):
            self.tree = read(self.page)
            if self.tree != before:
                return
            next_change(self.page)


def play_to_the_end(*players: Player, most: int = STEPS_MOST) -> None:
    """Play for as long as something happens, or until each has taken so many steps."""
    idle = 0
    while idle < IDLE_MOST:
        if all(player.steps >= most for player in players):
            return
        if any(player.go_on() for player in players):
            idle = 0
            continue
        if all(player.over() for player in players):
            return
        idle += 1
        next_change(*(player.page for player in players))
    told = "\n\n".join("\n".join([*player.last, board_of(player.page).aria_snapshot()[:2500]]) for player in players)
    raise AssertionError(f"the game does not go on:\n{told}")


def _bare(name: str) -> str:
    return "".join(name.split())
