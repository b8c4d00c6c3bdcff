// Where the guide's lamp and words are put: on the thing and beside it, never over the dock, never outside the window.
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Point {
  left: number;
  top: number;
}
export interface Spot {
  /** None where the thing is not to be seen. */
  lamp: Point | null;
  bubble: Point;
}

const GAP = 8;
const LAMP = 36;

/** `room` is what lies between the bar and the dock. */
export function placed(
  thing: Box | null,
  bubble: { width: number; height: number } | null,
  room: { width: number; top: number; bottom: number },
): Spot {
  const { width, height } = bubble ?? { width: 320, height: 160 };
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
  const high = room.top + GAP;
  const low = Math.max(high, room.bottom - height - GAP);
  if (!thing) return { lamp: null, bubble: { left: (room.width - width) / 2, top: high } };
  const ways = [thing.bottom + GAP, thing.top - height - GAP, high, low];
  const clear = (top: number) => top >= high && top <= low && (top >= thing.bottom || top + height <= thing.top);
  return {
    lamp: {
      left: within(thing.right - LAMP / 2, GAP, room.width - LAMP - GAP),
      top: Math.max(0, thing.top - LAMP / 2),
    },
    bubble: {
      left: within((thing.left + thing.right - width) / 2, GAP, room.width - width - GAP),
      top: ways.find(clear) ?? high,
    },
  };
}
