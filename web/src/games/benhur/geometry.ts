// Chariots and rulers in the whole numbers of the rules: what is drawn is what is judged. Verdicts come from the table.
import { HALF_BREADTH, RULER_HALF_BREADTH, SHOULDER, TIP } from "./types";

/** The sine table from 0 to 90 degrees, times 16384; the rest of the circle follows from it. */
export const QUARTER = Array.from({ length: 91 }, (_, degrees) =>
  Math.round(16384 * Math.sin((degrees * Math.PI) / 180)),
);

// The six corners, counter-clockwise from the front tip: along the heading and to the left of it.
const CORNERS: [number, number][] = [
  [TIP, 0],
  [SHOULDER, HALF_BREADTH],
  [-SHOULDER, HALF_BREADTH],
  [-TIP, 0],
  [-SHOULDER, -HALF_BREADTH],
  [SHOULDER, -HALF_BREADTH],
];

export type Point = [number, number];

export interface Pose {
  x: number;
  y: number;
  heading: number;
}

/** A product with the sine table as a whole number; odd, so that opposite corners stay opposite. */
function rounded(value: number): number {
  const size = (Math.abs(value) + 8192) >> 14;
  return value < 0 && size > 0 ? -size : size;
}

/** The sine of a whole number of degrees, times 16384. */
export function sine(degrees: number): number {
  const turned = turn(degrees, 0);
  const half = turned % 180;
  const size = QUARTER[half > 90 ? 180 - half : half]!;
  return turned >= 180 && size > 0 ? -size : size;
}

/** A heading after a turn, again from 0 to 359. */
export function turn(heading: number, angle: number): number {
  return (((heading + angle) % 360) + 360) % 360;
}

export const alongX = (length: number, heading: number) => rounded(length * sine(heading + 90));
export const alongY = (length: number, heading: number) => rounded(length * sine(heading));

/** The corners of a chariot that stands in a pose. */
export function corners({ x, y, heading }: Pose): Point[] {
  return CORNERS.map(([along, left]) => [
    x + rounded(along * sine(heading + 90) - left * sine(heading)),
    y + rounded(along * sine(heading) + left * sine(heading + 90)),
  ]);
}

/** A move: the two ends of the ruler and the new pose, rounded in turn as the rules do. */
export function placed(
  { x, y, heading }: Pose,
  ruler: number,
  a: number,
  b: number,
): { ruler: [number, number, number, number]; pose: Pose } {
  const tipX = x + alongX(TIP, heading);
  const tipY = y + alongY(TIP, heading);
  const middle = turn(heading, a);
  const endX = tipX + alongX(ruler, middle);
  const endY = tipY + alongY(ruler, middle);
  const last = turn(middle, b);
  return {
    ruler: [tipX, tipY, endX, endY],
    pose: { x: endX + alongX(TIP, last), y: endY + alongY(TIP, last), heading: last },
  };
}

/** The corners of a ruler laid along a heading. */
export function rulerCorners([tipX, tipY, endX, endY]: readonly number[], heading: number): Point[] {
  const x = -alongY(RULER_HALF_BREADTH, heading);
  const y = alongX(RULER_HALF_BREADTH, heading);
  return [
    [tipX! + x, tipY! + y],
    [endX! + x, endY! + y],
    [endX! - x, endY! - y],
    [tipX! - x, tipY! - y],
  ];
}

/** Points as SVG wants them: y counts downwards in pictures. */
export const drawn = (points: Point[]) => points.map(([x, y]) => `${x},${-y}`).join(" ");
