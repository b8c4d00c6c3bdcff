// Where a chariot stands, in words: what others see at a glance, for those who do not see the sand.
import { words } from "../../lib/words.svelte";
import type { Pose } from "./geometry";
import type { Track } from "./types";

const LENGTH = 1024;
const HALF_BREADTH = 205;

export interface Standing {
  part: "home" | "far" | "first" | "second";
  /** Lengths to the next turn, to the middle wall and to the outer wall, in halves. */
  ahead: number;
  inside: number;
  outside: number;
  /** How far the heading leaves the course: plus is inwards, since the race goes round to the left. */
  bend: number;
}

export function standing(track: Track, { x, y, heading }: Pose): Standing {
  const half = track.axis / 2;
  const turning = Math.abs(x) > half;
  const centre = Math.sign(x) * half;
  const away = turning ? Math.hypot(x - centre, y) : Math.abs(y);
  const part = turning ? (x > 0 ? "first" : "second") : y < 0 ? "home" : "far";
  const course = turning ? (Math.atan2(y, x - centre) * 180) / Math.PI + 90 : y < 0 ? 0 : 180;
  return {
    part,
    ahead: turning ? 0 : halves(y < 0 ? half - x : half + x),
    inside: halves(away - track.middle - HALF_BREADTH),
    outside: halves(track.outer - away - HALF_BREADTH),
    bend: Math.round(((((heading - course) % 360) + 540) % 360) - 180),
  };
}

export function standingName(track: Track, pose: Pose): string {
  const { part, ahead, inside, outside, bend } = standing(track, pose);
  const lengths = (number: number) => words.say("page.benhur.lengths", { number });
  return words.say("page.benhur.stands", {
    part,
    ahead: lengths(ahead),
    inside: lengths(inside),
    outside: lengths(outside),
    bend: Math.abs(bend) < 5 ? "along" : bend > 0 ? "inwards" : "outwards",
    degrees: Math.abs(bend),
  });
}

const halves = (units: number) => Math.max(0, Math.round((units / LENGTH) * 2) / 2);
