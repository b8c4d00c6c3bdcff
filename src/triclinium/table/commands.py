"""The commands of the server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

app = typer.Typer()
console = Console()
USER_ERROR = 2


def default_data() -> Path:
    """Where tables are kept when nobody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "triclinium"


Data = Annotated[Path | None, typer.Option("--data", help="The folder in which the tables are kept.")]


def fail(message: str) -> NoReturn:
    """One clear line, and the exit code of a user's mistake."""
    Console(stderr=True).print(Text(f"triclinium: {message}", style="red"), soft_wrap=True)
    raise typer.Exit(USER_ERROR)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for everybody.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8060,
    data: Data = None,
    public_url: Annotated[str, typer.Option(help="Where people reach it: https://table.example.")] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS/NETWORK",
            help="A proxy before the server, which says who really asks (X-Forwarded-For); may be repeated. "
            "With --public-url, one on this machine is trusted already.",
        ),
    ] = None,
    processes: Annotated[int, typer.Option(min=1, max=64, help="Processes that share the tables.")] = 1,
    metrics_port: Annotated[
        int | None, typer.Option(help="Answer /metrics on this port, for this machine; further processes on the next.")
    ] = None,
    webhook_host: Annotated[list[str] | None, typer.Option(help="A host that webhooks may go to.")] = None,
    sockets_per_address: Annotated[int, typer.Option(min=1, help="Open sockets for one address.")] = 200,
    connections_per_address: Annotated[
        int, typer.Option(min=1, help="Open connections for one address, besides sockets.")
    ] = 200,
    requests_per_minute: Annotated[int, typer.Option(min=1, help="Requests of one address.")] = 240,
    warm: Annotated[bool, typer.Option(help="Prepare searching bots and hints at once, beside the table.")] = True,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Lay the table for friends in the browser."""
    from triclinium.outgoing import is_host_name
    from triclinium.table.config import Config, network_of
    from triclinium.table.gate import public_url_of
    from triclinium.table.serve import CannotServe
    from triclinium.table.serve import serve as run

    try:
        url = public_url_of(public_url) if public_url else ""
    except ValueError:
        fail(f"{public_url!r} is no public address; write scheme and host only, as https://table.example")
    proxies = []
    for text in trusted_proxy or ():
        try:
            proxies.append(network_of(text))
        except ValueError:
            fail(f"{text!r} is no proxy's address or network; write it as 10.0.0.7 or 10.0.0.0/8, and not everybody's")
    for name in webhook_host or ():
        if not is_host_name(name.lower()):
            fail(f"{name!r} is no host for webhooks; write its name only, as hooks.example")
    config = Config(
        data=data or default_data(),
        host=host,
        port=port,
        public_url=url,
        trusted_proxies=tuple(proxies),
        processes=processes,
        metrics_port=metrics_port,
        webhook_hosts=frozenset(name.lower() for name in webhook_host or ()),
        sockets_per_address=sockets_per_address,
        connections_per_address=connections_per_address,
        requests_per_minute=requests_per_minute,
        warm=warm,
    )
    try:
        run(config, lambda address: console.print(f"The table is laid at {address}"), open_browser=open_browser)
    except CannotServe as error:
        fail(str(error))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The new file to write.")],
    data: Data = None,
) -> None:
    """Copy all tables into one file, while the server runs."""
    from triclinium.table.store import StoreFailed
    from triclinium.table.store.sqlite import back_up

    try:
        back_up(data or default_data(), file)
    except StoreFailed as error:
        fail(str(error))
    console.print(f"All tables are in {file}")
