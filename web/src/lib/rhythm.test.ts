import { expect, it } from "vitest";
import { rhythm } from "./rhythm";

it("the rhythm is the same whatever is asked", () => {
  expect(rhythm.length).toBe(0);
  expect([rhythm(() => 0), rhythm(() => 1)]).toEqual([400, 1000]);
});
