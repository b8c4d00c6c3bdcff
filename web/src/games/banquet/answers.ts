// An answer in words: some speak of slots, whose cards the view must name first.
import { words } from "../../lib/words.svelte";
import { ID, type Answer, type Card, type View } from "./types";

export function answerInWords(answer: Answer, view: View, names: string[]): string {
  const { kind, ...data } = answer;
  return words.tell(ID, "answer", kind, withCards(answer, view) ?? data, names);
}

/** The cards that lie, or lay before they were picked, at the slots of an answer. */
function withCards(answer: Answer, view: View): Record<string, (Card | null)[] | Card | null> | null {
  if (answer.kind === "pick") return { cards: answer.slots.map((slot) => view.ring[slot] ?? null) };
  if (answer.kind !== "assign") return null;
  const cardAt = (slot: number) => view.three.cards[view.three.picked_from.indexOf(slot)] ?? null;
  return { discard: cardAt(answer.discard), keep: cardAt(answer.keep), gift: cardAt(answer.gift) };
}
