// Nothing that lies over the circus covers what is to be seen: the camera looks past it.
import { expect, it } from "vitest";
import { roomOf, waysPast, type Corner } from "./clear";

const MAP: Corner = { side: "right", edge: "top", wide: 200, high: 240 };
const HAND: Corner = { side: "left", edge: "bottom", wide: 960, high: 150 };

it("one looks past what lies in a corner on either side of it", () => {
  expect(waysPast([MAP], { wide: 960, tall: 600 })).toEqual([
    { left: 0, right: 200, top: 0, bottom: 0 },
    { left: 0, right: 0, top: 240, bottom: 0 },
  ]);
});

it("nobody looks past something on the side where it leaves no room", () => {
  expect(waysPast([HAND, MAP], { wide: 960, tall: 600 })).toEqual([
    { left: 0, right: 200, top: 0, bottom: 150 },
    { left: 0, right: 0, top: 240, bottom: 150 },
  ]);
});

it("there is always a way, however small the window", () => {
  const size = { wide: 100, tall: 100 };
  const ways = waysPast([HAND, MAP], size);
  expect(ways).toHaveLength(1);
  expect(roomOf(size, ways[0]!)).toEqual({ wide: 120, tall: 120 });
});
