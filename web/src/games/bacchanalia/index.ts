// This game's share in the page.
import type { PageGame } from "../../lib/game";
import { adults } from "./adults.svelte";
import { choreography } from "./choreography";
import first from "./first.json";
import Gate from "./Gate.svelte";
import { labelOf } from "./labels";
import { LESSONS } from "./lessons";
import Picture from "./Picture.svelte";
import Tale from "./Tale.svelte";
import { ID, ORDER, type Options, type Shapes } from "./types";

export const game: PageGame<Shapes> = {
  id: ID,
  order: ORDER,
  board: () => import("./Board.svelte"),
  dock: { wide: "4.4rem", narrow: "7.4rem" },
  picture: Picture,
  first: { ...first, options: first.options as Partial<Options> },
  lessons: LESSONS,
  choreography,
  lasts: (event) => (event.kind === "deus_rules" || event.kind === "gods_tied" ? 500 : 0),
  chapters: ["turn_began", "ending_began"],
  howto: () => import("./HowTo.svelte"),
  signs: { umbra_drawn: "turn", turn_began: "gong" },
  answerInWords: (answer, _, names) => labelOf(answer, names),
  gate: { shut: () => !adults.confirmed, door: Gate },
  book: () => import("./Book.svelte"),
  keepsake: Tale,
};
