// This game's share in the page.
import type { PageGame } from "../../lib/game";
import { called, calledIn } from "./called";
import first from "./first.json";
import { LESSONS } from "./lessons";
import Picture from "./Picture.svelte";
import { BURST, DICE, GALLOP, INTO_THE_WALL, SLOW_MOTION } from "./tempo";
import { ID, ORDER, type Event, type Options, type Shapes } from "./types";

/** A move is driven, a die thrown, a wall hit, before the next thing happens. */
const LASTS: Partial<Record<Event["kind"], number>> = {
  chariot_moved: GALLOP,
  chariot_set_down: GALLOP,
  chariot_crashed: INTO_THE_WALL + BURST / 2,
  fight_thrown: DICE,
  accident_good: DICE,
  accident_bad: DICE,
};
const lasts = (event: Event) =>
  event.kind === "chariot_left" && event.status === "finished" ? SLOW_MOTION : (LASTS[event.kind] ?? 0);

export const game: PageGame<Shapes> = {
  id: ID,
  order: ORDER,
  board: () => import("./Board.svelte"),
  dock: { wide: "7.5rem", narrow: "13rem" },
  picture: Picture,
  first: { ...first, options: first.options as Partial<Options> },
  lessons: LESSONS,
  chapters: ["race_began", "round_began", "lap_counted"],
  remembers: "race_began",
  howto: () => import("./HowTo.svelte"),
  lasts,
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
