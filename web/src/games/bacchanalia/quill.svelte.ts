// What is on the paper now, for everything beside it: the counsel that ticks itself, the scraps that are quoted.
import type { Draft } from "./drafts";
import type { Exhibit } from "./tale";

class Quill {
  /** The draft of the passage that is being written; null where nothing is. */
  draft = $state.raw<Draft | null>(null);
  /** What was last quoted from the gallery: a lock begins with it. */
  quoted = $state.raw<Exhibit | null>(null);
  private write: ((words: string) => void) | null = null;

  /** Whether scraps can be laid on the paper. */
  ready = $state(false);

  /** `write` puts words where the pen is. Gives the way to put the pen down. */
  take(write: (words: string) => void): () => void {
    this.write = write;
    this.ready = true;
    return () => {
      if (this.write !== write) return;
      this.write = null;
      this.draft = null;
      this.ready = false;
    };
  }

  quote(scrap: Exhibit): void {
    if (!this.write) return;
    this.quoted = scrap;
    this.write(scrap.text);
  }
}

export const quill = new Quill();
