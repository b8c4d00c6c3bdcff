"""Learn Bacchus' Banquet by masked PPO: one seat against three rule-of-thumb bots.

    python examples/ppo_banquet.py --minutes 5 --curve curve.csv --picture curve.png

Runs on one processor core. The policy sees the observation of its own seat and chooses among the actions in its mask.
The reward is 1 for a win.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from triclinium.adapters.vector import Vector

GAMES, STEPS = 256, 64
"""Parallel games, and answers in each before the policy is updated."""
EPOCHS, BATCHES = 3, 32
HIDDEN = 128
DISCOUNT, TRACE = 1.0, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
LEARNING_RATE = 5e-4
LEARNER = 0
SMOOTH = 10
"""The dark line of the picture is the mean of this many points."""


class Sample(NamedTuple):
    """Observations, actions and targets of many answers."""

    seen: Any
    mask: Any
    action: Any
    log_chance: Any
    advantage: Any
    target: Any


def new_network(key: Any, inputs: int, actions: int) -> dict[str, Any]:
    """Two layers, then a policy and a value; the outputs start near zero."""
    sizes = {"one": (inputs, HIDDEN), "two": (HIDDEN, HIDDEN), "policy": (HIDDEN, actions), "value": (HIDDEN, 1)}
    network = {}
    for (name, (rows, columns)), part in zip(sizes.items(), jax.random.split(key, len(sizes)), strict=True):
        scale = 0.01 if name in ("policy", "value") else (2 / rows) ** 0.5
        network[name] = {"weight": scale * jax.random.normal(part, (rows, columns)), "bias": jnp.zeros(columns)}
    return network


def look(network: dict[str, Any], seen: Any, mask: Any) -> tuple[Any, Any]:
    """The log-probability of each action, and the estimated chance to win."""
    layer = lambda name, values: values @ network[name]["weight"] + network[name]["bias"]  # noqa: E731
    hidden = jnp.tanh(layer("two", jnp.tanh(layer("one", seen))))
    chances = jnp.where(mask > 0, layer("policy", hidden), -1e9)
    return jax.nn.log_softmax(chances), layer("value", hidden)[:, 0]


@jax.jit
def act(network: dict[str, Any], key: Any, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
    """Sample an action; return it with its log-probability and the value."""
    logs, value = look(network, seen, mask)
    action = jax.random.categorical(key, logs)
    return action, jnp.take_along_axis(logs, action[:, None], 1)[:, 0], value


def loss_of(network: dict[str, Any], sample: Sample) -> Any:
    """PPO's clipped loss, the value loss, and an entropy bonus."""
    logs, value = look(network, sample.seen, sample.mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, sample.action[:, None], 1)[:, 0] - sample.log_chance)
    gain = jnp.minimum(ratio * sample.advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * sample.advantage)
    entropy = -jnp.sum(jnp.where(sample.mask > 0, jnp.exp(logs) * logs, 0.0), axis=1)
    return -gain.mean() - ENTROPY * entropy.mean() + VALUE * ((value - sample.target) ** 2).mean()


class Learner:
    """A network, the tables it plays at, and its optimiser."""

    def __init__(self, seed: int) -> None:
        self.tables = Vector("banquet", GAMES, learner=LEARNER, bot="thumb", seed=seed)
        layout = self.tables.table.kernel.layout
        self.usual = np.array(layout.usual(), np.float32)
        self.key = jax.random.PRNGKey(seed)
        self.network = new_network(self.next_key(), layout.size, self.tables.table.codes)
        self.optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(LEARNING_RATE))
        self.memory = self.optimizer.init(self.network)
        self.improve = jax.jit(self.improved)

    def next_key(self) -> Any:
        self.key, key = jax.random.split(self.key)
        return key

    def improved(self, network: Any, memory: Any, sample: Sample) -> tuple[Any, Any]:
        updates, memory = self.optimizer.update(jax.grad(loss_of)(network, sample), memory)
        return optax.apply_updates(network, updates), memory

    def seen(self) -> tuple[np.ndarray, np.ndarray]:
        return self.tables.observations() / self.usual, self.tables.masks.copy()

    def play(self) -> tuple[Sample, float, int]:
        """Answer this many times in every game; returns the samples, the games won and the games played."""
        rows: list[tuple[Any, ...]] = []
        won, before = 0.0, self.tables.played
        for _ in range(STEPS):
            seen, mask = self.seen()
            action, log_chance, value = (np.asarray(part) for part in act(self.network, self.next_key(), seen, mask))
            self.tables.step(action)
            reward = self.tables.rewards[:, LEARNER].copy()
            won += float(reward.sum())
            rows.append((seen, mask, action, log_chance, value, reward, self.tables.done.copy()))
        *sampled, value, reward, done = (np.stack(part) for part in zip(*rows, strict=True))
        last = np.asarray(look(self.network, *self.seen())[1])
        advantage = advantages(value, np.vstack((value[1:], last)), reward, done)
        target = advantage + value
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        flat = [part.reshape(-1, *part.shape[2:]) for part in (*sampled, advantage, target)]
        return Sample(*flat), won, self.tables.played - before

    def learn(self, sample: Sample, rng: np.random.Generator) -> None:
        """Update the network from what was played."""
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(GAMES * STEPS), BATCHES):
                batch = Sample(*(values[part] for values in sample))
                self.network, self.memory = self.improve(self.network, self.memory, batch)


def advantages(value: np.ndarray, following: np.ndarray, reward: np.ndarray, done: np.ndarray) -> np.ndarray:
    """How much better each answer turned out than expected (generalised advantage estimation)."""
    found, later = np.zeros_like(value), np.zeros(value.shape[1], np.float32)
    for step in reversed(range(len(value))):
        goes_on = 1.0 - done[step]
        surprise = reward[step] + DISCOUNT * goes_on * following[step] - value[step]
        later = surprise + DISCOUNT * TRACE * goes_on * later
        found[step] = later
    return found


def share_won(tables: Vector, games: int, choose: Any) -> float:
    """The share of games that the learner's seat wins with these choices."""
    won = 0.0
    while tables.played < games:
        tables.step(choose())
        won += float(tables.rewards[:, LEARNER].sum())
    return won / tables.played


def draw_curve(curve: list[dict[str, float]], baselines: dict[str, float], path: Path) -> None:
    """The learning curve beside a random guest and a bot in the same seat."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    games = np.array([row["games"] for row in curve]) / 1000
    won = np.array([row["won"] for row in curve]) * 100
    axes.plot(games, won, color="#d9b8c4", linewidth=0.8)
    smooth = min(SMOOTH, len(won))
    axes.plot(
        games[smooth - 1 :], np.convolve(won, np.ones(smooth) / smooth, "valid"), color="#7a1f3d", label="masked PPO"
    )
    for (name, share), style in zip(baselines.items(), (":", "--"), strict=True):
        axes.axhline(100 * share, color="#444444", linestyle=style, label=name)
    axes.set(xlabel="thousand games played", ylabel="games won, %", ylim=(0, None))
    axes.set_title("Bacchus' Banquet: one seat of four against rules of thumb")
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn Bacchus' Banquet by masked PPO.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=20_000, help="how many games are played to measure at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write the learning curve here, as CSV")
    parser.add_argument("--picture", type=Path, help="draw the learning curve here")
    arguments = parser.parse_args()
    learner, rng = Learner(arguments.seed), np.random.default_rng(arguments.seed)
    curve: list[dict[str, float]] = []
    games, began = 0, time.process_time()
    while not curve or time.process_time() - began < 60 * arguments.minutes:
        sample, won, played = learner.play()
        learner.learn(sample, rng)
        games += played
        curve.append({"seconds": round(time.process_time() - began, 1), "games": games, "won": won / max(1, played)})
        if len(curve) % 20 == 1:
            print("{seconds:7.1f} s {games:9,} games  {won:.1%} won".format(**curve[-1]), flush=True)
    tables = Vector("banquet", GAMES, learner=LEARNER, bot="thumb", seed=arguments.seed + 1_000_000)
    baselines = {}
    for name, choose in (("a random guest", tables.random_actions), ("a rule of thumb", tables.bot_actions)):
        tables.reset(arguments.seed + 1_000_000)
        baselines[name] = share_won(tables, arguments.games, choose)
        print(f"{name}: {baselines[name]:.1%} of {tables.played:,} games won")
    learner.tables = tables
    tables.reset(arguments.seed + 1_000_000)
    share = share_won(tables, arguments.games, lambda: act(learner.network, learner.next_key(), *learner.seen())[0])
    print(f"what was learnt: {share:.1%} of {tables.played:,} games won")
    if arguments.curve:
        with arguments.curve.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(curve[0]))
            writer.writeheader()
            writer.writerows(curve)
    if arguments.picture:
        draw_curve(curve, baselines, arguments.picture)


if __name__ == "__main__":
    main()
