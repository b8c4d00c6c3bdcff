"""What one change can touch: the test files that import a changed module, or stand beside it, and its own doctests.

    python tests/quick.py            # changed since the last commit, or by it if nothing has changed since
    python tests/quick.py --list     # only name them

`make quick` runs lint and types beside them. The whole suite is `make test`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
SLOW = {"page", "lab", "adapters", "laws", "compiled", "narrator", "proof_games", "bots", "workers"}
"""Folders and files of tests that take long: they run only when what they are named after has changed."""
NOTHING_TO_RUN = 5
"""What pytest says when no file had a test in it."""
MOST = 16
"""So many files in a minute. Of more, the nearest: what touches everything is for `make test`."""


def changed() -> set[Path]:
    """Files changed since the last commit; if there are none, by it."""
    found = _git("diff", "--name-only", "HEAD") | _git("ls-files", "--others", "--exclude-standard")
    return found or _git("diff", "--name-only", "HEAD~1", "HEAD")


def _git(*words: str) -> set[Path]:
    listed = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {ROOT / name for name in listed.splitlines()}


def imported(file: Path) -> set[str]:
    """Every module a file names in an import, and what it takes from it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def module_of(file: Path) -> str:
    """The name under which a file is imported."""
    base = ROOT / "src" if file.is_relative_to(ROOT / "src") else TESTS if file.is_relative_to(TESTS) else ROOT
    parts = file.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def touched(files: set[Path]) -> list[Path]:
    """The test files that a change concerns."""
    sources = {file for file in files if file.suffix == ".py" and file.exists()}
    names = {module_of(file) for file in sources}
    imports = {file: imported(file) for file in TESTS.rglob("*.py")}
    found = _tests_of(names, imports)
    while not found and (more := _users_of(names)):  # no test knows it by name: those of whoever uses it
        names |= more
        found = _tests_of(names, imports)
    found = {file for file in found if not slow(file) or any(slow(file) & words_of(one) for one in files)}
    found = set(sorted(found, key=lambda file: (-near(file, files), file.stat().st_size))[:MOST])
    found |= {file for file in sources if file.is_relative_to(ROOT / "src")}
    found |= {file for file in sources if file.name.startswith("test_")}
    if any(file.match("words/*.json") for file in files):
        found |= set((TESTS / "words").glob("test_*.py"))
    if any(file.is_relative_to(ROOT / folder) for file in files for folder in ("web", "src/triclinium/games")):
        found.add(TESTS / "docs/test_page_sources.py")
    return sorted(found)


def _tests_of(names: set[str], imports: dict[Path, set[str]]) -> set[Path]:
    """The test files that import one of these modules, or what tests share that does."""
    shared = {module_of(file) for file, uses in imports.items() if not file.name.startswith("test_") and uses & names}
    return {file for file, uses in imports.items() if file.name.startswith("test_") and uses & (names | shared)}


def _users_of(names: set[str]) -> set[str]:
    """The modules of the program that import one of these, without these."""
    return {module_of(file) for file in (ROOT / "src").rglob("*.py") if imported(file) & names} - names


def words_of(file: Path) -> set[str]:
    """The names in a path, from the root of the project."""
    return set(file.relative_to(ROOT).with_suffix("").parts)


def slow(file: Path) -> set[str]:
    """Which of the names of a test file are those of slow ones."""
    return SLOW & {file.parent.name, file.stem.removeprefix("test_")}


def near(file: Path, files: set[Path]) -> int:
    """How much of its path a test file has in common with what has changed."""
    own = {file.parent.name, file.stem.removeprefix("test_")}
    return max(len(own & words_of(one)) for one in files)


def main() -> int:
    """Run them, or name them."""
    files = [str(file.relative_to(ROOT)) for file in touched(changed())]
    if "--list" in sys.argv:
        print("\n".join(files))
        return 0
    if not files:
        print("no test is touched by this change")
        return 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-x", *files], cwd=ROOT, check=False
    ).returncode
    return 0 if done == NOTHING_TO_RUN else done


if __name__ == "__main__":
    sys.exit(main())
