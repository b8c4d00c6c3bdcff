// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { Drawer, followStory, type Draft } from "./drafts";
import { mayRewrite, mayVeil, saysNothing, sizeOf } from "./passages";
import { standsWith } from "./tale";
import { FORM_NAMES, type Passage, type View } from "./types";

function passage(more: Partial<Passage> = {}): Passage {
  return {
    number: 0,
    turn: 4,
    seat: 1,
    part: "scene",
    form: "written",
    text: "A bell.",
    name: null,
    place: null,
    moved: false,
    with_amans: false,
    marks: [],
    meets: [],
    agreed: [],
    cards: {},
    ...more,
  };
}
function view(more: Partial<View> = {}): View {
  return { seat: 1, turn: 4, phase: "react", left_to_chance: null, story: [], ...more } as unknown as View;
}

describe("veiling and rewriting", () => {
  it("veils whatever has been told, and nothing twice", () => {
    expect(FORM_NAMES.map((form) => mayVeil(passage({ form })))).toEqual([true, true, false, false]);
  });
  it("rewrites one's own words until the turn ends", () => {
    expect(mayRewrite(view(), passage())).toBe(true);
    expect(mayRewrite(view({ seat: 0 }), passage())).toBe(false);
    expect(mayRewrite(view({ seat: null }), passage())).toBe(false);
    expect(mayRewrite(view({ turn: 5 }), passage())).toBe(false);
    for (const phase of ["clock", "leave_bacchus", "over"] as const)
      expect(mayRewrite(view({ phase }), passage())).toBe(false);
    expect(mayRewrite(view({ left_to_chance: "leave_bacchus" }), passage())).toBe(false);
  });
  it("rewrites neither what is veiled or untold nor what ends in no place", () => {
    for (const form of ["veiled", "untold"] as const)
      expect(mayRewrite(view(), passage({ form, text: null }))).toBe(false);
    expect(mayRewrite(view(), passage({ form: "aloud", text: null }))).toBe(true);
    expect(mayRewrite(view(), passage({ form: "aloud", text: null, moved: true }))).toBe(false);
  });
  it("measures a text as it travels, and knows an empty one", () => {
    expect(sizeOf("é\n")).toBe(4);
    expect(saysNothing(" \n\t")).toBe(true);
    expect(saysNothing("…")).toBe(false);
  });
  it("finds words only where they still stand", () => {
    const told = passage({ text: "We ran.", marks: [{ text: "a bell", element: "thing", deus: null }] });
    expect(standsWith(view({ story: [told] }), 1, "A  Bell")).toBe(true);
    expect(standsWith(view({ story: [told] }), 0, "a bell")).toBe(false);
    expect(standsWith(view({ story: [passage({ form: "veiled", text: null })] }), 1, "a bell")).toBe(false);
  });
});

describe("drafts of passages", () => {
  const draft = (more: Partial<Draft> = {}): Draft => ({
    passage: 0,
    text: "A bell.",
    name: "",
    where: "stay",
    place: "",
    together: null,
    marks: [],
    meets: [],
    ...more,
  });
  beforeEach(() => localStorage.clear());

  it("go with the words that are veiled, whoever sits at this screen", () => {
    new Drawer("table", 1, 7).keep(draft());
    new Drawer("table", 2, 8).keep(draft({ passage: 1, text: "A key." }));
    followStory("table", [passage({ form: "veiled", text: null }), passage({ seat: 2, text: "A key." })]);
    expect(new Drawer("table", 1, 7).open()).toBe(null);
    expect(new Drawer("table", 2, 8).open()?.text).toBe("A key.");
  });
  it("hold the new words of what was rewritten", () => {
    new Drawer("table", 1, 7).keep(draft({ marks: [{ text: "bell", element: "thing", deus: null }] }));
    followStory("table", [passage({ text: "A door." })]);
    expect(new Drawer("table", 1, 7).open()).toEqual(draft({ text: "A door.", marks: [] }));
  });
  it("stay while their passage is not told, and at other tables", () => {
    new Drawer("table", 1, 7).keep(draft({ passage: 1 }));
    new Drawer("other", 1, 7).keep(draft());
    new Drawer("table", 2, 7).keep(draft());
    followStory("table", [passage({ form: "veiled", text: null })]);
    expect(localStorage.length).toBe(3);
  });
});
