"""What we use of others is declared, bounded, and named in their documentation."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DOCUMENTED = {
    "h11": {"h11"},
    "uvloop": {"uvloop"},
    "websockets": {
        "websockets.datastructures.Headers",
        "websockets.http11.Request",
        "websockets.server.ServerProtocol",
    },
}
"""Under the server: what the documentation of each names, as far as we use it. uvicorn is not among them."""
SERVERS = {*DOCUMENTED, "uvicorn", "wsproto", "httptools", "granian", "picows"}


def imported(path: Path) -> Iterator[str]:
    """All that a file imports of others, as dotted names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def distribution(text: str) -> str:
    found = re.match(r"[\w.-]+", text)
    assert found is not None
    return found[0].lower().replace("_", "-")


def test_every_package_that_is_imported_is_declared() -> None:
    extras = [text for texts in PROJECT["optional-dependencies"].values() for text in texts]
    declared = {distribution(text) for text in (*PROJECT["dependencies"], *extras)}
    known = packages_distributions()
    for path in SOURCES:
        for name in imported(path):
            package = name.split(".")[0]
            if package in sys.stdlib_module_names or package == "triclinium" or package not in known:
                continue
            assert declared & {distribution(found) for found in known[package]}, f"{path.name} imports {package}"


def test_what_the_server_needs_is_declared_for_everybody_and_bounded() -> None:
    bounds = {distribution(text): text for text in PROJECT["dependencies"]}
    assert set(DOCUMENTED) <= set(bounds)
    for text in bounds.values():
        assert ">=" in text and "<" in text, text


@pytest.mark.parametrize("path", [path for path in SOURCES if "table" in path.parts], ids=lambda path: path.stem)
def test_no_insides_of_others_are_used(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert "type: ignore[attr-defined]" not in source
    for name in imported(path):
        first, *rest = name.split(".")
        if first == "triclinium":
            continue
        assert not any(part.startswith("_") for part in rest), name
        if first in SERVERS:
            assert name in DOCUMENTED.get(first, set()), name
    of_others = re.findall(r"\b(?:h11|uvloop|websockets|starlette|msgspec|apsw)\.(?:\w+\.)*_\w+", source)
    assert of_others == []


def test_whoever_can_wake_a_table_can_fold_every_row() -> None:
    """In a process of its own: here something else has imported everything."""
    program = (
        "from typing import get_args; from triclinium.table.log.rows import AnyRow;"
        "from triclinium.table.play.waking import wake; from triclinium.table.play.folding import FOLDS;"
        "print(wake.__name__, *(row.__name__ for row in get_args(AnyRow) if row not in FOLDS))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "wake\n"
