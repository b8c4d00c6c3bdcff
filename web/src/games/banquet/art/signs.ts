// The sign of each class of cards, on a field of 20 by 20, and how its border is drawn: nothing hangs on colour alone.
import type { CardClass } from "../types";

export const SIGNS: Partial<Record<CardClass, string>> = {
  dish: "M10 2a8 8 0 1 0 .1 0zM10 5.5a4.5 4.5 0 1 1-.1 0z",
  wine: "M5 2h10c1 6-1 9-4 10v4h3v2H6v-2h3v-4C6 11 4 8 5 2z",
  poison: "M10 1c5 7 6 9 6 12a6 6 0 0 1-12 0c0-3 1-5 6-12z",
  present: "M2 7h16v4H2zM3 12h6v6H3zM11 12h6v6h-6zM10 7C5 7 4 2 7 2s3 5 3 5 0-5 3-5 2 5-3 5z",
  dagger: "M10 0l3 11H7zM4 11h12v2H4zM9 13h2v5H9zM10 16.5a2 2 0 1 0 .1 0z",
  minus: "M8 2h4v8h5l-7 8-7-8h5z",
  special: "M10 1l2.4 6 6.6.4-5 4.2 1.6 6.4-5.6-3.5L4.4 18 6 11.6 1 7.4 7.6 7z",
};

/** The dashes and the width of the line inside the border. */
export const BORDERS: Partial<Record<CardClass, [dashes: string, width: number]>> = {
  dish: ["none", 1.4],
  wine: ["0 4.1", 2.4],
  poison: ["7 3 1 3", 1.8],
  present: ["2.4 2.4", 2.4],
  dagger: ["1 3.1", 3.6],
  minus: ["8 5", 1.6],
  special: ["5 2 0.1 2", 2.6],
};
