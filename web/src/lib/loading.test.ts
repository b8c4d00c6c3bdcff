// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { pauseBefore } from "./loading";

describe("a page that did not come whole", () => {
  beforeEach(() => sessionStorage.clear());

  it("is loaded again after longer and longer pauses, and not for ever", () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((second) => pauseBefore(1e9 + second * 1000))).toEqual([
      500,
      1000,
      2000,
      4000,
      8000,
      null,
      null,
    ]);
  });

  it("may fail anew much later", () => {
    for (let times = 0; times < 6; times++) pauseBefore(1e9);
    expect(pauseBefore(1e9 + 61_000)).toBe(500);
  });
});
