// Questions that the page answers by itself, because there is nothing to choose. It waits before it does.
import type { Answer, Decision } from "./types";

/** The one thing that can be done; null where there is a choice. `passing` is the standing wish to pass this round. */
export function onlyAnswer(decision: Decision | null, passing: boolean): Answer | null {
  if (!decision) return null;
  const options: Answer[] = decision.options;
  if (decision.kind === "window") {
    const wholeRound = options.find((option) => option.kind === "pass_round");
    if (passing && wholeRound) return wholeRound;
    const passes = options.every((option) => option.kind === "pass" || option.kind === "pass_round");
    return passes ? (options.find((option) => option.kind === "pass") ?? null) : null;
  }
  if (decision.kind === "pick" || decision.kind === "assign") return null;
  return options.length === 1 ? options[0]! : null;
}
