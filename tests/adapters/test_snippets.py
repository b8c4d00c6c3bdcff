"""The snippets of the documentation run as they stand, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


@pytest.mark.usefixtures("plain_unless_proof")
def test_the_snippets_of_the_page_run(capsys):
    snippets = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(snippets) >= 4
    world: dict[str, object] = {}
    for snippet in snippets:
        exec(compile(snippet, str(PAGE), "exec"), world)
    assert "solver" in world and capsys.readouterr().out
