// Looking back at a finished game: whatever is wished for meanwhile, one block is fetched at a time.
import { Problem, problemOf } from "./api";
import { Reel, type Shown } from "./reel";
import type { Data, Replay } from "./types";

const LATER = ["refused.too_fast", "refused.busy"];
const PAUSE = 1000;

export class LookBack {
  /** Where the slider stands; the board follows as soon as that step is there. */
  wanted = $state(0);
  eyes = $state("public");
  total = $state(0);
  /** The step the board shows. */
  shown = $state.raw<Shown | null>(null);
  problem = $state.raw<Problem | null>(null);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only `shown` is drawn
  #reels = new Map<string, Reel>();
  #seeking = false;
  /** Grows with every block that is fetched. */
  #blocks = $state(0);

  constructor(
    readonly ask: (eyes: string, at: number, count: number) => Promise<Replay>,
    readonly rest: (milliseconds: number) => Promise<void> = (milliseconds) =>
      new Promise((done) => setTimeout(done, milliseconds)),
    /** The kind of event back to which a board draws what happened before; null where it draws a step alone. */
    readonly since: string | null = null,
  ) {}

  /** What happened before a step, as far as the board draws it and it has been fetched. */
  past(at: number): Data[] {
    void this.#blocks;
    return this.since === null ? [] : this.#reel().before(at, this.since).events;
  }

  look(eyes: string, at: number): Promise<void> {
    if (eyes !== this.eyes) this.shown = null;
    this.eyes = eyes;
    this.wanted = Math.max(0, at);
    this.#show();
    return this.#seek();
  }

  /** To the next step, or the one before, at which something of these kinds happened: a round, a lap, a scene. */
  async chapter(kinds: readonly string[], by: 1 | -1): Promise<void> {
    const { eyes } = this;
    let at = this.wanted + by;
    try {
      for (; at > 0 && at < this.total; at += by) {
        while (!this.#reel().step(at)) await this.#load(at);
        if (eyes !== this.eyes) return;
        if (
          this.#reel()
            .step(at)!
            .events.some(({ kind }) => kinds.includes(String(kind)))
        )
          break;
      }
    } catch (error) {
      this.problem = problemOf(error);
      return;
    }
    await this.look(eyes, at);
  }

  /** Words of the game have changed: nothing that was fetched before may be shown again. */
  forget(): Promise<void> {
    this.#reels.clear();
    this.shown = null;
    return this.#seek();
  }

  async #seek(): Promise<void> {
    if (this.#seeking) return;
    this.#seeking = true;
    this.problem = null;
    try {
      for (;;) {
        const missing = this.#show() ? this.#missing() : this.wanted;
        if (missing === null) break;
        await this.#load(missing);
      }
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.#seeking = false;
    }
  }

  /** Show the wished step if it is there. */
  #show(): boolean {
    const reel = this.#reel();
    if (reel.total === null) return false;
    this.total = reel.total;
    this.wanted = Math.min(this.wanted, reel.total);
    const step = reel.step(this.wanted);
    if (step) this.shown = step;
    return step !== null;
  }

  /** A step before the one that is shown, of which the board draws something; null where all are there. */
  #missing(): number | null {
    return this.since === null ? null : this.#reel().before(this.wanted, this.since).missing;
  }

  async #load(at: number): Promise<void> {
    try {
      await this.#reel().load(at);
      this.#blocks++;
    } catch (error) {
      if (!(error instanceof Problem) || !LATER.includes(error.key)) throw error;
      await this.rest(PAUSE);
    }
  }

  #reel(): Reel {
    const eyes = this.eyes;
    const known = this.#reels.get(eyes);
    if (known) return known;
    const reel = new Reel((at, count) => this.ask(eyes, at, count));
    this.#reels.set(eyes, reel);
    return reel;
  }
}
