// What has one answer is not asked, and when the page answers tells nothing.
import { expect, it } from "vitest";
import { rhythm } from "../../lib/rhythm";
import { onlyAnswer } from "./onlyone";
import type { Decision } from "./types";

const asked = (kind: string, ...options: object[]) => ({ id: 1, kind, options }) as unknown as Decision;
const [pass, round] = [{ kind: "pass" }, { kind: "pass_round" }];
const claim = { kind: "claim", card: "claim_keep_gift", place: "gift" };

it("a lone answer is given, a choice is left", () => {
  expect(onlyAnswer(asked("answer", { kind: "accept" }), false)).toEqual({ kind: "accept" });
  expect(onlyAnswer(asked("answer", { kind: "accept" }, { kind: "offer", to: 1 }), false)).toBeNull();
  expect(onlyAnswer(null, true)).toBeNull();
});

it("BB-4: who can only pass passes, and who wishes so passes for the round", () => {
  expect(onlyAnswer(asked("window", pass, round), false)).toEqual(pass);
  expect(onlyAnswer(asked("window", pass, round, claim), false)).toBeNull();
  expect(onlyAnswer(asked("window", pass, round, claim), true)).toEqual(round);
});

it("cards are always laid by hand", () => {
  expect(onlyAnswer(asked("assign", { kind: "assign", discard: 0, keep: 1, gift: 2 }), false)).toBeNull();
});

it("the rhythm is the same whatever is asked", () => {
  expect(rhythm.length).toBe(0);
  expect([rhythm(() => 0), rhythm(() => 1)]).toEqual([400, 1000]);
});
