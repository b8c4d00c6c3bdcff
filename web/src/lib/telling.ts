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
