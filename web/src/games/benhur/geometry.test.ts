import { expect, test } from "vitest";
import { QUARTER, corners, placed, rulerCorners, sine } from "./geometry";

// All numbers are what the Python rules give.
test("the sine table is that of the rules", () => {
  expect(QUARTER.reduce((sum, value, degrees) => sum + value * (degrees + 1), 0)).toBe(55471136);
  expect([0, 1, 45, 90, 135, 181, 270, 359, 449].map(sine)).toEqual([
    0, 286, 11585, 16384, 11585, -286, -16384, -286, 16382,
  ]);
});

test.each([
  [
    0,
    [
      [512, 0],
      [394, 205],
      [-394, 205],
      [-512, 0],
      [-394, -205],
      [394, -205],
    ],
  ],
  [
    17,
    [
      [490, 150],
      [317, 311],
      [-437, 81],
      [-490, -150],
      [-317, -311],
      [437, -81],
    ],
  ],
  [
    30,
    [
      [443, 256],
      [239, 375],
      [-444, -19],
      [-443, -256],
      [-239, -375],
      [444, 19],
    ],
  ],
  [
    123,
    [
      [-279, 429],
      [-387, 219],
      [43, -442],
      [279, -429],
      [387, -219],
      [-43, 442],
    ],
  ],
  [
    200,
    [
      [-481, -175],
      [-300, -327],
      [440, -58],
      [481, 175],
      [300, 327],
      [-440, 58],
    ],
  ],
  [
    359,
    [
      [512, -9],
      [398, 198],
      [-390, 212],
      [-512, 9],
      [-398, -198],
      [390, -212],
    ],
  ],
])("a chariot heading %i has the judged corners", (heading, expected) => {
  expect(corners({ x: 0, y: 0, heading })).toEqual(expected);
});

test("the corners of every heading add up to those of the rules", () => {
  let sum = 0;
  for (let heading = 0; heading < 360; heading++) {
    corners({ x: 0, y: 0, heading }).forEach(
      ([x, y], corner) => (sum += (heading + 1) * (corner + 1) * (3 * x + 7 * y)),
    );
  }
  expect(sum).toBe(148029120);
});

test.each([
  [100, -2000, 17, 1536, 12, -5, [590, -1850, 1933, -1105], [2401, -897, 24]],
  [-5000, 2500, 200, 2560, -30, 30, [-5481, 2325, -8002, 2770], [-8483, 2595, 200]],
  [0, 0, 0, 512, 30, 30, [512, 0, 955, 256], [1211, 699, 60]],
])("a move from %i %i is placed as the rules place it", (x, y, heading, ruler, a, b, ends, pose) => {
  const move = placed({ x, y, heading }, ruler, a, b);
  expect(move.ruler).toEqual(ends);
  expect(Object.values(move.pose)).toEqual(pose);
});

test("a ruler has its breadth on both sides", () => {
  expect(rulerCorners([0, 0, 1024, 0], 0)).toEqual([
    [0, 123],
    [1024, 123],
    [1024, -123],
    [0, -123],
  ]);
});
