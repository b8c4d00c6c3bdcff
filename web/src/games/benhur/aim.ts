// Which placement a pointer means: the one whose chariot has its tip nearest to it. The tip, because two placements may
// stand on the same spot and look different ways. Nothing is judged here.
import type { Pose } from "./geometry";
import { ANGLE_MOST, TIP, type Placement } from "./types";

export interface Aim {
  a: number;
  b: number;
}

const RADIAN = Math.PI / 180;
/** By how much a placement has to be nearer before the chariot swings over to it, in units of the sand. */
const CLINGS = 4;

/** The tip of a chariot that stands in a pose. */
export const tipOf = ([x, y, heading]: readonly [number, number, number]) => ({
  x: x + TIP * Math.cos(heading * RADIAN),
  y: y + TIP * Math.sin(heading * RADIAN),
});

/** Of the listed placements. */
export function nearest(placements: readonly Placement[], at: { x: number; y: number }): Aim | null {
  let best: Aim | null = null;
  let least = Infinity;
  for (const { a, b, pose } of placements) {
    const tip = tipOf(pose);
    const far = Math.hypot(tip.x - at.x, tip.y - at.y);
    if (far < least) [best, least] = [{ a, b }, far];
  }
  return best;
}

/** Of all whole degrees. Bends to either side may reach the same point: then it stays with what it was. */
export function gliding(from: Pose, ruler: number, at: { x: number; y: number }, before: Aim | null): Aim {
  const [tipX, tipY] = [from.x + TIP * Math.cos(from.heading * RADIAN), from.y + TIP * Math.sin(from.heading * RADIAN)];
  const turns = Array.from({ length: 4 * ANGLE_MOST + 1 }, (_, n) => (from.heading + n - 2 * ANGLE_MOST) * RADIAN);
  const [cos, sin] = [turns.map(Math.cos), turns.map(Math.sin)];
  let best = before ?? { a: 0, b: 0 };
  let least = Infinity;
  for (let a = -ANGLE_MOST; a <= ANGLE_MOST; a++) {
    const along = a + 2 * ANGLE_MOST;
    const [endX, endY] = [tipX + ruler * cos[along]! - at.x, tipY + ruler * sin[along]! - at.y];
    for (let b = -ANGLE_MOST; b <= ANGLE_MOST; b++) {
      const [x, y] = [endX + 2 * TIP * cos[along + b]!, endY + 2 * TIP * sin[along + b]!];
      const turned = before ? Math.abs(a - before.a) + Math.abs(b - before.b) : Math.abs(b);
      const far = Math.sqrt(x * x + y * y) + CLINGS * turned;
      if (far < least) [best, least] = [{ a, b }, far];
    }
  }
  return best;
}

/** The angle of a line from one point to another against a heading, as far as it may be turned. */
export function angleTo(
  from: { x: number; y: number },
  at: { x: number; y: number },
  heading: number,
  step: number,
): number {
  const turned = ((((Math.atan2(at.y - from.y, at.x - from.x) / RADIAN - heading + 900) % 360) + 360) % 360) - 180;
  const kept = Math.min(ANGLE_MOST, Math.max(-ANGLE_MOST, turned));
  return Math.round(kept / step) * step + 0;
}
