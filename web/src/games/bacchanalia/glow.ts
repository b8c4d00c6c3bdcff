// The light of each god, which falls on the night when he rules it.
import type { Ruling } from "./types";

const LIGHTS: Record<Ruling, string> = {
  bacchus: "var(--glow-violet)",
  pluto: "var(--glow-ash)",
  accusator: "var(--glow-ember)",
  minerva: "var(--glow-water)",
  venus: "var(--glow-blossom)",
  amans: "var(--glow-apricot)",
  satyrus: "var(--glow-moss)",
  miles: "var(--glow-bronze)",
  vinum: "var(--glow-wine)",
  vinum_symbol: "var(--glow-wine)",
  parcae: "var(--glow-thread)",
  tie: "var(--glow-bone)",
};

export function glowOf(ruling: Ruling | null): string {
  return ruling === null ? "var(--glow-dusk)" : LIGHTS[ruling];
}
