"""Links: an invitation, a view, a shoulder, a seat. Whoever has the secret of a link may use it."""

from __future__ import annotations

import hashlib
import secrets

from triclinium.core.decision import Refused
from triclinium.table.log.rows import Linked, Unlinked
from triclinium.table.play.folding import folds
from triclinium.table.play.host import is_host
from triclinium.table.play.table import Table

INVITE, WATCH, SHOULDER, SEAT = "invite", "watch", "shoulder", "seat"
LINKS_MOST = 64


def fresh_secret() -> str:
    """256 random bits for a link or a seat key."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()[:32]


def make_link(table: Table, visitor: str, kind: str, seat: int | None) -> str:
    """A new link, if this visitor may make it; returns its secret, which is not stored."""
    if len(table.links) >= LINKS_MOST:
        raise Refused("refused.too_many_links")
    if kind in (INVITE, WATCH):
        if not is_host(table, visitor):
            raise Refused("refused.not_host")
        seat = None
    elif seat is None or not 0 <= seat < len(table.seats):
        raise Refused("refused.seat_unknown")
    elif seat not in table.seats_of(visitor) and not (
        kind == SEAT and table.seats[seat].opened and table.seats_of(visitor)
    ):
        raise Refused("refused.no_right")
    secret = fresh_secret()
    table.write(Linked(kind=kind, seat=seat, hash=hashed(secret)))
    return secret


def void_links(table: Table, visitor: str, kind: str, seat: int | None) -> None:
    """Void all links of a kind; nobody looks over a shoulder any longer."""
    allowed = is_host(table, visitor) if kind in (INVITE, WATCH) else seat in table.seats_of(visitor)
    if not allowed:
        raise Refused("refused.no_right")
    table.write(Unlinked(kind=kind, seat=None if kind in (INVITE, WATCH) else seat))


def linked(table: Table, secret: str, *kinds: str) -> tuple[str, int | None]:
    """The kind and seat of a link's secret."""
    found = table.links.get(hashed(secret))
    if found is None or found[0] not in kinds:
        raise Refused("refused.no_such_link")
    return found


@folds(Linked)
def _linked(table: Table, row: Linked) -> None:
    table.links[row.hash] = (row.kind, row.seat)


@folds(Unlinked)
def _unlinked(table: Table, row: Unlinked) -> None:
    table.links = {key: link for key, link in table.links.items() if link != (row.kind, row.seat)}
    if row.kind in (WATCH, SHOULDER):
        eyes = row.seat if row.kind == SHOULDER else None
        for visitor in list(table.watchers):
            table.watchers[visitor].discard(eyes)
            if not table.watchers[visitor]:
                del table.watchers[visitor]
        table.changed = True
