// Who leaves the sand is seen to leave it, in a race that goes on and in one that is looked back at.
// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { Moves } from "./moves.svelte";
import type { Event, View } from "./types";

vi.mock("../../lib/settings.svelte", () => ({ settings: { still: false, speed: 1 } }));
const TRACK = { axis: 12288, middle: 512, outer: 3656, line: -1024, places: [] };
const VIEW = { table: { track: TRACK }, chariots: [{ driver: "messala" }] } as unknown as View;
const DRIVEN: Event[] = [
  { kind: "race_began", race: 1 },
  { kind: "start_thrown", chariot: 0, place: 1, x: -200, y: -736 },
  { kind: "speed_played", chariot: 0, card: "normal +III+", a: 30, b: 30 },
];
const CRASH: Event[] = [
  { kind: "chariot_crashed", chariot: 0 },
  { kind: "chariot_left", chariot: 0, status: "crashed" },
];

it("a wreck bursts in a race that goes on", () => {
  const moves = new Moves();
  moves.follow(DRIVEN, VIEW);
  moves.follow([...DRIVEN, ...CRASH], VIEW);
  expect(moves.leaving).toMatchObject([{ key: 3, home: false }]);
});

it("a wreck bursts for who looks back, in the step that follows the one before it", () => {
  const moves = new Moves();
  moves.follow(DRIVEN, VIEW, 2);
  moves.follow([...DRIVEN, ...CRASH], VIEW, DRIVEN.length);
  expect(moves.leaving).toMatchObject([{ key: 3, home: false }]);
});

it("who jumps over it sees what is left of it", () => {
  const moves = new Moves();
  moves.follow(DRIVEN.slice(0, 1), VIEW, 0);
  moves.follow([...DRIVEN, ...CRASH], VIEW, DRIVEN.length);
  expect(moves.leaving).toEqual([]);
});
