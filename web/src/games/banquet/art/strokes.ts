// The hand that draws: a picture is a list of strokes, each a tone and a path on a field of 100 by 100.

/** A letter of the tone (small: filled, large: a line) with a line's width, the path, and how it is turned. */
export type Stroke = readonly [tone: string, path: string, turned?: string];
export type Drawing = readonly Stroke[];

const n = (value: number) => Math.round(value * 10) / 10;

/** The point at an angle on an oval that is itself turned; degrees, clockwise. */
function on(x: number, y: number, rx: number, ry: number, turn: number, angle: number): string {
  const [a, t] = [(angle * Math.PI) / 180, (turn * Math.PI) / 180];
  const [u, v] = [rx * Math.cos(a), ry * Math.sin(a)];
  return `${n(x + u * Math.cos(t) - v * Math.sin(t))} ${n(y + u * Math.sin(t) + v * Math.cos(t))}`;
}

export function oval(x: number, y: number, rx: number, ry = rx, turn = 0): string {
  const half = (angle: number) => `A${rx} ${ry} ${turn} 0 1 ${on(x, y, rx, ry, turn, angle)}`;
  return `M${on(x, y, rx, ry, turn, 180)}${half(0)}${half(180)}z`;
}

/** The side of an oval that lies away from the lamp, which stands above on the left. */
export function shadow(x: number, y: number, rx: number, ry = rx, turn = 0): string {
  const [from, to] = [on(x, y, rx, ry, turn, -48 - turn), on(x, y, rx, ry, turn, 132 - turn)];
  return `M${from}A${rx} ${ry} ${turn} 0 1 ${to}A${n(rx * 1.3)} ${n(ry * 1.3)} ${turn} 0 0 ${from}z`;
}

/** Something round: its body, its shadow and the lamp's glint on it. */
export function ball(x: number, y: number, rx: number, ry = rx, turn = 0, body = "m", dark = "s"): Drawing {
  return [
    [body, oval(x, y, rx, ry, turn)],
    [dark, shadow(x, y, rx, ry, turn)],
    ["l", oval(n(x - rx * 0.38), n(y - ry * 0.42), n(rx * 0.17), n(ry * 0.2), 35)],
  ];
}

function bows(x1: number, y1: number, x2: number, y2: number, wide: number): [string, string] {
  const [x, y, long] = [(x1 + x2) / 2, (y1 + y2) / 2, Math.hypot(x2 - x1, y2 - y1)];
  const [u, v] = [(-(y2 - y1) / long) * wide * 2, ((x2 - x1) / long) * wide * 2];
  return [`${n(x + u)} ${n(y + v)}`, `${n(x - u)} ${n(y - v)}`];
}

/** A leaf from its stalk to its tip, one half of it in the shade. */
export function leaf(x1: number, y1: number, x2: number, y2: number, wide: number, body = "m", dark = "s"): Drawing {
  const [one, other] = bows(x1, y1, x2, y2, wide);
  return [
    [body, `M${x1} ${y1}Q${one} ${x2} ${y2}Q${other} ${x1} ${y1}z`],
    [dark, `M${x1} ${y1}Q${one} ${x2} ${y2}z`],
  ];
}

/** The same strokes, turned or moved. */
export function turned(drawing: Drawing, how: string): Drawing {
  return drawing.map(([tone, path, before]) => [tone, path, before ? `${how} ${before}` : how]);
}

/** Something for every angle from one to another. */
export function around(count: number, from: number, to: number, make: (angle: number, at: number) => Drawing): Drawing {
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  return Array.from({ length: count }, (_, at) => make(n(from + at * step), at)).flat();
}
