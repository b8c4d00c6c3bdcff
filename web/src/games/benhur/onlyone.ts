// Questions that the page answers by itself, because there is nothing to choose.
import type { Answer, Decision, Steering } from "./types";

/** The one thing that can be done; null where there is a choice. Free steering knows more placements than are listed. */
export function onlyAnswer(decision: Decision | null, steering: Steering): Answer | null {
  if (!decision || decision.options.length !== 1) return null;
  const only: Answer = decision.options[0]!;
  return steering === "free" && "a" in only ? null : only;
}
