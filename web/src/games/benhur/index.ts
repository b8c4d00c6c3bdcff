// This game's share in the page.
import type { PageGame } from "../../lib/game";
import { called, calledIn } from "./called";
import first from "./first.json";
import { LESSONS } from "./lessons";
import Picture from "./Picture.svelte";
import { ID, ORDER, type Event, type Options, type Shapes } from "./types";

/** A move is driven, a die thrown, before the next thing happens. */
const LASTS: Partial<Record<Event["kind"], number>> = {
  chariot_moved: 600,
  chariot_set_down: 400,
  chariot_crashed: 600,
  fight_thrown: 500,
  accident_good: 500,
  accident_bad: 500,
};

export const game: PageGame<Shapes> = {
  id: ID,
  order: ORDER,
  board: () => import("./Board.svelte"),
  dock: { wide: "14.5rem", narrow: "23rem" },
  picture: Picture,
  first: { ...first, options: first.options as Partial<Options> },
  lessons: LESSONS,
  chapters: ["race_began", "round_began", "lap_counted"],
  howto: () => import("./HowTo.svelte"),
  lasts: (event) => LASTS[event.kind] ?? 0,
  signs: {
    card_drawn: "deal",
    chariot_moved: "hooves",
    chariot_crashed: "crash",
    accident_bad: "crash",
    whip_announced: "whip",
    fight_thrown: "turn",
    race_began: "gong",
    laurel_won: "laurel",
    game_won: "laurel",
  },
  called: (view, names) => called(view.chariots, names),
  calledIn,
};
