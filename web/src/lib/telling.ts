// Events in words, as the log and whoever comes back read them.
import type { Called } from "./game";
import type { Data } from "./types";
import vocabulary from "./vocabulary.json";
import { words } from "./words.svelte";

const TIDINGS = Object.fromEntries(
  Object.entries(vocabulary).map(([game, { tidings }]) => [game, tidings as string[]]),
) as Record<string, string[]>;
const LINES_MOST = 6;

export function inWords(game: string, event: Data, names: string[], called: Called): string {
  const { kind, ...data } = event;
  return words.tell(game, "event", String(kind), data, names, called);
}

/** A log in words, each line worded once: what happened stays as it was, however much comes after it. */
export class Telling {
  private said: string[] = [];
  private told: Data[] = [];
  private as = "";

  lines(game: string, events: Data[], names: string[], called: Called): string[] {
    const as = JSON.stringify([words.loaded, game, names, called]);
    let same = 0;
    if (as === this.as) while (same < this.told.length && this.told[same] === events[same]) same++;
    const more = events.slice(same).map((event) => inWords(game, event, names, called));
    this.said = [...this.said.slice(0, same), ...more];
    this.told = events;
    this.as = as;
    return this.said;
  }
}

/** The few events most worth telling, in the order they happened: of the lightest kinds the oldest are left out first. */
export function weightiest(game: string, events: Data[], most = LINES_MOST): Data[] {
  const order = TIDINGS[game] ?? [];
  const weighed = events.flatMap((event, at) => {
    const rank = order.indexOf(String(event.kind));
    return rank < 0 ? [] : [{ event, at, rank }];
  });
  return weighed
    .sort((one, other) => one.rank - other.rank || other.at - one.at)
    .slice(0, most)
    .sort((one, other) => one.at - other.at)
    .map(({ event }) => event);
}
