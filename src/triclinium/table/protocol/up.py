"""What a viewer asks of the table over the socket, each message with a nonce. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from triclinium.table.protocol.values import (
    BOUNDARY_LETTERS,
    CHAT_LETTERS,
    Avatar,
    Data,
    DisplayName,
    Hex128,
    Hex256,
    Nonce,
    Number,
    SeatNumber,
    Sign,
)


class Up(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True, gc=False):
    """A message from a viewer. A repeated nonce is acknowledged again and does nothing."""

    nonce: Nonce


class Ready(Up, frozen=True, tag="ready"):
    """I am ready. This is my commitment to 128 bits of luck."""

    commitment: Hex256


class NotReady(Up, frozen=True, tag="not_ready"):
    """I am not ready after all."""


class Reveal(Up, frozen=True, tag="reveal"):
    """The 128 bits that I committed to."""

    value: Hex128


class Answer(Up, frozen=True, tag="answer"):
    """My answer to exactly this decision."""

    decision: Number
    answer: Data


class HintWanted(Up, frozen=True, tag="hint"):
    """How would a searching bot rate my options? The reply is `hints` or `refused`; nothing is stored."""

    decision: Number


class Undo(Up, frozen=True, tag="undo"):
    """Take back my last answer: alone if that harms nobody, otherwise by consent."""


class Propose(Up, frozen=True, tag="propose"):
    """Propose to the others: open an abandoned seat, or end the game unfinished."""

    what: Annotated[str, Meta(pattern="^(seat|end)$")]
    seat: SeatNumber | None = None


class Agree(Up, frozen=True, tag="agree"):
    """Yes or no to a proposal. A no to one's own proposal withdraws it."""

    proposal: Number
    yes: bool


class Pause(Up, frozen=True, tag="pause"):
    """Pause the table now. Nobody learns who asked, and it is not stored."""


class Veil(Up, frozen=True, tag="veil"):
    """Stop now, on every screen. Nobody learns who drew the veil, and it is not stored."""


class Lift(Up, frozen=True, tag="lift"):
    """I am ready to continue after a pause or veil. Everybody must be; after ten minutes any two are enough."""


class StandIn(Up, frozen=True, tag="stand_in"):
    """This bot may play for me while I am away. None: no bot may, and silence is my answer."""

    bot: Annotated[str, Meta(max_length=40)] | None


class CreditMe(Up, frozen=True, tag="credit_me"):
    """The book of the story may name me as a teller; or it may not, and the names kept so far lose mine."""

    on: bool


class ShareTale(Up, frozen=True, tag="share_tale"):
    """The finished story may be read by whoever has its link; or it may not, and the link is gone."""

    on: bool


class Boundary(Up, frozen=True, tag="boundary"):
    """A line or veil for everybody to respect. Nobody learns who asked, and it is not stored.

    `on: false` takes back what this browser added since the server started.
    """

    option: Annotated[str, Meta(max_length=40)]
    text: Annotated[str, Meta(min_length=1, max_length=BOUNDARY_LETTERS)]
    on: bool = True


class VeilPassage(Up, frozen=True, tag="veil_passage"):
    """Remove the words of a passage from the story for good. Nobody learns who asked, and it is not stored."""

    passage: Number


class Rewrite(Up, frozen=True, tag="rewrite"):
    """My own passage in other words, during its turn."""

    passage: Number
    words: Data


class Chat(Up, frozen=True, tag="chat"):
    """A line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LETTERS)]


class React(Up, frozen=True, tag="react"):
    """A quick reaction: a line of chat that is a picture."""

    sign: Sign


class CallMe(Up, frozen=True, tag="call_me"):
    """Before the game: my name and picture, anew."""

    name: DisplayName
    avatar: Avatar | None = None


class Reading(Up, frozen=True, tag="reading"):
    """In a lesson: I am reading, and the bots wait for at most two minutes; or they may go on. It is not stored."""

    on: bool


class Writing(Up, frozen=True, tag="writing"):
    """My pen moves over what I am asked for, or it rests. It rests by itself after some seconds. It is not stored."""

    on: bool


class Mute(Up, frozen=True, tag="mute"):
    """Hide, or show again, what this seat says in the chat."""

    seat: SeatNumber
    on: bool


class Hush(Up, frozen=True, tag="hush"):
    """The host mutes a seat for everybody, with a reason that the seat is told; or unmutes it."""

    seat: SeatNumber
    on: bool
    reason: Annotated[str, Meta(max_length=200)] = ""


class Plan(Up, frozen=True, tag="plan"):
    """The host gives a free seat to a bot, or opens a bot's seat."""

    seat: SeatNumber
    bot: Annotated[str, Meta(max_length=40)] | None


class Leave(Up, frozen=True, tag="leave"):
    """I leave for good. Before the game my seat is free again; during it a bot plays on, or the game ends for me."""


class Dismiss(Up, frozen=True, tag="dismiss"):
    """The host frees a seat before the game."""

    seat: SeatNumber


AnyUp: TypeAlias = (
    Ready
    | NotReady
    | Reveal
    | Answer
    | HintWanted
    | Undo
    | Propose
    | Agree
    | Pause
    | Veil
    | Lift
    | StandIn
    | CreditMe
    | ShareTale
    | Boundary
    | VeilPassage
    | Rewrite
    | Chat
    | React
    | CallMe
    | Reading
    | Writing
    | Mute
    | Hush
    | Plan
    | Leave
    | Dismiss
)

UP = msgspec.json.Decoder(AnyUp)
