"""`pip install triclinium[research]` is all a researcher needs: what the doors and examples import comes with it."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
OWN = {"triclinium", "ppo_banquet"}


def named(requirement):
    return re.match(r"[\w.-]+", requirement).group().lower().replace("_", "-")


def brought_along():
    """The packages of a plain installation, of the bots, of the lab, of the research extra and of its example."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for name in ("bots", "lab", "research", "sb3") for one in extras[name])]
    return {named(one) for one in wanted}


def sources():
    for folder in ("src/triclinium/adapters", "examples"):
        for path in sorted((ROOT / folder).glob("*.py")):
            yield path.read_text(encoding="utf-8")
    notebook = json.loads((ROOT / "examples/research.ipynb").read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])


def imported():
    """The packages that are imported from elsewhere."""
    names = set()
    for source in sources():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module.split(".")[0])
    return names - set(sys.stdlib_module_names) - OWN


def test_what_the_doors_and_examples_import_comes_with_the_extra():
    owners = packages_distributions()
    names = imported()
    assert {"pettingzoo", "gymnasium", "pyspiel", "jax", "numpy"} <= names
    for name in names & owners.keys():  # sb3-contrib is not installed for the tests
        assert {named(owner) for owner in owners[name]} & brought_along(), f"{name} does not come with research"


def test_rllib_can_be_installed_beside_us():
    """Ray asks for one version of Gymnasium; ours must allow it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (ours,) = (Requirement(one) for one in project["optional-dependencies"]["research"] if named(one) == "gymnasium")
    theirs = [Requirement(one) for one in requires("ray") if named(one) == "gymnasium"]
    versions = {one.specifier for one in theirs if one.marker and one.marker.evaluate({"extra": "rllib"})}
    assert versions
    for version in versions:
        assert str(version).removeprefix("==") in ours.specifier


def test_what_the_extra_names_is_pinned():
    pinned = {named(line) for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").split()}
    assert brought_along() - {"triclinium"} <= pinned
