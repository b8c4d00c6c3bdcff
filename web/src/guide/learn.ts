// Learning by playing: a real table with bots and pleasant options, and the guide beside it.
import { makeTable } from "../lib/api";
import { GAMES, gameOf } from "../lib/games";
import { keepLinks } from "../lib/links";
import { route } from "../lib/route.svelte";
import type { Data } from "../lib/types";
import { words } from "../lib/words.svelte";
import { own } from "../people/me";
import { keepGuided } from "./guide.svelte";

export const LEARNT = GAMES.map(({ id }) => id);

export async function learn(game: string): Promise<void> {
  const { seats, bot, options } = gameOf(game)!.first;
  const plan = Array.from({ length: seats }, (_, seat) => (seat ? { bot } : {}));
  const made = await makeTable({
    game,
    seats: plan,
    ...own(),
    options: options as Data,
    language: words.language,
    lesson: true,
  });
  keepLinks(made.id, made.invite, made.watch);
  keepGuided(made.id);
  route.go(`/t/${made.id}`);
}
