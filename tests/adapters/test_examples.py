"""The notebook runs from its first cell to its last, and the example that learns does learn something."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import nbformat
import numpy
import pytest
from nbclient import NotebookClient

from sizes import PROOF

EXAMPLES = Path(__file__).parents[2] / "examples"
FEWER = "import ppo_banquet; ppo_banquet.GAMES, ppo_banquet.STEPS, ppo_banquet.EPOCHS = 32, 40, 1"
"""Before the last cell: it learns from fewer games than a reader's does."""


EXPECTED = ("seat_0", "Caligula", "numbers in", "a random driver", "returns", "million decisions a second", "games won")
"""What the notebook prints."""


@pytest.fixture
def ppo_banquet(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import ppo_banquet

    yield ppo_banquet
    del sys.modules["ppo_banquet"]


@pytest.mark.long
def test_the_notebook_runs():
    notebook = nbformat.read(EXAMPLES / "research.ipynb", as_version=4)
    kept = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))
    for said in EXPECTED:
        assert said in kept, "kept with its outputs, for those who only read it"
    assert "ppo_banquet.Learner" in notebook.cells[-1].source
    if not PROOF:
        notebook.cells.insert(-1, nbformat.v4.new_code_cell(FEWER))
    done = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": EXAMPLES}}
    ).execute()
    printed = "".join(output.get("text", "") for cell in done.cells for output in cell.get("outputs", []))
    for said in EXPECTED:
        assert said in printed


def test_a_sample_is_what_was_played(ppo_banquet, monkeypatch):
    monkeypatch.setattr(ppo_banquet, "GAMES", 16)
    monkeypatch.setattr(ppo_banquet, "STEPS", 40)
    learner = ppo_banquet.Learner(seed=2)
    sample, won, played = learner.play()
    assert len(sample.action) == 16 * 40
    assert played > 0 and 0 <= won <= played
    assert (numpy.take_along_axis(sample.mask, sample.action[:, None], 1) == 1).all(), "only what the mask allows"
    before = ppo_banquet.loss_of(learner.network, sample)
    learner.learn(sample, numpy.random.default_rng(2))
    assert ppo_banquet.loss_of(learner.network, sample) < before


def test_advantages_count_back_from_the_reward(ppo_banquet):
    """Two games: one won at the second of three answers, one that goes on."""
    value = numpy.array([[0.5, 0.2], [0.25, 0.2], [0.0, 0.2]], numpy.float32)
    following = numpy.vstack((value[1:], [[0.75, 0.2]]))
    reward = numpy.array([[0, 0], [1, 0], [0, 0]], numpy.float32)
    done = numpy.array([[False, False], [True, False], [False, False]])
    found = ppo_banquet.advantages(value, following, reward, done)
    last, won = 0.75, 0.75
    assert found[:, 0] == pytest.approx([-0.25 + ppo_banquet.TRACE * won, won, last])
    assert found[:, 1] == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)


def test_the_page_tells_of_observations_as_they_are():
    """`python docs/make_fields.py` writes the tables."""
    path = EXAMPLES.parent / "docs" / "make_fields.py"
    spec = importlib.util.spec_from_file_location("make_fields", path)
    make_fields = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make_fields)
    page = make_fields.PAGE.read_text(encoding="utf-8")
    assert make_fields.with_tables(page) == page
