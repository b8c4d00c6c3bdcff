// What the chariots are called: each by its driver, then its player; chariots go round the seats (BH-11).
import type { Called } from "../../lib/game";
import { words } from "../../lib/words.svelte";
import type { Driver, Event } from "./types";

/** The name of one chariot; before its driver is drawn it has its player's, and a number if there are several. */
function nameOf(driver: Driver | null, number: number, chariots: number, names: string[]): string {
  const seat = names[number % names.length] ?? "";
  if (driver !== null) return words.say("chariot.driven", { driver: words.name("driver", driver), seat });
  if (chariots <= names.length) return seat;
  return words.say("chariot.numbered", { seat, number: Math.floor(number / names.length) + 1 });
}

export function chariotNames(chariots: { driver: Driver | null }[], names: string[]): string[] {
  return chariots.map(({ driver }, number) => nameOf(driver, number, chariots.length, names));
}

export function called(chariots: { driver: Driver | null }[], names: string[]): Called {
  return { chariot: chariotNames(chariots, names) };
}

/** From the drivers that were drawn: a log is told without a view. */
export function calledIn(events: Event[], names: string[]): Called {
  const found: string[] = [];
  for (const event of events) {
    if (event.kind === "driver_drawn") found[event.chariot] = nameOf(event.driver, event.chariot, 0, names);
  }
  return { chariot: found };
}
