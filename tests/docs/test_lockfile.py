"""What the page is built from is pinned, and by version alone: whoever builds it chooses where it comes from."""

from __future__ import annotations

import json
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_the_lock_file_names_versions_and_no_host() -> None:
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text, "npm install --omit-lockfile-registry-resolved, and no `funding`"
    locked = json.loads(text)["packages"]
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    for name, version in (wanted["dependencies"] | wanted["devDependencies"]).items():
        assert locked[f"node_modules/{name}"]["version"] == version
