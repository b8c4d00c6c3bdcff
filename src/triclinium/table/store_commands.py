"""The commands for what a server has stored: upgrade it, move it, back it up, remove what is old."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from triclinium.table.commands import (
    Data,
    House,
    KeepFinished,
    KeepIdle,
    KeepUnbegun,
    console,
    default_data,
    fail,
    keeping_of,
)

app = typer.Typer()


@app.command()
def upgrade(
    data: Data = None,
    dry_run: Annotated[bool, typer.Option(help="Only say what would happen; works while a server runs.")] = False,
) -> None:
    """Say which tables this version continues and which it freezes; then upgrade them, after a backup."""
    from triclinium.table.store import StoreFailed
    from triclinium.table.upgrading import survey
    from triclinium.table.upgrading import upgrade as do

    try:
        if dry_run:
            found, copy = survey(data or default_data()), None
        else:
            found, copy = do(data or default_data())
    except StoreFailed as error:
        fail(str(error))
    for line in found.lines():
        console.print(Text(line), soft_wrap=True)
    console.print(Text("Nothing was written." if copy is None else f"The backup from before is {copy}"))


@app.command("migrate-store")
def migrate_store(
    old: Annotated[str, typer.Argument(help="Where the house is: a data folder, or postgresql://USER@HOST/DATABASE.")],
    new: Annotated[str, typer.Argument(help="Where it goes: the same, and empty.")],
    house: House = "",
) -> None:
    """Move a house between SQLite and PostgreSQL while no server runs, and compare every row."""
    from triclinium.table.moving import move
    from triclinium.table.store import StoreFailed

    try:
        with console.status("Moving tables") as status:
            moved = asyncio.run(move(old, new, house, lambda so_far: status.update(f"{so_far.tables} tables moved")))
    except StoreFailed as error:
        fail(str(error))
    console.print(Text(f"{moved.tables} tables with {moved.rows} rows are moved; every row was compared."))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The new file to write.")],
    data: Data = None,
) -> None:
    """Copy all tables into one file, while the server runs."""
    from triclinium.table.store import StoreFailed
    from triclinium.table.store.files import back_up

    try:
        back_up(data or default_data(), file)
    except StoreFailed as error:
        fail(str(error))
    console.print(f"All tables are in {file}")


@app.command()
def prune(
    data: Data = None,
    keep_finished: KeepFinished = "180d",
    keep_unbegun: KeepUnbegun = "7d",
    keep_idle: KeepIdle = "365d",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
    vacuum: Annotated[bool, typer.Option("--vacuum", help="Also return the freed space to the disk.")] = False,
) -> None:
    """Remove old tables while no server runs. A running server does this by itself."""
    from triclinium.table.ops.retention import prune as remove
    from triclinium.table.store import StoreFailed
    from triclinium.table.store.files import FILE
    from triclinium.table.store.sqlite import SqliteStore

    keeping = keeping_of(keep_finished, keep_unbegun, keep_idle)
    folder = data or default_data()
    if not (folder / FILE).exists():
        fail(f"{folder}: there are no tables")
    try:
        store = SqliteStore(folder, shared=dry_run)  # a dry run may look while a server runs
        try:
            removed = asyncio.run(remove(store, keeping, time.time_ns() // 1_000_000, dry_run=dry_run))
            if vacuum and not dry_run:
                store.file.vacuum()
        finally:
            asyncio.run(store.close())
    except StoreFailed as error:
        fail(f"{error}; it removes old tables by itself" if "in use" in str(error) else str(error))
    verb = "would be" if dry_run else "are"
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(removed.items())) or "none"
    console.print(f"{removed.total()} tables {verb} removed ({kinds})")
