// The back of every card: a thyrsus, two ivy leaves, and a border of keys.
import { around, leaf, oval, turned, type Drawing } from "./strokes";

const key = "h-8v-6h4v3";

const corner: Drawing = [["M1.4", `M28 14${key}M42 14${key}M56 14${key}M70 14${key}M84 14${key}`]];
const side: Drawing = [["M1.4", Array.from({ length: 7 }, (_, at) => `M14 ${26 + at * 14}v8h-6v-4h3`).join("")]];

export const BACK: Drawing = [
  ["S1", "M17 18H83V122H17z"],
  ["k", "M50 24L80 70L50 116L20 70z"],
  ["M1.2", "M50 27L78 70L50 113L22 70z"],
  ...corner,
  ...turned(corner, "rotate(180 50 70)"),
  ...side,
  ...turned(side, "rotate(180 50 70)"),
  ["S3", "M50 60V104"],
  ["M2", "M50 60V104"],
  ...around(5, -60, 60, (angle) => turned(leaf(50, 60, 50, 38, 5), `rotate(${angle} 50 62)`)),
  ["m", "M50 36C58 44 60 54 50 66C40 54 42 44 50 36z"],
  ["s", "M50 36C58 44 60 54 50 66z"],
  ["K.9", "M45 46l10 8M44 52l9 8M55 46l-10 8M56 52l-9 8"],
  ...leaf(50, 78, 36, 70, 4),
  ...leaf(50, 78, 64, 70, 4),
  ...leaf(50, 92, 38, 86, 3.4),
  ...leaf(50, 92, 62, 86, 3.4),
  ["m", oval(22, 24, 2) + oval(78, 24, 2) + oval(22, 116, 2) + oval(78, 116, 2)],
];
