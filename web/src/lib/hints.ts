// What the table says to a seat that asks for advice.
import type { Data } from "./types";

/** An answer one might give, with the chance to win it leaves and the reason in a sentence. */
export interface Hint {
  answer: Data;
  chance: number;
  why: { key: string; arguments: Data };
}
export interface HintsTold {
  type: "hints";
  decision: number;
  hints: Hint[];
}
