// What may be done with a passage once it is told: anybody may veil it, its author may put it in other words.
import { bytesOf } from "./tale";
import type { Aspect, Form, Passage, Phase, View } from "./types";

const WITH_WORDS: Form[] = ["written", "aloud"];
const TURN_OVER: Phase[] = ["clock", "leave_bacchus", "over"];

/** Whether there is something left to veil; it may be done at any time, also after the end (BC-23). */
export function mayVeil(passage: Passage): boolean {
  return WITH_WORDS.includes(passage.form);
}

/** Whether the viewer may still put a passage in other words: their own, until the turn ends (BC-24). */
export function mayRewrite(view: View, passage: Passage): boolean {
  const running =
    passage.turn === view.turn && !TURN_OVER.includes(view.phase) && view.left_to_chance !== "leave_bacchus";
  const placeLacks = passage.moved && passage.place === null; // what is written ends in a place with a name (BC-16)
  return view.seat !== null && passage.seat === view.seat && running && mayVeil(passage) && !placeLacks;
}

/** How many bytes of a message a text takes. */
export function sizeOf(text: string): number {
  return bytesOf(JSON.stringify(text)) - 2;
}

/** Whether a text says nothing at all: blanks are no telling (BC-28). */
export function saysNothing(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** The six questions of an introduction, in their order (BC-3). */
export function introductionOf(view: View): Aspect[] {
  return ["who", "mirror", "amans", view.table.edition === "es" ? "crime" : "flight", "accusator", "where"];
}

/** Whether characters are being introduced, and the viewer's own is not yet. */
export function introduces(view: View): boolean {
  const told = view.story.filter(({ seat }) => seat === view.seat).map(({ part }) => part as string);
  return (
    view.seat !== null && view.phase === "introduction" && !introductionOf(view).every((one) => told.includes(one))
  );
}
