// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { ago, stretch, timeLeft } from "./time";
import { words } from "./words.svelte";

beforeAll(() => words.load("en"));

describe("time in words", () => {
  it("counts down in minutes, hours and days", () => {
    expect(timeLeft(9_000)).toBe("0:09");
    expect(timeLeft(600_000)).toBe("10:00");
    expect(timeLeft(3_725_000)).toBe("1:02:05");
    expect(timeLeft(3 * 86_400_000 + 7_200_000)).toBe("3 d 2 h");
    expect(timeLeft(-5)).toBe("0:00");
  });

  it("says how long ago and how long", () => {
    expect(ago(0, 3 * 3_600_000)).toBe("3 hours ago");
    expect(ago(0, 86_400_000)).toBe("yesterday");
    expect(stretch(90)).toBe("90 seconds");
    expect(stretch(3600)).toBe("1 hour");
  });
});
