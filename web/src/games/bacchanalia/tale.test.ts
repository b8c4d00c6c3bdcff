import { describe, expect, it } from "vitest";
import { exhibitsOf, knownPlaces, stacksOf, within } from "./tale";
import type { Card, Passage, Running, Seat, View } from "./types";

const RUNNING: Running = {
  drawn: [],
  cut: null,
  minerva_left: false,
  ruling: null,
  level: [],
  symbol: false,
  won_tie: false,
  reshuffle: false,
  two_left: false,
  asked: false,
  bacchus_to: null,
  put: [],
  took: null,
  took_from: null,
  ending: null,
  outcome: null,
  twists: [],
  locks_offered: 0,
  votes: [],
  lock: null,
  objected: [],
  eye_used: false,
};

function seat(deus: Record<string, number>, locked: Card | null = null): Seat {
  return {
    deus,
    locked,
    introduced: true,
    captured: false,
    bacchus_arrives: false,
    place: null,
    with_amans: false,
    names: {},
    scenes: 0,
    ended: null,
    outcome: null,
  };
}
function passage(more: Partial<Passage>): Passage {
  return {
    number: 0,
    turn: 1,
    seat: 1,
    part: "scene",
    form: "written",
    text: "",
    name: null,
    place: null,
    moved: false,
    with_amans: false,
    marks: [],
    meets: [],
    agreed: [],
    cards: {},
    ...more,
  };
}
function view(running: Partial<Running>, seats: Seat[], story: Passage[] = []): View {
  return {
    seat: 0,
    active: 0,
    turn: 9,
    running: { ...RUNNING, ...running },
    seats,
    story,
    quotes: [],
  } as unknown as View;
}

describe("the Umbra laid on the Deus cards", () => {
  it("spreads evenly over twins and leaves beside what honours nobody", () => {
    const { stacks, beside } = stacksOf(
      view({ drawn: ["miles", "miles", "parcae"], ruling: "miles" }, [seat({ miles: 2, vinum: 1 }, "miles")]),
    );
    expect(stacks.filter((stack) => stack.deus === "miles").map((stack) => stack.umbra.length)).toEqual([2, 1]);
    expect(beside).toEqual(["parcae"]);
    expect(stacks.filter((stack) => stack.rules).length).toBe(2);
  });
  it("shows the Deus as they lay before they moved", () => {
    const { stacks } = stacksOf(
      view({ drawn: ["pluto"], ruling: "pluto", put: ["pluto"], took: "miles", bacchus_to: 1 }, [
        seat({ miles: 1, vinum: 1 }),
        seat({ bacchus: 1 }),
      ]),
    );
    expect(stacks.map((stack) => stack.deus)).toEqual(["bacchus", "pluto", "vinum"]);
  });
  it("lays Vinum with the symbol on Vinum", () => {
    const { stacks } = stacksOf(view({ drawn: ["vinum_symbol"] }, [seat({ vinum: 1 })]));
    expect(stacks[0]!.umbra).toEqual(["vinum_symbol"]);
  });
});

describe("what can be quoted", () => {
  it("hangs names and marks, but neither an Amans nor a question", () => {
    const story = [
      passage({ part: "who", name: "Marcus" }),
      passage({ part: "amans", name: "Lesbia" }),
      passage({ part: "question", marks: [{ text: "x", element: "thing", deus: null }] }),
      passage({
        text: "A key.",
        marks: [{ text: "A key", element: "thing", deus: null }],
        place: "The mill",
        moved: true,
      }),
    ];
    expect(exhibitsOf(view({}, [seat({}), seat({})], story)).map((one) => one.text)).toEqual([
      "Marcus",
      "The mill",
      "A key",
    ]);
  });
  it("compares words without case, blanks or the way an accent was typed", () => {
    expect(within("CAFE\u0301  noir", "un caf\u00e9 noir")).toBe(true);
  });
  it("names each known place once, and never where one is", () => {
    const story = [passage({ place: "the mill" }), passage({ place: "The ford" })];
    expect(knownPlaces(view({}, [], story), ["The Mill"], "the ford")).toEqual(["The Mill"]);
  });
});
