// @vitest-environment jsdom
// The guide has something to say about every decision, rests on paragraphs that exist, and never gets in the way.
import { beforeEach, describe, expect, it } from "vitest";
import vocabulary from "../lib/vocabulary.json";
import { Guide, isGuided, keepGuided } from "./guide.svelte";
import type { Wire } from "../lib/game";
import { gameOf } from "../lib/games";
import type { Seen } from "./lessons";

const files = import.meta.glob<Record<string, string>>("../../../src/triclinium/games/*/words/en.json", {
  eager: true,
  import: "default",
});
const wordsOf = (game: string) => files[`../../../src/triclinium/games/${game}/words/en.json`];
const page = import.meta.glob<Record<string, string>>("../games/*/words/en.json", { eager: true, import: "default" });
const games = Object.keys(vocabulary) as (keyof typeof vocabulary)[];

function seen(kind: string | null, over = false): Seen<Wire> {
  const decision = kind && { id: 1, kind, options: [], data: null, sealed: false, listed_all: true };
  return { view: { seats: [], out: [] }, decision: decision || null, over };
}

describe.each(games)("the lessons of %s", (game) => {
  const lessons = gameOf(game)!.lessons;
  it("explain every decision", () => {
    const explained = new Set(lessons.flatMap((lesson) => lesson.asks));
    expect(Object.keys(vocabulary[game].prompt).filter((kind) => !explained.has(kind))).toEqual([]);
  });
  it("have words, and a paragraph that exists", () => {
    const file = `../games/${game}/words/en.json`;
    for (const { name, rule } of lessons) {
      expect(page[file], file).toHaveProperty([`guide.${game}.${name}.title`]);
      expect(page[file], file).toHaveProperty([`guide.${game}.${name}.text`]);
      expect(wordsOf(game)).toHaveProperty([`rule.${rule}`]);
    }
  });
});

describe("the guide", () => {
  beforeEach(() => localStorage.clear());

  it("is there at a guided table, and waits to be called at any other", () => {
    keepGuided("one");
    expect([isGuided("one"), isGuided("two")]).toEqual([true, false]);
    expect([new Guide("one", "banquet", {}).away, new Guide("two", "banquet", {}).away]).toEqual([false, true]);
  });
  it("tells one thing after the other, and lets go what has been answered", () => {
    keepGuided("one");
    const guide = new Guide("one", "banquet", { privileges: "none" });
    guide.look(seen("pick"));
    expect([guide.current?.name, guide.reading]).toEqual(["welcome", true]);
    expect(guide.next?.name).toBe("pick");
    guide.goOn();
    expect([guide.current?.name, guide.next?.name]).toEqual(["pick", "belt"]);
    guide.look(seen("assign"));
    expect(guide.current?.name, "the lesson of the question that is open").toBe("assign");
    expect(guide.unread.map(({ name }) => name)).toEqual(["belt", "assign"]);
    guide.look(seen(null));
    expect([guide.current?.name, guide.reading], "nothing is asked: what is new comes up").toEqual(["belt", true]);
    const again = new Guide("one", "banquet", { privileges: "none" });
    expect(again.current?.name).toBe("belt");
    again.call(again.lessons[2]!);
    expect(again.current?.name).toBe("pick");
    again.look(seen(null, true));
    expect([again.current?.name, again.next]).toEqual(["end", null]);
  });
  it("comes back to what the table asks when nothing new has come up", () => {
    const guide = new Guide("one", "banquet", { privileges: "none" });
    for (const kind of ["pick", "assign", "pick"]) guide.look(seen(kind));
    while (guide.next) guide.goOn();
    guide.goOn();
    expect(guide.current?.name).toBe("pick");
  });
  it("page_7: is of the open question, whatever the bots have done meanwhile", () => {
    keepGuided("one");
    const guide = new Guide("one", "banquet", { privileges: "open" });
    guide.look(seen(null));
    guide.goOn();
    for (const kind of ["answer", null, "window", "pick", "assign", "offer"]) {
      guide.look(seen(kind));
      if (kind) expect(guide.current?.asks).toContain(kind);
    }
  });
  it("keeps nobody waiting who has put it away, answered or read on", () => {
    keepGuided("one");
    const guide = new Guide("one", "banquet", { privileges: "none" });
    guide.look(seen("pick"));
    guide.putAway(true);
    expect(guide.reading).toBe(false);
    guide.putAway(false);
    guide.look(seen(null));
    expect(guide.current?.name, "who answers has gone on").not.toBe("welcome");
    while (guide.reading) guide.goOn();
    expect(guide.unread).toEqual([]);
  });
  it("does not promise what the options leave out", () => {
    expect(new Guide("one", "banquet", { privileges: "none" }).lessons.some(({ name }) => name === "window")).toBe(
      false,
    );
    expect(new Guide("one", "banquet", { privileges: "open" }).lessons.some(({ name }) => name === "window")).toBe(
      true,
    );
  });
});
