// The guide's words never lie over the dock or outside the window, and beside the thing they are about where they can.
import { describe, expect, it } from "vitest";
import { placed } from "./place";

const room = { width: 390, top: 80, bottom: 600 };
const size = { width: 350, height: 140 };
const boxes = [
  { left: 10, top: 90, right: 380, bottom: 150 },
  { left: 10, top: 480, right: 380, bottom: 590 },
  { left: 0, top: 80, right: 390, bottom: 600 },
  { left: 300, top: 620, right: 380, bottom: 700 },
  { left: -40, top: -20, right: 20, bottom: 20 },
];

describe("the guide's words", () => {
  it.each(boxes)("stay between bar and dock for %o", (thing) => {
    const { bubble, lamp } = placed(thing, size, room);
    expect(bubble.left).toBeGreaterThanOrEqual(0);
    expect(bubble.left + size.width).toBeLessThanOrEqual(room.width);
    expect(bubble.top).toBeGreaterThanOrEqual(room.top);
    expect(bubble.top + size.height).toBeLessThanOrEqual(room.bottom);
    expect(lamp!.left).toBeGreaterThanOrEqual(0);
    expect(lamp!.left).toBeLessThanOrEqual(room.width - 36);
  });
  it("leave the thing itself to be seen", () => {
    const below = placed(boxes[0]!, size, room).bubble;
    expect(below.top).toBeGreaterThanOrEqual(boxes[0]!.bottom);
    const above = placed(boxes[1]!, size, room).bubble;
    expect(above.top + size.height).toBeLessThanOrEqual(boxes[1]!.top);
  });
  it("are there without the thing, and the lamp is not", () => {
    expect(placed(null, size, room)).toEqual({ lamp: null, bubble: { left: 20, top: 88 } });
  });
});
