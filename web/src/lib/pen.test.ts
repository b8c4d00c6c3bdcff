// That somebody types is said rarely, and never what.
import { expect, it } from "vitest";
import { Pen } from "./pen";
import type { Data } from "./types";

it("a pen that moves is told of at most every four seconds, and nothing of what it writes", () => {
  const said: Data[] = [];
  let now = 0;
  const pen = new Pen(
    (message) => said.push(message),
    () => now,
  );
  for (; now < 10_000; now += 100) pen.moves();
  expect(said).toEqual(Array(3).fill({ type: "writing", on: true }));
  pen.rests();
  pen.moves();
  expect(said).toHaveLength(4);
});
