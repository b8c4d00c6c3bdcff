"""Learn to drive and to judge races of Ben Hur by self-play: `python -m learning.benhur --out DIR`. See README.md.

The driver (`brain/mind.py`) corrects what the racer thinks of each answer; the judge (`brain/judge.py`) says how likely
a chariot's seat wins. Both learn by proximal policy optimization from races against themselves, their past selves,
racers and drivers, which several processes play while this one learns, on a graphics card if there is one. DIR holds a
line of `curve.jsonl` for every tenth iteration, the checkpoint, and the weights as the bots read them. The same command
goes on from the checkpoint; with `--start FILE` a driver that has learned goes on learning.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy
import torch
from torch import Tensor, nn

from learning.crew import Crew, Decisions, Lesson, Nets, company_names
from triclinium.bots.net import Layers
from triclinium.games.benhur.brain.marks import MARKS
from triclinium.games.benhur.brain.moves import CHOICES_MOST
from triclinium.games.benhur.brain.senses import ROW
from triclinium.games.benhur.brain.weights import Wishes, read_weights
from triclinium.games.benhur.rules.deck import parse_deck

CLIP = 0.2
NEVER = -1e9
TOLD_EVERY = 10
PAST_EVERY, PAST_MOST = 25, 16
"""A past self is kept after so many iterations; so many of them are kept, the first always among them."""


class Driver(nn.Module):
    """The net of `brain/mind.py`. It corrects nothing yet."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.race, self.answer = nn.Linear(ROW, hidden), nn.Linear(MARKS, hidden, bias=False)
        self.second, self.last = nn.Linear(hidden, hidden // 2), nn.Linear(hidden // 2, 1)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor, marks: Tensor, whose: Tensor) -> Tensor:
        """What is added to each answer's liking; `whose` names the row that it belongs to."""
        one = torch.relu(self.race(rows)[whose] + self.answer(marks))
        return self.last(torch.relu(self.second(one)))[:, 0]

    def weights(self) -> Wishes:
        named = (
            self.race.weight.T, self.answer.weight.T, self.race.bias,
            self.second.weight.T, self.second.bias, self.last.weight.T, self.last.bias,
        )  # fmt: skip
        return Wishes(*map(as_array, named))

    def take(self, kept: Wishes) -> None:
        layers = (self.race.weight.T, self.answer.weight.T, self.race.bias, self.second.weight.T, self.second.bias)
        copy_into((*layers, self.last.weight.T, self.last.bias), kept)


class Judge(nn.Module):
    """The net of `brain/judge.py`."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(ROW, hidden), nn.Linear(hidden, hidden // 2)
        self.last = nn.Linear(hidden // 2, 1)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor) -> Tensor:
        """The logit of the chance to win: the first estimate, which is the first number of a row, corrected."""
        return rows[:, 0] + self.last(torch.relu(self.second(torch.relu(self.first(rows)))))[:, 0]

    def weights(self) -> Layers:
        layers = (self.first, self.second, self.last)
        return Layers(*(as_array(one) for layer in layers for one in (layer.weight.T, layer.bias)))

    def take(self, kept: Layers) -> None:
        layers = (self.first, self.second, self.last)
        copy_into([one for layer in layers for one in (layer.weight.T, layer.bias)], kept)


@torch.no_grad()
def copy_into(tensors: Iterable[Tensor], arrays: Iterable[Any]) -> None:
    for tensor, array in zip(tensors, arrays, strict=True):
        tensor.copy_(torch.as_tensor(array))


def as_array(tensor: Tensor) -> Any:
    return numpy.ascontiguousarray(tensor.detach().cpu().numpy().astype(numpy.float32))


class Answers(NamedTuple):
    """The answers of many decisions in one row: their marks, the racer's liking, whose they are, and which one."""

    marks: Tensor
    base: Tensor
    whose: Tensor
    places: Tensor


class Learner:
    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        torch.manual_seed(asked.seed)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        begun = None
        if asked.start:
            with asked.start.open("rb") as file:
                begun = read_weights(file)
        hidden = len(begun.wishes.first_bias) if begun else asked.hidden
        self.driver, self.judge = Driver(hidden).to(self.device), Judge(hidden).to(self.device)
        self.adam = torch.optim.Adam([*self.driver.parameters(), *self.judge.parameters()], lr=asked.rate)
        self.done, self.decisions, self.races, self.seconds = 0, 0, 0, 0.0
        self.before: dict[str, Any] = {}
        if begun:
            self.driver.take(begun.wishes)
            self.judge.take(begun.judge)
            self.before = begun.record
        self.pool = [self.driver.weights()]
        self.draw = random.Random(asked.seed)
        self.decks: list[Any] = [parse_deck(Path(file).read_text(encoding="utf-8")) for file in asked.deck]

    def nets(self) -> Nets:
        return Nets(self.driver.weights(), self.judge.weights(), self.draw.choice(self.pool))

    def remember(self) -> None:
        """Keep a past self from time to time."""
        if self.done % PAST_EVERY == 0:
            self.pool.append(self.driver.weights())
            if len(self.pool) > PAST_MOST:
                self.pool.pop(self.draw.randrange(1, PAST_MOST))

    def learn(self, lessons: list[Lesson], rate: float) -> dict[str, float]:
        """Go over what was decided; return the means of what is worth knowing."""
        for group in self.adam.param_groups:
            group["lr"] = rate
        whole = {
            name: torch.as_tensor(numpy.concatenate([getattr(one.seen, name) for one in lessons])).to(self.device)
            for name in Decisions._fields
        }
        marks, base, gains, counts = whole.pop("marks"), whole.pop("base"), whole["gains"], whole["counts"].long()
        whole["gains"] = (gains - gains.mean()) / (gains.std() + 1e-6)
        firsts = counts.cumsum(0) - counts
        number, told = len(gains), []
        for _ in range(self.asked.passes):
            order = torch.randperm(number, device=self.device)
            for first in range(0, number - self.asked.batch + 1, self.asked.batch):
                at = order[first : first + self.asked.batch]
                whose = torch.repeat_interleave(torch.arange(len(at), device=self.device), counts[at])
                places = torch.arange(len(whose), device=self.device) - (counts[at].cumsum(0) - counts[at])[whose]
                answers = firsts[at][whose] + places
                batch = {name: one[at] for name, one in whole.items()}
                told.append(self._step(batch, Answers(marks[answers], base[answers], whose, places)))
        self.decisions += sum(one.decided for one in lessons)
        self.races += sum(one.races for one in lessons)
        names = ("log_loss", "by_standing", "entropy", "moved")
        return dict(zip(names, torch.stack(told).mean(0).tolist(), strict=True)) | {"spread": float(gains.std())}

    def _step(self, batch: dict[str, Tensor], answers: Answers) -> Tensor:
        rows, won = batch["rows"].float(), batch["won"]
        wishes = torch.full((len(rows), CHOICES_MOST), NEVER, device=self.device)
        told = self.driver(rows, answers.marks.float(), answers.whose)
        wishes[answers.whose, answers.places] = answers.base + told
        chances = torch.log_softmax(wishes, 1)
        new = chances.gather(1, batch["taken"].long()[:, None])[:, 0]
        ratio, gains = torch.exp(new - batch["chances"]), batch["gains"]
        better = torch.minimum(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        entropy = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
        logit = self.judge(rows)
        judged = nn.functional.binary_cross_entropy_with_logits(logit, won)
        self.adam.zero_grad(set_to_none=True)
        (judged - better - self.asked.entropy * entropy).backward()
        nn.utils.clip_grad_norm_([*self.driver.parameters(), *self.judge.parameters()], 1.0)
        self.adam.step()
        standing = nn.functional.binary_cross_entropy_with_logits(rows[:, 0], won)
        return torch.stack((judged, standing, entropy, (batch["chances"] - new).abs().mean())).detach()

    # --- Keeping ------------------------------------------------------------------------------------

    def save(self, line: dict[str, Any]) -> None:
        out = self.asked.out
        kept = {"done": self.done, "decisions": self.decisions, "races": self.races, "seconds": self.seconds}
        states = {"driver": self.driver.state_dict(), "judge": self.judge.state_dict(), "adam": self.adam.state_dict()}
        past = {"pool": [tuple(one) for one in self.pool], "draw": self.draw.getstate(), "before": self.before}
        torch.save({"kept": kept, **states, **past}, out / "checkpoint.new.pt")
        (out / "checkpoint.new.pt").rename(out / "checkpoint.pt")
        settings = {name: value for name, value in vars(self.asked).items() if isinstance(value, int | float | str)}
        wishes, judge = self.driver.weights(), self.judge.weights()
        arrays = {f"wish_{name}": one for name, one in wishes._asdict().items()} | judge._asdict()
        record = {"settings": settings, **kept, "at_the_end": line}
        if self.decks:
            record["decks"] = [deck["name"] for deck in self.decks]
        if self.before:
            record["before"] = self.before
        written = numpy.frombuffer(json.dumps(record).encode(), numpy.uint8)
        halves = {name: one.astype(numpy.float16) for name, one in arrays.items()}
        numpy.savez_compressed(out / "benhur.npz", record=written, **halves)

    def load(self) -> None:
        path = self.asked.out / "checkpoint.pt"
        if not path.exists():
            return
        found = torch.load(path, map_location=self.device, weights_only=False)
        for name, value in found["kept"].items():
            setattr(self, name, value)
        self.driver.load_state_dict(found["driver"])
        self.judge.load_state_dict(found["judge"])
        self.adam.load_state_dict(found["adam"])
        self.pool = [Wishes(*one) for one in found["pool"]]
        self.draw.setstate(found["draw"])
        self.before = found["before"]


def learn(asked: argparse.Namespace) -> None:
    asked.out.mkdir(parents=True, exist_ok=True)
    if asked.threads:
        torch.set_num_threads(asked.threads)
    learner = Learner(asked)
    learner.load()
    crew = Crew(asked.processes, asked.decisions, asked.share, asked.fading, learner.decks)
    before, began = learner.seconds, perf_counter()
    crew.ask(learner.nets(), (asked.seed, learner.done))
    won: Any = 0
    with (asked.out / "curve.jsonl").open("a", encoding="utf-8") as curve:
        while True:
            lessons = crew.lessons(learner.nets(), (asked.seed, learner.done + 1))  # they play while this one learns
            spent = (perf_counter() - began) / 60
            left = (
                max(1 - learner.done / asked.iterations, 0) if asked.iterations else max(0, 1 - spent / asked.minutes)
            )
            told = learner.learn(lessons, asked.rate * max(0.05, left))
            won = won + sum(one.won_by for one in lessons)
            learner.done += 1
            learner.remember()
            learner.seconds = round(before + perf_counter() - began, 1)
            last = spent > asked.minutes or learner.done == asked.iterations
            if learner.done % TOLD_EVERY == 0 or last:
                line: dict[str, Any] = {"iteration": learner.done, "seconds": learner.seconds, "races": learner.races}
                line |= {"decisions": learner.decisions} | {name: round(value, 4) for name, value in told.items()}
                line |= {
                    name: round(float(a / max(1, a + b)), 4) for name, (a, b) in zip(company_names(), won, strict=True)
                }
                print(json.dumps(line), file=curve, flush=True)
                print(json.dumps(line), flush=True)
                learner.save(line)
                won = 0
            if last:
                break
    crew.close()


def settings() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.benhur", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("learned-benhur"))
    parser.add_argument("--start", type=Path, help="the weights of a driver that goes on learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=0, help="0: as many as the minutes allow")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop then; go on with the same command")
    parser.add_argument("--processes", type=int, default=1, help="that play races")
    parser.add_argument("--decisions", type=int, default=8192, help="that a process keeps in an iteration")
    parser.add_argument("--share", type=int, default=25, help="how many decisions in a hundred are kept")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.002)
    parser.add_argument("--fading", type=float, default=0.95, help="of what later decisions say about an earlier one")
    parser.add_argument("--deck", action="append", default=[], help="a deck file to race with; several in turn")
    parser.add_argument("--threads", type=int, default=0)
    return parser


def main() -> None:
    learn(settings().parse_args())


if __name__ == "__main__":
    main()
