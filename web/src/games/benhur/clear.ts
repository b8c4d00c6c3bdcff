// What lies over the circus lies in its corners. The camera looks past each thing on one side of it or the other: whichever
// leaves what is to be seen the largest.

/** How much of the picture lies under other things, in pixels from each edge. */
export interface Cover {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Something in a corner of the picture, with the room it takes from there; in pixels. */
export interface Corner {
  side: "left" | "right";
  edge: "top" | "bottom";
  wide: number;
  high: number;
}

/** Less than this is no room to see anything in. */
const ROOM_LEAST = 120;

export const roomOf = (size: { wide: number; tall: number }, { left, right, top, bottom }: Cover) => ({
  wide: Math.max(ROOM_LEAST, size.wide - left - right),
  tall: Math.max(ROOM_LEAST, size.tall - top - bottom),
});

/** Every way to look past what lies in the corners: beside it, or below or above it. */
export function waysPast(corners: Corner[], size: { wide: number; tall: number }): Cover[] {
  const ways = corners.reduce<Cover[]>(
    (found, { side, edge, wide, high }) =>
      found.flatMap((cover) => [
        { ...cover, [side]: Math.max(cover[side], wide) },
        { ...cover, [edge]: Math.max(cover[edge], high) },
      ]),
    [{ left: 0, right: 0, top: 0, bottom: 0 }],
  );
  const open = ways.filter(
    ({ left, right, top, bottom }) => size.wide - left - right >= ROOM_LEAST && size.tall - top - bottom >= ROOM_LEAST,
  );
  return open.length ? open : ways.slice(-1);
}
