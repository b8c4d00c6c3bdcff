"""The nets that learn: a mind that sees what its seat sees, and a judge that sees everything.

The mind answers and believes. The judge only serves learning and search: it says how likely a seat wins from a whole
state, if everybody plays on as the mind does, or by rule of thumb where it is told so. `weights` writes both for use
without PyTorch.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from triclinium.games.banquet.brain.features import FEATURES, JUDGED, SECRETS
from triclinium.games.banquet.rules.cards import GUESTS, KINDS, RING, SEATS_MOST
from triclinium.games.banquet.rules.codes import ASSIGNMENTS, CODES, LEAVE_GIFT

PLACES = 3
LAYING = PLACES * KINDS
REST = CODES - LEAVE_GIFT
OTHERS = SEATS_MOST - 1
NEVER = -1e4


class Answers(NamedTuple):
    """What the mind says: the logits of all answers, of the others' guests, and of kinds at places."""

    codes: Tensor
    guests: Tensor
    lying: Tensor


class Trunk(nn.Module):
    def __init__(self, size: int, hidden: int, outputs: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.ones(size))
        self.first = nn.Linear(size, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.last = nn.Linear(hidden, outputs)
        nn.init.normal_(self.last.weight, std=0.01)
        nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor) -> Tensor:
        kind = torch.bfloat16 if torch.is_autocast_enabled(rows.device.type) else torch.float32
        first = torch.relu(nn.functional.linear(rows.to(kind), self.first.weight * self.scale, self.first.bias))
        return self.last(torch.relu(self.second(first)) + first)


class Mind(nn.Module):
    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.trunk = Trunk(FEATURES, hidden, LAYING + REST + OTHERS * GUESTS + LAYING)
        self.register_buffer("triples", torch.tensor(list(combinations(range(RING), 3))), persistent=False)
        self.register_buffer("ways", torch.tensor(ASSIGNMENTS), persistent=False)

    def forward(self, rows: Tensor, cards: Tensor, masks: Tensor) -> Answers:
        """Cards: the seven slots of the ring, or the three picked cards."""
        told = self.trunk(rows[:, :FEATURES]).float()
        wishes, rest, guests, lying = told.split((LAYING, REST, OTHERS * GUESTS, LAYING), 1)
        at_hand = cards.long().clamp(min=0)
        wish = wishes.view(-1, PLACES, KINDS).gather(2, at_hand[:, None, :].expand(-1, PLACES, -1))
        picks = self._layings(wish, self.triples).logsumexp(2)
        layings = self._layings(wish, self.triples[:1])[:, 0]
        codes = torch.cat((picks, layings, rest), 1).masked_fill(masks == 0, NEVER)
        return Answers(codes, guests.view(-1, OTHERS, GUESTS), lying.view(-1, PLACES, KINDS))

    def _layings(self, wish: Tensor, triples: Tensor) -> Tensor:
        """The logits of the six layings of each triple: a wish for each card at its place."""
        slots = triples[:, self.ways]  # triple, way, place
        return sum(wish[:, place][:, slots[:, :, place]] for place in range(PLACES))  # type: ignore[return-value]


class Judge(nn.Module):
    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.trunk = Trunk(JUDGED, hidden, SEATS_MOST)

    def forward(self, rows: Tensor) -> Tensor:
        """For each seat, clockwise from the one that is asked, the logit of its win."""
        return self.trunk(rows).float()


def guests_of(rows: Tensor) -> Tensor:
    """The others' guests by place, from the secrets of a row; -1 where nobody sits."""
    marks = rows[:, FEATURES : FEATURES + OTHERS * (GUESTS + 8)].view(-1, OTHERS, GUESTS + 8)[:, :, :GUESTS]
    return torch.where(marks.any(2), marks.argmax(2), -1)


def belief_loss(answers: Answers, rows: Tensor) -> tuple[Tensor, Tensor]:
    """Log-losses of the others' guests (Caligula's is no secret) and of the laying, where there is one to guess."""
    guests = guests_of(rows)
    hidden = guests > 0
    loss = nn.functional.cross_entropy(answers.guests.flatten(0, 1), guests.clamp(min=0).flatten(), reduction="none")
    of_guests = (loss.view_as(guests) * hidden).sum() / hidden.sum().clamp(min=1)
    lying = rows[:, FEATURES + SECRETS - LAYING : FEATURES + SECRETS].view(-1, PLACES, KINDS)
    kinds = lying.argmax(2)
    score = answers.lying.gather(2, kinds[:, None, :].expand(-1, PLACES, -1))  # place, card
    ways = [score[:, 0, a] + score[:, 1, b] + score[:, 2, c] for a, b, c in ASSIGNMENTS]
    log = torch.stack(ways, 1).log_softmax(1)
    guessed = lying.any(2).all(1) & (rows[:, ACTIVE_IS_ME] == 0)
    of_laying = -(log[:, 0] * guessed).sum() / guessed.sum().clamp(min=1)
    return of_guests, of_laying


ACTIVE_IS_ME = GUESTS + 3 + 1 + 3 + 1 + 7 + 1
"""The mark in a row that says that the observer leads."""


def state_of(module: nn.Module) -> dict[str, Any]:
    return {name: tensor.detach().cpu() for name, tensor in module.state_dict().items()}
