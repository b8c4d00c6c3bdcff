// Every card, class and guest has its picture; who adds one to the rules is told here where to draw it.
import { expect, it } from "vitest";
import { CARD_CLASS_NAMES, CARD_NAMES, CLASS_OF, GUEST_NAMES, type CardClass } from "../types";
import { BUSTS } from "./busts";
import { BORDERS, SIGNS } from "./signs";
import { VIGNETTES } from "./vignettes";

const FILES: Record<CardClass, string> = {
  dish: "dishes.ts",
  wine: "cups.ts",
  poison: "cups.ts",
  present: "presents.ts",
  dagger: "presents.ts",
  minus: "comforts.ts",
  special: "comforts.ts",
};
const HERE = "web/src/games/banquet/art";

it.each(CARD_NAMES)("there is a vignette of %s", (card) => {
  const file = FILES[CLASS_OF[card]] ?? "vignettes.ts";
  expect(VIGNETTES[card]?.length ?? 0, `draw "${card}" in ${HERE}/${file}`).toBeGreaterThan(0);
});

it.each(CARD_CLASS_NAMES)("the class %s has a sign and a border of its own", (kind) => {
  expect(SIGNS[kind], `draw the sign of "${kind}" in ${HERE}/signs.ts`).toBeTruthy();
  expect(BORDERS[kind], `give "${kind}" a border in ${HERE}/signs.ts`).toBeTruthy();
  const same = CARD_CLASS_NAMES.filter((other) => String(BORDERS[other]) === String(BORDERS[kind]));
  expect(same, "two classes have the same border").toEqual([kind]);
});

it.each([...GUEST_NAMES, "hood"] as const)("there is a bust of %s", (guest) => {
  expect(BUSTS[guest]?.length ?? 0, `draw "${guest}" in ${HERE}/busts.ts`).toBeGreaterThan(0);
});

it("every stroke has a tone that can be drawn", () => {
  const drawings = [...Object.values(VIGNETTES), ...Object.values(BUSTS)];
  for (const drawing of drawings)
    for (const [tone, path] of drawing) {
      expect(tone).toMatch(/^[lmskhcr]$|^[LMSKH]\d*\.?\d*$/);
      expect(path).not.toMatch(/NaN|undefined/);
    }
});
