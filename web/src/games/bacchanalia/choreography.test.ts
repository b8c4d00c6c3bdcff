import { expect, it } from "vitest";
import { choreography } from "./choreography";
import type { Event, View } from "./types";

it("each drawn Umbra turns and flies to a place of its own, twins to two", () => {
  const view = {} as View;
  const cards = ["vinum", "miles", "vinum"] as const;
  const moves = cards.flatMap((card) => choreography({ kind: "umbra_drawn", seat: 0, card }, view));
  expect(moves.map(({ what }) => what)).toEqual(["umbra:vinum:0", "umbra:miles:0", "umbra:vinum:1"]);
  expect(moves.every(({ from, turns }) => from === "deck" && turns)).toBe(true);
  expect(choreography({ kind: "umbra_drawn", seat: 0, card: "vinum" }, {} as View)[0]!.what).toBe("umbra:vinum:0");
});

it("a god who changes hands goes from one player to the other", () => {
  const passed: Event = { kind: "bacchus_passed", seat: 0, to: 2 };
  expect(choreography(passed, {} as View)).toEqual([{ what: "god:bacchus", from: "seat:0", to: "seat:2" }]);
  expect(choreography({ kind: "story_over" }, {} as View)).toEqual([]);
});
