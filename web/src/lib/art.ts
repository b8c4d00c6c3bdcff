// The drawings that books and printed cards share with the page: each game names its own in `games/NAME/art.ts`.
import type { Component } from "svelte";

export interface Drawing {
  draws: Component<never>;
  props: Record<string, unknown>;
  /** The view box, for a component that draws a part of a picture. */
  frame?: string;
  /** What `currentColor` stands for. */
  ink?: string;
}

const found = import.meta.glob<{ drawings: Record<string, Drawing> }>("../games/*/art.ts", { eager: true });

export const games: Record<string, Record<string, Drawing>> = Object.fromEntries(
  Object.entries(found).map(([path, { drawings }]) => [path.split("/").at(-2), drawings]),
);
