"""Blocks whose games are tried ahead elsewhere, all at once: they are the games of their seed, whoever tries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from typer.testing import CliRunner

from triclinium.cli import app
from triclinium.core.compiled import compile_kernels, dtype_of
from triclinium.core.dice import sow
from triclinium.core.game import BadOptions
from triclinium.core.ledger import DECISIONS, LENGTH
from triclinium.games import game_named
from triclinium.games.banquet.brain import gpu as banquet_gpu
from triclinium.games.banquet.brain.lookahead import ROOT, STATES, try_answers
from triclinium.games.banquet.brain.rule_of_thumb import ROOM
from triclinium.games.banquet.rules.codes import OPTIONS_MOST
from triclinium.games.banquet.rules.state import State
from triclinium.games.banquet.study.ledger import DEALT, GUEST, START_PLACE
from triclinium.lab import gpu
from triclinium.lab.bulk import Lineup, play_block
from triclinium.lab.gpu import check_gpu, on_gpu, play_together
from triclinium.lab.grid import Grid, Variant
from triclinium.lab.runners import on_this_machine
from triclinium.lab.store import Study

TABLE = Lineup("banquet", 3, ("search:40", "thumb"))


class Core:
    """Tries ahead on a core what a graphics card would try."""

    def __init__(self) -> None:
        self._try = compile_kernels((try_answers,))[try_answers]
        self.batches: list[int] = []

    def try_all(self, batch: Any) -> Any:
        self.batches.append(len(batch))
        assert batch["until"].tolist() == numpy.cumsum(batch["count"] * batch["worlds"]).tolist()
        won = numpy.zeros((len(batch), OPTIONS_MOST), numpy.int64)
        states, out = numpy.zeros(STATES, dtype_of(State)), numpy.zeros(ROOM, numpy.int64)
        for asked, row in zip(batch, won, strict=True):
            states[ROOT] = asked["state"]
            dice = [0]
            sow(dice, int(asked["seed"]))
            numbers = int(asked["seat"]), asked["answers"], int(asked["count"]), int(asked["worlds"])
            belief = asked["guests"], asked["layings"]
            self._try(states, *numbers, *belief, numpy.array(dice), out, row)
        return won


def grid(bots: tuple[str, ...], games: int = 3) -> Grid:
    standard = Variant("standard", game_named("banquet").complete({}))
    return Grid("banquet", (3,), (bots,), (standard,), games, 5)


def test_games_played_together_have_the_luck_of_their_number() -> None:
    core = Core()
    together = play_together(TABLE, 5, 2, 3, core.try_all)
    alone = play_block(TABLE, 5, 2, 3, False)
    dealt = [[(row[DEALT], row[START_PLACE]) for row in seats] for seats in together.seats]
    assert dealt == [[(row[DEALT], row[START_PLACE]) for row in seats] for seats in alone.seats]
    assert (together.table, together.first, len(together.games)) == (TABLE, 2, 3)
    for game, seats in zip(together.games, together.seats, strict=True):
        assert game[DECISIONS] > game[LENGTH] >= 1
        assert len({row[GUEST] for row in seats}) == 3
    assert core.batches[0] == 3, "all games are asked for at once"


def test_a_block_played_together_is_the_same_in_parts() -> None:
    core = Core()
    whole = play_together(TABLE, 5, 0, 3, core.try_all)
    parts = [play_together(TABLE, 5, number, 1, core.try_all) for number in range(3)]
    assert [row for part in parts for row in part.games] == whole.games
    assert [row for part in parts for row in part.seats] == whole.seats


def test_a_search_takes_the_answer_that_won() -> None:
    tried: list[int] = []

    def last_wins(batch: Any) -> Any:
        won = numpy.zeros((len(batch), OPTIONS_MOST), numpy.int64)
        for asked, row in zip(batch, won, strict=True):
            last = max(range(int(asked["count"])), key=lambda place: int(asked["answers"][place]))
            row[last] = asked["worlds"]
            tried.append(int(asked["count"]))
        return won

    block = play_together(Lineup("banquet", 3, ("search:2000",)), 5, 0, 1, last_wins)
    assert tried[0] == 35
    assert len(tried) == block.games[0][DECISIONS], "one look is enough where one answer always wins"


def test_no_world_is_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "AT_ONCE", 70)
    worlds: dict[bytes, list[range]] = {}
    core = Core()

    def note_worlds(batch: Any) -> Any:
        for asked in batch:
            first = int(asked["seed"])
            worlds.setdefault(asked["state"].tobytes(), []).append(range(first, first + int(asked["worlds"]) * 64, 64))
        return core.try_all(batch)

    play_together(Lineup("banquet", 3, ("search:400",)), 5, 0, 1, note_worlds)
    assert any(len(tried) > 3 for tried in worlds.values())
    for tried in worlds.values():
        every = [seed for some in tried for seed in some]
        assert len(set(every)) == len(every)


def test_processes_keep_the_games_and_one_tries_for_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(banquet_gpu, "Gpu", Core)
    monkeypatch.setattr("triclinium.lab.grid.SLOW_BLOCK", 2)
    asked = grid(("search:20",))
    study = Study(tmp_path, asked, resume=False)
    for task, block in on_gpu(study.missing(), 2):
        assert block == play_together(task.table, task.seed, task.first, task.games, Core().try_all)
        study.keep(task, block)
    assert study.missing() == []
    assert study.read("games").num_rows == 3 and study.read("seats").num_rows == 9
    assert list(on_gpu([], 2)) == list(on_this_machine([], 2)) == []


@pytest.mark.parametrize("bots", [("thumb",), ("random", "thumb")])
def test_bots_that_do_not_search_have_no_use_for_a_card(bots: tuple[str, ...]) -> None:
    with pytest.raises(BadOptions, match="leave out --gpu"):
        check_gpu(list(grid(bots).tasks()))


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    asked = ["lab", "balance", "banquet", "--seats", "3", "--bots", "search:20", "--games", "1", "--gpu"]
    done = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "a")], env={"COLUMNS": "200"})
    assert done.exit_code == 2
    assert "triclinium[gpu]" in done.output or "no NVIDIA card" in done.output
    done = CliRunner().invoke(app, [*asked, "--ray", "local", "--out", str(tmp_path / "b")], env={"COLUMNS": "200"})
    assert done.exit_code == 2 and "leave out --ray or --gpu" in done.output
