"""Every HTTP route, declared once: for serving and for the description."""

from __future__ import annotations

from triclinium.book.story import FORMATS, PAPERS
from triclinium.table.protocol.history_replies import LogTold, Replay, ReviewTold, TaleTold
from triclinium.table.protocol.replies import (
    BriefTold,
    Done,
    Games,
    Invitation,
    LinkMade,
    Made,
    ModelsOffered,
    PassageTold,
    PushKey,
    TableList,
    Taken,
    Watching,
)
from triclinium.table.protocol.requests import (
    Branch,
    Link,
    ModelBrief,
    ModelPassage,
    NewLink,
    NewTable,
    ReadTale,
    Subscribe,
    TakenAlong,
    TakeSeat,
    Watch,
)
from triclinium.table.protocol.visitor_replies import Forgotten, Me, MeWhole
from triclinium.table.web.asks import JSON, Route
from triclinium.table.web.history_routes import (
    branch,
    export,
    read_log,
    read_names,
    read_replay,
    read_review,
    read_story,
    read_tale,
    rematch,
)
from triclinium.table.web.model_routes import model_brief, model_passage, models_offered
from triclinium.table.web.table_routes import (
    games_here,
    list_games,
    list_tables,
    make_link,
    make_table,
    push_key,
    read_invitation,
    subscribe,
    take_along,
    take_seat,
    void_links,
    watch,
)
from triclinium.table.web.visitor_routes import download_me, forget_me, forget_me_here, read_me
from triclinium.words import LANGUAGES

ALONG_BYTES = 1024 * 1024
"""A whole game may come along, words and all."""
AT_QUERY = ("at", "^[0-9]{1,6}$")
SEAT_QUERY = ("seat", "^[0-9]{1,2}$")
ROUTES = (
    Route("GET", "/api/games", list_games, gives=Games, document=games_here),
    Route("GET", "/api/tables", list_tables, gives=TableList),
    Route("POST", "/api/tables", make_table, NewTable, Made, makes_visitor=True),
    Route("POST", "/api/along", take_along, TakenAlong, Made, makes_visitor=True, body_bytes=ALONG_BYTES),
    Route("POST", "/api/tables/{table}/invitation", read_invitation, Link, Invitation),
    Route("POST", "/api/tables/{table}/seats", take_seat, TakeSeat, Taken, makes_visitor=True),
    Route("POST", "/api/tables/{table}/watch", watch, Watch, Watching, makes_visitor=True),
    Route("POST", "/api/tables/{table}/links", make_link, NewLink, LinkMade),
    Route("POST", "/api/tables/{table}/links/void", void_links, NewLink, Done),
    Route("GET", "/api/tables/{table}/log", read_log, gives=LogTold, query=(SEAT_QUERY,), heavy=True),
    Route("GET", "/api/tables/{table}/record", export, query=(SEAT_QUERY,), heavy=True),
    Route(
        "GET",
        "/api/tables/{table}/story",
        read_story,
        query=(
            ("format", f"^({'|'.join(FORMATS)})$"),
            ("language", f"^({'|'.join(LANGUAGES)})$"),
            ("margin", "^(yes|no)$"),
            ("paper", f"^({'|'.join(PAPERS)})$"),
        ),
        files=tuple(FORMATS.values()),
        heavy=True,
    ),
    Route("GET", "/api/tables/{table}/names", read_names, files=(JSON,), heavy=True),
    Route(
        "GET",
        "/api/tables/{table}/replay",
        read_replay,
        gives=Replay,
        query=(("eyes", "^(public|open|[0-9]{1,2})$"), ("at", "^[0-9]{1,6}$"), ("count", "^[0-9]{1,3}$")),
        heavy=True,
    ),
    Route("GET", "/api/tables/{table}/review", read_review, gives=ReviewTold, query=(SEAT_QUERY,)),
    Route("POST", "/api/tale", read_tale, ReadTale, TaleTold, heavy=True),
    Route("POST", "/api/tables/{table}/rematch", rematch, gives=Done),
    Route("POST", "/api/tables/{table}/branch", branch, Branch, Made),
    Route("GET", "/api/me", read_me, gives=Me, query=(AT_QUERY,), heavy=True),
    Route("GET", "/api/me/download", download_me, gives=MeWhole, query=(AT_QUERY,), heavy=True),
    Route("DELETE", "/api/me", forget_me, gives=Forgotten),
    Route("DELETE", "/api/tables/{table}/me", forget_me_here, gives=Forgotten),
    Route("GET", "/api/push", push_key, gives=PushKey),
    Route("POST", "/api/tables/{table}/notices", subscribe, Subscribe, Done),
    Route("GET", "/api/tables/{table}/model", models_offered, gives=ModelsOffered),
    Route("POST", "/api/tables/{table}/model/brief", model_brief, ModelBrief, BriefTold),
    Route("POST", "/api/tables/{table}/model/passage", model_passage, ModelPassage, PassageTold),
)
