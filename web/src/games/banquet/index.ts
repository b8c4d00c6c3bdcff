// This game's share in the page.
import type { PageGame } from "../../lib/game";
import { answerInWords } from "./answers";
import { choreography } from "./choreography";
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
  chapters: ["round_began"],
  howto: () => import("./HowTo.svelte"),
  choreography,
  lasts: (event) => (event.kind === "belt_moved" || event.kind === "guest_burst" ? 700 : 0),
  signs: {
    card_laid: "deal",
    cards_picked: "deal",
    card_turned_up: "turn",
    gift_offered: "deal",
    gift_accepted: "coin",
    privilege_played: "coin",
    guest_burst: "gong",
    game_won: "laurel",
    game_drawn: "gong",
  },
  answerInWords,
  cardValues: (view) => view.table.values,
};
