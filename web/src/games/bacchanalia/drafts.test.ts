// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { Ahead, Drawer, followStory } from "./drafts";

beforeEach(() => localStorage.clear());

it("what is written before it is asked is kept by table, seat and question", () => {
  new Ahead("t", 1).keep("amans", "A baker.");
  expect(new Ahead("t", 1).read("amans")).toBe("A baker.");
  for (const other of [new Ahead("t", 2).read("amans"), new Ahead("u", 1).read("amans"), new Ahead("t", 1).read("who")])
    expect(other).toBe("");
  new Ahead("t", 1).keep("amans", "");
  expect(localStorage.length).toBe(0);
});

it("what is written ahead outlives drafts of questions long past, and a story that goes on", () => {
  new Ahead("t", 1).keep("where", "In a cistern.");
  new Drawer("t", 1, 900).open();
  followStory("t", []);
  expect(new Ahead("t", 1).read("where")).toBe("In a cistern.");
});
