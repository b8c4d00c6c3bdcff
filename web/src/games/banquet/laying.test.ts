// Three cards onto three plates: touched, dragged, taken back, exchanged.
import { expect, it } from "vitest";
import { Laying } from "./laying.svelte";

it("three touches lay three cards", () => {
  const laying = new Laying();
  for (const slot of [4, 0, 6]) laying.touch(slot);
  expect(laying.complete).toEqual({ kind: "assign", discard: 4, keep: 0, gift: 6 });
  expect(laying.slots).toEqual([0, 4, 6]);
});

it("a card that is touched and then its plate lies on that plate", () => {
  const laying = new Laying();
  laying.touch(2);
  laying.touchPlate("gift");
  laying.touch(3);
  laying.touchPlate("discard"); // it lies there already
  expect(laying.on).toEqual({ gift: 2, discard: 3 });
  laying.touch(5);
  expect(laying.complete).toEqual({ kind: "assign", discard: 3, keep: 5, gift: 2 });
});

it("what lies on a plate is taken back by its card or its plate", () => {
  const laying = new Laying();
  laying.touch(2);
  laying.touch(2);
  expect(laying.on).toEqual({});
  laying.touch(2);
  laying.touch(3);
  laying.touchPlate("discard");
  expect(laying.on).toEqual({ keep: 3 });
});

it("two cards dragged to each other's plates change places", () => {
  const laying = new Laying();
  laying.bring(1, "keep");
  laying.bring(2, "gift");
  laying.bring(1, "gift");
  expect(laying.on).toEqual({ keep: 2, gift: 1 });
  laying.bring(6, "gift");
  expect(laying.on).toEqual({ keep: 2, gift: 6 });
});
