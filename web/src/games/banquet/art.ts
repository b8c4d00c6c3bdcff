// What printed cards of Bacchus' Banquet show: painted faces and their back, the guests, and the mark of a privilege.
import type { Drawing } from "../../lib/art";
import Bust from "./art/Bust.svelte";
import Face from "./art/Face.svelte";
import Mark from "./art/Mark.svelte";
import { CLASS_OF, GUEST_NAMES } from "./types";

// A value is printed over the face, because a deck of one's own may have others.
export const drawings: Record<string, Drawing> = {
  ...Object.fromEntries(Object.keys(CLASS_OF).map((card) => [card, { draws: Face, props: { card } }])),
  back: { draws: Face, props: { card: null } },
  ...Object.fromEntries(GUEST_NAMES.map((guest) => [guest, { draws: Bust, props: { guest } }])),
  privilege: { draws: Mark, props: { mark: "privilege" } },
};
