// What the viewer is called: asked once and kept in this browser; who says nothing is a guest, in the language they read.
import { settings } from "../lib/settings.svelte";
import type { Avatar } from "../lib/types";
import { words } from "../lib/words.svelte";

/** The name to sit down with. That of a guest is never kept: it is not theirs. */
export function ownName(): string {
  return settings.name.trim() || words.say("page.guest");
}

/** Name and picture, as every way to a seat wants them. */
export function own(): { name: string; avatar: Avatar } {
  return { name: ownName(), avatar: { ...settings.avatar } };
}

/** Keep the name as it was typed, so that it is not asked for again. */
export function keepName(): void {
  settings.name = settings.name.trim();
  settings.keep();
}
