"""Learn Bacchus' Banquet by self-play: `python -m learning.banquet --out DIR`. Needs PyTorch; see README.md.

Proximal policy optimization with masks, in a league: at half of the tables the learner plays itself, at a quarter also
the rule of thumb, at a quarter also one of its past selves. DIR holds a line of `curve.jsonl` for every tenth
iteration, the checkpoint, and the weights as the bots read them. The same command goes on from the checkpoint.

With `--start FILE` a mind that has learned goes on learning, after a judge has been made for it. With `--against FILE`
nobody else is at the tables but the learner and one frozen mind: how far can it be exploited?
"""

from __future__ import annotations

import argparse
import json
from copy import deepcopy
from pathlib import Path
from time import perf_counter
from typing import Any

import torch
from torch import Tensor, nn

from learning.league import COMPANY, League
from learning.nets import Judge, Mind, belief_loss, state_of
from learning.rounds import WITH_PAST
from learning.weights import read_judge, read_mind, read_record, write_weights
from triclinium.games.banquet.brain.features import JUDGED
from triclinium.games.banquet.rules.cards import RING, SEATS_MOST
from triclinium.games.banquet.rules.codes import CODES
from triclinium.games.banquet.rules.deck import parse_deck

TRACE = 0.95
"""Lambda of the advantages. Nothing is discounted: a win is a win."""
CLIP = 0.2
BELIEF = 0.2
"""The weight of the belief's losses."""
PAST_EVERY, PAST_MOST = 20, 24
"""A past self joins the league every so many iterations; so many stay."""
TELL_EVERY = 10
NOBODY_BUT_THEM = (0.0, 0.0, 1.0)
"""The company where one frozen mind is played against."""
SETTLE = 12
"""Iterations in which only the judge learns, where a mind starts that has none."""
WHIM = 0.15
"""While it follows the rule of thumb, this share of its answers is its own, so that it sees more than one game."""


class Learner:
    """The nets, the league and the last steps played."""

    def __init__(self, asked: argparse.Namespace) -> None:
        torch.manual_seed(asked.seed)
        self.asked, self.device = asked, asked.device
        self.mind, self.judge = Mind(asked.hidden).to(self.device), Judge(asked.hidden).to(self.device)
        self.judge_known = False
        if asked.start:
            self.mind = read_mind(asked.start).to(self.device)
            if known := read_judge(asked.start):
                self.judge, self.judge_known = known.to(self.device), True
        self.past = read_mind(asked.against).to(self.device) if asked.against else deepcopy(self.mind)
        self.pool: list[dict[str, Any]] = [state_of(self.mind)]
        company = NOBODY_BUT_THEM if asked.against else COMPANY
        decks: Any = [parse_deck(Path(file).read_text(encoding="utf-8")) for file in asked.deck]
        self.decks = [deck["name"] for deck in decks]
        self.league = League(asked.games, asked.seed, self.device, company, decks)
        self.spent = 0.0
        everything = [*self.mind.parameters(), *self.judge.parameters()]
        self.optimizer = torch.optim.Adam(everything, asked.rate, fused=self.device != "cpu")
        self.done = 0
        self.played = 0
        games, steps = self.league.games, asked.steps

        def room(*shape: int, kind: Any = torch.int8) -> Tensor:
            return torch.zeros(steps, games, *shape, dtype=kind, device=self.device)

        self.rows, self.masks, self.cards = room(JUDGED), room(CODES), room(RING)
        self.seats, self.codes, self.advice = (room(kind=torch.int64) for _ in range(3))
        self.logs, self.values = room(kind=torch.float32), room(kind=torch.float32)
        self.rewards, self.counts = room(SEATS_MOST), room(kind=torch.bool)
        self.tally = torch.zeros(4, dtype=torch.int64, device=self.device)

    def quick(self) -> Any:
        return torch.autocast(self.device, torch.bfloat16)

    @torch.no_grad()
    def play(self, following: bool) -> None:
        """Play so many steps at every table and keep them: by the mind's own answers, or following the rule of
        thumb."""
        league = self.league
        self.tally.zero_()
        for t in range(self.asked.steps):
            rows, masks, cards = self.rows[t], self.masks[t], self.cards[t]
            rows[:, : len(league.rows)] = league.rows.t()
            rows[:, len(league.rows) :] = league.thumbs()
            masks.copy_(league.masks.t())
            cards.copy_(league.cards.t())
            self.seats[t] = league.seats
            with self.quick():
                logits = self.mind(rows, cards, masks).codes
                self.values[t] = torch.sigmoid(self.judge(rows)[:, 0])
            logs = logits.log_softmax(1)
            codes = drawn(logs)
            not_mine = league.not_mine()
            if following:
                self.advice[t] = league.advice()
                codes = torch.where(torch.rand(len(codes), device=self.device) < WHIM, codes, self.advice[t])
                not_mine = torch.zeros_like(not_mine)
            elif len(league.with_past):
                theirs = league.with_past
                other = self._of_past(rows[theirs], cards[theirs], masks[theirs])
                codes[theirs] = torch.where(not_mine[theirs], other, codes[theirs])
            self.codes[t] = codes
            self.logs[t] = logs.gather(1, codes[:, None])[:, 0]
            self.counts[t] = (league.left > 1) & ~not_mine
            seated = league.seated[0].clone()
            league.step(codes)
            self.rewards[t] = league.rewards.t()
            self._tally(seated)
        self.played += self.asked.steps * league.games

    def _of_past(self, rows: Tensor, cards: Tensor, masks: Tensor) -> Tensor:
        """What a past self, or the frozen mind, answers: as warmly, and with as many slips, as a bot of its level."""
        with self.quick():
            logits = self.past(rows, cards, masks).codes
        if self.asked.against:
            slips = torch.rand(len(logits), 1, device=self.device) < self.asked.slips
            logits = torch.where(slips, (masks > 0).float().log().clamp(min=-1e9), logits / self.asked.warmth)
        return drawn(logits.log_softmax(1))

    def _tally(self, seated: Tensor) -> None:
        """Count wins of the learner and of the others alone, at tables with the rule of thumb and with a past self."""
        won = self.league.rewards > 0
        places = torch.arange(SEATS_MOST, device=self.device)[:, None]
        theirs = (seated[None] >> places) & 1 == 1
        mine_won, theirs_won = (won & ~theirs).any(0), (won & theirs).any(0)
        for at, kind in ((0, self.league.with_thumbs), (2, self.league.kinds == WITH_PAST)):
            self.tally[at] += (kind & mine_won & ~theirs_won).sum()
            self.tally[at + 1] += (kind & theirs_won & ~mine_won).sum()

    @torch.no_grad()
    def advantages(self) -> tuple[Tensor, Tensor, Tensor]:
        """The advantage of every step, by each seat's own chain of decisions; whether it is known; and what each seat
        won, clockwise from the asked one, or -1."""
        steps, games = self.codes.shape
        ahead = torch.zeros(games, SEATS_MOST, device=self.device)
        later = torch.zeros_like(ahead)
        known = torch.zeros_like(ahead, dtype=torch.bool)
        gains, valid = torch.zeros_like(self.values), torch.zeros_like(self.counts)
        wins = torch.full((steps, games, SEATS_MOST), -1.0, device=self.device)
        ends = torch.full_like(ahead, -1.0)
        for t in reversed(range(steps)):
            over = (self.rewards[t, :, :1] >= 0).expand(-1, SEATS_MOST)
            ahead = torch.where(over, self.rewards[t].float(), ahead)
            ends = torch.where(over, self.rewards[t].float(), ends)
            later = later.masked_fill(over, 0.0)
            known = known | over
            seat = self.seats[t][:, None]
            gain = ahead.gather(1, seat) - self.values[t][:, None] + TRACE * later.gather(1, seat)
            sure = known.gather(1, seat)
            gains[t], valid[t] = gain[:, 0], sure[:, 0]
            ahead = ahead.scatter(1, seat, self.values[t][:, None])
            later = later.scatter(1, seat, gain * sure)
            # The judge learns from how games end; only where that is not yet seen, from its own later words.
            guess = torch.where(ends >= 0, ends, (ahead + later).clamp(0, 1))
            shown = torch.where(known & self.league.at_table, guess, -1.0)
            wins[t] = shown.gather(1, self.league.from_seat(self.seats[t]))
            known = known.scatter(1, seat, torch.ones_like(sure))
        return gains, valid & self.counts, wins

    def learn(self, following: bool) -> dict[str, float]:
        """Go over what was played: copy the rule of thumb, or do better than before."""
        asked, told = self.asked, torch.zeros(7, device=self.device)
        share = self.share()
        for group in self.optimizer.param_groups:
            group["lr"] = asked.rate * max(0.05, 1 - share)
        spice = asked.entropy * max(0.1, 1 - share)
        gains, valid, wins = self.advantages()
        wins = wins.flatten(0, 1)
        chosen = valid.flatten().nonzero()[:, 0]
        gains = gains.flatten()
        flat = [one.flatten(0, 1) for one in (self.rows, self.masks, self.cards)]
        codes, logs, values = self.codes.flatten(), self.logs.flatten(), self.values.flatten()
        advice = self.advice.flatten()
        spread = gains[chosen].std().clamp(min=1e-4)
        middle = gains[chosen].mean()
        batches = 0
        passes = [chosen[torch.randperm(len(chosen), device=self.device)] for _ in range(asked.passes)]
        for part in torch.cat(passes).split(asked.batch):
            rows, masks, cards = (one[part] for one in flat)
            with self.quick():
                answers = self.mind(rows, cards, masks)
                judged = self.judge(rows)
            all_logs = answers.codes.log_softmax(1)
            log = all_logs.gather(1, codes[part][:, None])[:, 0]
            ratio = (log - logs[part]).exp()
            gain = (gains[part] - middle) / spread
            if self.settling():
                policy = torch.zeros((), device=self.device)
            elif following:
                policy = -all_logs.gather(1, advice[part][:, None]).clamp(min=-20).mean()
            else:
                policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(all_logs.exp() * all_logs.clamp(min=-50)).sum(1).mean()
            target = wins[part]
            value = nn.functional.binary_cross_entropy_with_logits(judged, target.clamp(min=0), target >= 0)
            guests, laying = belief_loss(answers, rows)
            loss = value if self.settling() else policy + value - spice * entropy + BELIEF * (guests + laying)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.mind.parameters(), 0.5)
            nn.utils.clip_grad_norm_(self.judge.parameters(), 0.5)
            self.optimizer.step()
            with torch.no_grad():
                off = (log - logs[part]).mean()
                told += torch.stack((policy, value, entropy, guests, laying, off, (target[:, 0] - values[part]).var()))
            batches += 1
        names = ("policy", "value", "entropy", "guests", "laying", "drift", "unexplained")
        return dict(zip(names, (told / max(1, batches)).tolist(), strict=True))

    def share(self) -> float:
        """How much of the training is over, by iterations or, without a number of them, by the clock."""
        asked = self.asked
        over: float = self.done / asked.iterations if asked.iterations else self.spent / (60 * asked.minutes)
        return over

    def settling(self) -> bool:
        """Whether only the judge learns, how games of a mind that has learned end."""
        return bool(self.asked.start) and not self.judge_known and self.done < SETTLE

    @torch.no_grad()
    def settle_scale(self) -> None:
        """Divide every number by its usual size, measured in the first games. What a net has learned stays."""
        size = (2 * self.rows.flatten(0, 1)[:65_536].float().std(0)).clamp(min=1)
        for net in (self.mind, self.judge):
            ours = size[: len(net.trunk.scale)]
            if self.asked.start and (net is self.mind or self.judge_known):
                net.trunk.first.weight.mul_(ours)
            net.trunk.scale.copy_(1 / ours)
        if not self.asked.against:
            self.past.load_state_dict(self.mind.state_dict())
        self.pool = [state_of(self.mind)]

    def iterate(self) -> dict[str, float]:
        following = self.done < self.asked.following and not self.asked.start
        if self.done == 0:
            self.play(following)
            self.settle_scale()
        if not self.asked.against:
            pick = int(torch.randint(len(self.pool), ()))
            self.past.load_state_dict(self.pool[pick], strict=False)
        self.play(following)
        told = self.learn(following)
        self.done += 1
        if self.done % PAST_EVERY == 0:
            self.pool.append(state_of(self.mind))
            if len(self.pool) > PAST_MOST:
                self.pool.pop(1 + int(torch.randint(len(self.pool) - 2, ())))
        thumb, lost, past, to_past = self.tally.tolist()
        told["of_thumb"] = thumb / max(1, thumb + lost)
        told["of_past"] = past / max(1, past + to_past)
        return told

    # --- Keeping ------------------------------------------------------------------------------------

    def save(self, seconds: float, told: dict[str, float]) -> None:
        kept = {"mind": state_of(self.mind), "judge": state_of(self.judge), "optimizer": self.optimizer.state_dict()}
        kept |= {"pool": self.pool, "done": self.done, "played": self.played, "seconds": seconds}
        torch.save(kept, self.asked.out / "checkpoint.new")
        (self.asked.out / "checkpoint.new").rename(self.asked.out / "checkpoint.pt")
        ours = {name: value for name, value in vars(self.asked).items() if isinstance(value, int | float | str)}
        record = {"settings": ours, "iterations": self.done, "decisions": self.played, "seconds": round(seconds)}
        if self.decks:
            record["decks"] = self.decks
        if self.asked.start:
            record["before"] = read_record(self.asked.start)
        record["at_the_end"] = {name: round(value, 4) for name, value in told.items()}
        write_weights(self.asked.out / "banquet.npz", kept["mind"], kept["judge"], record)

    def load(self) -> float:
        path = self.asked.out / "checkpoint.pt"
        if not path.exists():
            return 0.0
        kept = torch.load(path, map_location=self.device, weights_only=False)
        self.mind.load_state_dict(kept["mind"], strict=False)
        self.judge.load_state_dict(kept["judge"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.pool, self.done, self.played = kept["pool"], kept["done"], kept["played"]
        torch.manual_seed(self.asked.seed + self.done)
        seconds: float = kept["seconds"]
        return seconds


def drawn(logs: Tensor) -> Tensor:
    """An answer by its chances, drawn with the trick of Gumbel."""
    noise = torch.rand_like(logs).clamp(min=1e-20)
    return (logs - torch.log(-torch.log(noise))).argmax(1)


def learn(asked: argparse.Namespace) -> None:
    asked.out.mkdir(parents=True, exist_ok=True)
    if asked.threads:
        torch.set_num_threads(asked.threads)
    learner = Learner(asked)
    before = learner.load()
    began = perf_counter()
    saved = began
    with (asked.out / "curve.jsonl").open("a", encoding="utf-8") as curve:
        while not asked.iterations or learner.done < asked.iterations:
            told = learner.iterate()
            now = perf_counter()
            learner.spent = now - began
            seconds = before + learner.spent
            last = learner.done == asked.iterations or now - began > 60 * asked.minutes
            if learner.done % TELL_EVERY == 0 or last:
                line = {"iteration": learner.done, "seconds": round(seconds, 1), "decisions": learner.played}
                line |= {name: round(value, 4) for name, value in told.items()}
                print(json.dumps(line), file=curve, flush=True)
                print(json.dumps(line), flush=True)
            if last or now - saved > 60:
                learner.save(seconds, told)
                saved = now
            if last:
                break


def settings() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m learning.banquet", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=600, help="0 for as many as fit into the minutes")
    parser.add_argument(
        "--minutes", type=float, default=1e9, help="stop then at the latest; go on with the same command"
    )
    parser.add_argument("--games", type=int, default=32_768, help="at once")
    parser.add_argument("--following", type=int, default=20, help="iterations that first copy the rule of thumb")
    parser.add_argument("--passes", type=int, default=1, help="over what was played, in each iteration")
    parser.add_argument("--threads", type=int, default=0, help="of the processor; 0 for all")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each game between two lessons")
    parser.add_argument("--batch", type=int, default=32_768)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--deck", action="append", default=[], help="a deck file to play with; several in turn")
    parser.add_argument("--start", default="", help="the weights of a mind that goes on learning")
    parser.add_argument("--against", default="", help="the weights of a mind that is frozen and played against")
    parser.add_argument("--warmth", type=float, default=1.0, help="how freely the frozen mind answers")
    parser.add_argument("--slips", type=float, default=0.0, help="how often it answers at random")
    return parser


if __name__ == "__main__":
    learn(settings().parse_args())
