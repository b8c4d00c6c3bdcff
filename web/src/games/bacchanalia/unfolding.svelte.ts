// A passage that has just been told unfolds at reading pace: word by word, once, and all at once for whoever wishes.

/** Milliseconds for each word: a little faster than most people read, so that nobody waits for the next one. */
const EACH = 170;
const LONGEST = 25_000;

export class Unfolding {
  /** The number of the passage that is being unfolded. */
  number = $state<number | null>(null);
  private seen: number;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** What was told before somebody came lies open. */
  constructor(told: number) {
    this.seen = told;
  }

  /** `told` is how many passages there are; `text` what the last of them says, if it shall unfold. */
  follow(told: number, text: string | null): void {
    if (told <= this.seen) {
      this.seen = told; // something was taken back
      return;
    }
    this.seen = told;
    this.stop();
    if (text === null) return;
    this.number = told - 1;
    this.timer = setTimeout(() => this.stop(), lasts(wordsOf(text).length));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.number = null;
  }
}

/** A text in words, each with the blanks that follow it. */
export function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

/** How long a text of so many words takes to unfold. */
export function lasts(count: number): number {
  return Math.min(LONGEST, count * EACH) + 600;
}

export function pace(count: number): number {
  return (lasts(count) - 600) / Math.max(1, count);
}
