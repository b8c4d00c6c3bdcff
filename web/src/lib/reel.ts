// A finished game as it is looked through: fetched in blocks, one at a time, and kept step by step.
import { patched } from "./changes";
import type { Change, Data, Json, Replay } from "./types";

export const BLOCK = 200;

/** One step: what happened, the view after it, and with everything open how each seat saw it. */
export interface Shown {
  at: number;
  seat: number | null;
  answer: Data | null;
  events: Data[];
  view: Json;
  open: Record<string, Json> | null;
}

export class Reel {
  /** How many steps there are; null until the first block is there. */
  total: number | null = null;
  #steps = new Map<number, Shown>();

  constructor(readonly fetchBlock: (at: number, count: number) => Promise<Replay>) {}

  step(at: number): Shown | null {
    return this.#steps.get(at) ?? null;
  }

  /** What happened before a step, back to the last event of a kind, or to the first that is not there; and which that is. */
  before(at: number, kind: string): { events: Data[]; missing: number | null } {
    const found: Data[][] = [];
    for (let n = at - 1; n >= 0; n--) {
      const step = this.#steps.get(n);
      if (!step) return { events: found.reverse().flat(), missing: n };
      found.push(step.events);
      if (step.events.some((event) => event.kind === kind)) break;
    }
    return { events: found.reverse().flat(), missing: null };
  }

  /** Fetch the block a step lies in, or what is missing of it: the server cuts one that would be too long. */
  async load(at: number): Promise<void> {
    let from = at - (at % BLOCK);
    while (from < at && this.#steps.has(from)) from++;
    const told = await this.fetchBlock(from, BLOCK - (from % BLOCK));
    this.total = told.steps_total;
    let view = told.view;
    for (const step of told.steps) {
      view = patched(view, step.changes);
      this.#steps.set(step.at, {
        at: step.at,
        seat: step.seat,
        answer: step.answer,
        events: step.events,
        view,
        open: opened(view, step.seats ?? {}),
      });
    }
  }
}

function opened(view: Json, seats: Record<string, Change[]>): Record<string, Json> | null {
  const found = Object.entries(seats).map(([seat, changes]) => [seat, patched(view, changes)] as const);
  return found.length ? Object.fromEntries(found) : null;
}
