// This game's share in the page.
import type { PageGame } from "../../lib/game";
import { called, calledIn } from "./called";
import first from "./first.json";
import { LESSONS } from "./lessons";
import Picture from "./Picture.svelte";
import { ID, ORDER, type Options, type Shapes } from "./types";

export const game: PageGame<Shapes> = {
  id: ID,
  order: ORDER,
  board: () => import("./Board.svelte"),
  dock: { wide: "14.5rem", narrow: "23rem" },
  picture: Picture,
  first: { ...first, options: first.options as Partial<Options> },
  lessons: LESSONS,
  called: (view, names) => called(view.chariots, names),
  calledIn,
};
