// Learning by playing: a real table with bots and pleasant options, and the guide beside it.
import { makeTable } from "../lib/api";
import { keepLinks } from "../lib/links";
import { route } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";
import type { Data } from "../lib/types";
import { words } from "../lib/words.svelte";
import { keepGuided } from "./guide.svelte";
import tables from "./tables.json";

/** First games, with bots that play well enough to learn from and answer without long thought. */
const TABLES: Record<string, { seats: number; bot: string; options: Data }> = tables;
export const LEARNT = Object.keys(TABLES);

export async function learn(game: string): Promise<void> {
  const { seats, bot, options } = TABLES[game]!;
  const plan = Array.from({ length: seats }, (_, seat) => (seat ? { bot } : {}));
  const name = settings.name || words.say("page.somebody");
  const made = await makeTable({ game, seats: plan, name, options, language: words.language });
  keepLinks(made.id, made.invite, made.watch);
  keepGuided(made.id);
  route.go(`/t/${made.id}`);
}
