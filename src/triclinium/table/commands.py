"""The commands that run a server, and what the commands for its store share with them (`store_commands`)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from triclinium.core.player import MODEL_KEY

if TYPE_CHECKING:
    from triclinium.table.ops.retention import Keeping
    from triclinium.table.people.models import Models

app = typer.Typer()
console = Console()
USER_ERROR = 2


def default_data() -> Path:
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "triclinium"


Data = Annotated[Path | None, typer.Option("--data", help="The folder for all data.")]
House = Annotated[
    str, typer.Option(metavar="NAME", help="Which house it is, if several share one PostgreSQL database.")
]
KeepFinished = Annotated[
    str, typer.Option(metavar="TIME", help="When to remove finished tables: 180d, 12h, 2w or never.")
]
KeepUnbegun = Annotated[str, typer.Option(metavar="TIME", help="When to remove tables where no game began.")]
KeepIdle = Annotated[str, typer.Option(metavar="TIME", help="When to remove tables that nobody continues.")]


def fail(message: str) -> NoReturn:
    """Print one line and exit with the code for a user's mistake."""
    Console(stderr=True).print(Text(f"triclinium: {message}", style="red"), soft_wrap=True)
    raise typer.Exit(USER_ERROR)


def keeping_of(finished: str, unbegun: str, idle: str) -> Keeping:
    from triclinium.table.ops.retention import Keeping, duration_of

    times = []
    for text in (finished, unbegun, idle):
        try:
            times.append(duration_of(text))
        except ValueError:
            fail(f"{text!r} is not a time; write it as 180d, 12h, 2w or never")
    return Keeping(*times)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8060,
    data: Data = None,
    store: Annotated[
        str,
        typer.Option(
            envvar="TRICLINIUM_STORE",
            metavar="URL",
            help="Keep all tables in this PostgreSQL database, as postgresql://USER@HOST/DATABASE, for several nodes.",
        ),
    ] = "",
    bus: Annotated[
        str,
        typer.Option(
            envvar="TRICLINIUM_BUS",
            metavar="URL",
            help="A Redis over which the nodes tell each other what is new, as redis://HOST.",
        ),
    ] = "",
    house: House = "",
    public_url: Annotated[str, typer.Option(help="The address that people type, as https://table.example.")] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS/NETWORK",
            help="A proxy in front of the server, whose X-Forwarded-For is believed; may be repeated. "
            "With --public-url, a proxy on this machine is trusted anyway.",
        ),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(help="Serve /metrics on this port, to this machine only; one port for each process."),
    ] = None,
    webhook_host: Annotated[list[str] | None, typer.Option(help="A host for webhooks; may be repeated.")] = None,
    narrator_url: Annotated[
        str,
        typer.Option(
            help="Let a language model at this OpenAI-compatible address write passages for people who ask. "
            f"Its key, if it needs one, is in {MODEL_KEY}."
        ),
    ] = "",
    narrator_model: Annotated[str, typer.Option(help="The name of that model.")] = "",
    own_models: Annotated[
        str,
        typer.Option(
            metavar="off|public|home",
            help="Language models of people themselves: none, at public addresses, or also in this home network.",
        ),
    ] = "off",
    sockets_per_address: Annotated[int, typer.Option(min=1, help="Open sockets of one address.")] = 200,
    connections_per_address: Annotated[
        int, typer.Option(min=1, help="Open connections of one address, besides sockets.")
    ] = 200,
    requests_per_minute: Annotated[int, typer.Option(min=1, help="Requests from one address.")] = 240,
    tables_per_visitor: Annotated[int, typer.Option(min=1, help="New tables of one visitor in a day.")] = 60,
    open_tables_per_visitor: Annotated[int, typer.Option(min=1, help="Unfinished tables of one visitor.")] = 100,
    tables_per_address: Annotated[int, typer.Option(min=1, help="New tables from one address in a day.")] = 300,
    megabytes_per_address: Annotated[int, typer.Option(min=1, help="Data stored for one address in a day.")] = 64,
    keep_finished: KeepFinished = "180d",
    keep_unbegun: KeepUnbegun = "7d",
    keep_idle: KeepIdle = "365d",
    warm: Annotated[bool, typer.Option(help="Compile searching bots and hints at the start.")] = True,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Start the server, for friends in the browser."""
    from triclinium.outgoing import is_host_name
    from triclinium.table.config import Config, network_of
    from triclinium.table.people.limits import Most
    from triclinium.table.serve import CannotServe
    from triclinium.table.serve import serve as run
    from triclinium.table.web.admission import public_url_of

    try:
        url = public_url_of(public_url) if public_url else ""
    except ValueError:
        fail(f"{public_url!r} is not a public address; write only scheme and host, as https://table.example")
    proxies = []
    for text in trusted_proxy or ():
        try:
            proxies.append(network_of(text))
        except ValueError:
            fail(f"{text!r} is not a proxy's address or network; write it as 10.0.0.7 or 10.0.0.0/8, and not 0.0.0.0/0")
    for name in webhook_host or ():
        if not is_host_name(name.lower()):
            fail(f"{name!r} is not a host for webhooks; write only its name, as hooks.example")
    config = Config(
        data=data or default_data(),
        store=store,
        bus=bus,
        house=house,
        models=_models(narrator_url, narrator_model, own_models),
        host=host,
        port=port,
        public_url=url,
        trusted_proxies=tuple(proxies),
        metrics_port=metrics_port,
        webhook_hosts=frozenset(name.lower() for name in webhook_host or ()),
        sockets_per_address=sockets_per_address,
        connections_per_address=connections_per_address,
        requests_per_minute=requests_per_minute,
        most=Most(
            open_tables=open_tables_per_visitor,
            visitor_tables=tables_per_visitor,
            address_tables=tables_per_address,
            address_bytes=megabytes_per_address * 1024 * 1024,
        ),
        keeping=keeping_of(keep_finished, keep_unbegun, keep_idle),
        warm=warm,
    )
    try:
        run(config, lambda address: console.print(f"The table is laid at {address}"), open_browser=open_browser)
    except CannotServe as error:
        fail(str(error))


def _models(url: str, name: str, own: str) -> Models:
    """The language models that an operator allows."""
    from triclinium.core.decision import Refused
    from triclinium.core.player import ModelAt
    from triclinium.table.live.writing import origin_of
    from triclinium.table.people.models import OWN, Models

    if own not in OWN:
        fail(f"{own!r} says nothing about people's own models; write {', '.join(OWN)}")
    try:
        if url:
            origin_of(ModelAt(url, reach="home"))
    except Refused:
        fail("no narrator can be asked at that address; write a scheme and a host, as http://localhost:8080/v1")
    return Models(url, name, OWN[own])


@app.command()
def think(
    bus: Annotated[
        str, typer.Option(envvar="TRICLINIUM_BUS", metavar="URL", help="The Redis of the nodes, as redis://HOST.")
    ],
    house: House = "",
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="How many bots think at once; else one less than there are cores."),
    ] = None,
) -> None:
    """Let searching bots of all nodes think on this machine. Start it on as many machines as you want."""
    from triclinium.table.bus import BusFailed
    from triclinium.table.think import run

    cores = max(1, (os.cpu_count() or 2) - 1)
    try:
        run(bus, house, workers or cores, lambda count: console.print(f"{count} bots may think at once"))
    except BusFailed as error:
        fail(str(error))
