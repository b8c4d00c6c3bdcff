// Who somebody cannot be, told by public facts alone (BB-14, BB-21).
import { expect, it } from "vitest";
import { refuted } from "./refuted";
import type { Seat, View } from "./types";

const SEAT: Seat = {
  belt: 0,
  accepted: {},
  cards: 0,
  dishes: 0,
  dish_kinds: 0,
  wine: 0,
  presents: 0,
  guest: null,
  has_guest: true,
  dealt_when: 0,
  no_conspirator: false,
  privileges: 0,
  open_privileges: null,
};

function seen(seat: Partial<Seat>, more: Partial<View> = {}): View {
  const seats = [SEAT, { ...SEAT, ...seat }, { ...SEAT, guest: "caligula" as const }];
  const table = { seats: 3, edition: "fr", privileges: "none", different_dishes: false, values: {} };
  const you = { guest: "claudius", privileges: [], assigned: {}, sealed: null, passing_this_round: false };
  return { seat: 0, you, table, seats, out: [], conspirators_barred: false, ...more } as unknown as View;
}

it("page_1: at the beginning only Caligula and one's own guest are refuted", () => {
  expect(refuted(seen({}), 1)).toEqual({ caligula: "open", claudius: "own" });
});

it("BB-21: who has what a guest wants and has not won is not that guest", () => {
  expect(refuted(seen({ dishes: 5, wine: 1 }), 1)).toMatchObject({ vespasianus: "goal", messalina: "goal" });
  expect(refuted(seen({ dishes: 4 }), 1)).not.toHaveProperty("messalina");
  expect(refuted(seen({ presents: 3 }), 1)).toMatchObject({ caesonia: "goal", agrippina: "goal" });
});

it("BB-2: where only different dishes count, the same dish twice refutes nobody", () => {
  const table = { seats: 3, edition: "fr", privileges: "none", different_dishes: true, values: {} } as const;
  expect(refuted(seen({ dishes: 5, dish_kinds: 4 }, { table }), 1)).not.toHaveProperty("vespasianus");
});

it("BB-21: three daggers in a running game leave no conspirator", () => {
  const found = refuted(seen({ no_conspirator: true }), 1);
  expect(found).toMatchObject({ octavius: "conspirator", septimus: "conspirator", cassius: "conspirator" });
});

it("BB-14: who is out is refuted, unless guests may return to this seat", () => {
  const out = [
    { guest: "messalina", when: 3 },
    { guest: "caligula", when: 5 },
  ] as View["out"];
  expect(refuted(seen({ dealt_when: 0 }, { out }), 1)).toMatchObject({ messalina: "out" });
  expect(refuted(seen({ dealt_when: 4 }, { out, conspirators_barred: true }), 1)).toMatchObject({ messalina: "out" });
  expect(refuted(seen({ dealt_when: 6 }, { out, conspirators_barred: true }), 1)).not.toHaveProperty("messalina");
});

it("a guest whom everybody sees is nobody else", () => {
  const found = refuted(seen({}), 2);
  expect(found).not.toHaveProperty("caligula");
  expect(Object.keys(found)).toHaveLength(8);
});
