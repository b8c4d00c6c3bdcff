// One press: a game begins against bots, or a table stands there with an invitation to it.
import { makeTable } from "../lib/api";
import { keepLinks } from "../lib/links";
import { route } from "../lib/route.svelte";
import type { GameTold } from "../lib/types";
import { requested, usualWish } from "../lib/wish";
import { words } from "../lib/words.svelte";
import { keepName, own } from "../people/me";

const KEPT = "triclinium-now-";

export async function playNow(game: GameTold): Promise<void> {
  keepName();
  const made = await makeTable(requested(usualWish(game, words.language), own()));
  keepLinks(made.id, made.invite, made.watch);
  beginNow(made.id);
  route.go(`/t/${made.id}`);
}

/** The usual table with every other couch free; the invitation is shown as soon as one is there. */
export async function withFriends(game: GameTold): Promise<void> {
  keepName();
  const made = await makeTable(requested({ ...usualWish(game, words.language), bots: 0 }, own()));
  keepLinks(made.id, made.invite, made.watch);
  route.go(`/t/${made.id}`);
}

/** Let the game at a table begin as soon as its maker is there. */
export function beginNow(table: string): void {
  sessionStorage.setItem(KEPT + table, "yes");
}

/** Whether the game at this table begins as soon as its maker is there. */
export function beginsNow(table: string): boolean {
  return sessionStorage.getItem(KEPT + table) !== null;
}
