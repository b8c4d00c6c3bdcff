import { expect, test } from "vitest";
import { standing } from "./standing";

const TRACK = { axis: 12288, middle: 512, outer: 3656, line: -1024, places: [] };

test.each([
  [
    { x: -200, y: -2353, heading: 0 },
    { part: "home", ahead: 6, inside: 1.5, outside: 1, bend: 0 },
  ],
  [
    { x: 5632, y: -1229, heading: 30 },
    { part: "home", ahead: 0.5, inside: 0.5, outside: 2, bend: 30 },
  ],
  [
    { x: 8144, y: 0, heading: 60 },
    { part: "first", ahead: 0, inside: 1.5, outside: 1.5, bend: -30 },
  ],
  [
    { x: 1024, y: 2741, heading: 200 },
    { part: "far", ahead: 7, inside: 2, outside: 0.5, bend: 20 },
  ],
  [
    { x: -8144, y: 0, heading: 270 },
    { part: "second", ahead: 0, inside: 1.5, outside: 1.5, bend: 0 },
  ],
])("a chariot at %o stands there", (pose, told) => {
  const { bend, ...rest } = standing(TRACK, pose);
  expect({ ...rest, bend: bend + 0 }).toEqual(told);
});
