// A finished game played again: step by step as it went, by the same queue as a game that goes on; a jump is shown at once.
import { untrack } from "svelte";
import { motionOf, sounded, type Flights } from "./flights";
import type { PageGame, Wire } from "./game";
import type { LookBack } from "./lookback.svelte";
import { Queue } from "./queue.svelte";
import type { Shown } from "./reel";
import { settings } from "./settings.svelte";
import type { Move } from "./travel";

export const PACES = [1, 2, 4] as const;
/** How long a step is looked at in which something happened, and one in which nothing did; milliseconds. */
const LOOKED = 700;
const PASSED = 60;

interface Drawn {
  step: Shown;
  moves: Move[];
}

export class Rerun {
  /** Whether one step follows another by itself. */
  playing = $state(false);
  pace = $state<(typeof PACES)[number]>(1);
  private readonly queue: Queue<Drawn>;
  private latest: { step: Shown; eyes: string } | null = null;

  /** Made by a component, and runs for as long as it is there. */
  constructor(
    private readonly back: LookBack,
    private readonly share: PageGame<Wire> | null,
    flights: Flights | null,
  ) {
    const speed = () => (settings.still ? Infinity : this.pace);
    this.queue = new Queue<Drawn>(speed, (_, { state }, lasts) => {
      if (lasts) sounded(share, state.step.events);
      flights?.begin(state.moves, lasts);
    });
    $effect(() => {
      const step = back.shown;
      untrack(() => step && this.take(step));
    });
    $effect(() => {
      const step = this.shown;
      if (!this.playing || !step || !this.queue.idle || step !== back.shown) return;
      if (step.at >= back.total) {
        this.playing = false;
        return;
      }
      const pause = (step.events.length ? LOOKED : PASSED) / this.pace;
      const timer = setTimeout(() => void back.look(back.eyes, step.at + 1), pause);
      return () => clearTimeout(timer);
    });
    $effect(() => () => {
      this.queue.close();
      flights?.land();
    });
  }

  /** The step the board shows; none while words that have changed are fetched anew. */
  get shown(): Shown | null {
    return this.back.shown && (this.queue.shown?.step ?? null);
  }

  private take(step: Shown): void {
    const before = this.latest;
    const { eyes } = this.back;
    this.latest = { step, eyes };
    if (before?.eyes !== eyes || step.at !== before.step.at + 1) {
      this.queue.begin({ step, moves: [] });
      return;
    }
    const { moves, lasts } = motionOf(this.share, step.events, step.view, before.step.view);
    this.queue.take({ state: { step, moves }, lasts });
  }
}
