"""What an operator starts from: the units, the proxy and the compose file are read by those who would run them."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from triclinium.cli import app

DEPLOY = Path(__file__).parents[2] / "deploy"


def options_of(command: str) -> set[str]:
    help_told = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
    return set(re.findall(r"--[a-z][a-z-]+", help_told))


def words_of_nodes() -> list[list[str]]:
    units = [path.read_text() for path in sorted((DEPLOY / "systemd").glob("*.service"))]
    found = [
        shlex.split(line.partition("triclinium serve")[2].rstrip("'"))
        for unit in units
        for line in unit.splitlines()
        if "ExecStart" in line
    ]
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    found += [service["command"][1:] for name, service in compose["services"].items() if name.startswith("node")]
    return found


def test_every_option_that_is_used_is_there() -> None:
    known = options_of("serve")
    used = words_of_nodes()
    assert len(used) == 4
    for words in used:
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


def test_the_compose_file_is_whole() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    for name, service in services.items():
        assert ("image" in service) != ("build" in service), name
        for needed in service.get("depends_on", ()):
            assert needed in services
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).exists()
    assert (DEPLOY / services["node1"]["build"]["dockerfile"].removeprefix("deploy/")).exists()
    nodes = re.findall(r"server (\w+):8060", (DEPLOY / "nginx.conf").read_text())
    assert nodes == [name for name in services if name.startswith("node")]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for path in (DEPLOY / "systemd").glob("*.service"):
        unit = path.read_text().replace("/opt/triclinium/bin/triclinium", "/bin/true")
        copy = tmp_path / path.name.replace("@", "@1")
        copy.write_text(unit)
        done = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, check=False)
        assert [line for line in done.stderr.splitlines() if path.stem in line] == []


@pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx here")
def test_nginx_takes_the_proxy(tmp_path: Path) -> None:
    site = re.sub(r"server node(\d):8060", r"server 127.0.0.1:806\1", (DEPLOY / "nginx.conf").read_text())
    (tmp_path / "site.conf").write_text(site)
    whole = f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{ include {tmp_path}/site.conf; }}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    done = subprocess.run(
        ["nginx", "-t", "-q", "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
