import { describe, expect, it } from "vitest";
import { patched } from "./changes";
import pairs from "./changes.pairs.json";
import type { Change } from "./types";

describe("changes", () => {
  it("lead to the same view as on the server", () => {
    for (const [before, after, changes] of pairs as unknown as [unknown, unknown, Change[]][]) {
      const kept = JSON.stringify(before);
      expect(patched(before, changes)).toEqual(after);
      expect(JSON.stringify(before)).toBe(kept);
    }
  });

  it("share what has not changed", () => {
    const before = { story: [{ text: "once" }, { text: "upon" }], turn: 1 };
    const after = patched(before, [{ path: ["turn"], value: 2 }]);
    expect(after.story).toBe(before.story);
  });
});
