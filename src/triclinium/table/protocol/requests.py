"""The bodies of requests over HTTP."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from triclinium.table.protocol.messages import Avatar, ClockRule, Data, DisplayName, Hex256, SeatNumber
from triclinium.words import LANGUAGES

FILE_LETTERS = 16_384
Secret = Annotated[str, Meta(min_length=16, max_length=128, pattern="^[A-Za-z0-9_-]+$")]
BotName = Annotated[str, Meta(min_length=1, max_length=40)]
PushKeyName = Annotated[str, Meta(pattern="^(p256dh|auth)$")]
PushKeyValue = Annotated[str, Meta(max_length=200, pattern="^[A-Za-z0-9_=-]*$")]
OptionName = Annotated[str, Meta(min_length=1, max_length=40)]
FileText = Annotated[str, Meta(max_length=FILE_LETTERS)]
LanguageName = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of a request. Unknown fields are refused."""


class SeatWanted(Body, frozen=True):
    """A seat of a new table: for a bot, or free for a person."""

    bot: BotName | None = None


class NewTable(Body, frozen=True):
    """A table to make. The maker is its host, and sits down unless `sit` is false."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=16)]
    name: DisplayName
    avatar: Avatar | None = None
    options: Data = {}
    sit: bool = True
    clock: ClockRule = ClockRule()
    wait: Annotated[int, Meta(ge=5, le=604_800)] | None = 90
    """Seconds until an absent person's stand-in answers, or silence does; None for never."""
    undo: Annotated[str, Meta(pattern="^(free|consent|off)$")] = "free"
    window: Annotated[int, Meta(ge=0, le=60)] = 4
    """The least seconds that a sealed question stays open, so that nobody learns who thinks."""
    quick: bool = False
    """Whether bots answer at once."""
    hints: bool = True
    """Whether people may ask for hints."""
    language: LanguageName = "en"
    """The language in which bots tell stories. Each person reads the table in their own."""
    files: dict[OptionName, FileText] = {}
    """Options given as the text of a file: a deck, a track, lines and veils."""
    lesson: bool = False
    """Whether it is to learn at: for one person among bots, who wait while the person reads."""


class TakeSeat(Body, frozen=True):
    """Sit down, with the secret of an invitation or hand-over link."""

    secret: Secret
    name: DisplayName
    avatar: Avatar | None = None
    seat: SeatNumber | None = None


class Link(Body, frozen=True):
    """What is this link for? Asked before using it."""

    secret: Secret


class Watch(Body, frozen=True):
    """Watch, with the secret of a spectator link."""

    secret: Secret


class ReadTale(Body, frozen=True):
    """A shared story, by the key of its link."""

    key: Secret


class NewLink(Body, frozen=True):
    """A link to make: `invite` and `watch` by the host, `shoulder` and `seat` by the owner of the seat."""

    kind: Annotated[str, Meta(pattern="^(invite|watch|shoulder|seat)$")]
    seat: SeatNumber | None = None


class Subscribe(Body, frozen=True):
    """Where to notify a seat of its turn; without a target, stop notifying."""

    kind: Annotated[str, Meta(pattern="^(push|webhook)$")]
    language: LanguageName = "en"
    endpoint: Annotated[str, Meta(max_length=1000)] = ""
    keys: dict[PushKeyName, PushKeyValue] = {}
    url: Annotated[str, Meta(max_length=1000)] = ""


class Branch(Body, frozen=True):
    """Continue from a point of a finished game, in one seat, against bots."""

    at: Annotated[int, Meta(ge=0, le=100_000)]
    seat: SeatNumber
    name: DisplayName
    avatar: Avatar | None = None
    bot: BotName | None = None


class Played(Body, frozen=True):
    """An answer of a seat, or a draw of chance (-1)."""

    seat: Annotated[int, Meta(ge=-1, le=15)]
    answer: Data


class TakenAlong(Body, frozen=True):
    """A game of one person among bots, begun without a network: what was played so far."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    rules: Annotated[int, Meta(ge=0)]
    options: Data
    seats: Annotated[list[SeatWanted], Meta(min_length=1, max_length=16)]
    name: DisplayName
    entries: Annotated[list[Played], Meta(max_length=20_000)]
    avatar: Avatar | None = None
    language: LanguageName = "en"
    undo: Annotated[str, Meta(pattern="^(free|consent|off)$")] = "free"
    quick: bool = False


class OwnModel(Body, frozen=True):
    """A model of one's own. Its key is used for this request and stored nowhere."""

    url: Annotated[str, Meta(min_length=1, max_length=2048)]
    name: Annotated[str, Meta(max_length=200)] = ""
    key: Annotated[str, Meta(max_length=400, pattern="^[!-~]*$")] = ""

    def __repr__(self) -> str:
        return "OwnModel(...)"


class ModelBrief(Body, frozen=True, kw_only=True):
    """What would be sent to a model for the passage that I have to tell?"""

    decision: Annotated[int, Meta(ge=0)]
    language: LanguageName = "en"
    lines: bool = False
    """Whether lines and veils may be sent, too."""
    facts: Data = {}
    """Facts that I have chosen: `name`, or `place`, `with_amans` and `meets`."""
    model: OwnModel | None = None
    """My own model; without it, the server's."""


class ModelPassage(ModelBrief, frozen=True, kw_only=True):
    """Send it: the seal shows that I have seen it."""

    seal: Hex256
