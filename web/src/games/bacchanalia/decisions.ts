// Which questions are answered in words.
import type { Decision } from "./types";

export type WrittenDecision = Extract<Decision, { kind: "introduction" | "arrival" | "scene" | "ask" | "reply" }>;

const WRITTEN: Decision["kind"][] = ["introduction", "arrival", "scene", "ask", "reply"];

export function isWritten(decision: Decision): decision is WrittenDecision {
  return WRITTEN.includes(decision.kind);
}
