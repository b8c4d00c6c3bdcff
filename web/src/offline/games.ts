// Games without a network: begin one, take one online, delete one.
import { goOnOnline } from "../lib/api";
import { keepLinks } from "../lib/links";
import { route } from "../lib/route.svelte";
import type { GameTold, TakenAlong } from "../lib/types";
import { requested, usualWish } from "../lib/wish";
import { words } from "../lib/words.svelte";
import { beginNow } from "../lobby/now";
import { keepName, own } from "../people/me";
import { call } from "./engine";
import { forgetLocal, keepLocal } from "./local";

export async function playHere(game: GameTold): Promise<void> {
  keepName();
  const id = await call<string>("make", JSON.stringify(requested(usualWish(game, words.language), own())));
  keepLocal({ id, game: game.id, since: Date.now(), over: false });
  beginNow(id);
  route.go(`/t/${id}`);
}

/** The same game once more; gives its table. */
export async function playAgain(old: string, game: string): Promise<string> {
  const id = await call<string>("again", old);
  keepLocal({ id, game, since: Date.now(), over: false });
  beginNow(id);
  return id;
}

/** The server plays the game again by its rules and goes on with it; then it is not needed here any more. */
export async function takeOnline(id: string): Promise<void> {
  const made = await goOnOnline(await call<TakenAlong>("along", id));
  await dropLocal(id);
  keepLinks(made.id, made.invite, made.watch);
  beginNow(made.id);
  route.go(`/t/${made.id}`);
}

export async function dropLocal(id: string): Promise<void> {
  await call("drop", id);
  forgetLocal(id);
}
