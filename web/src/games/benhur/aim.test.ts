// What a pointer on the sand means: the notch whose chariot points at it, or any degree.
import { expect, it } from "vitest";
import { angleTo, gliding, nearest, tipOf } from "./aim";
import { placed } from "./geometry";
import type { Placement } from "./types";

const FROM = { x: 0, y: -2000, heading: 0 };
const at = (ruler: number, a: number, b: number): Placement => {
  const move = placed(FROM, ruler, a, b);
  return {
    a,
    b,
    verdict: "safe",
    chariots: [],
    allowed: true,
    ruler: move.ruler,
    pose: [move.pose.x, move.pose.y, move.pose.heading],
  };
};
const NOTCHES = [30, 0, -30].flatMap((a) => [30, 0, -30].map((b) => at(512, a, b)));

it("two placements on the same spot are told apart by where they look", () => {
  const [one, other] = [at(512, 0, 30), at(512, 30, -30)];
  expect(Math.hypot(one.pose[0] - other.pose[0], one.pose[1] - other.pose[1])).toBeLessThan(3);
  for (const { a, b, pose } of NOTCHES) expect(nearest(NOTCHES, tipOf(pose))).toEqual({ a, b });
});

it("between notches the nearer one is meant, and without any none", () => {
  const { x, y } = tipOf(at(512, 0, 0).pose);
  expect(nearest(NOTCHES, { x: x + 60, y: y - 40 })).toEqual({ a: 0, b: 0 });
  expect(nearest([], { x, y })).toBeNull();
});

it("free steering finds the degree, and swings over only for a reason", () => {
  const { x, y } = tipOf(at(1536, 12, -7).pose);
  const found = gliding(FROM, 1536, { x, y }, { a: 12, b: -7 });
  expect(found).toEqual({ a: 12, b: -7 });
  const far = gliding(FROM, 1536, { x: 9000, y: -2000 }, null);
  expect(far).toEqual({ a: 0, b: 0 });
});

it("the ruler alone is turned in steps, and no farther than it may", () => {
  expect(angleTo({ x: 0, y: 0 }, { x: 100, y: 30 }, 0, 1)).toBe(17);
  expect(angleTo({ x: 0, y: 0 }, { x: 100, y: 30 }, 0, 30)).toBe(30);
  expect(angleTo({ x: 0, y: 0 }, { x: -100, y: 30 }, 0, 1)).toBe(30);
  expect(angleTo({ x: 0, y: 0 }, { x: 100, y: -1 }, 350, 1)).toBe(9);
});
