"""The program that the card runs for `GpuVector`: the rules of a game as C++, and the kernels of `gpu_kernels.cu`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from triclinium.adapters.batch import SEED_STEP, bound_to
from triclinium.core.compiled import packed_dtype
from triclinium.core.cpp import cpp_of
from triclinium.core.decision import CHANCE
from triclinium.core.dice import below, sow
from triclinium.core.game import Kernel
from triclinium.core.ledger import ledger_of
from triclinium.core.playout import OVER_NOW
from triclinium.games import game_named

SHARED = 228 * 1024
"""Bytes of memory that the threads of one multiprocessor share."""
SHARED_BLOCK = 48 * 1024
"""Bytes of it that a block may have without further ado."""
RESERVED = 1024
"""Bytes of it that each block costs beyond its own."""


@dataclass(frozen=True)
class Blocks:
    """How games are shared out: so many to a block, played by so many warps of 32 threads."""

    games: int
    warps: int

    def fitting(self, kernel: Kernel) -> Blocks:
        """As many games of this kind as fit, in fours: states are moved 16 bytes at a time."""
        games = self.games
        while Blocks(games, self.warps).bytes(kernel) > SHARED_BLOCK:
            games -= 4
        return Blocks(games, self.warps)

    def bytes(self, kernel: Kernel) -> int:
        """The memory that the threads of a block share."""
        return self.games * (int(packed_dtype(kernel.state).itemsize) + 18) + self.warps * 32 + 144

    def at_once(self, kernel: Kernel) -> int:
        """How many blocks a multiprocessor holds."""
        return SHARED // (self.bytes(kernel) + RESERVED)


def kernel_of(game: str) -> Kernel:
    kernel = game_named(game).kernel
    assert kernel is not None, "this game has no compiled form"
    return kernel


def program_of(game: str, blocks: Blocks, *, playing: bool, bots: bool) -> str:
    """The program of a game, either for random play or for steps. Bots make it long to compile."""
    kernel, ledger = kernel_of(game), ledger_of(game)
    functions = {name: getattr(kernel.rules, name) for name in ("asked", "legal", "luck_total", "luck_code", "apply")}
    functions |= {"reward_of": bound_to(game, bots=bots)["reward_of"], "observe": kernel.observe}
    functions |= {"below": below, "sow": sow}
    if bots:
        functions["choose"] = ledger.choose
    constants = {
        "GAMES": blocks.games,
        "WARPS": blocks.warps,
        "BLOCKS": blocks.at_once(kernel),
        "DEALERS": dealers(blocks),
        "WORDS": packed_dtype(kernel.state).itemsize // 4,
        "ROOM": max(ledger.notes if bots else 0, kernel.options_most),
        "NUMBER": "int64" if bots else "int16",
        "CODES": kernel.codes,
        "PLAYING": int(playing),
        "BOTS": int(bots),
        "CHANCE": f"({CHANCE})",
        "OVER_NOW": f"({OVER_NOW})",
        "SEED_STEP": f"{SEED_STEP}LL",
    }
    lines = [f"#define {name} {value}" for name, value in constants.items()]
    kernels = Path(__file__).with_suffix(".cu").read_text(encoding="utf-8")
    return "\n".join([*lines, cpp_of(functions, kernel.state, short=kernel.short), kernels])


def dealers(blocks: Blocks) -> int:
    """Threads of a block that deal or look: one for each game, in whole warps."""
    return blocks.games // 32 * 32
