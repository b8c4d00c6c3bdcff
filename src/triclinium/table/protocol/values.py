"""What messages and requests are made of: numbers, names and texts within their limits."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

FRAME_BYTES = 8 * 1024
STORY_BYTES = 32 * 1024
"""The limit for a frame with a free-text answer, where a game asks for one."""
CHAT_LETTERS = 500
NAME_LETTERS = 32
BOUNDARY_LETTERS = 100

Data: TypeAlias = dict[str, Any]
"""Plain JSON that the rules check: options, answers, events."""
Eyes: TypeAlias = "int | None"
"""Whose view: a seat's, or None for the public view."""
Nonce: TypeAlias = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Hex128: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Hex256: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
DisplayName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=NAME_LETTERS)]
Bust: TypeAlias = Literal["matron", "senator", "poet", "soldier", "dancer", "sage", "athlete", "augur"]
Colour: TypeAlias = Literal["wine", "terracotta", "saffron", "olive", "sea", "purple", "slate", "rose"]
Sign: TypeAlias = Literal["cheers", "bravo", "laugh", "weep", "gasp", "thumb"]
"""A quick reaction: a picture without words."""


class Avatar(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a person is drawn: one of a few busts, in one of a few colours."""

    bust: Bust
    colour: Colour


ENCODER = msgspec.json.Encoder()
