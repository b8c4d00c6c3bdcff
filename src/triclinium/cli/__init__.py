"""The command line."""

from __future__ import annotations

import sys

import typer

from triclinium.cli import paper, playing, records, trials
from triclinium.lab.commands import app as lab_commands
from triclinium.table import commands, store_commands

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="Three Roman games at one table."
)
for group in (commands.app, store_commands.app, playing.app, trials.app, records.app, paper.app):
    app.add_typer(group)
app.add_typer(lab_commands, name="lab")


def main() -> None:
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
