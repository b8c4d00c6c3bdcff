import { describe, expect, it } from "vitest";
import { choreography } from "./choreography";
import type { View } from "./types";

const view = (holder: number | null) =>
  ({ gift: { holder }, active: 0, three: { picked_from: [1, 4, 6], places: ["gift", "keep"] } }) as unknown as View;

describe("what travels at a banquet", () => {
  it("lets cards come from the pile, and turns them", () => {
    expect(choreography({ kind: "card_laid", slot: 3, card: "figs" }, view(null), view(null))).toEqual([
      { what: "ring:3", from: "pile", turns: true },
    ]);
  });

  it("lets the three go from the ring to whoever leads", () => {
    const moves = choreography({ kind: "cards_picked", seat: 2, cards: [] }, view(null), view(null));
    expect(moves.map(({ what, to }) => [what, to])).toEqual([
      ["ring:1", "couch:2"],
      ["ring:4", "couch:2"],
      ["ring:6", "couch:2"],
    ]);
  });

  it("lets the Gift slide from couch to couch", () => {
    expect(choreography({ kind: "gift_offered", seat: 0, to: 2 }, view(2), view(0))).toEqual([
      { what: "gift", from: "couch:0" },
    ]);
  });

  it("turns the Gift where it is taken, and brings the Keep from the couch of the lead", () => {
    expect(choreography({ kind: "card_applied", seat: 2, card: "figs" }, view(2), view(2))).toEqual([
      { what: "lies:2:figs", from: "gift", turns: true },
    ]);
    expect(choreography({ kind: "card_applied", seat: 0, card: "cup" }, view(2), view(2))).toEqual([
      { what: "lies:0:cup", from: "couch:0" },
    ]);
  });

  it("moves nothing for what is only said", () => {
    expect(choreography({ kind: "gift_left", seat: 1 }, view(0), view(0))).toEqual([]);
  });
});
