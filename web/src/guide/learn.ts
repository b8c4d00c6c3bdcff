// Learning by playing: a real table with bots and pleasant options, and the guide beside it.
import { makeTable } from "../lib/api";
import { GAMES, gameOf } from "../lib/games";
import { keepLinks } from "../lib/links";
import { route } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";
import type { Data } from "../lib/types";
import { words } from "../lib/words.svelte";
import { keepGuided } from "./guide.svelte";

export const LEARNT = GAMES.map(({ id }) => id);

export async function learn(game: string): Promise<void> {
  const { seats, bot, options } = gameOf(game)!.first;
  const plan = Array.from({ length: seats }, (_, seat) => (seat ? { bot } : {}));
  const name = settings.name || words.say("page.somebody");
  const made = await makeTable({ game, seats: plan, name, options: options as Data, language: words.language });
  keepLinks(made.id, made.invite, made.watch);
  keepGuided(made.id);
  route.go(`/t/${made.id}`);
}
