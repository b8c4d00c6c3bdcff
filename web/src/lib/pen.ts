// The others see that somebody types what is asked of them, and nothing of what is typed. A table believes it for eight
// seconds, so it is said no more often than it has to be.
import type { Data } from "./types";

const EVERY = 4000;

export class Pen {
  private said = -Infinity;

  constructor(
    private readonly say: (message: Data) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A key was pressed. */
  moves(): void {
    if (this.now() - this.said < EVERY) return;
    this.said = this.now();
    this.say({ type: "writing", on: true });
  }

  /** What was written is sent; with the next key it moves again. */
  rests(): void {
    this.said = -Infinity;
  }
}
