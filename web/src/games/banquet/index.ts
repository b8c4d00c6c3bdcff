// This game's share in the page.
import type { PageGame } from "../../lib/game";
import { answerInWords } from "./answers";
import first from "./first.json";
import { LESSONS } from "./lessons";
import Picture from "./Picture.svelte";
import { ID, ORDER, type Options, type Shapes } from "./types";

export const game: PageGame<Shapes> = {
  id: ID,
  order: ORDER,
  board: () => import("./Board.svelte"),
  dock: { wide: "11.75rem", narrow: "18.5rem" },
  picture: Picture,
  first: { ...first, options: first.options as Partial<Options> },
  lessons: LESSONS,
  answerInWords,
  cardValues: (view) => view.table.values,
};
