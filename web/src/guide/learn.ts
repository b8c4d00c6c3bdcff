// Learning by playing: a real table with bots and pleasant options, and the guide beside it.
import { games, makeTable } from "../lib/api";
import { keepLinks } from "../lib/links";
import { route } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";
import type { Data } from "../lib/types";
import { words } from "../lib/words.svelte";
import { keepGuided } from "./guide.svelte";

const TABLES: Record<string, { seats: number; options: Data }> = {
  banquet: { seats: 4, options: { privileges: "none" } },
  benhur: { seats: 4, options: { format: "laps", length: 1, steering: "notched" } },
  bacchanalia: { seats: 3, options: { tone: "veiled", length: "parcae", appearances: 3 } },
};
export const LEARNT = Object.keys(TABLES);
/** Bots that play well enough to learn from, answer without long thought and let a beginner live. */
const GENTLE = ["thumb", "safe", "narrator"];

export async function learn(game: string): Promise<void> {
  const { seats, options } = TABLES[game]!;
  const { bots } = (await games()).games.find(({ id }) => id === game)!;
  const bot = GENTLE.find((name) => bots.includes(name)) ?? bots[0]!;
  const plan = Array.from({ length: seats }, (_, seat) => (seat ? { bot } : {}));
  const name = settings.name || words.say("page.somebody");
  const made = await makeTable({ game, seats: plan, name, options, language: words.language });
  keepLinks(made.id, made.invite, made.watch);
  keepGuided(made.id);
  route.go(`/t/${made.id}`);
}
