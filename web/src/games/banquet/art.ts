// What printed cards of Bacchus' Banquet show: faces, backs and guests where they are painted, else the small glyphs.
import type { Component } from "svelte";
import type { Drawing } from "../../lib/art";
import { CLASS_OF, GUEST_NAMES, type Card, type CardClass } from "./types";

const INKS: Record<CardClass, string> = {
  dish: "var(--bronze)",
  wine: "var(--wine)",
  poison: "var(--laurel)",
  present: "var(--lapis)",
  dagger: "var(--blood)",
  minus: "var(--slate)",
  special: "var(--purple)",
};
const painted = import.meta.glob<{ default: Component<never> }>(["./Glyph.svelte", "./art/{Face,Bust,Mark}.svelte"], {
  eager: true,
});
const face = painted["./art/Face.svelte"]?.default;
const bust = painted["./art/Bust.svelte"]?.default;
const mark = painted["./art/Mark.svelte"]?.default;
const draws = (face ?? painted["./Glyph.svelte"]?.default)!;

export const drawings: Record<string, Drawing> = {
  ...Object.fromEntries(
    (Object.keys(CLASS_OF) as Card[]).map((card) => [card, { draws, props: { card }, ink: INKS[CLASS_OF[card]] }]),
  ),
  ...(face ? { back: { draws: face, props: { card: null } } } : {}),
  ...(bust ? Object.fromEntries(GUEST_NAMES.map((guest) => [guest, { draws: bust, props: { guest } }])) : {}),
  ...(mark ? { privilege: { draws: mark, props: { mark: "privilege" } } } : {}),
};
