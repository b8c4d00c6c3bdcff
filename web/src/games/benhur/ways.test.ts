// Ways are for the eye alone: they begin and end where the rules say, and leave and arrive along the headings.
import { expect, it } from "vitest";
import type { Event } from "./types";
import { rutsOf, slide, wayOf, wrecksOf } from "./ways";

const [FROM, TO] = [
  { x: 0, y: 0, heading: 0 },
  { x: 2000, y: 700, heading: 60 },
];
const TRACK = { axis: 12288, middle: 512, outer: 3656, line: -1024, places: [] };
const RACE: Event[] = [
  { kind: "race_began", race: 1 },
  { kind: "start_thrown", chariot: 0, place: 1, x: -200, y: -736 },
  { kind: "speed_played", chariot: 0, card: "normal II", a: 0, b: 0 },
  { kind: "chariot_moved", chariot: 0, x: 1848, y: -736, heading: 0 },
];

it("a way leaves along one heading and arrives along the other", () => {
  const way = wayOf(FROM, TO);
  expect([way(0), way(1)]).toEqual([FROM, TO]);
  expect(way(0.001).heading).toBeCloseTo(0, 0);
  expect(way(0.999).heading).toBeCloseTo(60, 0);
});

it("who is thrown back turns the shorter way", () => {
  expect(slide({ ...FROM, heading: 350 }, { ...TO, heading: 10 })(0.5).heading).toBe(360);
});

it("ruts stay for the race they were driven in", () => {
  expect(rutsOf(RACE)).toMatch(/^M-200 571L.*M-200 901/);
  expect(rutsOf([...RACE, { kind: "race_began", race: 2 }])).toBe("");
});

it("a wreck lies on the sand before the wall, and stays there", () => {
  const crash: Event[] = [
    ...RACE,
    { kind: "speed_played", chariot: 0, card: "normal +III+", a: 30, b: 30 },
    { kind: "chariot_crashed", chariot: 0 },
    { kind: "chariot_left", chariot: 0, status: "crashed" },
    { kind: "round_began", round: 2 },
  ];
  const [wreck, ...others] = wrecksOf(crash, TRACK);
  expect(others).toEqual([]);
  expect(wreck).toMatchObject({ key: 5, chariot: 0 });
  expect(Math.abs(wreck!.pose.y)).toBeGreaterThan(TRACK.middle);
});
