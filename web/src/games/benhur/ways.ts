// The way a chariot takes from one pose to another, for the eye alone: it leaves along its heading and arrives along the
// new one. What was judged is the ruler; the table has done that before anything moves.
import type { Pose } from "./geometry";
import type { Event, Track } from "./types";
import { moveBefore, poseBefore, wreckPose } from "./race";

/** Where a chariot is after a share of its way, from 0 to 1. */
export type Way = (share: number) => Pose;

const RADIAN = Math.PI / 180;
/** How far the wheels are from the middle of a chariot. */
const WHEELS = 165;
const STEPS = 8;

export function wayOf(from: Pose, to: Pose): Way {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const out = { x: far * Math.cos(from.heading * RADIAN), y: far * Math.sin(from.heading * RADIAN) };
  const home = { x: far * Math.cos(to.heading * RADIAN), y: far * Math.sin(to.heading * RADIAN) };
  return (t) => {
    if (t <= 0) return from;
    if (t >= 1) return to;
    const [a, b, c, d] = [
      2 * t ** 3 - 3 * t ** 2 + 1,
      t ** 3 - 2 * t ** 2 + t,
      -2 * t ** 3 + 3 * t ** 2,
      t ** 3 - t ** 2,
    ];
    const [e, f, g] = [6 * t ** 2 - 6 * t, 3 * t ** 2 - 4 * t + 1, 3 * t ** 2 - 2 * t];
    const along = (p: number, m: number, q: number, n: number) => e * (p - q) + f * m + g * n;
    return {
      x: a * from.x + b * out.x + c * to.x + d * home.x,
      y: a * from.y + b * out.y + c * to.y + d * home.y,
      heading: Math.atan2(along(from.y, out.y, to.y, home.y), along(from.x, out.x, to.x, home.x)) / RADIAN,
    };
  };
}

/** Who is thrown back slides, whichever way the horses look. */
export function slide(from: Pose, to: Pose): Way {
  const bend = ((((to.heading - from.heading) % 360) + 540) % 360) - 180;
  return (t) => ({
    x: from.x + (to.x - from.x) * t,
    y: from.y + (to.y - from.y) * t,
    heading: from.heading + bend * t,
  });
}

/** A pose as SVG places things: y counts downwards there. */
export const placedAt = ({ x, y, heading }: Pose) =>
  `translate(${x.toFixed(1)} ${(-y).toFixed(1)}) rotate(${(-heading).toFixed(1)})`;

/** The two ruts that wheels leave on a way. */
export function rutsAlong(way: Way): string {
  return [1, -1]
    .map((side) =>
      Array.from({ length: STEPS + 1 }, (_, n) => {
        const { x, y, heading } = way(n / STEPS);
        const [left, up] = [-side * WHEELS * Math.sin(heading * RADIAN), side * WHEELS * Math.cos(heading * RADIAN)];
        return `${n ? "L" : "M"}${Math.round(x + left)} ${-Math.round(y + up)}`;
      }).join(""),
    )
    .join("");
}

/** Where this race begins among the events. */
function beginning(events: Event[]): number {
  return events.findLastIndex((event) => event.kind === "race_began") + 1;
}

/** Every rut of this race. */
export function rutsOf(events: Event[]): string {
  let drawn = "";
  for (let n = beginning(events); n < events.length; n++) {
    const event = events[n]!;
    if (event.kind !== "chariot_moved") continue;
    const from = poseBefore(events, event.chariot, n);
    if (from) drawn += rutsAlong(wayOf(from, event));
  }
  return drawn;
}

export interface Fallen {
  /** The number of the event that tells of it. */
  key: number;
  chariot: number;
  pose: Pose;
}

/** The wrecks of this race: where walls were hit, and where an accident ended a drive. */
export function wrecksOf(events: Event[], track: Track): Fallen[] {
  const found: Fallen[] = [];
  for (let n = beginning(events); n < events.length; n++) {
    const event = events[n]!;
    if (event.kind === "chariot_crashed") {
      const fatal = moveBefore(events, n, event.chariot);
      if (fatal) found.push({ key: n, chariot: event.chariot, pose: wreckPose(track, fatal) });
    } else if (event.kind === "chariot_left" && event.status === "knocked_out") {
      const pose = poseBefore(events, event.chariot, n);
      if (pose) found.push({ key: n, chariot: event.chariot, pose });
    }
  }
  return found;
}
