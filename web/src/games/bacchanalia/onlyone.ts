// Questions that the page answers by itself, because there is nothing to choose: one card, one receiver, a turn that
// nobody has anything to say to. Words are always the teller's, and drawing is done by hand.
import type { Answer, Decision } from "./types";

const BY_HAND: Decision["kind"][] = [
  "introduction",
  "arrival",
  "draw",
  "scene",
  "lock",
  "ask",
  "reply",
  "vote",
  "clock",
];

/** The one thing that can be done; null where there is a choice. */
export function onlyAnswer(decision: Decision | null): Answer | null {
  if (!decision || BY_HAND.includes(decision.kind)) return null;
  const options: Answer[] = decision.options;
  const real = options.filter((option) => option.kind !== "leave_to_chance");
  return real.length === 1 ? real[0]! : null;
}
