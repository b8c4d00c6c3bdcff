import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Unfolding, lasts, pace, wordsOf } from "./unfolding.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("what was told before lies open, what is told now unfolds and is done in time", () => {
  const unfolding = new Unfolding(3);
  unfolding.follow(3, "Old words.");
  expect(unfolding.number).toBeNull();
  unfolding.follow(4, "New words here.");
  expect(unfolding.number).toBe(3);
  vi.advanceTimersByTime(lasts(3));
  expect(unfolding.number).toBeNull();
});

it("what shall not unfold is there at once, and so is what came before it", () => {
  const unfolding = new Unfolding(0);
  unfolding.follow(1, "Words of another.");
  unfolding.follow(2, null);
  expect(unfolding.number).toBeNull();
});

it("a long tale is hurried, and no blank is lost", () => {
  expect(pace(10)).toBe(170);
  expect(lasts(10_000)).toBeLessThan(26_000);
  expect(wordsOf("We ran.\n\n And  then?").join("")).toBe("We ran.\n\n And  then?");
});
