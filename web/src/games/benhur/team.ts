// The colours of the teams: cloth, letter and coats. Letters tell them apart too, so that no colour stands alone.
import type { Driver } from "./types";

interface Team {
  letter: string;
  cloth: string;
  /** What is written on the cloth. */
  ink: string;
  coat: string;
  mane: string;
}

const LIGHT = "var(--linen)";
const DARK = "var(--soot)";
const TEAMS: Record<Driver, Team> = {
  ben_hur: { letter: "B", cloth: "var(--linen)", ink: DARK, coat: "var(--ivory)", mane: "var(--silver)" },
  messala: { letter: "M", cloth: "var(--vermilion)", ink: LIGHT, coat: "var(--basalt)", mane: "var(--soot)" },
  cleanthes: { letter: "A", cloth: "var(--lapis)", ink: LIGHT, coat: "var(--silver)", mane: "var(--stone-dark)" },
  byzantium: { letter: "Z", cloth: "var(--saffron)", ink: DARK, coat: "var(--russet)", mane: "var(--leather-deep)" },
  corinth: { letter: "K", cloth: "var(--leaf)", ink: LIGHT, coat: "var(--chestnut)", mane: "var(--soot)" },
  sidon: { letter: "S", cloth: "var(--purple)", ink: LIGHT, coat: "var(--clay)", mane: "var(--linen)" },
};
const NOBODY: Team = { ...TEAMS.ben_hur, letter: "?" };

export const teamOf = (driver: Driver | null): Team => (driver === null ? NOBODY : TEAMS[driver]);
export const colourOf = (driver: Driver | null) => teamOf(driver).cloth;
export const inkOf = (driver: Driver | null) => teamOf(driver).ink;
export const letterOf = (driver: Driver | null) => teamOf(driver).letter;
