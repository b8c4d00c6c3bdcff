// @vitest-environment jsdom
// Whoever comes back is told a handful of things, the weightiest, in the order they happened.
import { describe, expect, it, vi } from "vitest";
import { Telling, weightiest } from "./telling";
import vocabulary from "./vocabulary.json";
import { words } from "./words.svelte";

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

describe("a log in words", () => {
  const ANY = [at("round_began", 1), at("guest_burst", 2), at("card_laid", 3)];

  it("words each line once, however long it grows", () => {
    const tell = vi.spyOn(words, "tell").mockImplementation((_, __, kind, data) => `${kind} ${data.number}`);
    const telling = new Telling();
    expect(telling.lines("banquet", ANY, ["Livia"], {})).toEqual(["round_began 1", "guest_burst 2", "card_laid 3"]);
    const longer = [...ANY, at("card_laid", 4)];
    expect(telling.lines("banquet", longer, ["Livia"], {}).at(-1)).toBe("card_laid 4");
    expect(tell).toHaveBeenCalledTimes(4);
    tell.mockRestore();
  });

  it("words all anew when it is told by other names, and what was taken back is gone", () => {
    const tell = vi.spyOn(words, "tell").mockImplementation((_, __, kind, data, names) => `${names[0]} ${data.number}`);
    const telling = new Telling();
    telling.lines("banquet", ANY, ["Livia"], {});
    expect(telling.lines("banquet", ANY, ["Gaius"], {})).toEqual(["Gaius 1", "Gaius 2", "Gaius 3"]);
    const undone = [ANY[0]!, at("card_laid", 5)];
    expect(telling.lines("banquet", undone, ["Gaius"], {})).toEqual(["Gaius 1", "Gaius 5"]);
    tell.mockRestore();
  });

  it("words all anew when the words of the game have come", async () => {
    const telling = new Telling();
    expect(telling.lines("banquet", [at("round_began", 1)], ["Livia"], {})).toEqual(["event.round_began"]);
    await words.load("en", "banquet");
    expect(telling.lines("banquet", [at("round_began", 1)], ["Livia"], {})[0]).not.toContain("event.");
  });
});
