// What a tale or a printed card of Bacchanalia shows: a medallion for each ruling, and the hill by night.
import type { Drawing } from "../../lib/art";
import Medallion from "./Medallion.svelte";
import Night from "./Night.svelte";
import { RULING_NAMES } from "./types";

export const drawings: Record<string, Drawing> = {
  ...Object.fromEntries(RULING_NAMES.map((card) => [card, { draws: Medallion, props: { card } }])),
  night: { draws: Night, props: {} },
};
