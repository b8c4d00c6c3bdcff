// A race retold from the order of turns.
import { expect, it } from "vitest";
import { chronicleOf, podiumOf } from "./chronicle";
import type { ChariotSeen, Event } from "./types";

const began = (chariot: number): Event => ({ kind: "turn_began", chariot });
const RACE: Event[] = [
  { kind: "race_began", race: 1 },
  { kind: "round_began", round: 1 },
  began(0),
  began(1),
  began(2),
  { kind: "round_began", round: 2 },
  began(1),
  { kind: "chariot_left", chariot: 1, status: "finished" },
  { kind: "turn_lost", chariot: 0 },
  began(2),
  { kind: "chariot_left", chariot: 2, status: "crashed" },
  { kind: "round_began", round: 3 },
  began(0),
];

it("the order of turns is the order of places; whoever is home stays ahead", () => {
  const { places, ends } = chronicleOf(RACE, 3);
  expect(places).toEqual([
    [1, 2, 2],
    [2, 1, null],
    [3, 3, null],
  ]);
  expect(ends).toEqual([null, { round: 1, status: "finished" }, { round: 1, status: "crashed" }]);
});

it("a new race begins anew", () => {
  const { places, ends } = chronicleOf(
    [...RACE, { kind: "race_began", race: 2 }, { kind: "round_began", round: 1 }, began(2)],
    3,
  );
  expect(places.map((row) => row.length)).toEqual([1, 1, 1]);
  expect(ends).toEqual([null, null, null]);
});

it("winners stand highest, then the lowest sum among those with laurels; who is level shares a step", () => {
  const seen = (seat: number, ...laurels: number[]) => ({ seat, laurels }) as ChariotSeen;
  const chariots = [seen(0, 0), seen(1, 1), seen(2, 3), seen(3, 3)];
  const steps = podiumOf(chariots, [5, 1, 3, 3], [1]);
  expect(steps.map(({ seat, step }) => [seat, step])).toEqual([
    [1, 1],
    [2, 2],
    [3, 2],
    [0, 4],
  ]);
});
