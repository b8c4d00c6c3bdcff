// An evening retold from what everybody heard.
import { expect, it } from "vitest";
import { chronicleOf } from "./chronicle";
import type { Event } from "./types";

const EVENING: Event[] = [
  { kind: "round_began", round: 1, seat: 0 },
  { kind: "card_turned_up", seat: 1, card: "poison", place: "gift" },
  { kind: "belt_moved", seat: 1, before: 0, after: 7 },
  { kind: "card_turned_up", seat: 0, card: "olives", place: "keep" },
  { kind: "belt_moved", seat: 0, before: 0, after: 1 },
  { kind: "round_began", round: 2, seat: 1 },
  { kind: "card_turned_up", seat: 1, card: "piglet", place: "gift" },
  { kind: "belt_moved", seat: 1, before: 7, after: 11 },
  { kind: "guest_burst", seat: 1, guest: "claudius" },
  { kind: "guest_replaced", seat: 1 },
];

it("belts rise together, a burst is marked, a new guest begins at nothing", () => {
  const { belts, bursts } = chronicleOf(EVENING, 2);
  expect(belts).toEqual([
    [0, 0, 1, 1, 1],
    [0, 7, 7, 11, 0],
  ]);
  expect(bursts).toEqual([{ seat: 1, guest: "claudius", at: 3 }]);
});

it("only a Gift that somebody else took counts as fed", () => {
  expect(chronicleOf(EVENING, 2).fed).toEqual([{ from: 0, to: 1, card: "poison", claimed: false }]);
});

it("what a privilege claimed was taken from whoever had laid it", () => {
  const round: Event[] = [
    { kind: "round_began", round: 1, seat: 0 },
    { kind: "privilege_claims", seat: 2, privilege: "claim_keep_discard", place: "keep" },
    { kind: "card_turned_up", seat: 2, card: "piglet", place: "keep" },
    { kind: "card_turned_up", seat: 1, card: "poison", place: "gift" },
  ];
  expect(chronicleOf(round, 3).fed).toEqual([
    { from: 0, to: 2, card: "piglet", claimed: true },
    { from: 0, to: 1, card: "poison", claimed: false },
  ]);
});
