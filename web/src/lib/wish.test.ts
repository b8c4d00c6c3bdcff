import { describe, expect, it } from "vitest";
import type { GameTold, OptionTold } from "./types";
import { choicesOf, clockOf, kindOf, limitsOf, mend, requested, usualWish } from "./wish";

const plain = { choices: [], limits: [], file: false };
const length: OptionTold = {
  ...plain,
  name: "length",
  default: 2,
  limits: [
    { least: 1, most: 3, option: "format", value: "laps" },
    { least: 2, most: 4, option: "format", value: "long" },
  ],
};
const youngest: OptionTold = {
  ...plain,
  name: "youngest",
  default: "chance",
  choices: ["chance", 0, 1, 2, 3, 4],
  limits: [3, 4, 5].map((seats) => ({ least: 0, most: seats - 1, option: "seats", value: seats })),
};
const game: GameTold = {
  id: "race",
  rules: 1,
  seats_least: 3,
  seats_most: 5,
  bots: ["random", "thumb", "strong"],
  usual_bot: "thumb",
  hints: true,
  options: [
    { ...plain, name: "format", default: "laps", choices: ["laps", "long"] },
    length,
    youngest,
    { ...plain, name: "title", default: "" },
    { ...plain, name: "veils", default: [] },
    { ...plain, name: "deck", default: { name: "usual", cards: {} }, file: true },
  ],
};

describe("a wish", () => {
  it("knows each kind of option by what the game says of it", () => {
    expect(game.options.map(kindOf)).toEqual(["choice", "number", "choice", "text", "lines", "file"]);
  });

  it("keeps numbers and choices within what the rest allows", () => {
    const wish = usualWish(game, "en");
    wish.options.format = "long";
    wish.options.length = 1;
    wish.options.youngest = 3;
    wish.seats = 3;
    expect(limitsOf(length, wish)).toMatchObject({ least: 2, most: 4 });
    expect(choicesOf(youngest, wish)).toEqual(["chance", 0, 1, 2]);
    mend(wish, game);
    expect(wish.options).toMatchObject({ length: 2, youngest: "chance" });
    expect(wish.bots).toBe(2);
  });

  it("becomes a request with bots at the end, lines one by one, and the text of a file", () => {
    const wish = usualWish(game, "nl");
    wish.bots = 1;
    wish.lines.veils = " blood \n\nsnakes";
    wish.files.deck = { name: "own.toml", text: "[dishes]" };
    expect(requested(wish, { name: "Livia" })).toMatchObject({
      seats: [{}, {}, {}, { bot: "thumb" }],
      options: { format: "laps", length: 2, youngest: "chance", title: "", veils: ["blood", "snakes"] },
      files: { deck: "[dishes]" },
      language: "nl",
    });
  });

  it("says only what its kind of clock needs", () => {
    const clock = { seconds: 45, minutes: 10, increment: 5, days: 3 };
    expect(clockOf({ ...clock, kind: "none" })).toEqual({ kind: "none" });
    expect(clockOf({ ...clock, kind: "move" })).toEqual({ kind: "move", amount: 45 });
    expect(clockOf({ ...clock, kind: "bank" })).toEqual({ kind: "bank", amount: 600, increment: 5 });
    expect(clockOf({ ...clock, kind: "days" })).toEqual({ kind: "days", amount: 3 });
  });
});
