// What has one answer is not asked.
import { expect, it } from "vitest";
import { onlyAnswer } from "./onlyone";
import type { Decision } from "./types";

const asked = (kind: string, ...options: object[]) => ({ id: 1, kind, options }) as unknown as Decision;
const drive = { kind: "drive", card: "normal II", a: 0, b: 0 };

it("a lone answer is given, a choice is left", () => {
  expect(onlyAnswer(asked("exchange", { kind: "keep_hand" }), "notched")).toEqual({ kind: "keep_hand" });
  expect(onlyAnswer(asked("whip", { kind: "whip", rival: 1 }, { kind: "hold" }), "notched")).toBeNull();
  expect(onlyAnswer(asked("drive", drive), "notched")).toEqual(drive);
  expect(onlyAnswer(null, "notched")).toBeNull();
});

it("free steering knows more placements than are listed", () => {
  expect(onlyAnswer(asked("drive", drive), "free")).toBeNull();
  expect(onlyAnswer(asked("refill", { kind: "refill", deck: "risky" }), "free")).toEqual({
    kind: "refill",
    deck: "risky",
  });
});
