// An answer in words, as a button would name it: some answers speak of places whose cards the view must name first.
import { labelOf } from "../games/bacchanalia/tale";
import type { Data, Json } from "./types";
import { words } from "./words.svelte";

export function answerInWords(game: string, answer: Data, view: any, names: string[], chariots: string[]): string {
  const { kind, ...data } = answer;
  if (game === "bacchanalia") return labelOf(answer, names);
  return words.tell(game, "answer", String(kind), game === "banquet" ? withCards(answer, view) : data, names, chariots);
}

/** The cards of the banquet that lie, or lay before they were picked, at the places of an answer. */
function withCards(answer: Data, view: any): Data {
  const { kind, ...data } = answer;
  if (kind === "pick") return { cards: (data.slots as number[]).map((slot) => view.ring[slot] as Json) };
  if (kind !== "assign") return data;
  const cardAt = (slot: Json) => view.three.cards[view.three.picked_from.indexOf(slot)] as Json;
  return Object.fromEntries(Object.entries(data).map(([place, slot]) => [place, cardAt(slot)]));
}
