// Every prompt and every refusal leads to a paragraph of the rules, in every language, and every paragraph has an address.
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";
import { anchorOf, paragraphOf, placeOf, readPlace } from "./rules";
import vocabulary from "./vocabulary.json";

const files = import.meta.glob<Record<string, string>>("../../../src/triclinium/games/*/words/*.json", {
  import: "default",
  eager: true,
});
const games = Object.keys(vocabulary) as (keyof typeof vocabulary)[];

describe.each(games)("the rules of %s", (game) => {
  const keys = (["prompt", "refused"] as const).flatMap((group) =>
    Object.keys(vocabulary[game][group]).map((name) => `${group}.${name}`),
  );

  it.each(LANGUAGES)("hold a paragraph for every prompt and refusal in %s", (language) => {
    const words = files[`../../../src/triclinium/games/${game}/words/${language}.json`]!;
    expect(keys.filter((key) => !words[`rule.${paragraphOf(game, key)?.name}`])).toEqual([]);
  });
  it("have an address for every paragraph, which leads back to it", () => {
    for (const key of keys) {
      const paragraph = paragraphOf(game, key)!;
      expect(readPlace(placeOf(paragraph))).toEqual(paragraph);
      expect(anchorOf(paragraph.name)).not.toMatch(/\s/);
    }
  });
});

it("is not led astray by other addresses", () => {
  expect(
    ["", "#main", "#invite=abcdefghijklmnop", "#rules/chess/BB-1", "#rules/banquet/BB-1/x"].map(readPlace),
  ).toEqual([null, null, null, null, null]);
});
