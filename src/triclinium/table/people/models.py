"""Which language models may write for people: what an operator allows. Neither kind by default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Own: TypeAlias = Literal["off", "public", "home"]
OWN: dict[str, Own] = {"off": "off", "public": "public", "home": "home"}


@dataclass(frozen=True, slots=True)
class Models:
    """A model of the server, and models of people."""

    url: str = ""
    name: str = ""
    own: Own = "off"
    """Models of people: none, at public addresses over https, or also in the home network of the server."""
