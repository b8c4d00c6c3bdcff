// An answer in words, under the label its parts call for.
import { words } from "../../lib/words.svelte";
import { ID, type Answer } from "./types";

export function labelOf(answer: Answer, names: string[]): string {
  const { kind, ...data } = answer;
  switch (answer.kind) {
    case "take": {
      const { card, from } = answer;
      return words.tell(ID, "answer", from === null ? kind : "take_from", { card, owner: from }, names);
    }
    case "end":
      return words.tell(ID, "answer", answer.twists.length ? "end_with_twists" : kind, { ...answer }, names);
    case "tell": {
      const { place, with_amans, words: how } = answer;
      const label = place === null ? kind : place.name === null ? "tell_elsewhere" : "tell_at";
      return words.tell(ID, "answer", label, { form: how.form, with_amans, place: place?.name ?? null }, names);
    }
    case "lock": {
      const { card, of, element, words: how } = answer;
      const label = how.text === undefined ? "lock_aloud" : kind;
      return words.tell(ID, "answer", label, { card, of, element, text: how.text ?? null }, names);
    }
    case "introduce":
    case "arrive":
    case "ask":
    case "reply":
      return words.tell(ID, "answer", kind, { form: answer.words.form }, names);
    default:
      return words.tell(ID, "answer", kind, data as Record<string, string | number | boolean | string[]>, names);
  }
}
