// What printed cards of Bacchus' Banquet show.
import type { Component } from "svelte";
import type { Drawing } from "../../lib/art";
import { CLASS_OF, type Card, type CardClass } from "./types";

const INKS: Record<CardClass, string> = {
  dish: "var(--bronze)",
  wine: "var(--wine)",
  poison: "var(--laurel)",
  present: "var(--lapis)",
  dagger: "var(--blood)",
  minus: "var(--slate)",
  special: "var(--purple)",
};
const found = import.meta.glob<{ default: Component<never> }>(["./Glyph.svelte", "./art/Face.svelte"], { eager: true });
const draws = (found["./art/Face.svelte"] ?? found["./Glyph.svelte"])!.default;

export const drawings: Record<string, Drawing> = Object.fromEntries(
  (Object.keys(CLASS_OF) as Card[]).map((card) => [card, { draws, props: { card }, ink: INKS[CLASS_OF[card]] }]),
);
