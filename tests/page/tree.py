"""What a screen reader is told of a page: roles, names, states and values, and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

LINE = re.compile(
    r'^(?P<role>[a-z]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]*\])*)(?::(?: (?P<value>.*))?)?$'
)

BOARDS = re.compile("^(Bacchus’ Banquet|Ben Hur|Bacchanalia)$")


@dataclass(frozen=True)
class Node:
    """One thing a screen reader can come to, and the groups and landmarks it lies in, the outermost first."""

    role: str
    name: str
    states: frozenset[str]
    value: str
    within: tuple[Node, ...]
    twin: int
    """How many of the same role and name come before it."""

    @property
    def open(self) -> bool:
        return "disabled" not in self.states

    @property
    def on(self) -> bool:
        return bool({"pressed", "checked"} & self.states)

    def lies_in(self, role: str, name: str = "") -> bool:
        return any(outer.role == role and name in outer.name for outer in self.within)


def board_of(page: Any) -> Any:
    """The landmark of the board, which bears the name of its game."""
    return page.get_by_role("region", name=BOARDS).first


def read(page: Any) -> list[Node]:
    """Everything on the board, in reading order."""
    board = board_of(page)
    return parse(board.aria_snapshot()) if board.count() else []


def parse(snapshot: str) -> list[Node]:
    nodes: list[Node] = []
    above: list[tuple[int, Node]] = []
    seen: dict[tuple[str, str], int] = {}
    for line in snapshot.splitlines():
        depth = len(line) - len(line.lstrip())
        found = LINE.match(_plain(line.strip()[2:]))
        above = [(other, node) for other, node in above if other < depth]
        if found is None:
            continue
        name = json.loads(f'"{found["name"]}"') if found["name"] else ""
        states = frozenset(re.findall(r"\[([^\]]*)\]", found["states"]))
        twin = seen.setdefault((found["role"], name), 0)
        seen[found["role"], name] += 1
        within = tuple(node for _, node in above)
        if within and within[-1].role == "textbox":
            nodes[-1] = replace(nodes[-1], value=found["value"] or "")  # what is written stands below its field
            continue
        node = Node(found["role"], name, states, (found["value"] or "").strip('"'), within, twin)
        nodes.append(node)
        above.append((depth, node))
    return nodes


def _plain(line: str) -> str:
    """A line whose key had to be quoted, without its quotes."""
    quoted = re.match(r"^'((?:[^']|'')*)'(.*)$", line)
    return quoted[1].replace("''", "'") + quoted[2] if quoted else line
