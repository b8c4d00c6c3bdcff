// @vitest-environment jsdom
// Whoever comes back is told a handful of things, the weightiest, in the order they happened.
import { describe, expect, it } from "vitest";
import { weightiest } from "./telling";
import vocabulary from "./vocabulary.json";

const at = (kind: string, number: number) => ({ kind, number });

describe("what is worth telling", () => {
  it.each(Object.entries(vocabulary))("is among the events of %s, each once", (_, { event, tidings }) => {
    expect(tidings.filter((kind) => !(kind in event))).toEqual([]);
    expect(new Set(tidings).size).toBe(tidings.length);
  });

  it("keeps its order, and leaves out the lightest first, the oldest of them before the others", () => {
    const events = [
      at("round_began", 1),
      at("card_turned_up", 2),
      at("guest_burst", 3),
      at("round_began", 4),
      at("card_laid", 5),
      at("card_turned_up", 6),
    ];
    expect(weightiest("banquet", events, 9).map(({ number }) => number)).toEqual([1, 2, 3, 4, 6]);
    expect(weightiest("banquet", events, 4).map(({ number }) => number)).toEqual([2, 3, 4, 6]);
    expect(weightiest("banquet", events, 2).map(({ number }) => number)).toEqual([3, 6]);
    expect(weightiest("banquet", [], 2)).toEqual([]);
  });

  it("tells nothing of a game it knows nothing of", () => {
    expect(weightiest("whist", [at("trick", 1)])).toEqual([]);
  });
});
