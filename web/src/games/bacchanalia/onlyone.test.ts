// What has one answer is not asked.
import { expect, it } from "vitest";
import { onlyAnswer } from "./onlyone";
import type { Decision } from "./types";

const asked = (kind: string, ...options: object[]) => ({ id: 1, kind, options }) as unknown as Decision;
const [pass, end, chance] = [{ kind: "pass" }, { kind: "end_turn" }, { kind: "leave_to_chance" }];

it("BC-22: who can only let it pass does, and so does the teller who ends the turn", () => {
  expect(onlyAnswer(asked("react", pass))).toEqual(pass);
  expect(onlyAnswer(asked("react", end))).toEqual(end);
  expect(onlyAnswer(asked("react", pass, { kind: "react", acts: ["object"] }))).toBeNull();
});

it("one card or one receiver is no choice, with chance or without", () => {
  expect(onlyAnswer(asked("pass_bacchus", { kind: "pass_bacchus", to: 2 }, chance))).toEqual({
    kind: "pass_bacchus",
    to: 2,
  });
  expect(onlyAnswer(asked("hand_out", { kind: "hand", to: 1 }, { kind: "hand", to: 2 }, chance))).toBeNull();
});

it("words and drawing are left to the teller", () => {
  expect(onlyAnswer(asked("draw", { kind: "draw" }))).toBeNull();
  expect(onlyAnswer(asked("lock", { kind: "no_lock" }))).toBeNull();
  expect(onlyAnswer(null)).toBeNull();
});
