// The games that have a share in the page: each brings its own in a folder of `games`, and is found there.
import type { Called, PageGame, Wire } from "./game";
import type { Data, Json } from "./types";
import { words } from "./words.svelte";

// Here the types of a game meet what comes over the line: what the server sends of a game has the shapes of that game.
const found = import.meta.glob<PageGame<Wire>>("../games/*/index.ts", { eager: true, import: "game" });

export const GAMES: PageGame<Wire>[] = Object.values(found).sort((one, other) => one.order - other.order);

/** A game's share; a game that has none is played from its prompts. */
export function gameOf(id: string): PageGame<Wire> | null {
  return GAMES.find((game) => game.id === id) ?? null;
}

/** What numbered things of a game are called at this table; a game whose rules are gone has no view to tell. */
export function calledAt(game: string, view: Json, names: string[]): Called {
  return (view !== null && gameOf(game)?.called?.(view, names)) || {};
}

/** The same from all that happened, where there is no view. */
export function calledIn(game: string, events: Data[], names: string[]): Called {
  return gameOf(game)?.calledIn?.(events, names) ?? {};
}

/** The seats that everybody sees being asked, where a game tells. */
export function askedIn(view: Json): number[] {
  return typeof view === "object" && view !== null && "asked" in view ? (view.asked as number[]) : [];
}

/** An answer in words, as a button would name it. */
export function answerInWords(game: string, answer: Data, view: Json, names: string[]): string {
  const own = gameOf(game)?.answerInWords;
  if (own) return own(answer, view, names);
  const { kind, ...data } = answer;
  return words.tell(game, "answer", String(kind), data, names, calledAt(game, view, names));
}
