"""Records of earlier rules versions stay as they are; today's rules replay them to the same end, or say why not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from typer.testing import CliRunner

from records.folders import of_today, records_of
from records.make_digests import REFUSED, digest_of, earlier, listed, name_of, verdict_on
from server.versions import COMPATIBLE, Change, raised, refuses, refuses_options, stumbles
from triclinium.cli import app
from triclinium.core.play import replay, verify
from triclinium.core.record import BadRecord, read
from triclinium.games import GAMES, game_named

LISTED = [(game, *line) for game in GAMES for line in listed(game)]
TODAY = {game: game_named(game).info.rules_version for game in GAMES}
SAMPLES = {game: min(of_today(game).glob("*.jsonl")) for game in GAMES}


def test_every_record_of_an_earlier_version_is_listed() -> None:
    """If this fails: python -m records.make_digests, in tests/"""
    for game in GAMES:
        assert {name_of(game, path) for path in earlier(game)} <= {name for _, name, _ in listed(game)}


def test_no_record_of_an_earlier_version_is_written_anew_or_lost() -> None:
    assert [name for game, digest, name, _ in LISTED if digest_of(records_of(game) / name) != digest] == []


@pytest.mark.parametrize(("game", "name", "verdict"), [(game, *line[1:]) for game, *line in LISTED], ids=str)
def test_what_todays_rules_make_of_an_earlier_record(game: str, name: str, verdict: str) -> None:
    """If a verdict has changed on purpose: python -m records.make_digests, in tests/"""
    found, line = verdict_on(records_of(game) / name)
    assert found == verdict
    if found == REFUSED:
        version = name.split("/", maxsplit=1)[0].removeprefix("rules-")
        assert line.startswith(
            f"this record follows rules version {version} of {game}; under version {TODAY[game]} it "
        )
        assert "\n" not in line


# --- A version that is raised for as long as a test runs -----------------------------------------


@pytest.mark.parametrize("change", COMPATIBLE, ids=lambda change: getattr(change, "__name__", "none"))
@pytest.mark.parametrize("game", GAMES)
def test_a_record_replays_and_verifies_under_rules_that_lead_to_the_same_end(
    game: str, change: Change | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = read(SAMPLES[game].read_text(encoding="utf-8"))
    raised(monkeypatch, game, change)
    assert verify(game_named(game), record) == []
    assert len(replay(game_named(game), record, 5).record.entries) == 5
    done = CliRunner().invoke(app, ["verify", str(SAMPLES[game])])
    assert done.exit_code == 0, done.output
    assert f"version {TODAY[game] + 1}" in " ".join(done.output.split())


@pytest.mark.parametrize("change", [refuses, stumbles, refuses_options], ids=lambda change: change.__name__)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_that_other_rules_refuse_is_told_so_in_one_line(
    command: str, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised(monkeypatch, "banquet", change)
    done = CliRunner().invoke(app, [command, str(SAMPLES["banquet"])], env={"COLUMNS": "300"})
    assert done.exit_code == 2
    told = done.output.strip()
    assert "\n" not in told
    assert (
        f"follows rules version {TODAY['banquet']} of banquet; under version {TODAY['banquet'] + 1} it cannot" in told
    )


def test_a_record_that_ends_otherwise_under_other_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    record = read(SAMPLES["banquet"].read_text(encoding="utf-8"))
    game = game_named("banquet")
    raised(monkeypatch, "banquet")
    result = game.result

    def other(state: object) -> object:
        found = result(state)
        return found and replace(found, winners=(*found.winners, 9))

    monkeypatch.setattr(game, "result", other)
    with pytest.raises(BadRecord, match="ends otherwise"):
        verify(game, record)
