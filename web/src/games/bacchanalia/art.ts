// What a tale or a printed card of Bacchanalia shows: a medallion for each ruling, and the hill by night.
import type { Drawing } from "../../lib/art";
import Medallion from "./Medallion.svelte";
import Night from "./Night.svelte";
import type { Ruling } from "./types";

const RULINGS: Ruling[] = [
  "bacchus",
  "pluto",
  "accusator",
  "minerva",
  "venus",
  "amans",
  "satyrus",
  "miles",
  "vinum",
  "vinum_symbol",
  "parcae",
  "tie",
];

export const drawings: Record<string, Drawing> = {
  ...Object.fromEntries(RULINGS.map((card) => [card, { draws: Medallion, props: { card } }])),
  night: { draws: Night, props: {} },
};
