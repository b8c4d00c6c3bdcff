import { expect, it } from "vitest";
import type { Draft } from "./drafts";
import { kept, ticked } from "./ticks";
import type { GuidanceKey, Item } from "./types";

const BLANK: Draft = {
  passage: 0,
  text: "",
  name: "",
  where: "new",
  place: "",
  together: null,
  marks: [],
  meets: [],
};
const item = (key: string, more: Item["arguments"] = {}): Item => ({
  key: `guidance.${key}` as GuidanceKey,
  arguments: more,
});
const called = (card: string) => ({ venus: "Venus", miles: "Miles" })[card] ?? card;
const does = (one: Item, more: Partial<Draft>, quoted: string | null = null) =>
  ticked(one, { ...BLANK, ...more }, called, quoted);

it("a change of place is ticked once the place has a name", () => {
  expect(does(item("change_place"), {})).toBe(false);
  expect(does(item("change_place"), { place: "the mill" })).toBe(true);
  expect(does(item("change_place"), { where: "at:the mill" })).toBe(true);
  expect(kept(item("change_place"), { ...BLANK, where: "stay", text: "We stay." })).toBe(true);
});

it("a Deus is shown by name or by a mark that stands in the words", () => {
  const show = item("show_deus", { card: "venus" });
  expect(does(show, { text: "A stranger beckons." })).toBe(false);
  expect(does(show, { text: "It was venus herself." })).toBe(true);
  const marks = [{ text: "A stranger", element: "person" as const, deus: "venus" as const }];
  expect(does(show, { text: "A stranger beckons.", marks })).toBe(true);
  expect(does(show, { text: "Nobody beckons.", marks })).toBe(false);
});

it("a quotation is ticked for as long as its words stand there", () => {
  const lock = item("lock_a_card", { cards: ["miles"] });
  expect(does(lock, { text: "The lame mule again." }, "the lame mule")).toBe(true);
  expect(does(lock, { text: "A mule again." }, "the lame mule")).toBe(false);
  expect(does(lock, { text: "A mule again." })).toBe(false);
});

it("what nobody can know is never ticked, and nothing is without a draft", () => {
  expect(does(item("near_bertinoro"), { text: "In Bertinoro." })).toBe(false);
  expect(ticked(item("answer_question"), null, called)).toBe(false);
  expect(does(item("answer_question"), { text: "Nobody." })).toBe(true);
});
