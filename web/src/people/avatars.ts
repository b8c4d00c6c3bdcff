// How people are drawn at a table: one of a few busts, in one of a few colours. Bots get theirs by their seat.
import type { Avatar } from "../lib/types";

export type Bust = Avatar["bust"];
export type Colour = Avatar["colour"];

/** A bust in lines, on a field of 48: shoulders, face, hair or headgear. */
export interface Drawing {
  shoulders: string;
  face: string;
  hair: string;
  /** What is worn, in metal. */
  worn?: string;
  /** A full beard. */
  beard?: string;
}

const ROUND = "M16 21a8 9 0 0 1 16 0c0 6-3.500 11-8 11s-8-5-8-11z";
const SHOULDERS = "M5 48c1-9 7-12 14-13v-4h10v4c7 1 13 4 14 13z";

export const BUSTS: Record<Bust, Drawing> = {
  matron: {
    shoulders: SHOULDERS,
    face: ROUND,
    hair: "M14 22c-1-9 4-14 10-14s11 5 10 14c-1-4-3-7-5-8-4 2-8 2-10 0-2 1-4 4-5 8zM24 8c-4 0-5-2-5-4s2-3 5-3 5 1 5 3-1 4-5 4z",
    worn: "M15 29a1.600 1.600 0 1 0 .1 0zM33 29a1.600 1.600 0 1 0 .1 0z",
  },
  senator: {
    shoulders: SHOULDERS,
    face: ROUND,
    hair: "M16 20c-1-7 3-11 8-11s9 4 8 11c-2-4-5-6-8-6s-6 2-8 6z",
    worn: "M10 47c2-5 8-8 12-12l5 2c-5 3-9 6-10 10z",
  },
  poet: {
    shoulders: SHOULDERS,
    face: ROUND,
    hair: "M15 24c-3-9 2-16 9-16s12 7 9 16c0-5-2-8-4-9-3 1-8 1-10 0-2 1-4 4-4 9z",
    worn: "M13 17c4-5 18-5 22 0-1 1-2 2-3 2-5-3-11-3-16 0-1 0-2-1-3-2z",
  },
  soldier: {
    shoulders: "M4 48c0-10 7-13 15-13v-4h10v4c8 0 15 3 15 13zM6 44h36v2H6z",
    face: ROUND,
    hair: "M14 24c-2-10 3-16 10-16s12 6 10 16l-3 6c1-6 1-9-1-12H18c-2 3-2 6-1 12z",
    worn: "M22 9c-3-6 2-8 5-8 5 0 12 5 13 16-3-6-8-9-13-9z",
  },
  dancer: {
    shoulders: "M9 48c1-9 6-12 11-13v-4h8v4c5 1 10 4 11 13z",
    face: ROUND,
    hair: "M14 25c-2-10 3-16 10-16s12 6 10 16c-1 5 1 8 3 10-4 0-6-3-6-7 1-5 0-9-2-12-3 2-7 2-10 0-2 3-3 7-2 12 0 4-2 7-6 7 2-2 4-5 3-10z",
    worn: "M16 14h16v2H16z",
  },
  sage: {
    shoulders: SHOULDERS,
    face: ROUND,
    hair: "M15 22c-1-4 0-7 2-9-1 3 0 4 1 4-1 2-2 3-3 5zM33 22c1-4 0-7-2-9 1 3 0 4-1 4 1 2 2 3 3 5z",
    beard: "M16 24c0 11 3 16 8 16s8-5 8-16c-1 4-4 5-8 5s-7-1-8-5z",
  },
  athlete: {
    shoulders: "M2 48c1-10 9-12 16-13l2-4h8l2 4c7 1 15 3 16 13z",
    face: ROUND,
    hair: "M15 21c-2-8 3-12 9-12s11 4 9 12c-1-3-2-5-4-6l-2 2-3-2-3 2-2-2c-2 1-3 3-4 6z",
    worn: "M15 18h18v2.500H15z",
  },
  augur: {
    shoulders: SHOULDERS,
    face: ROUND,
    hair: "M11 38c-2-12-1-31 13-31s15 19 13 31l-5-6c2-4 2-10 0-14-4-3-12-3-16 0-2 4-2 10 0 14z",
    worn: "M38 46V24c0-5 6-5 6-1s-4 4-4 1z",
  },
};

export const COLOURS: Colour[] = ["wine", "terracotta", "saffron", "olive", "sea", "purple", "slate", "rose"];
export const NAMES = Object.keys(BUSTS) as Bust[];

/** A bot, or somebody who chose nothing, is drawn by the seat: no two neighbours alike. */
export function avatarOfSeat(seat: number): Avatar {
  return { bust: NAMES[(seat * 3 + 1) % NAMES.length]!, colour: COLOURS[(seat * 5 + 4) % COLOURS.length]! };
}

export function anyAvatar(chance: () => number = Math.random): Avatar {
  const one = <Kind>(all: Kind[]) => all[Math.floor(chance() * all.length)]!;
  return { bust: one(NAMES), colour: one(COLOURS) };
}
